import { listProposals } from '@anticipa/contract/approvals';
import { changeReminders, getReminders } from '@anticipa/contract/reminders';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { Reminders } from './reminders.tsx';

const reminders = { isOn: false, isOnForReceivers: false, texts: [] };

it('[AVI-26] asks whether reminders to clients stay off, until the lender has decided', async () => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['administrador'] }));
  answer(listProposals).with(() => ({ data: [] }));
  let isDecided = false;
  answer(getReminders).with(() => ({ ...reminders, isDecided }));
  const sent = answer(changeReminders).with(() => {
    isDecided = true;
    return { ...reminders, isDecided };
  });
  const screen = await renderScreen(<Reminders />);
  // The card lacks a decision, so it is open.
  await screen.getByRole('button', { name: 'Dejar apagados' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/solo en el portal: no les llegan por correo/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('los llamamos nosotros');
  await dialog.getByRole('button', { name: 'Dejar apagados' }).click();
  await expect.element(screen.getByRole('button', { name: 'Dejar apagados' })).not.toBeInTheDocument();
  expect(sent.map(({ body }) => body?.change)).toEqual([{ kind: 'switch', reader: 'client', isOn: false }]);
});
