import { addAuthenticator, beginAuthenticator, getAuthenticator } from '@anticipa/contract/authenticator';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { Authenticator } from './authenticator.tsx';

it('[OPE-01] an operator adds an authenticator app by a code of its secret', async () => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['riesgo'] }));
  answer(getAuthenticator).with(() => ({ hasApp: false }));
  answer(beginAuthenticator).with(() => ({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Anticipa' }));
  answer(addAuthenticator).with(() => new Refusal(422, 'AUTHENTICATOR_REFUSED', 'El código no es correcto.'));
  const screen = await renderScreen(<Authenticator />);
  await screen.getByRole('button', { name: 'Agregar aplicación' }).click();
  await expect.element(screen.getByText('ABCD EFGH')).toBeVisible();
  const code = screen.getByLabelText('Código');
  await expect.element(code).toHaveFocus();
  await screen.getByRole('button', { name: 'Registrar' }).click();
  await expect.element(code).toHaveAccessibleDescription('El código es requerido');
  await code.fill('111111');
  await screen.getByRole('button', { name: 'Registrar' }).click();
  await expect.element(code).toHaveAccessibleDescription('El código no es correcto.');
  const sent = answer(addAuthenticator).with(() => ({ hasApp: true }));
  await code.fill('123456');
  await screen.getByRole('button', { name: 'Registrar' }).click();
  await expect.element(screen.getByText('Ya tienes una aplicación registrada.')).toBeVisible();
  await expect.element(code).not.toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ code: '123456' }]);
});
