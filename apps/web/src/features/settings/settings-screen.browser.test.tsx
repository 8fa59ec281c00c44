import { changeSetting, getSettings, type Settings } from '@anticipa/contract/settings';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { SettingsScreen } from './settings-screen.tsx';

const settings: Settings = {
  products: [
    { code: 'BI', displayName: 'Anticipo Índice' },
    { code: 'FB', displayName: 'Factoraje' },
  ],
  branches: [{ branch: 'Monterrey', promoterPhone: '81 5550 0110', clients: 1 }],
  lender: null,
  mailSender: null,
  accounts: [],
  clabeRanges: [],
  approvalAmounts: [],
  terms: [],
};
const operator = aUser({ kind: 'operator', client: null, clientId: null, roles: ['administrador'] });

beforeEach(async () => {
  await signInAs(operator);
  answer(getSettings).with(() => ({ settings }));
});

it('[OPE-07] changes a product’s name with a reason, and shows a refusal at its field', async () => {
  let isRefused = true;
  const calls = answer(changeSetting).with(() => {
    if (!isRefused) return { settings: { ...settings, products: [{ code: 'BI', displayName: 'Anticipo Rápido' }] } };
    isRefused = false;
    const message = 'Ese nombre no se puede usar';
    return new Refusal(400, 'INVALID_REQUEST', message, [
      { path: 'change.displayName', code: 'INVALID_REQUEST', message },
    ]);
  });
  const screen = await renderScreen(<SettingsScreen />);
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar Anticipo Índice' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.fill(dialog.getByLabelText('Nombre para los clientes'), 'Anticipo Rápido');
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }));
  await expect.element(dialog.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  expect(calls).toHaveLength(0);
  await userEvent.fill(dialog.getByLabelText('Motivo'), 'nuevo nombre comercial');
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }));
  await expect.element(dialog.getByText('Ese nombre no se puede usar')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }));
  await expect.element(screen.getByText('Anticipo Rápido')).toBeVisible();
  expect(calls[1]?.body).toEqual({
    reason: 'nuevo nombre comercial',
    change: { kind: 'product', code: 'BI', displayName: 'Anticipo Rápido' },
  });
});

it('offers changes only to administrators', async () => {
  await signInAs({ ...operator, roles: ['riesgo'] });
  const screen = await renderScreen(<SettingsScreen />);
  await expect.element(screen.getByText('81 5550 0110')).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});
