import { getSession, type SessionUser } from '@anticipa/contract/session';
import { clientCredentials, getTaxpayer, validateCredentials } from '@anticipa/contract/sync';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { SyncButton, SyncDialog, SyncNotice, type SyncPurpose } from './sync-button.tsx';

const WRONG = 'No pudimos establecer la conexión, verifica tu contraseña';
const FAILED = 'Tenemos problemas internos, por favor intenta más tarde';
const rfc = 'CNA010101AAA';

const show = async (user: Partial<SessionUser> = {}, ciecStatus: 20 | 30 = 20) => {
  await signInAs(aUser(user));
  answer(getTaxpayer).with(() => ({ data: { rfc, hasCiec: true, ciecStatus } }));
  return renderScreen(<Sync />);
};

function Sync() {
  const [purpose, setPurpose] = useState<SyncPurpose | null>(null);
  return (
    <>
      <SyncNotice onOpen={setPurpose} />
      <SyncButton onOpen={setPurpose} />
      <SyncDialog purpose={purpose} onClose={() => setPurpose(null)} />
    </>
  );
}

/** Sets the server's answer about the user from now on. */
const isNow = (user: Partial<SessionUser>) =>
  answer(getSession).with(() => ({ isLoggedIn: true, user: aUser(user), token: null }));

const state = (SATsyncActive: boolean) => ({
  data: { syncActive: SATsyncActive, SATsyncActive, SATlastSync: null, SATdownloading: SATsyncActive, SATsyncAt: null },
});

it('[SAT-01] [SAT-02] a client connects in three steps', async () => {
  const screen = await show();
  await screen.getByRole('button', { name: 'Conectar con el SAT' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Conectar con el SAT' });
  const password = dialog.getByLabelText('Contraseña del SAT (CIEC)');
  const next = dialog.getByRole('button', { name: 'Continuar' });
  await expect.element(dialog.getByText('Paso 1 de 3')).toBeVisible();
  await expect.element(dialog.getByLabelText('RFC')).toHaveValue(rfc);
  await expect.element(dialog.getByLabelText('RFC')).toHaveAttribute('readonly');
  await expect.element(password).toHaveFocus();
  await next.click();
  await expect.element(password).toHaveAccessibleDescription(/^Requerido/);

  const checks = answer(validateCredentials).with(({ body }) =>
    body.password === 'buena'
      ? { data: { rfc, hasCiec: true, ciecStatus: 20 } }
      : new Refusal(422, 'CIEC_WRONG', WRONG),
  );
  await password.fill('mala');
  await next.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(WRONG);
  await password.fill('buena');
  await next.click();
  expect(checks.map(({ body }) => body)).toEqual([
    { username: rfc, password: 'mala' },
    { username: rfc, password: 'buena' },
  ]);

  await expect.element(dialog.getByText('Paso 2 de 3')).toBeVisible();
  await expect.element(dialog.getByRole('radio', { name: '90 días' })).toBeChecked();
  await expect.element(dialog.getByRole('radio', { name: '90 días' })).toHaveFocus();
  expect(dialog.getByRole('radio').elements()).toHaveLength(4);
  await dialog.getByRole('radio', { name: '120 días' }).click();
  await next.click();

  await expect.element(dialog.getByText('Paso 3 de 3')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Finalizar' })).toHaveFocus();
  const notify = dialog.getByRole('checkbox', { name: /^Avisarme por correo/ });
  await expect.element(notify).toBeChecked();
  await notify.click();
  answer(clientCredentials).with(() => new Refusal(500, 'UNEXPECTED', 'Ocurrió un error inesperado.'));
  await dialog.getByRole('button', { name: 'Finalizar' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(FAILED);

  isNow({ SATsyncActive: true, SATdownloading: true });
  const connections = answer(clientCredentials).with(() => state(true));
  await dialog.getByRole('button', { name: 'Finalizar' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(connections.map(({ body }) => body)).toEqual([{ syncActive: true, days: 120, notifyDesync: false }]);
  await expect.element(screen.getByRole('button', { name: 'Descargando tus facturas del SAT' })).toHaveFocus();
});

it('[SAT-01] [SAT-02] a client connects with its e.firma where the lender downloads from the tax authority itself', async () => {
  const screen = await show({ syncCredential: 'efirma' });
  await screen.getByRole('button', { name: 'Conectar con el SAT' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Conectar con el SAT' });
  const certificate = dialog.getByLabelText('Certificado de tu e.firma (.cer)');
  const privateKey = dialog.getByLabelText('Clave privada de tu e.firma (.key)');
  const password = dialog.getByLabelText('Contraseña de la clave privada');
  const next = dialog.getByRole('button', { name: 'Continuar' });
  await expect.element(certificate).toHaveFocus();
  await next.click();
  for (const field of [certificate, privateKey, password])
    await expect.element(field).toHaveAccessibleDescription(/^Requerido/);
  await expect.element(certificate).toHaveFocus();

  await userEvent.upload(certificate, new File(['certificado'], 'empresa.cer'));
  await expect.element(dialog.getByText('empresa.cer')).toBeVisible();
  await password.fill('de-la-llave');
  await userEvent.upload(privateKey, new File(['x'.repeat(4501)], 'video.key'));
  await next.click();
  await expect.element(privateKey).toHaveAccessibleDescription(/^Es demasiado grande/);
  await expect.element(privateKey).toHaveFocus();

  await userEvent.upload(privateKey, new File(['llave'], 'empresa.key'));
  const expired = 'Esta e.firma ya venció. Usa la vigente.';
  answer(validateCredentials).with(() => new Refusal(422, 'EFIRMA_EXPIRED', expired));
  await next.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(expired);
  const checks = answer(validateCredentials).with(() => ({ data: { rfc, hasCiec: true, ciecStatus: 20 } }));
  await next.click();
  await expect.element(dialog.getByText('Paso 2 de 3')).toBeVisible();
  const efirma = { certificate: btoa('certificado'), privateKey: btoa('llave') };
  expect(checks.map(({ body }) => body)).toEqual([{ username: rfc, password: 'de-la-llave', efirma }]);
});

it('[SAT-03] a client disconnects, but not while its invoices are downloaded', async () => {
  const busy = await show({ SATsyncActive: true, SATdownloading: true });
  await busy.getByRole('button', { name: 'Descargando tus facturas del SAT' }).click();
  const blocked = busy.getByRole('alertdialog', { name: 'Descarga en curso' });
  await expect
    .element(blocked.getByText('Tus facturas se están descargando, no es posible desincronizar en este momento'))
    .toBeVisible();
  await blocked.getByRole('button', { name: 'Ok' }).click();
  await busy.unmount();

  const screen = await show({ SATsyncActive: true });
  await screen.getByRole('button', { name: 'Desconectar del SAT' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Desconectar del SAT' });
  answer(clientCredentials).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'El servicio no está disponible.'));
  await dialog.getByRole('button', { name: 'Desconectar', exact: true }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(FAILED);
  isNow({});
  const calls = answer(clientCredentials).with(() => state(false));
  await dialog.getByRole('button', { name: 'Desconectar', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: 'Conectar con el SAT' })).toBeVisible();
  expect(calls.map(({ body }) => body.syncActive)).toEqual([false]);
});

it('[SAT-05] the feature is announced to a user without permission', async () => {
  const screen = await show({ syncAllowed: false, isAdmin: false });
  await screen.getByRole('button', { name: 'Conectar con el SAT' }).click();
  const soon = screen.getByRole('alertdialog', { name: 'Muy pronto' });
  await expect.element(soon.getByText(/pide el permiso al administrador de tu empresa/)).toBeVisible();
});

it('[SAT-05] an administrator without permission learns where to give it', async () => {
  const screen = await show({ syncAllowed: false, isAdmin: true });
  await screen.getByRole('button', { name: 'Conectar con el SAT' }).click();
  const soon = screen.getByRole('alertdialog', { name: 'Muy pronto' });
  await expect.element(soon.getByText(/pide el permiso/)).not.toBeInTheDocument();
  await expect.element(soon.getByRole('link', { name: 'Ir a mi perfil' })).toHaveAttribute('href', '/profile');
});

it('[SAT-05] a user whose permission ended while the company is connected learns who can change it', async () => {
  const screen = await show({ syncAllowed: false, isAdmin: false, SATsyncActive: true });
  await screen.getByRole('button', { name: 'Desconectar del SAT' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Tu empresa está conectada con el SAT' });
  await expect.element(dialog).toMatchTextContent(/Tu usuario no tiene permiso para cambiar la conexión/);
});

it('[SAT-06] a password that stopped working is announced, and given again by the wizard', async () => {
  const efirma = await show({ SATsyncActive: true, syncCredential: 'efirma' }, 30);
  await expect.element(efirma.getByText(/^El SAT ya no acepta la e.firma/)).toBeVisible();
  await efirma.unmount();
  const screen = await show({ SATsyncActive: true }, 30);
  await expect.element(screen.getByText(/^El SAT ya no acepta la contraseña/)).toBeVisible();
  await expect.element(screen.getByText('Se interrumpió la sincronización con el SAT')).toBeVisible();
  await screen.getByRole('button', { name: 'Volver a conectar' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Conectar con el SAT' })).toBeVisible();
});
