import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { dateOf } from './calendar.ts';
import { chargedUntil, isReference, makeReference, type ReferenceCandidate, referenceProblem } from './reference.ts';

describe('format of a reference', () => {
  test.each([
    ['MXN', 'BI', 1, 'AN110000000141'],
    ['MXN', 'FB', 1, 'AN120000000189'],
    ['USD', 'BI', 12_345_678, 'AN211234567830'],
    ['USD', 'FB', 99_999_999, 'AN229999999941'],
  ] as const)('[RPG-03] %s %s number %d is %s', (currency, product, sequence, expected) => {
    expect(makeReference({ currency, product }, sequence)).toBe(expected);
    expect(isReference(expected)).toBe(true);
  });

  test.each([0, -1, 1.5, 100_000_000, Number.NaN])('[RPG-03] throws on sequence %d', (sequence) => {
    expect(() => makeReference({ currency: 'MXN', product: 'BI' }, sequence)).toThrow(RangeError);
  });

  test.each([
    'AN110000000142',
    'an110000000141',
    'AN11000000014',
    'AN1100000001411',
    ' AN110000000141',
    'AN110000000141\n',
    'AM110000000141',
    'AN11000000O141',
    '110000000141',
    '',
  ])('[RPG-03] refuses %j', (text) => {
    expect(isReference(text)).toBe(false);
  });
});

describe('check digits', () => {
  const kind = fc.record({
    currency: fc.constantFrom('MXN' as const, 'USD' as const),
    product: fc.constantFrom('BI' as const, 'FB' as const),
  });
  const sequence = fc.integer({ min: 1, max: 99_999_999 });

  it('[RPG-03] different sequences or kinds give different references', () => {
    fc.assert(
      fc.property(kind, sequence, kind, sequence, (aKind, a, bKind, b) => {
        const same = a === b && aKind.currency === bKind.currency && aKind.product === bKind.product;
        expect(makeReference(aKind, a) === makeReference(bKind, b)).toBe(same);
      }),
    );
  });

  it('[RPG-03] the digits agree with a digit-by-digit ISO 7064 MOD 97-10', () => {
    fc.assert(
      fc.property(kind, sequence, (of, number) => {
        const digits = makeReference(of, number).slice(2);
        const remainder = [...digits].reduce((left, digit) => (left * 10 + Number(digit)) % 97, 0);
        expect(remainder).toBe(1);
      }),
      { numRuns: 1000 },
    );
  });

  it('[RPG-03] detect every single-digit error', () => {
    fc.assert(
      fc.property(kind, sequence, (of, number) => {
        const good = makeReference(of, number);
        for (let at = 2; at < good.length; at += 1)
          for (const digit of '0123456789') {
            const mistyped = good.slice(0, at) + digit + good.slice(at + 1);
            expect(isReference(mistyped)).toBe(mistyped === good);
          }
      }),
      { numRuns: 100 },
    );
  });

  it('[RPG-03] detect every swap of adjacent digits', () => {
    fc.assert(
      fc.property(kind, sequence, (of, number) => {
        const good = makeReference(of, number);
        for (let at = 2; at < good.length - 1; at += 1) {
          const swapped = good.slice(0, at) + good.charAt(at + 1) + good.charAt(at) + good.slice(at + 2);
          expect(isReference(swapped)).toBe(swapped === good);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('invoices of one reference', () => {
  const invoice: ReferenceCandidate = {
    id: 'a',
    status: 'CREDITO',
    currency: 'MXN',
    hasBalanceDue: false,
    paymentReference: null,
    paidAutomatically: false,
  };
  const dollars = { ...invoice, id: 'usd', currency: 'USD' } as const;
  const sold = { ...invoice, id: 'sold', status: 'PREVENTA' } as const;
  const paid = { ...invoice, id: 'auto', paidAutomatically: true };
  const referenced = { ...invoice, id: 'taken', paymentReference: 'AN110000000141' };
  const due = { ...invoice, id: 'due', status: 'LIQUIDADO', hasBalanceDue: true } as const;
  const cases: readonly [string, readonly ReferenceCandidate[], string | null, readonly string[]][] = [
    ['one in credit', [invoice], null, []],
    ['several of one currency', [invoice, { ...invoice, id: 'b' }], null, []],
    ['several in dollars', [dollars, { ...dollars, id: 'b' }], null, []],
    ['none', [], 'REFERENCE_WITHOUT_INVOICES', []],
    ['two currencies', [invoice, dollars, { ...dollars, id: 'b' }], 'REFERENCE_MIXED_CURRENCIES', ['usd', 'b']],
    ['one not in credit', [invoice, sold], 'INVOICE_NOT_IN_CREDIT', ['sold']],
    ['one settled', [{ ...invoice, status: 'LIQUIDADO' }], 'INVOICE_NOT_IN_CREDIT', ['a']],
    ['one settled with a balance due', [due], null, []],
    ['one settled with a balance due, of a payer to its own CLABE', [{ ...due, paidAutomatically: true }], null, []],
    [
      'a balance due whose reference is live',
      [{ ...due, paymentReference: 'X' }],
      'INVOICE_ALREADY_REFERENCED',
      ['due'],
    ],
    ['a balance due beside one in credit', [due, invoice], 'INVOICE_NOT_IN_CREDIT', ['due']],
    ['two balances due', [due, { ...due, id: 'b' }], 'INVOICE_NOT_IN_CREDIT', ['due', 'b']],
    ['one paid automatically', [paid, invoice], 'INVOICE_PAID_AUTOMATICALLY', ['auto']],
    ['one already referenced', [invoice, referenced], 'INVOICE_ALREADY_REFERENCED', ['taken']],
    [
      'every breach at once: the status first',
      [dollars, invoice, sold, paid, referenced],
      'INVOICE_NOT_IN_CREDIT',
      ['sold'],
    ],
    ['paid automatically comes before referenced', [referenced, paid], 'INVOICE_PAID_AUTOMATICALLY', ['auto']],
  ];
  test.each(cases)('[RPG-01] %s', (_case, invoices, code, ids) => {
    const problem = referenceProblem(invoices);
    expect(problem?.code ?? null).toBe(code);
    expect((problem?.failures ?? []).map(({ path }) => path)).toEqual(ids);
    expect((problem?.failures ?? []).every((failure) => failure.code === code)).toBe(true);
  });
});

test.each([
  ['2026-05-04', ['2026-04-24', '2026-06-01'], '2026-05-04'],
  ['2026-05-04', ['2026-06-01', '2026-05-08'], '2026-05-08'],
  ['2026-05-04', ['2026-05-04'], '2026-05-04'],
  ['2026-05-04', [], '2026-05-04'],
])(
  '[RPG-02] a reference made on %s for invoices due on %j includes late charges until %s',
  (madeOn, dueDates, until) => {
    expect(chargedUntil(dueDates.map(dateOf), dateOf(madeOn))).toBe(until);
  },
);
