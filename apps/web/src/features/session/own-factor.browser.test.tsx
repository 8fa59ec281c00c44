import { getAuthenticator } from '@anticipa/contract/authenticator';
import { getFactorRules, setFactorRules } from '@anticipa/contract/factor-rules';
import { listPasskeys, type NewPasskeyOptions } from '@anticipa/contract/passkeys';
import { login, startSecondFactor } from '@anticipa/contract/session';
import { endSession, listSessions } from '@anticipa/contract/users';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { FactorRules } from './factor-rules.tsx';
import { OwnFactor } from './own-factor.tsx';

const passkey: NewPasskeyOptions = {
  challenge: 'AAAA',
  rp: { name: 'Anticipa', id: 'localhost' },
  user: { id: 'AAAA', name: 'ana', displayName: 'Ana' },
  pubKeyCredParams: [],
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
};
const session = {
  sessionId: '00000000-0000-4000-8000-00000000000a',
  device: 'Firefox',
  address: '10.0.0.1',
  createdAt: '2026-03-10T16:00:00.000Z',
  lastUsedAt: '2026-03-10T16:00:00.000Z',
  current: true,
};

beforeEach(async () => {
  await signInAs(aUser());
  answer(listPasskeys).with(() => ({ data: [] }));
  answer(getAuthenticator).with(() => ({ hasApp: false }));
  answer(getFactorRules).with(() => ({ isRequired: false, freshAbove: null, lenderFrom: null }));
});

it('[FAC-01] [FAC-02] is turned on with the password and the code of a scanned app, and shows recovery codes once', async () => {
  answer(listSessions).with(() => ({ data: [session] }));
  const ended = answer(endSession).with(() => ({ status: 'success' }));
  answer(startSecondFactor).with(() => new Refusal(401, 'WRONG_PASSWORD', 'La contraseña no es correcta.'));
  const screen = await renderScreen(<OwnFactor />);
  await screen.getByRole('button', { name: 'Activar segundo factor' }).click();
  const password = screen.getByLabelText('Tu contraseña', { exact: true });
  const next = screen.getByRole('button', { name: 'Continuar' });
  await next.click();
  await expect.element(password).toHaveAccessibleDescription('La contraseña es requerida');
  await password.fill('otra');
  await next.click();
  await expect.element(password).toHaveAccessibleDescription(/^La contraseña no es correcta\./);
  answer(startSecondFactor).with(() => ({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Anticipa', passkey }));
  await next.click();
  const dialog = screen.getByRole('dialog', { name: 'Elige tu segundo factor' });
  await expect.element(dialog.getByText('ABCD EFGH')).toBeVisible();
  expect(dialog.element().querySelector('svg path[d^="M"][fill="#000"]')).not.toBeNull();
  const entered = answer(login).with(() => ({
    user: aUser(),
    token: 'next',
    recoverKey: null,
    recoveryCodes: ['AAAA-BBBB'],
  }));
  await dialog.getByLabelText('Código').fill('123456');
  await dialog.getByRole('button', { name: 'Activar', exact: true }).click();
  await expect.element(dialog.getByText('AAAA-BBBB')).toBeVisible();
  answer(getAuthenticator).with(() => ({ hasApp: true }));
  await dialog.getByRole('button', { name: 'Ya los guardé' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByText('Ya tienes una aplicación registrada.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Desactivar segundo factor' })).toBeVisible();
  expect(entered.map(({ body }) => body.code)).toEqual(['123456']);
  expect(ended.map(({ params }) => params.sessionId)).toEqual([session.sessionId]);
});

it('[FAC-08] says from which day the lender asks for it, and cannot be turned off from then on', async () => {
  answer(getAuthenticator).with(() => ({ hasApp: true }));
  const lenderFrom = { date: '2026-12-15', isInForce: false };
  answer(getFactorRules).with(() => ({ isRequired: false, freshAbove: null, lenderFrom }));
  const screen = await renderScreen(<OwnFactor />);
  await expect.element(screen.getByText(/Desde el 15\/12\/2026 la financiera lo pide/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Desactivar segundo factor' })).toBeVisible();
  await screen.unmount();
  answer(getFactorRules).with(() => ({
    isRequired: false,
    freshAbove: null,
    lenderFrom: { ...lenderFrom, isInForce: true },
  }));
  const later = await renderScreen(<OwnFactor />);
  await expect.element(later.getByText(/La financiera lo pide a todas las personas/)).toBeVisible();
  await expect.element(later.getByText('Ya tienes una aplicación registrada.')).toBeVisible();
  await expect.element(later.getByRole('button', { name: 'Desactivar segundo factor' })).not.toBeInTheDocument();
});

it('[FAC-03] cannot be turned off where the company asks for it', async () => {
  answer(getAuthenticator).with(() => ({ hasApp: true }));
  answer(getFactorRules).with(() => ({ isRequired: true, freshAbove: null, lenderFrom: null }));
  const screen = await renderScreen(<OwnFactor />);
  await expect.element(screen.getByText(/Tu empresa lo pide a todos sus usuarios/)).toBeVisible();
  await expect.element(screen.getByText('Ya tienes una aplicación registrada.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Desactivar segundo factor' })).not.toBeInTheDocument();
});

it('[FAC-03] [FAC-04] an administrator sets what the company asks, with an amount in pesos or none', async () => {
  const sent = answer(setFactorRules).with(({ body }) => body);
  const screen = await renderScreen(<FactorRules />);
  await screen.getByRole('switch', { name: 'Pedir segundo factor a todos los usuarios' }).click();
  const above = screen.getByLabelText('Confirmar ventas mayores a (MXN)');
  await above.fill('mucho');
  const save = screen.getByRole('button', { name: 'Guardar' });
  await save.click();
  await expect.element(above).toHaveAccessibleDescription(/^Escribe una cantidad en pesos/);
  await above.fill('250,000.00');
  await save.click();
  await expect.element(screen.getByText('Se guardó la seguridad de la empresa.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ isRequired: true, freshAbove: '250000.00' }]);
});
