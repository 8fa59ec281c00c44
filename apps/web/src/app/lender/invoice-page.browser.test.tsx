import { type BoughtInvoice, getBoughtInvoice } from '@anticipa/contract/bought-invoice';
import { closeShortfall, registerCollection } from '@anticipa/contract/collections';
import { forwardPayment, listForwardable } from '@anticipa/contract/forwarding';
import { listPayableInvoices, previewCollection } from '@anticipa/contract/receipts';
import { previewReversal, proposeReversal } from '@anticipa/contract/reversals';
import { getSettings } from '@anticipa/contract/settings';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { BoughtInvoiceScreen } from '../../features/bought-invoice/bought-invoice-screen.tsx';
import { press } from '../../testing/keys.ts';
import { noSettings } from '../../testing/lender-client.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { invoiceActions } from './invoice-actions.tsx';

const id = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;
const links = { reverses: null, reversedBy: null, collectionId: null, shortfallId: null, payoutId: null };
const day = { valueDate: '2026-03-09', bookedOn: '2026-03-10', recordedAt: '2026-03-10T18:00:00.000Z' };
const invoice: BoughtInvoice = {
  today: '2026-03-10',
  documentId: id(1),
  folio: 'A1',
  uuid: 'AAAAAAAA-0000-4000-8000-000000000001',
  clientId: id(8),
  clientRFC: 'CNA010101AAA',
  entityName: 'Aceros Ñandú',
  companyId: id(7),
  receiverName: 'Liverpool',
  receiverRFC: 'LIV010101AAA',
  product: 'BI',
  currency: 'MXN',
  saleId: id(6),
  numberOfSale: 4,
  standing: 'overdue',
  depositedOn: '2026-01-10',
  dueDate: '2026-02-28',
  daysLate: 10,
  total: '116000.00',
  owed: '100000.00',
  lateCharges: '1333.33',
  amountDue: '101333.33',
  balanceDue: '0.00',
  isBoughtBack: false,
  aforo: '11600.00',
  balances: [
    { account: 'CARTERA', amount: '100000.00' },
    { account: 'AFORO_POR_DEVOLVER', amount: '-11600.00' },
  ],
  movements: [
    {
      ...links,
      ...day,
      entryNumber: 7,
      event: 'collection',
      amount: '16000.00',
      trackingKey: 'BANK42',
      payer: 'debtor',
      bank: 'BBVA MEXICO',
      lines: [
        { account: 'BANCOS', debit: '16000.00', credit: '0.00' },
        { account: 'CARTERA', debit: '0.00', credit: '16000.00' },
      ],
    },
  ],
  cfdi: [],
};
const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
const show = (over: Partial<BoughtInvoice> = {}) => {
  answer(getBoughtInvoice).with(() => ({ ...invoice, ...over }));
  return renderScreen(<BoughtInvoiceScreen documentId={id(1)} actions={invoiceActions} />);
};
beforeEach(async () => {
  await signInWith(['cobranza']);
  answer(getSettings).with(() => ({ settings: noSettings }));
  answer(previewCollection).with(() => ({ parts: [], left: '0.00', doubts: [], waitsFor: null }));
});

it('[DIN-50] shows what is owed, the balances of the journal, and each movement with payer, key and entry', async () => {
  const screen = await show();
  await expect.element(screen.getByRole('heading', { name: 'Factura A1', level: 1 })).toBeVisible();
  const owed = screen.getByRole('region', { name: 'Qué se debe' });
  await expect
    .element(owed)
    .toMatchTextContent(
      /Vencida.*A pagar hoy.*MXN 101,333.33.*28\/02\/2026 · 10 días tarde.*Aforo que queda.*11,600.00/,
    );
  await expect
    .element(screen.getByRole('region', { name: 'Movimientos' }).getByRole('row').nth(1))
    .toMatchTextContent(
      /09\/03\/2026.*Registrado el 10\/03\/2026.*Pago recibido.*Pagó el receptor · BBVA MEXICO · Clave BANK42.*Bancos MXN 16,000.00; a Cartera por cobrar MXN 16,000.00/,
    );
  await expect
    .element(screen.getByRole('region', { name: 'Saldos en el diario' }).getByRole('row').nth(2))
    .toMatchTextContent(/Aforo por devolver.*—.*MXN 11,600.00/);
  await expect.element(screen.getByText('Todavía no se le factura interés.')).toBeVisible();
});

it('[DIN-50] registers a payment of the invoice', async () => {
  const sent = answer(registerCollection).with(() => new Refusal(409, 'TRACKING_KEY_REUSED', 'La clave ya se usó.'));
  const screen = await show();
  await screen.getByRole('button', { name: 'Registrar pago' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('textbox', { name: 'Importe recibido' })).toHaveValue('101333.33');
  await dialog.getByRole('textbox', { name: 'Clave de rastreo' }).fill('BANK43');
  await dialog.getByRole('textbox', { name: 'Banco que envió' }).fill('BBVA MEXICO');
  await dialog.getByRole('button', { name: 'Registrar pago' }).click();
  await expect.element(dialog.getByText('La clave ya se usó.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toMatchObject([{ pays: { documentIds: [id(1)] }, amount: '101333.33' }]);
});

it('[DIN-06] closes a shortfall with a reason, after showing what the aforo pays', async () => {
  const closed = answer(closeShortfall).with(() => ({
    shortfall: { documentId: id(1), covered: '6000.00', owed: '0.00', finalDeposit: '5043.20', balanceDue: '0.00' },
    proposal: null,
  }));
  const screen = await show({ owed: '6000.00', amountDue: '6000.00', aforo: '6000.00' });
  await screen.getByRole('button', { name: 'Cerrar faltante' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/El aforo paga MXN 6,000.00/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('acordado con el cliente');
  await dialog.getByRole('button', { name: 'Cerrar faltante' }).click();
  await expect.element(screen.getByText('Se cerró el faltante.').first()).toBeVisible();
  expect(closed.map(({ body }) => body)).toEqual([{ documentId: id(1), reason: 'acordado con el cliente' }]);
});

it('[DIN-50] [DIN-29] a paid invoice takes only more money, other roles have no action; a failed reading can be repeated', async () => {
  const paid = await show({ standing: 'paid', owed: '0.00', amountDue: '0.00', daysLate: null, aforo: null });
  await expect.element(paid.getByText('Pagada')).toBeVisible();
  const actions = paid.getByRole('group', { name: 'Acciones de la factura' }).getByRole('button');
  await expect.poll(() => actions.elements().map(({ textContent }) => textContent)).toEqual(['Registrar pago']);
  await paid.unmount();
  await signInWith(['auditor']);
  const read = await show();
  await expect.element(read.getByText('Vencida')).toBeVisible();
  await expect.element(read.getByRole('group', { name: 'Acciones de la factura' })).not.toBeInTheDocument();
  await read.unmount();
  answer(getBoughtInvoice).with(() => new Refusal(404, 'NOT_FOUND', 'No existe.'));
  const failed = await renderScreen(<BoughtInvoiceScreen documentId={id(1)} actions={[]} />);
  await expect.element(failed.getByText('No se pudo leer la factura')).toBeVisible();
  await expect.element(failed.getByRole('button', { name: 'Reintentar' })).toBeVisible();
});

it('[DIN-94] gives money that came after a buy-back to the client, after it was shown', async () => {
  const money = { currency: 'MXN', left: '116000.00', valueDate: '2026-03-09', bank: 'BBVA MEXICO' } as const;
  const data = [
    { ...money, paymentId: id(4), trackingKey: 'TARDE1', namesInvoice: true },
    { ...money, paymentId: id(5), trackingKey: 'OTRA2', namesInvoice: false },
  ];
  answer(listForwardable).with(() => ({ data }));
  const sent = answer(forwardPayment).with(() => ({ forwarded: '116000.00' }));
  const screen = await show({ standing: 'paid', isBoughtBack: true, daysLate: null, owed: '0.00', aforo: null });
  await screen.getByRole('button', { name: 'Entregar un pago al cliente' }).click();
  const dialog = screen.getByRole('dialog');
  await expect
    .element(dialog)
    .toMatchTextContent(/TARDE1 · BBVA MEXICO · nombra la factura.*MXN 116,000.00 pasan de cobros/);
  await dialog.getByLabelText('Motivo').fill('La recompró en enero');
  await dialog.getByRole('button', { name: 'Entregar' }).click();
  await expect.element(screen.getByText('Queda en Por pagar, en las devoluciones del cliente.').first()).toBeVisible();
  expect(await sent[0]?.body).toEqual({ paymentId: id(4), amount: '116000.00', reason: 'La recompró en enero' });
});

it('[DIN-43] [DIN-105] proposes by keyboard to undo a receipt with a reason, after each consequence was shown', async () => {
  const collection = { ...invoice.movements[0], collectionId: id(5) } as BoughtInvoice['movements'][number];
  answer(previewReversal).with(() => ({
    currency: 'MXN',
    consequences: [
      { kind: 'money-waits', folio: null, amount: '16000.00', date: null },
      { kind: 'devolucion-owed', folio: 'A1', amount: '11043.20', date: null },
      { kind: 'complement-cancelled', folio: 'PAG-5', amount: null, date: null },
    ],
  }));
  const sent = answer(proposeReversal).with(() => new Refusal(409, 'PROPOSAL_PENDING', 'Ya hay una propuesta.'));
  const screen = await show({ movements: [{ ...collection, entryNumber: 8, reverses: 3 }, collection] });
  const undo = screen.getByRole('button', { name: 'Deshacer' });
  await press(undo, '{Enter}');
  const dialog = screen.getByRole('dialog');
  await expect
    .element(dialog.getByRole('region', { name: 'Qué pasa' }))
    .toMatchTextContent(
      /MXN 16,000.00: el dinero queda por identificar.*11,043.20 de la factura A1 ya se pagó: queda como saldo a cargo del cliente.*Se cancela el complemento PAG-5/,
    );
  await press(dialog.getByRole('textbox', { name: 'Motivo' }), 'se escribió de más');
  await press(dialog.getByRole('button', { name: 'Enviar a aprobación' }), '{Enter}');
  await expect.element(dialog.getByText('Ya hay una propuesta.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(undo).toHaveFocus();
  expect(sent.map(({ body }) => body)).toEqual([
    { kind: 'collection', id: id(5), money: 'waits', reason: 'se escribió de más' },
  ]);
});

it('[DIN-28] moves a receipt to the invoice of another client, after what it does was shown', async () => {
  const collection = { ...invoice.movements[0], collectionId: id(5) } as BoughtInvoice['movements'][number];
  answer(listPayableInvoices).with(() => ({
    data: [
      {
        ...{ documentId: id(3), folio: 'B7', clientId: id(9), entityName: 'Textiles del Sur', receiverName: 'Soriana' },
        ...{ currency: 'MXN', owed: '16000.00', dueDate: '2026-04-24', isSold: false },
      },
    ],
  }));
  answer(previewReversal).with(({ query: { to } }) => ({
    currency: 'MXN',
    consequences: to ? [{ kind: 'money-moved', folio: 'B7', amount: '16000.00', date: null }] : [],
  }));
  const sent = answer(proposeReversal).with(() => new Refusal(409, 'PROPOSAL_PENDING', 'Ya hay una propuesta.'));
  const screen = await show({ movements: [collection] });
  await screen.getByRole('button', { name: 'Deshacer' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog
    .getByRole('combobox', { name: 'El dinero' })
    .selectOptions('Es de otra factura: se mueve en un solo paso');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('era de otro cliente');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText('Elige al menos una factura.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^B7 · Textiles del Sur/ }).click();
  await expect.element(dialog.getByText('El dinero paga MXN 16,000.00 de la factura B7.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText('Ya hay una propuesta.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { kind: 'collection', id: id(5), money: 'waits', to: [id(3)], reason: 'era de otro cliente' },
  ]);
});
