import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, dateOf, type WeekDays } from './calendar.ts';
import {
  areAllIn,
  canStep,
  choiceProblem,
  cleanPurchaseOrder,
  HOLD_MINUTES,
  habitProblem,
  paymentDateOf,
  type SaleChoice,
  type SaleState,
  type SaleStep,
  saleStates,
  saleSteps,
  standingOf,
} from './sale.ts';

/** Weekdays by their Spanish initials: "LX" is Monday and Wednesday. */
const on = (letters: string): WeekDays => ({
  monday: letters.includes('L'),
  tuesday: letters.includes('M'),
  wednesday: letters.includes('X'),
  thursday: letters.includes('J'),
  friday: letters.includes('V'),
});

describe('validating a choice', () => {
  const friday = dateOf('2026-11-20');
  const index: SaleChoice = {
    product: 'BI',
    emittedOn: dateOf('2026-11-01'),
    dueDate: dateOf('2026-12-18'),
    purchaseOrder: '',
  };
  const factoring: SaleChoice = { ...index, product: 'FB', dueDate: dateOf('2027-01-04'), purchaseOrder: 'AB12' };
  const emitted = (date: string) => ({ emittedOn: dateOf(date) });
  const due = (date: string) => ({ dueDate: dateOf(date) });
  const cases: readonly [string, SaleChoice, ReturnType<typeof choiceProblem>][] = [
    ['[VTA-10] an index invoice with a good date', index, null],
    ['[VTA-04] no payment date', { ...index, dueDate: null }, 'PAYMENT_DATE_MISSING'],
    ['[VTA-05] yesterday', { ...index, ...due('2026-11-19') }, 'PAYMENT_DATE_NOT_AFTER_TODAY'],
    ['[VTA-05] today', { ...index, ...due('2026-11-20') }, 'PAYMENT_DATE_NOT_AFTER_TODAY'],
    ['[VTA-05] the next business day', { ...index, ...due('2026-11-23') }, null],
    ['[VTA-06] 180 days from emission to payment', { ...index, ...due('2027-04-30') }, null],
    [
      '[VTA-06] 181 days from emission to payment',
      { ...index, ...emitted('2026-10-31'), ...due('2027-04-30') },
      'TERM_OVER_180_DAYS',
    ],
    [
      '[VTA-06] 181 days, which takes precedence over a Saturday',
      { ...index, ...due('2027-05-01') },
      'TERM_OVER_180_DAYS',
    ],
    ['[VTA-06] emitted 179 days ago', { ...index, ...emitted('2026-05-27'), ...due('2026-11-23') }, null],
    ['[VTA-06] emitted today', { ...index, ...emitted('2026-11-20') }, null],
    ['[VTA-12] emitted tomorrow: never sellable', { ...index, ...emitted('2026-11-21') }, 'INVOICE_REJECTED'],
    ['[VTA-11] a Saturday', { ...index, ...due('2026-11-21') }, 'PAYMENT_DATE_NOT_BUSINESS_DAY'],
    ['[VTA-11] Christmas', { ...index, ...due('2026-12-25') }, 'PAYMENT_DATE_NOT_BUSINESS_DAY'],
    ['[VTA-07] an index invoice needs no purchase order', { ...index, purchaseOrder: '' }, null],
    ['[VTA-10] a factoring invoice at its fixed date', factoring, null],
    ['[VTA-10] a factoring invoice at another date', { ...factoring, ...due('2027-01-05') }, 'PAYMENT_DATE_MISSING'],
    ['[VTA-10] a factoring invoice paid sooner', { ...factoring, ...due('2026-11-23') }, 'PAYMENT_DATE_MISSING'],
    ['[VTA-04] a factoring invoice without a date', { ...factoring, dueDate: null }, 'PAYMENT_DATE_MISSING'],
    [
      '[VTA-07] a factoring invoice without a purchase order',
      { ...factoring, purchaseOrder: '' },
      'PURCHASE_ORDER_MISSING',
    ],
    ['[VTA-07] a purchase order of spaces', { ...factoring, purchaseOrder: ' \t ' }, 'PURCHASE_ORDER_MISSING'],
    [
      '[VTA-06] a factoring invoice whose fixed date is 180 days from emission',
      { ...factoring, ...emitted('2026-07-08') },
      null,
    ],
    [
      '[VTA-06] a factoring invoice whose fixed date is 181 days from emission',
      { ...factoring, ...emitted('2026-07-07') },
      'TERM_OVER_180_DAYS',
    ],
    [
      '[VTA-07] the date takes precedence over the purchase order',
      { ...factoring, dueDate: null, purchaseOrder: '' },
      'PAYMENT_DATE_MISSING',
    ],
  ];
  test.each(cases)('%s', (_case, choice, expected) => {
    expect(choiceProblem(choice, { today: friday })).toBe(expected);
  });

  it('[VTA-11] refuses a date that became a holiday', () => {
    const holidays = new Map([[dateOf('2026-12-18'), 'Cierre anual']]);
    expect(choiceProblem(index, { today: friday, holidays })).toBe('PAYMENT_DATE_NOT_BUSINESS_DAY');
  });

  it('[VTA-10] accepts every future date that the portal proposes', () => {
    const age = fc.integer({ min: 0, max: 179 });
    fc.assert(
      fc.property(age, fc.option(fc.integer({ min: 1, max: 180 })), (days, term) => {
        const choice = { product: 'BI', emittedOn: addDays(friday, -days), purchaseOrder: '' } as const;
        const dueDate = paymentDateOf(choice, { term, weekDays: on('LMXJV') }, { today: friday });
        fc.pre(dueDate > friday);
        expect(choiceProblem({ ...choice, dueDate }, { today: friday })).toBeNull();
      }),
      { numRuns: 300 },
    );
  });
});

describe('a step of several sales', () => {
  test.each<[string, readonly SaleState[], boolean]>([
    ['all where it starts', ['held', 'quoted'], true],
    ['one that is further', ['held', 'requested'], false],
    ['none of them', ['requested'], false],
    ['no sales', [], true],
  ])('%s', (_case, states, expected) => {
    const sales = states.map((state) => ({ state }));
    expect(areAllIn(sales, saleSteps.expire.from)).toBe(expected);
  });
});

describe('purchase orders', () => {
  test.each([
    ['  ab 12 ', 'AB12'],
    ['oc-2026/ñ', 'OC-2026/Ñ'],
    ['a\tb\nc\u00a0d', 'ABCD'],
    ['AB12', 'AB12'],
    ['   ', ''],
    ['\u200b\u00ad', ''],
    ['A\u202eB\u200b12', 'AB12'],
  ])('[VTA-07] stores %j as %j', (typed, kept) => {
    expect(cleanPurchaseOrder(typed)).toBe(kept);
    expect(cleanPurchaseOrder(kept)).toBe(kept);
  });
});

describe('validating a receiver’s term and weekdays', () => {
  test.each([
    ['a term and a day', 30, 'V', null],
    ['the shortest term', 1, 'V', null],
    ['the longest term', 180, 'LMXJV', null],
    ['no term', null, 'V', 'TERM_NOT_A_NUMBER'],
    ['zero', 0, 'V', 'TERM_TOO_SHORT'],
    ['below zero', -1, 'V', 'TERM_NOT_A_NUMBER'],
    ['half a day', 30.5, 'V', 'TERM_NOT_A_NUMBER'],
    ['not a number', Number.NaN, 'V', 'TERM_NOT_A_NUMBER'],
    ['infinite', Number.POSITIVE_INFINITY, 'V', 'TERM_NOT_A_NUMBER'],
    ['181 days', 181, 'V', 'TERM_TOO_LONG'],
    ['no weekday', 30, '', 'NO_WEEKDAY'],
    ['no weekday and too long: the term first', 181, '', 'TERM_TOO_LONG'],
  ] as const)('[VTA-08] [VTA-09] %s', (_case, term, letters, expected) => {
    expect(habitProblem({ term, weekDays: on(letters) })).toBe(expected);
  });
});

/** One row per step, one mark per state: every pair not marked yes is refused. */
const matrix: Record<SaleStep, string> = {
  //                held quot requ retu prop answ disb canc expi
  fixTerms: /*   */ 'yes no  no  no  no  no  no  no  no',
  request: /*    */ 'no  yes no  no  no  no  no  no  no',
  answer: /*     */ 'no  no  yes no  no  no  no  no  no',
  decline: /*    */ 'no  no  yes yes no  no  no  no  no',
  return: /*     */ 'no  no  yes no  no  no  no  no  no',
  resend: /*     */ 'no  no  no  yes no  no  no  no  no',
  propose: /*    */ 'no  no  yes no  no  no  no  no  no',
  confirm: /*    */ 'no  no  no  no  yes no  no  no  no',
  reopen: /*     */ 'no  no  no  no  yes no  no  no  no',
  withdraw: /*   */ 'no  no  no  no  no  yes no  no  no',
  revoke: /*     */ 'no  no  no  no  no  yes no  no  no',
  disburse: /*   */ 'no  no  no  no  no  yes no  no  no',
  unload: /*     */ 'no  no  no  no  no  no  yes no  no',
  cancel: /*     */ 'yes yes yes yes yes no  no  no  no',
  expire: /*     */ 'yes yes no  no  no  no  no  no  no',
};
const isStep = (name: string): name is SaleStep => name in saleSteps;
const pairs: { step: SaleStep; state: SaleState; allowed: boolean }[] = Object.entries(matrix).flatMap(([step, row]) =>
  isStep(step) ? saleStates.map((state, index) => ({ step, state, allowed: row.split(/ +/)[index] === 'yes' })) : [],
);

describe('states of a sale', () => {
  test.each(pairs)('[RES-03] [OPE-03] $step from $state: $allowed', ({ step, state, allowed }) => {
    expect(canStep(state, step)).toBe(allowed);
  });

  it('[RES-03] the table covers every step and state', () => {
    expect(pairs.length).toBe(Object.keys(saleSteps).length * saleStates.length);
  });

  it('[RES-04] every state before the lender’s answer has an exit without the client', () => {
    expect(HOLD_MINUTES).toBe(30);
    expect(saleSteps.expire.from).toEqual(['held', 'quoted']);
    expect(saleSteps.cancel.from).toEqual(['held', 'quoted', 'requested', 'returned', 'proposed']);
  });

  it('[RES-04] ends in disbursed, cancelled or expired, and nowhere else', () => {
    // The withdrawal of a loaded portfolio undoes what was sold elsewhere.
    const steps = pairs.filter(({ step, allowed }) => step !== 'unload' && allowed);
    const ends = saleStates.filter((end) => steps.every(({ state }) => state !== end));
    expect(ends).toEqual(['disbursed', 'cancelled', 'expired']);
  });
});

describe('[OPE-03] the standing of an invoice of a sale', () => {
  it.each([
    ['held', 'open', '2026-04-24', 'waiting'],
    ['authorised', 'open', '2026-04-24', 'waiting'],
    ['released', 'settled', '2026-04-23', 'waiting'],
    ['rejected', 'open', '2026-04-23', 'rejected'],
    ['disbursed', 'open', '2026-04-24', 'in-credit'],
    ['disbursed', 'open', '2026-04-23', 'overdue'],
    ['disbursed', 'settled', '2026-04-23', 'paid'],
    ['disbursed', 'written off', '2026-04-23', 'written-off'],
  ] as const)('%s, %s, due on %s is %s on 24 April', (state, end, dueDate, standing) => {
    const [isSettled, isWrittenOff] = [end !== 'open', end === 'written off'];
    expect(standingOf({ state, isSettled, isWrittenOff, dueDate: dateOf(dueDate) }, dateOf('2026-04-24'))).toBe(
      standing,
    );
  });
});
