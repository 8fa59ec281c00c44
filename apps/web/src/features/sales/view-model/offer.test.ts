import { defaultWeekDays } from '@anticipa/domain/calendar';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { describe, expect, it } from 'vitest';
import { emptyDraft, type SaleDraft } from './draft.ts';
import { choiceOf, offerBook } from './offer.ts';
import { isPricedAs } from './quote.ts';
import { receivableOf } from './receivable.ts';
import { aLine, aMarket, anInvoice, aProduct, itemOf, offersOf } from './test-builders.ts';

const only = <T>(items: readonly T[]): T => {
  const [first] = items;
  if (!first) throw new Error('nothing');
  return first;
};
const offered = (...args: Parameters<typeof anInvoice>) => only(offersOf([anInvoice(...args)]));
const draft = (over: Partial<SaleDraft>): SaleDraft => ({ ...emptyDraft, ...over });

describe('the price of an offer', () => {
  it('[PRE-01] [PRE-02] shows the golden sale to the cent', () => {
    const invoice = anInvoice({ total: '116000.00' });
    const { price } = only(
      offersOf([invoice], aMarket(), draft({ dates: new Map([[invoice.documentId, '2026-04-16']]) })),
    );
    expect(price && { days: price.days, ...amounts(price) }).toEqual({
      days: 45,
      comision: '3480.00',
      iva: '556.80',
      aforo: '11600.00',
      adelanto: '104400.00',
      deposit: '100920.00',
    });
  });

  it('shows the annual cost without IVA', () => {
    const invoice = anInvoice();
    const offer = only(offersOf([invoice], aMarket(), draft({ dates: new Map([[invoice.documentId, '2026-04-16']]) })));
    expect(offer.annualCost).toBe('31.65');
  });

  it('[LIB-98] has the commission of its line in the deposit and in the annual cost, as the server prices it', () => {
    const opening = { rate: '0', amounts: { MXN: '1000.00', USD: '60.00' }, ivaRate: '16' };
    const invoice = anInvoice({ total: '116000.00' });
    const dates = draft({ dates: new Map([[invoice.documentId, '2026-04-16']]) });
    const offer = only(offersOf([invoice], aMarket({ lines: [aLine({ opening })] }), dates));
    expect([offer.annualCost, offer.price?.deposit]).toEqual(['42.73', moneyOf('99760.00', 'MXN')]);
    const item = itemOf(offer, { openingCommission: '1000.00', openingIva: '160.00' });
    expect([isPricedAs(item, offer), isPricedAs({ ...item, openingCommission: '999.99' }, offer)]).toEqual([
      true,
      false,
    ]);
  });

  it('draws on a multi-currency line at the published rate', () => {
    const market = aMarket({ lines: [aLine({ isMultiCurrency: true })] });
    const { draw, price } = only(offersOf([anInvoice({ currency: 'USD', total: '1000.00' })], market));
    expect(price?.advance).toEqual(moneyOf('900.00', 'USD'));
    expect(draw?.amount).toEqual(moneyOf('18000.00', 'MXN'));
  });

  it('[PRE-03] refuses to convert without a published rate', () => {
    const market = aMarket({
      lines: [aLine({ isMultiCurrency: true })],
      rate: { pesosPerDollar: '19', published: false },
    });
    const offer = only(offersOf([anInvoice({ currency: 'USD' })], market));
    expect(offer.refusal?.reason).toBe('Hoy no hay tipo de cambio publicado. Intenta más tarde.');
  });

  it('[PRE-03] needs no rate for an invoice in the currency of its multi-currency line', () => {
    const market = aMarket({
      lines: [aLine({ isMultiCurrency: true })],
      rate: { pesosPerDollar: '19', published: false },
    });
    expect(only(offersOf([anInvoice()], market)).refusal).toBeNull();
  });

  it('has no price without a usable date, but still draws on the credit', () => {
    const invoice = anInvoice();
    const offer = only(offersOf([invoice], aMarket(), draft({ dates: new Map([[invoice.documentId, '']]) })));
    expect(offer.price).toBeNull();
    expect([offer.problem, offer.dateChosen]).toEqual(['PAYMENT_DATE_MISSING', true]);
    expect(offer.draw?.amount).toEqual(moneyOf('104400.00', 'MXN'));
  });
});

describe('[VTA-10] the date of an offer', () => {
  it('defaults to the last Friday within 180 days', () => {
    expect(offered({ emittedOn: '2026-02-20' }).dueDate).toBe('2026-08-14');
  });

  it('counts the receiver’s term from the emission and moves to the next allowed weekday', () => {
    const invoice = anInvoice({ emittedOn: '2026-02-20' });
    const week = { monday: false, tuesday: true, wednesday: false, thursday: false, friday: false };
    const typed = draft({ habits: new Map([[invoice.receiverKey, { term: '30', weekDays: week }]]) });
    expect(only(offersOf([invoice], aMarket(), typed)).dueDate).toBe('2026-03-24');
  });

  it('keeps FB at 45 days from today', () => {
    const market = aMarket({ lines: [aLine({ product: 'FB' })] });
    expect(only(offersOf([anInvoice({ product: 'FB' })], market)).dueDate).toBe('2026-04-16');
  });

  it('keeps a date the client chose when the term changes', () => {
    const invoice = anInvoice();
    const typed = draft({
      dates: new Map([[invoice.documentId, '2026-05-08']]),
      habits: new Map([
        [
          invoice.receiverKey,
          { term: '30', weekDays: { monday: true, tuesday: false, wednesday: false, thursday: false, friday: false } },
        ],
      ]),
    });
    const offer = only(offersOf([invoice], aMarket(), typed));
    expect([offer.dueDate, offer.dateChosen, offer.calculatedDate]).toEqual(['2026-05-08', true, '2026-03-23']);
  });

  it.each([
    ['[VTA-05] today', '2026-03-02', 'PAYMENT_DATE_NOT_AFTER_TODAY'],
    ['[VTA-06] 181 days after emission', '2026-08-20', 'TERM_OVER_180_DAYS'],
    ['[VTA-11] a holiday', '2026-05-01', 'PAYMENT_DATE_NOT_BUSINESS_DAY'],
    ['a usable day', '2026-04-16', null],
  ])('judges %s, and prices no date that it refuses', (_, date, problem) => {
    const invoice = anInvoice({ emittedOn: '2026-02-20' });
    const offer = only(offersOf([invoice], aMarket(), draft({ dates: new Map([[invoice.documentId, date]]) })));
    expect([offer.problem, offer.price === null]).toEqual([problem, problem !== null]);
  });
});

describe('[VTA-12] why an invoice cannot be selected', () => {
  const motive = { code: 'RECEIVER_REJECTED', description: '', remedy: '', user: false } as const;

  it.each([
    ['authorised', { status: 20 }],
    ['pending', { status: 10 }],
    ['rejected today', { status: 0, rejectedDate: '2026-03-02', motive }],
  ] as const)('takes one that is %s', (_, facts) => {
    expect(offered(facts).refusal).toBeNull();
  });

  it('shows motive and remedy of one rejected before today', () => {
    const { refusal, closed } = offered({ status: 0, rejectedDate: '2026-03-01', motive });
    expect(refusal).toEqual({
      reason: 'El receptor no es aceptado por la financiera',
      remedy: 'Contacta a tu asesor.',
    });
    expect(closed).toBe(true);
  });

  it('calls a rejection without a motive an invalid invoice', () => {
    expect(offered({ status: 0, rejectedDate: '2026-03-01' }).refusal?.reason).toBe('Factura inválida');
  });

  it('[VTA-17] names a product that is switched off', () => {
    const market = aMarket({ products: new Map([['BI', aProduct('BI', { active: false })]]) });
    expect(only(offersOf([anInvoice()], market)).refusal?.reason).toBe(
      'Tienes deshabilitada esta función temporalmente. Si tienes dudas, consulta a tu asesor.',
    );
  });

  it('names a currency without a line', () => {
    expect(offered({ currency: 'USD' }).refusal?.reason).toMatch('línea de crédito');
  });
});

it('[VTA-07] sends a purchase order without spaces and in upper case', () => {
  const invoice = anInvoice({ product: 'FB' });
  const market = aMarket({ lines: [aLine({ product: 'FB' })] });
  const offer = only(offersOf([invoice], market, draft({ orders: new Map([[invoice.documentId, '  ab 12 ']]) })));
  expect(choiceOf(offer)).toEqual({ documentId: invoice.documentId, dueDate: '2026-04-16', purchaseOrder: 'AB12' });
});

describe('[VTA-15] the habit of an offer', () => {
  const weekDays = { monday: true, tuesday: false, wednesday: false, thursday: false, friday: false };
  const known = { source: 'observed', term: 60, weekDays } as const;
  const invoice = anInvoice({ habit: known });
  const typed = (term: string, days = weekDays) =>
    only(offersOf([invoice], aMarket(), draft({ habits: new Map([[invoice.receiverKey, { term, weekDays: days }]]) })));

  it('is the known one, named by its source, also when it is typed again', () => {
    expect(only(offersOf([invoice]))).toMatchObject({ habit: { term: '60', weekDays }, habitSource: 'observed' });
    expect(typed(' 60 ').habitSource).toBe('observed');
  });

  it('has no source once term or weekdays differ, or where nothing is known', () => {
    expect(typed('61').habitSource).toBeNull();
    for (const day of ['monday', 'wednesday', 'friday'] as const)
      expect(typed('60', { ...weekDays, [day]: !weekDays[day] }).habitSource).toBeNull();
    expect(offered().habitSource).toBeNull();
  });
});

it('[VTA-13] the account of an offer is that of its product in its currency', () => {
  const accounts = new Map([['USD', { bank: 'HSBC', ending: '1357' }] as const]);
  const market = aMarket({
    lines: [aLine(), aLine({ currency: 'USD' }), aLine({ product: 'FB' })],
    products: new Map([
      ['BI', aProduct('BI', { accounts })],
      ['FB', aProduct('FB')],
    ]),
  });
  const kinds = [{}, { currency: 'USD' }, { product: 'FB' }, { currency: 'EUR' }] as const;
  expect(offersOf(kinds.map(anInvoice), market).map(({ hasAccount }) => hasAccount)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it.each([
  ['exactly the advance', '450'],
  ['more than the advance', '451'],
])('[PRE-01] an interest of %s leaves nothing to deposit, a problem of the offer', (_, interestRate) => {
  const invoice = anInvoice({ total: '1000.00' });
  const dates = new Map([[invoice.documentId, '2026-05-13']]);
  const offer = only(offersOf([invoice], aMarket({ lines: [aLine({ interestRate })] }), draft({ dates })));
  expect([offer.problem, offer.price]).toEqual(['DEPOSIT_NOT_POSITIVE', null]);
});

it('[VTA-12] [VTA-16] an invoice that a user deleted is closed, and can be restored', () => {
  const motive = { code: 'DELETED_BY_USER', description: '', remedy: '', user: true } as const;
  const { refusal, closed } = offered({ status: 0, rejectedDate: '2026-03-02', motive });
  expect(closed).toBe(true);
  expect(refusal?.reason).toMatch(/eliminó/);
});

it('[VTA-17] a product that is not authorised or switched off refuses the offer for now only', () => {
  for (const over of [{ active: false }, { authorised: false }]) {
    const market = aMarket({ products: new Map([['BI', aProduct('BI', over)]]) });
    expect(only(offersOf([anInvoice()], market))).toMatchObject({ closed: false, refusal: { remedy: '' } });
  }
});

it('[VTA-12] an invoice without PPD is closed with its reason while the lender demands PPD', () => {
  const market = aMarket({ products: new Map([['BI', aProduct('BI', { requiresPpd: true })]]) });
  const refused = only(offersOf([anInvoice({ paymentMethod: 'PUE' })], market));
  expect(refused).toMatchObject({ closed: true, refusal: motiveTexts.PPD_REQUIRED });
  expect(receivableOf([refused], market)).toMatchObject({ ids: [], deposits: [] });
  expect(only(offersOf([anInvoice({ paymentMethod: 'PPD' })], market)).refusal).toBeNull();
});

it('[VTA-07] takes a purchase order and its source from the invoice until another one is typed, also none', () => {
  const invoice = anInvoice({ product: 'FB', purchaseOrder: 'OC1', orderSource: 'addenda' });
  const market = aMarket({ lines: [aLine({ product: 'FB' })] });
  const orderOf = (typed: string | undefined) =>
    only(
      offersOf([invoice], market, draft({ orders: new Map(typed === undefined ? [] : [[invoice.documentId, typed]]) })),
    );
  expect([undefined, 'OC2', ''].map(orderOf)).toMatchObject([
    { purchaseOrder: 'OC1', orderSource: 'addenda' },
    { purchaseOrder: 'OC2', orderSource: null },
    { purchaseOrder: '', orderSource: null },
  ]);
});

it('[PRE-01] prices again after a change of date, term, order, invoice or terms', () => {
  const invoice = anInvoice({ product: 'FB' });
  const market = aMarket({ lines: [aLine({ product: 'FB' })] });
  const { documentId: id, receiverKey } = invoice;
  const habit = { term: '30', weekDays: { ...defaultWeekDays, monday: true } };
  const changes: [Parameters<ReturnType<typeof offerBook>>[0], typeof market, SaleDraft][] = [
    [[invoice], market, draft({ dates: new Map([[id, '2026-05-08']]) })],
    [[invoice], market, draft({ orders: new Map([[id, 'OC1']]) })],
    [[invoice], market, draft({ habits: new Map([[receiverKey, habit]]) })],
    [[{ ...invoice, total: '1.00' }], market, emptyDraft],
    [[invoice], { ...market }, emptyDraft],
  ];
  for (const change of changes) {
    const book = offerBook();
    const before = only(book([invoice], market, emptyDraft));
    expect(only(book(...change))).not.toBe(before);
  }
});

it('prices again only what changed', () => {
  const invoices = [anInvoice(), anInvoice({ receiverRFC: 'DÑA030919P28' })];
  const market = aMarket();
  const book = offerBook();
  const before = book(invoices, market, emptyDraft);
  const after = book(invoices, market, draft({ dates: new Map([[invoices[1]?.documentId ?? '', '2026-05-08']]) }));
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});

function amounts(price: NonNullable<ReturnType<typeof offered>['price']>) {
  const { interest, iva, aforo, advance, deposit } = price;
  return {
    comision: decimalOf(interest),
    iva: decimalOf(iva),
    aforo: decimalOf(aforo),
    adelanto: decimalOf(advance),
    deposit: decimalOf(deposit),
  };
}
