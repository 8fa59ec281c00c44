import { identifyPayment, listDueReferences, sendBackPayment } from '@anticipa/contract/collections';
import {
  listPayableInvoices,
  listWaitingReceipts,
  previewCollection,
  previewIdentification,
  type ReceiptPart,
  refuseProposal,
  type WaitingReceipt,
} from '@anticipa/contract/receipts';
import { getSettings, type Settings } from '@anticipa/contract/settings';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { press } from '../../testing/keys.ts';
import { noSettings } from '../../testing/lender-client.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { ReceiptsScreen } from './receipts-screen.tsx';

const today = '2026-03-10';
const idOf = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;
const payment: WaitingReceipt = {
  proposal: null,
  refusals: [],
  bankLine: null,
  waitsFor: null,
  paymentId: idOf(1),
  trackingKey: 'UNKNOWN1',
  currency: 'MXN',
  amount: '116000.00',
  left: '116000.00',
  returned: '0.00',
  named: [],
  applications: [],
  nextPart: 1,
  valueDate: '2026-03-09',
  source: 'STP',
  bank: 'BANORTE',
  senderName: null,
  reference: '0000000',
  reason: 'cancelled',
  clientRFC: 'CNA010101AAA',
  state: 'waiting',
  registeredAt: '2026-03-09T18:00:00.000Z',
  returnKey: null,
};
const anInvoice = (place: number, clientId: string, owed: string, isSold = false) => ({
  ...{ documentId: idOf(place), folio: `A${place}`, clientId, receiverName: 'Liverpool', owed, isSold },
  entityName: clientId === idOf(8) ? 'Aceros Ñandú' : 'Textiles del Sur',
  currency: 'MXN' as const,
  dueDate: '2026-04-28',
});
const amounts: Settings['approvalAmounts'][number] = {
  ...{ currency: 'MXN', perSale: null, perDay: null, perPayment: null, paymentsPerDay: null },
  surplusPercent: '0.50',
};
const refusal = new Refusal(409, 'PAYMENT_NOT_WAITING', 'Alguien lo atendió antes.');

const paid = {
  ...{ documentId: idOf(2), folio: 'A2', clientId: idOf(8), entityName: 'Aceros Ñandú', receiverName: 'Liverpool' },
  ...{ paid: '116000.00', recargos: '1546.67', ivaRecargos: '247.47', owed: '0.00', isSettled: true, deductions: [] },
  ...{ finalDeposit: '9249.06', balanceDue: '0.00' },
};
const part: ReceiptPart = {
  ...{ collectionId: idOf(5), payer: 'debtor', amount: '116000.00', valueDate: today },
  invoices: [paid],
};
const booked = { parts: [part], left: '20000.00', doubts: [], waitsFor: null };
const proposal = {
  use: 'apply',
  why: ['amount', 'payer'],
  invoices: [
    {
      ...{ documentId: idOf(2), folio: 'A2', clientId: idOf(8), entityName: 'Aceros Ñandú', receiverName: 'Liverpool' },
      ...{ owed: '116000.00', dueDate: '2026-04-28' },
    },
  ],
} satisfies WaitingReceipt['proposal'];
const waiting = (over: Partial<WaitingReceipt> = {}) =>
  answer(listWaitingReceipts).with(() => ({ today, data: [{ ...payment, ...over }] }));

beforeEach(async () => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['cobranza'] }));
  waiting();
  answer(previewIdentification).with(() => booked);
  answer(previewCollection).with(() => booked);
  answer(getSettings).with(() => ({ settings: { ...noSettings, approvalAmounts: [amounts] } }));
  answer(listDueReferences).with(() => ({
    today,
    data: [
      {
        reference: 'REF0042',
        clientId: idOf(8),
        clientRFC: 'CNA010101AAA',
        currency: 'MXN',
        amount: '116000.00',
        count: 1,
        invoices: [{ documentId: idOf(2), folio: 'A2', owed: '116000.00' }],
        date: '2026-03-09T18:00:00.000Z',
      },
    ],
  }));
  answer(listPayableInvoices).with(({ query: { search = '' } }) => ({
    data: [
      ...[anInvoice(2, idOf(8), '116000.00'), anInvoice(3, idOf(9), '50000.00'), anInvoice(4, idOf(8), '20000.00')],
      anInvoice(5, idOf(8), '90000.00', true),
    ].filter(({ folio }) => folio.includes(search)),
  }));
});

it('[DIN-07] [DIN-105] identifies money by keyboard as the payment of one client’s invoices, after showing what is left', async () => {
  const sent = answer(identifyPayment).with(() => refusal);
  waiting({ senderName: 'PEÑA Y HIJOS' });
  const screen = await renderScreen(<ReceiptsScreen />, '/?cola=unidentified');
  await expect.element(screen.getByText('Referencia cancelada')).toBeVisible();
  await expect.element(screen.getByText('BANORTE · UNKNOWN1')).toBeVisible();
  await press(screen.getByRole('button', { name: 'Identificar UNKNOWN1' }), '{Enter}');
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('PEÑA Y HIJOS')).toBeVisible();
  await press(dialog.getByRole('button', { name: 'Identificar' }), '{Enter}');
  await expect.element(dialog.getByText('Elige al menos una factura, o escribe la referencia.')).toBeVisible();
  await press(dialog.getByRole('checkbox', { name: /^A2 / }), ' ');
  await expect
    .element(
      dialog.getByText(
        'A2 · Aceros Ñandú: paga MXN 116,000.00; queda liquidada; con recargos e IVA de MXN 1,794.14; al cliente se le devuelven MXN 9,249.06; con fecha valor 10/03/2026.',
      ),
    )
    .toBeVisible();
  await expect.element(dialog.getByText(/Quedarán MXN 20,000.00 sin identificar: ahí decides/)).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^A4 / }).click();
  await dialog.getByRole('checkbox', { name: /^A2 / }).click();
  await expect.element(dialog.getByText('El importe rebasa lo que se debe en más de 0.5 %.')).toBeVisible();
  await press(dialog.getByRole('textbox', { name: 'Motivo' }), 'pagó de más, avisó por correo');
  await press(dialog.getByRole('button', { name: 'Enviar a aprobación' }), '{Enter}');
  await expect.element(dialog.getByText('Alguien lo atendió antes.')).toBeVisible();
  expect(sent.map(({ params, body }) => [params, body])).toEqual([
    [
      { paymentId: idOf(1) },
      {
        ...{ pays: { documentIds: [idOf(4)] }, amount: '116000.00', part: 1, payer: 'debtor' },
        reason: 'pagó de más, avisó por correo',
      },
    ],
  ]);
});

it('[DIN-21] identifies a part for invoices of two clients, and shows what stays unidentified', async () => {
  waiting({ left: '90000.00', nextPart: 2 });
  const sent = answer(identifyPayment).with(() => new Refusal(409, 'PAYMENT_CHANGED', 'Otra persona aplicó parte.'));
  const screen = await renderScreen(<ReceiptsScreen />, '/?cola=unidentified');
  await screen.getByRole('button', { name: 'Identificar UNKNOWN1' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /^A3 / }).click();
  await dialog.getByRole('checkbox', { name: /^A4 / }).click();
  await dialog.getByRole('textbox', { name: 'Importe que se aplica' }).fill('90000.01');
  await dialog.getByRole('button', { name: 'Identificar' }).click();
  await expect.element(dialog.getByText('Escribe un importe mayor que cero, hasta MXN 90,000.00.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Importe que se aplica' }).fill('60000');
  await dialog.getByRole('button', { name: 'Identificar' }).click();
  await expect.element(dialog.getByText('Otra persona aplicó parte.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { pays: { documentIds: [idOf(3), idOf(4)] }, amount: '60000.00', part: 2, payer: 'debtor' },
  ]);
});

it('[DIN-126] [DIN-129] shows the account and the text of money of a bank’s file, whose sender is unknown', async () => {
  waiting({ bank: '', reference: '88', bankLine: { account: 'Banorte pesos', text: 'PAGO FACTURA A-1009 · 88' } });
  const screen = await renderScreen(<ReceiptsScreen />, '/?cola=unidentified');
  const shown = /Banco no indicado.*Llegó a Banorte pesos · UNKNOWN1.*PAGO FACTURA A-1009 · 88/;
  await expect.element(screen.getByRole('row').nth(1)).toMatchTextContent(shown);
  await screen.getByRole('button', { name: 'Regresar UNKNOWN1' }).click();
  await expect.element(screen.getByText(/regresarán a quien los pagó\. Ya/)).toBeVisible();
});

it('[DIN-07] gives money up for identification only after a question', async () => {
  const sent = answer(sendBackPayment).with(() => refusal);
  const screen = await renderScreen(<ReceiptsScreen />, '/?cola=unidentified');
  await screen.getByRole('button', { name: 'Regresar UNKNOWN1' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/MXN 116,000.00 regresarán a quien los pagó desde BANORTE/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Regresar', exact: true }).click();
  await expect.element(dialog.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  expect(sent).toHaveLength(0);
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('nadie lo reconoce');
  await dialog.getByRole('button', { name: 'Regresar', exact: true }).click();
  await expect.element(dialog.getByText('Alguien lo atendió antes.')).toBeVisible();
  expect(sent.map(({ params, body }) => [params, body])).toEqual([
    [{ paymentId: idOf(1) }, { reason: 'nadie lo reconoce' }],
  ]);
});

it('[DIN-108] identifies the payment of a reference less what was kept back, after showing what it books', async () => {
  const sent = answer(identifyPayment).with(() => refusal);
  const fee = { documentId: idOf(2), kind: 'fee', amount: '1000.00' } as const;
  const previewed = answer(previewIdentification).with(() => ({
    ...booked,
    parts: [{ ...part, invoices: [{ ...paid, deductions: [{ kind: fee.kind, amount: fee.amount }] }] }],
  }));
  const screen = await renderScreen(<ReceiptsScreen />, '/?cola=unidentified');
  const dialog = screen.getByRole('dialog');
  await screen.getByRole('button', { name: 'Identificar UNKNOWN1' }).click();
  await dialog.getByRole('textbox', { name: 'O su referencia de pago' }).fill('ref0042');
  await dialog.getByRole('combobox', { name: 'Descuento en A2' }).selectOptions('Comisión del banco');
  await dialog.getByRole('textbox', { name: 'Importe que se descontó de A2' }).fill('1000');
  await expect.element(dialog.getByText(/comisión del banco de MXN 1,000.00/)).toBeVisible();
  // More than the reference asks for needs a second person.
  await expect.element(dialog.getByText('El importe rebasa lo que se debe en más de 0.5 %.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Importe que se aplica' }).fill('115000');
  await dialog.getByRole('button', { name: 'Identificar' }).click();
  await expect.element(dialog.getByText('Alguien lo atendió antes.')).toBeVisible();
  expect(sent.map(({ body }) => [body.amount, body.deductions])).toEqual([['115000.00', [fee]]]);
  expect(previewed.at(-1)?.body.pays).toEqual({ reference: 'ref0042' });
});

it('[DIN-24] shows a proposal with why and what it books; it is accepted, changed or refused', async () => {
  waiting({ proposal });
  const accepted = answer(identifyPayment).with(() => refusal);
  const refused = answer(refuseProposal).with(() => refusal);
  const previewed = answer(previewIdentification).with(() => booked);
  const screen = await renderScreen(<ReceiptsScreen />);
  await expect.element(screen.getByRole('tab', { name: 'Propuestos 1' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(screen.getByText('Pagar A2 de Aceros Ñandú')).toBeVisible();
  await screen.getByRole('button', { name: 'Revisar UNKNOWN1' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('El importe es lo que se debe; la cuenta es del receptor.')).toBeVisible();
  await expect.element(dialog.getByText(/A2 · Aceros Ñandú: paga MXN 116,000.00; queda liquidada/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect.element(dialog.getByText('Alguien lo atendió antes.')).toBeVisible();
  const body = { pays: { documentIds: [idOf(2)] }, amount: '116000.00', part: 1, payer: 'debtor' };
  expect([previewed[0]?.body, accepted.map((one) => one.body)]).toEqual([body, [body]]);
  await dialog.getByRole('button', { name: 'Cambiar' }).click();
  await expect.element(screen.getByRole('dialog').getByRole('checkbox', { name: /^A2 / })).toBeChecked();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Revisar UNKNOWN1' }).click();
  await dialog.getByRole('button', { name: 'No corresponde' }).click();
  await expect.element(dialog.getByText('Pagar A2 de Aceros Ñandú')).toBeVisible();
  await dialog.getByRole('button', { name: 'No corresponde' }).click();
  await expect.element(dialog.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('es de otro proveedor');
  await dialog.getByRole('button', { name: 'No corresponde' }).click();
  await expect.element(dialog.getByText('Alguien lo atendió antes.')).toBeVisible();
  expect(refused.map((one) => one.body)).toEqual([{ documentIds: [idOf(2)], reason: 'es de otro proveedor' }]);
});

it('[DIN-103] a proposal is accepted only after what it books was shown, read again if it could not be', async () => {
  waiting({ proposal });
  const sent = answer(identifyPayment).with(() => refusal);
  answer(previewIdentification).with(() => Promise.reject(new TypeError('the network failed')));
  const screen = await renderScreen(<ReceiptsScreen />);
  await screen.getByRole('button', { name: 'Revisar UNKNOWN1' }).click();
  const accept = screen.getByRole('button', { name: 'Aceptar' });
  const again = screen.getByRole('dialog').getByRole('button', { name: 'Reintentar' });
  await expect.element(again).toBeVisible();
  const shown = Promise.withResolvers<typeof booked>();
  answer(previewIdentification).with(() => shown.promise);
  await again.click();
  await expect.element(screen.getByText('Calculando lo que se registrará…')).toBeVisible();
  await expect.element(accept).toHaveAttribute('aria-disabled', 'true');
  accept.element().focus();
  await userEvent.keyboard('{Enter}');
  shown.resolve(booked);
  await expect.element(screen.getByText(/^Quedarán MXN 20,000.00 sin identificar/)).toBeVisible();
  expect(sent).toEqual([]);
  await accept.click();
  await expect.poll(() => sent.length).toBe(1);
});

it('[DIN-24] shows which proposals were refused, by whom and why, in the list and to who identifies the money', async () => {
  const earlier = { folios: [], reason: null, by: 'Luis', at: '2026-03-09T19:00:00.000Z' };
  waiting({
    refusals: [earlier, { folios: ['A2'], reason: 'es de otro proveedor', by: 'Ana', at: '2026-03-10T19:00:00.000Z' }],
  });
  const screen = await renderScreen(<ReceiptsScreen />, '/?cola=unidentified');
  const refusals = /Regresarlo: sin motivo \(Luis, .*\) · Pagar A2: es de otro proveedor \(Ana, .*\)/;
  await expect.element(screen.getByText(refusals)).toBeVisible();
  await screen.getByRole('button', { name: 'Identificar UNKNOWN1' }).click();
  await expect.element(screen.getByRole('dialog').getByText(refusals)).toBeVisible();
});

it('[DIN-24] proposes to send a probable double back', async () => {
  waiting({ proposal: { use: 'send-back', why: ['double'], invoices: [] } });
  const sent = answer(sendBackPayment).with(() => refusal);
  const screen = await renderScreen(<ReceiptsScreen />);
  await screen.getByRole('button', { name: 'Revisar UNKNOWN1' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('Ya pagó este mismo importe hace poco.')).toBeVisible();
  await expect.element(dialog.getByText(/MXN 116,000.00 regresarán a quien los pagó desde BANORTE/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Regresar', exact: true }).click();
  await expect.element(dialog.getByText('Alguien lo atendió antes.')).toBeVisible();
  expect(sent).toHaveLength(1);
});

it('[DIN-25] chooses a sold invoice, shows that the money waits for its deposit, and lists what waits', async () => {
  const waitsFor = [{ documentId: idOf(5), folio: 'A5', entityName: 'Aceros Ñandú', saleId: idOf(6), numberOfSale: 4 }];
  answer(previewIdentification).with(() => ({ parts: [], left: '116000.00', doubts: [], waitsFor }));
  const sent = answer(identifyPayment).with(() => refusal);
  const screen = await renderScreen(<ReceiptsScreen />, '/?cola=unidentified');
  await screen.getByRole('button', { name: 'Identificar UNKNOWN1' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('searchbox', { name: 'Buscar cliente, receptor o factura' }).fill('A5');
  await dialog.getByRole('checkbox', { name: /^A5 .* sin depositar$/ }).click();
  await expect.element(dialog.getByText(/Esperará el depósito de A5 \(Aceros Ñandú\)/)).toBeVisible();
  const changed = Promise.withResolvers<typeof booked>();
  answer(previewIdentification).with(() => changed.promise);
  await dialog.getByRole('textbox', { name: 'Importe que se aplica' }).fill('1000');
  await expect.element(dialog.getByText('Calculando lo que se registrará…')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  changed.resolve(booked);
  await expect.element(dialog.getByText(/^Quedarán MXN 20,000.00 sin identificar/)).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByRole('button', { name: 'Identificar' }).click();
  await expect.poll(() => sent.map(({ body }) => body.pays)).toEqual([{ documentIds: [idOf(5)] }]);
  await screen.unmount();
  waiting({ waitsFor });
  const listed = await renderScreen(<ReceiptsScreen />, '/?cola=awaiting');
  await expect.element(listed.getByRole('tab', { name: 'Esperan depósito 1' })).toBeVisible();
  await expect.element(listed.getByText('A5 · Aceros Ñandú')).toBeVisible();
  await expect.element(listed.getByText('Venta 4')).toBeVisible();
});

it('[DIN-26] takes deductions of a payer of two clients, and asks for a second person for a large credit note', async () => {
  const sent = answer(identifyPayment).with(() => refusal);
  answer(previewIdentification).with(() => ({
    ...booked,
    parts: [{ ...part, invoices: [{ ...paid, deductions: [{ kind: 'credit-note', amount: '10000.00' }] }] }],
  }));
  const screen = await renderScreen(<ReceiptsScreen />, '/?cola=unidentified');
  await screen.getByRole('button', { name: 'Identificar UNKNOWN1' }).click();
  const dialog = screen.getByRole('dialog');
  for (const name of [/^A2 /, /^A3 /]) await dialog.getByRole('checkbox', { name }).click();
  await dialog.getByRole('combobox', { name: 'Descuento en A2' }).selectOptions('Nota de crédito');
  await dialog.getByRole('textbox', { name: 'Importe que se descontó de A2' }).fill('10000');
  await dialog.getByRole('textbox', { name: 'Importe que se aplica' }).fill('106000');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText(/Escribe el importe de cada descuento/)).toBeVisible();
  const cfdiUuid = 'AAAAAAAA-0000-4000-8000-000000000001';
  await dialog.getByRole('textbox', { name: 'Folio fiscal de la nota de A2' }).fill(cfdiUuid);
  await expect.element(dialog.getByText(/nota de crédito de MXN 10,000.00/)).toBeVisible();
  await expect.element(dialog.getByText('La nota de crédito rebasa 1 % de su factura.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('devolvió mercancía');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText('Alguien lo atendió antes.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    {
      ...{ pays: { documentIds: [idOf(2), idOf(3)] }, amount: '106000.00', part: 1, payer: 'debtor' },
      deductions: [{ documentId: idOf(2), kind: 'credit-note', amount: '10000.00', cfdiUuid }],
      reason: 'devolvió mercancía',
    },
  ]);
});

it('[DIN-24] opens the first queue that has money, and stays there when it is empty', async () => {
  const screen = await renderScreen(<ReceiptsScreen />);
  await expect.element(screen.getByRole('tab', { selected: true })).toHaveTextContent('Sin identificar1');
  answer(listWaitingReceipts).with(() => ({ today, data: [] }));
  answer(sendBackPayment).with(() => ({ payment: { ...payment, state: 'sent-back' } }));
  await screen.getByRole('button', { name: /Regresar/ }).click();
  await screen.getByRole('dialog').getByRole('textbox', { name: 'Motivo' }).fill('nadie lo reconoce');
  await screen
    .getByRole('dialog')
    .getByRole('button', { name: /Regresar/ })
    .click();
  await expect.element(screen.getByRole('tab', { selected: true })).toHaveTextContent('Sin identificar0');
});

it('[DIN-07] says that the invoices to choose from could not be read, and keeps the place and the focus of a chosen one', async () => {
  let fails = true;
  const data = [anInvoice(2, idOf(8), '116000.00'), anInvoice(3, idOf(9), '50000.00')];
  answer(listPayableInvoices).with(() => (fails ? new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera.') : { data }));
  const screen = await renderScreen(<ReceiptsScreen />, '/?cola=unidentified');
  await screen.getByRole('button', { name: 'Identificar UNKNOWN1' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('No se pudieron leer las facturas')).toBeVisible();
  await expect.element(dialog.getByText('Ninguna factura en esta moneda')).not.toBeInTheDocument();
  fails = false;
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  const second = dialog.getByRole('checkbox', { name: /^A3 / });
  await press(second, ' ');
  await expect.element(dialog.getByText(/^Quedarán MXN 20,000.00 sin identificar/)).toBeVisible();
  await expect.element(second).toHaveFocus();
  await expect.element(dialog.getByRole('checkbox').first()).toHaveAccessibleName(/^A2 /);
});

it('says when everything is identified, and when nothing could be read', async () => {
  answer(listWaitingReceipts).with(() => ({ today, data: [] }));
  const screen = await renderScreen(<ReceiptsScreen />, '/?cola=unidentified');
  await expect.element(screen.getByText('Todo está identificado')).toBeVisible();
  await screen.getByRole('tab', { name: 'Propuestos 0' }).click();
  await expect.element(screen.getByText('Nada por decidir')).toBeVisible();
  await screen.unmount();
  answer(listDueReferences).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  const failed = await renderScreen(<ReceiptsScreen />, '/?cola=unidentified');
  await expect.element(failed.getByText('No se pudieron leer los cobros')).toBeVisible();
});
