import { addAuthenticator, beginAuthenticator, getAuthenticator } from '@anticipa/contract/authenticator';
import { beginPasskey, listPasskeys, type NewPasskeyOptions } from '@anticipa/contract/passkeys';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { Authenticator } from './authenticator.tsx';

/** Options of a passkey that this test does not make. */
const options: NewPasskeyOptions = {
  challenge: 'AAAA',
  rp: { name: 'Anticipa', id: 'localhost' },
  user: { id: 'AAAA', name: 'ana', displayName: 'Ana' },
  pubKeyCredParams: [],
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
};

it('[OPE-01] an operator adds an authenticator app by a code of its secret', async () => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['riesgo'] }));
  answer(getAuthenticator).with(() => ({ hasApp: false }));
  answer(beginAuthenticator).with(() => ({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Anticipa' }));
  answer(listPasskeys).with(() => ({ data: [] }));
  answer(beginPasskey).with(() => ({ passkey: options, proof: null }));
  answer(addAuthenticator).with(() => new Refusal(401, 'WRONG_CODE', 'El código no es correcto.'));
  const screen = await renderScreen(<Authenticator />);
  await screen.getByRole('button', { name: 'Agregar aplicación' }).click();
  await expect.element(screen.getByText('ABCD EFGH')).toBeVisible();
  const code = screen.getByLabelText('Código');
  await expect.element(code).toHaveFocus();
  await screen.getByRole('button', { name: 'Registrar' }).click();
  await expect.element(code).toHaveAccessibleDescription('El código es requerido');
  await code.fill('111111');
  await screen.getByRole('button', { name: 'Registrar' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Agregar aplicación' });
  const proof = dialog.getByLabelText('Código');
  await expect.element(proof).toHaveFocus();
  const confirm = dialog.getByRole('button', { name: 'Confirmar' });
  await confirm.click();
  await expect.element(proof).toHaveAccessibleDescription(/^El código es requerido/);
  await proof.fill('ABCD-EFGH');
  await confirm.click();
  await expect.element(proof).toHaveAccessibleDescription(/^El código no es correcto\./);
  answer(addAuthenticator).with(() => new Refusal(422, 'AUTHENTICATOR_REFUSED', 'El código no es de esta clave.'));
  await confirm.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(code).toHaveAccessibleDescription('El código no es de esta clave.');
  const sent = answer(addAuthenticator).with(() => ({ hasApp: true }));
  await code.fill('123456');
  await screen.getByRole('button', { name: 'Registrar' }).click();
  await proof.fill('IJKL-MNOP');
  await confirm.click();
  await expect.element(screen.getByText('Ya tienes una aplicación registrada.')).toBeVisible();
  await expect.element(code).not.toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ code: '123456', proof: { code: 'IJKL-MNOP' } }]);
});
