import { defaultWeekDays } from '@anticipa/domain/calendar';
import { expect, it } from 'vitest';
import { emptyDraft, type SaleDraft } from './draft.ts';
import { aLine, aMarket, anInvoice, offersOf } from './test-builders.ts';
import { errorCount, mergeErrors, noErrors, saleErrors, serverErrors, summaryOf, targets } from './validation.ts';

const market = aMarket({ lines: [aLine(), aLine({ product: 'FB' })] });
const errorsOf = (invoices: Parameters<typeof offersOf>[0], draft: SaleDraft = emptyDraft) => {
  const offers = offersOf(invoices, market, draft);
  return { offers, errors: saleErrors(offers) };
};

it('[VTA-09] asks for weekdays and term of receivers that are not FB, and lists the companies', () => {
  const invoices = [
    anInvoice(),
    anInvoice({ receiverRFC: 'SBJ051130LM5', receiverName: 'SUPERMERCADOS' }),
    anInvoice({ product: 'FB', receiverRFC: 'CFE770401XR8', purchaseOrder: 'OC1' }),
  ];
  const { errors } = errorsOf(invoices);
  expect(errors.groups).toEqual([
    {
      text: 'Por favor especifica qué día de la semana y el plazo de pago de las siguientes empresas:',
      companies: [
        { key: 'ACN980506UWA', name: 'ACEROS DEL NORESTE', targetId: targets.term('ACN980506UWA') },
        { key: 'SBJ051130LM5', name: 'SUPERMERCADOS', targetId: targets.term('SBJ051130LM5') },
      ],
    },
  ]);
});

it('[VTA-07] asks FB invoices for a purchase order, beside each and by company', () => {
  const without = anInvoice({ product: 'FB', purchaseOrder: '   ' });
  const { errors } = errorsOf([without, anInvoice({ product: 'FB', purchaseOrder: 'OC 7' })]);
  expect([...errors.orders]).toEqual([[without.documentId, 'Especifica el folio de la orden de compra']]);
  expect(errors.groups).toEqual([
    {
      text: 'Por favor verifica los folios de la orden de compra de las siguientes empresas:',
      companies: [{ key: 'ACN980506UWA', name: 'ACEROS DEL NORESTE', targetId: targets.order(without.documentId) }],
    },
  ]);
  expect(errorCount(errors)).toBe(1);
});

it.each([
  ['[VTA-04] none', '', 'Verifica fecha para pago'],
  ['[VTA-05] today', '2026-03-02', 'La fecha para pago no puede ser menor o igual al día de hoy'],
  ['[VTA-06] beyond 180 days', '2026-08-20', 'La fecha de emisión a la de pago no puede ser mayor a 180 días'],
])('explains an invalid date: %s', (_, date, text) => {
  const invoice = anInvoice();
  const { errors } = errorsOf([invoice], { ...emptyDraft, dates: new Map([[invoice.documentId, date]]) });
  expect(errors.dates.get(invoice.documentId)).toBe(text);
});

it('finds nothing wrong with a selection that can be sold', () => {
  const draft = { ...emptyDraft, habits: new Map([['ACN980506UWA', { term: '60', weekDays: defaultWeekDays }]]) };
  expect(errorCount(errorsOf([anInvoice()], draft).errors)).toBe(0);
});

it('links each error to its control', () => {
  const invoice = anInvoice({ folio: '77' });
  const { offers, errors } = errorsOf([invoice], { ...emptyDraft, dates: new Map([[invoice.documentId, '']]) });
  expect(summaryOf(errors, offers)).toEqual([
    { targetId: targets.term('ACN980506UWA'), group: errors.groups[0]?.text, text: 'ACEROS DEL NORESTE' },
    { targetId: targets.date(invoice.documentId), text: 'A-77: Verifica fecha para pago' },
  ]);
});

it('puts the server’s refusals beside their invoices', () => {
  const errors = serverErrors([
    { path: 'a', code: 'PURCHASE_ORDER_MISSING', message: 'Especifica el folio de la orden de compra' },
    { path: 'b', code: 'INVOICE_REJECTED', message: 'No pasó' },
  ]);
  expect([errors.orders.get('a'), errors.dates.get('b')]).toEqual([
    'Especifica el folio de la orden de compra',
    'No pasó',
  ]);
});

it('lists twenty dates at most, and counts all of them', () => {
  const invoices = Array.from({ length: 25 }, () => anInvoice({ receiverRFC: 'ACN980506UWA' }));
  const draft = {
    ...emptyDraft,
    habits: new Map([['ACN980506UWA', { term: '60', weekDays: defaultWeekDays }]]),
    dates: new Map(invoices.map(({ documentId }) => [documentId, ''])),
  };
  const { offers, errors } = errorsOf(invoices, draft);
  expect([errorCount(errors), summaryOf(errors, offers).length]).toEqual([25, 20]);
});

it('the later source of two errors at one control counts', () => {
  const of = (text: string) => ({ ...noErrors, dates: new Map([['a', text]]), orders: new Map([[text, text]]) });
  const merged = mergeErrors([of('server'), of('screen')]);
  expect([[...merged.dates], [...merged.orders.keys()]]).toEqual([[['a', 'screen']], ['server', 'screen']]);
});
