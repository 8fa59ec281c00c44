import { confirmPayout, confirmReturn, keepPayment } from '@anticipa/contract/collections';
import { disburseSale } from '@anticipa/contract/lender';
import { listPayables, type PayableDeposit, type Payables } from '@anticipa/contract/payables';
import { orderTransfers } from '@anticipa/contract/transfers';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { press } from '../../testing/keys.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { PayablesScreen } from './payables-screen.tsx';

const idOf = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;
const account = { bank: 'BBVA MEXICO', clabe: '012180001234567899', coolingUntil: null, warnings: [] };
const aDeposit = (place: number, over: Partial<PayableDeposit> = {}): PayableDeposit => ({
  saleId: idOf(place),
  numberOfSale: place,
  clientId: idOf(9),
  entityName: 'Aceros Ñandú',
  product: 'BI',
  currency: 'MXN',
  amount: '100920.00',
  count: 2,
  promisedAt: '2026-03-10T18:40:00.000Z',
  account,
  obstacle: null,
  way: 'order',
  ...over,
});
const deposits = [
  aDeposit(1, { promisedAt: '2026-03-10T17:35:00.000Z' }),
  aDeposit(2, { amount: '50000.50', count: 1 }),
  aDeposit(3, { currency: 'USD', amount: '8700.00', way: 'hand' }),
  aDeposit(4, { obstacle: 'cooling', account: { ...account, coolingUntil: '2026-03-11T09:00:00.000Z', warnings: [] } }),
  aDeposit(5, { obstacle: 'unconfirmed' }),
  aDeposit(6, { obstacle: 'no-account', account: null, way: 'hand' }),
  aDeposit(7, { way: 'ordered' }),
];
const payables: Payables = {
  now: '2026-03-10T18:00:00.000Z',
  totals: [
    { currency: 'MXN', count: 6, amount: '554600.50' },
    { currency: 'USD', count: 1, amount: '8700.00' },
  ],
  deposits,
  payouts: [
    {
      clientId: idOf(9),
      clientRFC: 'CNA010101AAA',
      entityName: 'Aceros Ñandú',
      currency: 'MXN',
      amount: '11043.20',
      forwarded: '1000.00',
      count: 1,
      account: { ...account, warnings: ['first', 'changed'] },
      obstacle: null,
      way: 'order',
    },
  ],
  returns: [
    {
      paymentId: idOf(8),
      currency: 'MXN',
      amount: '12345.67',
      valueDate: '2026-03-09',
      bank: 'BANORTE',
      trackingKey: 'UNKNOWN1',
      reference: '0000000',
      account: null,
      obstacle: null,
      way: 'hand',
    },
  ],
};

const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
beforeEach(async () => {
  await signInWith(['tesoreria']);
  answer(listPayables).with(() => payables);
});

/** The main part of a window of 1,440 px. */
const CONTENT_WIDTH = 1112;

it('[DIN-01] a deposit’s account is whole on a laptop: a CLABE that is cut is compared with nothing', async () => {
  await page.viewport(CONTENT_WIDTH, 800);
  onTestFinished(() => page.viewport(1280, 800));
  const screen = await renderScreen(<PayablesScreen />);
  const clabe = screen.getByRole('row').nth(1).getByText('012180001234567899');
  await expect.element(clabe).toBeVisible();
  const cut = (element: Element | null): number => (element ? element.scrollWidth - element.clientWidth : 1);
  expect(cut(clabe.element().parentElement)).toBe(0);
});

it('[DIN-01] lists deposits with account, promise and what stands in their way; only what the bank takes can be selected', async () => {
  const screen = await renderScreen(<PayablesScreen />);
  await expect.element(screen.getByRole('tab', { name: 'Depósitos 7', selected: true })).toBeVisible();
  const rows = screen.getByRole('row');
  await expect
    .element(rows.nth(1))
    .toMatchTextContent(/Tarde 0:25.*Venta 1.*Aceros Ñandú · 2 facturas.*MXN 100,920.00.*Lista/);
  const states = [
    'Lista',
    'Lista',
    'Transferencia a mano',
    'Cuenta recién cambiada',
    'Falta el SAT',
    'Sin cuenta',
    'En el banco',
  ];
  for (const [place, state] of states.entries()) await expect.element(rows.nth(place + 1)).toMatchTextContent(state);
  const boxes = screen.getByRole('grid').getByRole('checkbox');
  expect(
    boxes.elements().map((box) => box.getAttribute('aria-disabled') === 'true' || (box as HTMLInputElement).disabled),
  ).toEqual([false, false, false, true, true, true, true, true]);
  const byHand = screen.getByRole('button', { name: /^Registrar el depósito/ });
  expect(byHand.elements().map((button) => button.getAttribute('aria-label'))).toEqual(
    [1, 2, 3].map((number) => `Registrar el depósito: Venta ${number} · Aceros Ñandú`),
  );
});

it('[DIN-02] [DIN-10] [DIN-105] orders the selected payments by keyboard, after showing account, amount and total; a refusal names its payment, and nothing is ordered', async () => {
  const orders = answer(orderTransfers).with(
    () =>
      new Refusal(409, 'ACCOUNT_COOLING', 'La cuenta cambió hace menos de un día.', [
        { path: 'payments.1', code: 'ACCOUNT_COOLING', message: '' },
      ]),
  );
  const screen = await renderScreen(<PayablesScreen />);
  await press(screen.getByRole('checkbox').nth(0), ' ');
  await expect.element(screen.getByText('2 pagos', { exact: true })).toBeVisible();
  const open = screen.getByRole('button', { name: 'Ordenar 2 pagos' });
  await press(open, '{Enter}');
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('MXN 150,920.50')).toBeVisible();
  // The focus has begun at the last button: it goes around within the dialog.
  await press(dialog.getByRole('button', { name: 'Cancelar' }), '{Escape}');
  await expect.element(open).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('button', { name: 'Ordenar' })).toHaveFocus();
  expect(orders).toHaveLength(0);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('No se ordenó nada por Venta 2 · Aceros Ñandú')).toBeVisible();
  await expect.element(dialog.getByText('La cuenta cambió hace menos de un día.')).toBeVisible();
  expect(orders.map(({ body }) => body)).toEqual([
    {
      payments: [
        { purpose: 'deposit', saleId: idOf(1), amount: '100920.00' },
        { purpose: 'deposit', saleId: idOf(2), amount: '50000.50' },
      ],
    },
  ]);
  answer(orderTransfers).with(() => ({ orders: [], proposalId: null }));
  await dialog.getByRole('button', { name: 'Ordenar' }).click();
  await expect.element(screen.getByText('Se ordenaron 2 pagos.').first()).toBeVisible();
  await expect.element(screen.getByText('2 pagos', { exact: true })).not.toBeInTheDocument();
});

it('[DIN-10] [DIN-94] orders devoluciones too, and points out a first payment, a new account and money of after a buy-back', async () => {
  const orders = answer(orderTransfers).with(() => ({ orders: [], proposalId: null }));
  const screen = await renderScreen(<PayablesScreen />);
  await screen.getByRole('tab', { name: 'Devoluciones 1' }).click();
  await expect
    .element(screen.getByText(/incluye MXN 1,000.00 que pagó un receptor después de la recompra/))
    .toBeVisible();
  await screen.getByRole('checkbox').nth(0).click();
  await screen.getByRole('button', { name: 'Ordenar pago' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('Primer pago a esta cuenta')).toBeVisible();
  await expect.element(dialog.getByText('Cuenta nueva, de menos de 7 días')).toBeVisible();
  await dialog.getByRole('button', { name: 'Ordenar' }).click();
  await expect.element(screen.getByText('Se ordenó 1 pago.').first()).toBeVisible();
  expect(orders.map(({ body }) => body)).toEqual([
    { payments: [{ purpose: 'payout', clientId: idOf(9), amount: '11043.20' }] },
  ]);
});

it('[DIN-12] proposes with a reason what one person may not pay, ordered or by hand', async () => {
  const refusal = new Refusal(409, 'SECOND_PERSON_NEEDED', 'Escribe el motivo.');
  answer(orderTransfers).with(() => refusal);
  const screen = await renderScreen(<PayablesScreen />);
  await screen.getByRole('checkbox').nth(1).click();
  await screen.getByRole('button', { name: 'Ordenar pago' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ordenar' }).click();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('lo acordó el comité');
  const proposed = answer(orderTransfers).with(() => ({ orders: [], proposalId: idOf(7) }));
  await dialog.getByRole('button', { name: 'Proponer' }).click();
  await expect
    .element(screen.getByText('Se propuso. Otra persona de tesorería lo aprueba en Propuestas.'))
    .toBeVisible();
  expect(proposed.map(({ body }) => body.reason)).toEqual(['lo acordó el comité']);
  await screen.getByRole('button', { name: 'Cerrar aviso' }).click();
  answer(disburseSale).with(() => refusal);
  await screen.getByRole('button', { name: 'Registrar el depósito: Venta 3 · Aceros Ñandú' }).click();
  await dialog.getByRole('textbox', { name: 'Clave de rastreo' }).fill('BANK42');
  await dialog.getByRole('button', { name: 'Registrar pago' }).click();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('ya se transfirió');
  const again = answer(disburseSale).with(() => new Refusal(409, 'PROPOSAL_PENDING', 'Ya hay una propuesta.'));
  await dialog.getByRole('button', { name: 'Registrar pago' }).click();
  await expect.element(dialog.getByText('Ya hay una propuesta.')).toBeVisible();
  expect(again.map(({ body }) => body)).toEqual([
    { paidOn: '2026-03-10', trackingKey: 'BANK42', reason: 'ya se transfirió' },
  ]);
});

it('[DIN-03] books by hand a deposit, a devolución and money sent back, after showing what and to whom', async () => {
  const refusal = new Refusal(409, 'TRACKING_KEY_REUSED', 'La clave de rastreo ya se usó.');
  const booked = answer(disburseSale).with(() => refusal);
  const paid = answer(confirmPayout).with(() => refusal);
  const returned = answer(confirmReturn).with(() => refusal);
  const screen = await renderScreen(<PayablesScreen />);
  const book = async (button: string, shown: RegExp) => {
    await screen.getByRole('button', { name: button }).click();
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog).toMatchTextContent(shown);
    const key = dialog.getByRole('textbox', { name: 'Clave de rastreo' });
    await key.fill('no es');
    await dialog.getByRole('button', { name: 'Registrar pago' }).click();
    await expect.element(dialog.getByText(/de 1 a 30 letras y números/)).toBeVisible();
    await key.fill(' BANK42 ');
    await dialog.getByRole('button', { name: 'Registrar pago' }).click();
    await expect.element(dialog.getByText('La clave de rastreo ya se usó.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
  };
  await book('Registrar el depósito: Venta 3 · Aceros Ñandú', /Transfiere USD 8,700.00.*BBVA MEXICO/);
  await screen.getByRole('tab', { name: 'Devoluciones 1' }).click();
  await book('Registrar la devolución de Aceros Ñandú', /Transfiere MXN 11,043.20.*BBVA MEXICO/);
  await screen.getByRole('tab', { name: 'Por regresar 1' }).click();
  await book('Registrar el regreso de UNKNOWN1', /Transfiere MXN 12,345.67 a la cuenta de BANORTE/);
  expect(booked.map(({ params, body }) => [params, body])).toEqual([
    [{ saleId: idOf(3) }, { paidOn: '2026-03-10', trackingKey: 'BANK42' }],
  ]);
  expect(paid.map(({ body }) => body)).toEqual([
    { clientId: idOf(9), currency: 'MXN', amount: '11043.20', paidOn: '2026-03-10', trackingKey: 'BANK42' },
  ]);
  expect(returned.map(({ params, body }) => [params, body])).toEqual([
    [{ paymentId: idOf(8) }, { paidOn: '2026-03-10', trackingKey: 'BANK42' }],
  ]);
});

it('[DIN-120] [DIN-45] offers today as the day of the bank, shows what is booked, and asks for a reason for a day long ago', async () => {
  const booked = answer(disburseSale).with(() => new Refusal(422, 'PAID_BEFORE_DUE', 'Aún no había nada que pagar.'));
  const screen = await renderScreen(<PayablesScreen />);
  await screen.getByRole('button', { name: 'Registrar el depósito: Venta 3 · Aceros Ñandú' }).click();
  const dialog = screen.getByRole('dialog');
  const day = dialog.getByRole('textbox', { name: 'Fecha del banco' });
  await expect.element(day).toHaveValue('10/03/2026');
  await expect.element(dialog.getByText(/salen USD 8,700.00 de Bancos con fecha 10\/03\/2026/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Clave de rastreo' }).fill('BANK42');
  await day.fill('11/03/2026');
  await dialog.getByRole('button', { name: 'Registrar pago' }).click();
  await expect.element(dialog.getByText('Escribe el día de la transferencia: hoy o antes.')).toBeVisible();
  await day.fill('06/03/2026');
  await expect.element(dialog.getByText(/hace más de tres días/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Proponer' }).click();
  await expect.element(dialog.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('lo confirmó el banco hasta hoy');
  await dialog.getByRole('button', { name: 'Proponer' }).click();
  await expect.element(dialog.getByText('Aún no había nada que pagar.')).toBeVisible();
  expect(booked.map(({ body }) => body)).toEqual([
    { paidOn: '2026-03-06', trackingKey: 'BANK42', reason: 'lo confirmó el banco hasta hoy' },
  ]);
});

it('[DIN-125] keeps money that was to be sent back, with a reason, unless it is in a file for the bank', async () => {
  const [waiting] = payables.returns;
  const filed = { ...waiting, paymentId: idOf(7), trackingKey: 'UNKNOWN2', way: 'filed' } as const;
  answer(listPayables).with(() => ({ ...payables, returns: [...payables.returns, filed] as Payables['returns'] }));
  const sent = answer(keepPayment).with(() => new Refusal(409, 'TRANSFER_OPEN', 'Ya está en el banco.'));
  const screen = await renderScreen(<PayablesScreen />, '/?cola=returns');
  await expect.element(screen.getByRole('button', { name: 'Registrar el regreso de UNKNOWN2' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'No regresar UNKNOWN2' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'No regresar UNKNOWN1' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/MXN 12,345.67 de UNKNOWN1 vuelven a Cobros, sin identificar/)).toBeVisible();
  await dialog.getByRole('button', { name: 'No regresar' }).click();
  await expect.element(dialog.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  expect(sent).toHaveLength(0);
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('ya se sabe qué paga');
  await dialog.getByRole('button', { name: 'No regresar' }).click();
  await expect.element(dialog.getByText('Ya está en el banco.')).toBeVisible();
  expect(sent.map(({ params, body }) => [params, body])).toEqual([
    [{ paymentId: idOf(8) }, { reason: 'ya se sabe qué paga' }],
  ]);
});

it('[DIN-01] shows contabilidad the same without buttons, and says what is empty or could not be read', async () => {
  await signInWith(['contabilidad']);
  const screen = await renderScreen(<PayablesScreen />);
  await expect.element(screen.getByText('Venta 1')).toBeVisible();
  await expect.element(screen.getByText('El SAT no ha confirmado todas sus facturas.')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Venta 1' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: /Registrar/ })).not.toBeInTheDocument();
  await screen.unmount();
  answer(listPayables).with(() => ({ ...payables, totals: [], deposits: [] }));
  const others = await renderScreen(<PayablesScreen />);
  await expect.element(others.getByRole('tab', { name: /^Devoluciones/, selected: true })).toBeVisible();
  await others.unmount();
  answer(listPayables).with(() => ({ ...payables, totals: [], deposits: [], payouts: [], returns: [] }));
  const empty = await renderScreen(<PayablesScreen />);
  await expect.element(empty.getByText('Nada por depositar')).toBeVisible();
  await empty.getByRole('tab', { name: 'Devoluciones 0' }).click();
  await expect.element(empty.getByText('Ninguna devolución por hacer')).toBeVisible();
  await empty.unmount();
  answer(listPayables).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  const failed = await renderScreen(<PayablesScreen />);
  await expect.element(failed.getByText('No se pudieron leer los pagos')).toBeVisible();
});
