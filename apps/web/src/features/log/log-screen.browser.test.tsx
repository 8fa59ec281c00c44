import { exportLog, type LogEntry, listLog } from '@anticipa/contract/log';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { LogScreen } from './log-screen.tsx';

const anEntry = (id: number, over: Partial<LogEntry> = {}): LogEntry => ({
  id: String(id),
  at: '2026-03-10T18:00:00.000Z',
  actor: { kind: 'operator', name: 'Luis Mesa' },
  address: '203.0.113.7',
  action: 'proposal.made',
  subject: 'proposal:1',
  clientId: '00000000-0000-4000-8000-000000000009',
  entityName: 'Aceros Ñandú',
  changes: [{ field: 'limit', before: '5000000.00', after: '3000000.00' }],
  reason: 'baja de ventas',
  link: '7',
  hash: 'ab'.repeat(32),
  ...over,
});

beforeEach(() => signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['auditor'] })));

it('[OPE-08] shows who changed what, from where, before and after, and why', async () => {
  const worker = anEntry(1, { actor: { kind: 'worker', name: null }, address: null, changes: [], reason: null });
  answer(listLog).with(() => ({ data: [anEntry(2), { ...worker, action: 'sync.broken' }], next: null }));
  const screen = await renderScreen(<LogScreen />);
  const rows = screen.getByRole('row');
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(
      '10-mar-2026 12:00 pmLuis Mesa203.0.113.7Hizo una propuestaPropuesta 1Aceros Ñandúlímite: 5,000,000.00 → 3,000,000.00baja de ventas',
    );
  await expect
    .element(rows.nth(2))
    .toHaveTextContent(
      '10-mar-2026 12:00 pmPortal, por sí mismoSe interrumpió la sincronizaciónPropuesta 1Aceros Ñandú——',
    );
});

it('[OPE-08] shows codes in words, ids by their beginning, and leaves out what is empty', async () => {
  const id = '1df4cca6-f769-4c8a-8d42-b68fc75ceb6b';
  const fact = (field: string, after: string | null) => ({ field, before: null, after });
  const facts = [fact('product', 'BI'), fact('orderId', id), fact('companyId', null)];
  const roles = { field: 'roles', before: '["riesgo"]', after: '["riesgo","tesoreria"]' };
  const status = anEntry(1, { action: 'receiver.status', changes: [{ field: 'value', before: '10', after: '20' }] });
  answer(listLog).with(() => ({
    data: [anEntry(3, { changes: facts }), anEntry(2, { changes: [roles] }), status],
    next: null,
  }));
  const screen = await renderScreen(<LogScreen />);
  await expect.element(screen.getByText('producto: Anticipo Índice; orden: 1df4cca6', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('roles: riesgo → riesgo, tesorería')).toBeVisible();
  await expect.element(screen.getByText('estado: Por revisar → Aprobado')).toBeVisible();
});

it('[OPE-08] filters, reads further pages and exports what is filtered', async () => {
  const calls = answer(listLog).with(({ query: { before } }) => ({
    data: [anEntry(before ? 100 : 200)],
    next: before ? null : '200',
  }));
  const files = answer(exportLog).with(() => new Response('x'));
  const screen = await renderScreen(<LogScreen />);
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar más' }));
  await expect.element(screen.getByText('2 renglones')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Operadores' }));
  await userEvent.selectOptions(screen.getByLabelText('Qué'), 'Decidió una propuesta');
  await userEvent.fill(screen.getByLabelText('Desde'), '01/03/2026');
  await userEvent.fill(screen.getByLabelText('Buscar por cliente o RFC'), 'ñandú');
  const filter = { who: 'operator', action: 'proposal.decided', from: '2026-03-01', search: 'ñandú' };
  await expect.poll(() => calls.at(-1)?.query).toEqual(filter);
  await userEvent.click(screen.getByRole('button', { name: 'Descargar CSV' }));
  await expect.poll(() => files.map(({ query }) => query)).toEqual([{ ...filter, format: 'csv' }]);
});

it('shows an empty log and a refusal', async () => {
  answer(listLog).with(() => ({ data: [], next: null }));
  const screen = await renderScreen(<LogScreen />);
  await expect.element(screen.getByText('No hay renglones así')).toBeVisible();
  answer(listLog).with(() => new Refusal(403, 'NOT_ALLOWED', 'No tienes permiso'));
  await userEvent.click(screen.getByRole('button', { name: 'El portal' }));
  await expect.element(screen.getByText('No tienes permiso')).toBeVisible();
});
