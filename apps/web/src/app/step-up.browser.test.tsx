import { getAuthenticator } from '@anticipa/contract/authenticator';
import { proveFactor, setFactorRules } from '@anticipa/contract/factor-rules';
import { beginPasskey, listPasskeys } from '@anticipa/contract/passkeys';
import { beforeEach, expect, it } from 'vitest';
import { call } from '../lib/api-client.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { answer, Refusal } from '../testing/server.ts';
import { aUser, signInAs } from '../testing/signed-in.ts';
import { StepUp } from './step-up.tsx';

const rules = { isRequired: true, freshAbove: null };
const needed = () => new Refusal(403, 'FRESH_FACTOR_NEEDED', 'Confirma con tu segundo factor.');

beforeEach(async () => {
  await signInAs(aUser());
  answer(listPasskeys).with(() => ({ data: [] }));
  answer(beginPasskey).with(() => ({
    passkey: {
      challenge: 'AAAA',
      rp: { name: 'Anticipa', id: 'localhost' },
      user: { id: 'AAAA', name: 'ana', displayName: 'Ana' },
      pubKeyCredParams: [],
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    },
    proof: null,
  }));
});

it('[FAC-04] asks for the second factor and then sends the call again; closing the question refuses it', async () => {
  answer(getAuthenticator).with(() => ({ hasApp: true }));
  answer(setFactorRules).with(needed);
  const screen = await renderScreen(<StepUp />);
  const dialog = screen.getByRole('dialog', { name: 'Confirma que eres tú' });

  const closed = call(setFactorRules, { body: rules }).catch((cause: Error) => cause.message);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  expect(await closed).toBe('Confirma con tu segundo factor.');
  await expect.element(dialog).not.toBeInTheDocument();

  const proven = answer(proveFactor).with(() => {
    answer(setFactorRules).with(() => rules);
    return { status: 'success' };
  });
  const saved = call(setFactorRules, { body: rules });
  await dialog.getByLabelText('Código').fill('123456');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  expect(await saved).toEqual(rules);
  expect(proven.map(({ body }) => body)).toEqual([{ proof: { code: '123456' } }]);
});

it('[FAC-05] offers a person without a second factor to turn one on; closing it refuses the call', async () => {
  answer(getAuthenticator).with(() => ({ hasApp: false }));
  answer(setFactorRules).with(needed);
  const screen = await renderScreen(<StepUp />);
  const refused = call(setFactorRules, { body: rules }).catch((cause: Error) => cause.message);
  const dialog = screen.getByRole('dialog', { name: 'Activar segundo factor' });
  await expect.element(dialog.getByText(/todavía no tienes uno/)).toBeVisible();
  await expect.element(dialog.getByLabelText('Tu contraseña')).toHaveFocus();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  expect(await refused).toBe('Confirma con tu segundo factor.');
});
