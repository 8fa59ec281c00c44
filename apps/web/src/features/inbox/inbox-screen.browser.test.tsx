import { type InboxSale, listInbox, switchRobot } from '@anticipa/contract/lender-inbox';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { InboxScreen } from './inbox-screen.tsx';

const now = '2026-03-10T18:00:00.000Z';
const aSale = (place: number, over: Partial<InboxSale> = {}): InboxSale => ({
  saleId: `00000000-0000-4000-8000-00000000000${place}`,
  numberOfSale: place,
  product: 'BI',
  currency: 'MXN',
  clientId: '00000000-0000-4000-8000-000000000009',
  clientRFC: 'CNA010101AAA',
  entityName: 'Aceros Ñandú',
  requestedAt: '2026-03-10T15:00:00.000Z',
  promisedAt: '2026-03-10T18:40:00.000Z',
  count: 14,
  total: '1240000.00',
  initialDeposit: '1078000.00',
  receivers: 3,
  largestReceiver: 'Liverpool',
  unconfirmed: 0,
  ...over,
});
const queues = {
  answer: { count: 2, late: 1 },
  confirmation: { count: 3, late: 0 },
  correction: { count: 0, late: 0 },
  payout: { count: 18, late: 0 },
};
const late = aSale(1, { promisedAt: '2026-03-10T17:35:00.000Z', receivers: 1, unconfirmed: 2 });

beforeEach(() => signInAs(aUser({ kind: 'operator', client: null, clientId: null })));

it('[OPE-03] lists what waits by its promise, and Enter on a row opens the sale', async () => {
  answer(listInbox).with(() => ({ now, queues, data: [late, aSale(2)], robot: null, next: null }));
  const screen = await renderScreen(<InboxScreen />);
  await expect.element(screen.getByRole('tab', { name: 'Por responder 2', selected: true })).toBeVisible();
  await expect.element(screen.getByText('1 fuera de la promesa')).toBeVisible();
  const rows = screen.getByRole('row');
  await expect
    .element(rows.nth(1))
    .toHaveTextContent('Tarde 0:25Venta 1Aceros Ñandú14LiverpoolMXN 1,240,000.002 sin confirmar');
  await expect
    .element(rows.nth(2))
    .toHaveTextContent('En 0:40Venta 2Aceros Ñandú14Liverpooly 2 másMXN 1,240,000.00Vigentes');
  const opened: string[] = [];
  const link = screen.getByRole('link', { name: 'Venta 2' });
  await expect.element(link).toHaveAttribute('href', `/lender/sales/${aSale(2).saleId}`);
  link.element().addEventListener('click', (event) => {
    event.preventDefault();
    event.stopPropagation();
    opened.push('Venta 2');
  });
  rows.nth(1).element().focus();
  await userEvent.keyboard('j{Enter}');
  expect(opened).toEqual(['Venta 2']);
});

it('[OPE-03] reads further pages on demand, and the other queue', async () => {
  const calls = answer(listInbox).with(({ query: { queue, after } }) => ({
    now,
    queues,
    data: queue === 'correction' ? [] : queue === 'payout' ? [aSale(3)] : [after === undefined ? late : aSale(2)],
    robot: null,
    next: queue !== 'answer' || after !== undefined ? null : `1773165600000.${late.saleId}`,
  }));
  const screen = await renderScreen(<InboxScreen />);
  await screen.getByRole('button', { name: 'Ver más ventas' }).click();
  await expect.element(screen.getByRole('link', { name: 'Venta 2' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Ver más ventas' })).not.toBeInTheDocument();
  await screen.getByRole('tab', { name: 'Por depositar 18' }).click();
  await expect.element(screen.getByRole('columnheader', { name: 'Depósito' })).toBeVisible();
  await expect.element(screen.getByRole('row').nth(1)).toMatchTextContent('MXN 1,078,000.00');
  await screen.getByRole('tab', { name: 'Devueltas 0' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Nada por corregir' })).toBeVisible();
  expect(calls.map(({ query }) => query.queue)).toContain('payout');
});

it('[OPE-03] keeps the focus on the tabs while the arrow keys go from queue to queue', async () => {
  answer(listInbox).with(({ query: { queue } }) => ({
    now,
    queues,
    data: queue === 'answer' ? [late] : [],
    robot: null,
    next: null,
  }));
  const screen = await renderScreen(<InboxScreen />);
  await expect.element(screen.getByRole('link', { name: /^Venta/ })).toBeVisible();
  screen.getByRole('tab', { selected: true }).element().focus();
  for (const name of [/^Segunda persona/, /^Devueltas/, 'Por depositar 18']) {
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(screen.getByRole('tab', { name, selected: true })).toHaveFocus();
  }
  await expect.element(screen.getByRole('heading', { name: 'Nada por depositar' })).toBeVisible();
});

it('explains a refusal to a person without the role', async () => {
  answer(listInbox).with(() => new Refusal(403, 'NOT_ALLOWED', 'No tienes permiso.'));
  const screen = await renderScreen(<InboxScreen />);
  await expect.element(screen.getByText('No tienes permiso.')).toBeVisible();
});

it('[OPE-03] [DIN-82] leaves each part of the demo to operators who may do it, and back, where there is a robot', async () => {
  const robot = { answers: true, pays: true, collects: true };
  answer(listInbox).with(() => ({ now, queues, data: [late], robot, next: null }));
  const switched = answer(switchRobot).with(({ body }) => Object.assign(robot, body));
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['riesgo', 'tesoreria', 'cobranza'] }));
  const screen = await renderScreen(<InboxScreen />);
  for (const name of ['Contesto yo', 'Pago yo', 'Cobro yo']) {
    const part = screen.getByRole('switch', { name });
    await expect.element(part).not.toBeChecked();
    await part.click();
    await expect.element(part).toBeChecked();
  }
  const answers = screen.getByRole('switch', { name: 'Contesto yo' });
  await answers.click();
  await expect.element(answers).not.toBeChecked();
  expect(switched.map(({ body }) => body)).toEqual([
    { answers: false },
    { pays: false },
    { collects: false },
    { answers: true },
  ]);
  await screen.unmount();
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['tesoreria'] }));
  const paying = await renderScreen(<InboxScreen />);
  await expect.element(paying.getByRole('switch', { name: 'Pago yo' })).toBeChecked();
  expect(paying.container.querySelectorAll('[role="switch"]')).toHaveLength(1);
  await paying.unmount();
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['auditor'] }));
  const reading = await renderScreen(<InboxScreen />);
  await expect.element(reading.getByRole('link', { name: 'Venta 1' }).last()).toBeVisible();
  expect(reading.container.querySelector('[role="switch"]')).toBeNull();
});
