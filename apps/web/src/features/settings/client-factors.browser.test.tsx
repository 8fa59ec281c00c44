import { listBankParts } from '@anticipa/contract/accountant';
import { listProposals, proposeSetting } from '@anticipa/contract/approvals';
import { getReminders } from '@anticipa/contract/reminders';
import { getSettings } from '@anticipa/contract/settings';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { noSettings } from '../../testing/lender-client.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { SettingsScreen } from './settings-screen.tsx';

it('[FAC-08] proposes the day from which all people of clients need a second factor, or none', async () => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['administrador'] }));
  answer(listProposals).with(() => ({ data: [] }));
  answer(listBankParts).with(() => ({ data: [] }));
  answer(getReminders).with(() => ({ isOn: false, isDecided: true, isOnForReceivers: false, texts: [] }));
  const calls = answer(proposeSetting).with(() => ({ proposal: null }));
  answer(getSettings).with(() => ({ settings: { ...noSettings, factorsFrom: '2099-01-15' } }));
  const screen = await renderScreen(<SettingsScreen />);
  await userEvent.click(screen.getByRole('button', { name: 'Segundo factor de los clientes', exact: true }));
  await expect.element(screen.getByText('Se pide desde el 15/01/2099')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Proponer cambio de segundo factor de los clientes' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.fill(dialog.getByLabelText('Se pide desde'), '');
  await userEvent.fill(dialog.getByLabelText('Motivo'), 'acuerdo del comité');
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar a aprobación' }));
  await expect
    .poll(() => calls.map(({ body }) => body.change))
    .toEqual([{ kind: 'client-factors', proposed: { requiredFrom: null } }]);
});
