import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dateOf } from './calendar.ts';
import { imbalance, interestInvoiceLines, type LedgerLine } from './ledger.ts';
import { add, decimalOf, type FinancedCurrency, money, moneyOf, subtract, sum, zero } from './money.ts';
import { type Price, type PriceTerms, priceOf } from './price.ts';
import {
  allocate,
  amountAsked,
  closeShortfall,
  type PaymentTerms,
  type Position,
  payInvoice,
  settle,
} from './settlement.ts';

const terms: PriceTerms = { interestRate: '24', advancePercent: '90', daysInYear: 360, ivaRate: '16' };
const total = moneyOf('116000.00', 'MXN');
const dueDate = dateOf('2026-04-24');
const moratory: PaymentTerms = { ivaRate: '16', moratoryRate: '48', daysInYear: 360, dueDate };

/** An invoice sold on 10 March, with its interest earned and none of it invoiced. */
const bought = <C extends FinancedCurrency>(price: Price<C>): Position<C> => {
  const none = zero(price.total.currency);
  return {
    owed: price.total,
    buyBack: none,
    owedChanges: [{ on: dateOf('2026-03-10'), change: price.total }],
    aforo: price.aforo,
    unearned: none,
    client: none,
    lateCharges: none,
    lateChargesIva: none,
    ivaToCome: price.iva,
  };
};

const golden = bought(priceOf(total, 45, terms));
const fromDebtor = { from: 'BANCOS', payer: 'debtor' } as const;
/** Amounts with their value dates; 'closed' closes a shortfall. */
type Paid = readonly (readonly [string, string])[];

/** Applies payments and settles what is paid off. */
const pay = (payments: Paid, over: Partial<PaymentTerms> = {}, start: Position<'MXN'> = golden) => {
  const receipts = [];
  let position = start;
  for (const [amount, day] of payments) {
    const used = { ...moratory, ...over };
    const receipt =
      amount === 'closed'
        ? closeShortfall('a', position, dateOf(day), used)
        : payInvoice('a', position, { amount: moneyOf(amount, 'MXN'), valueDate: dateOf(day), ...fromDebtor }, used);
    receipts.push(receipt);
    position = receipt.position;
  }
  const settlement = position.owed.cents === 0n ? settle('a', position) : null;
  return { receipts, position, settlement };
};

/** Late charges and IVA of each receipt, then the devolución and balance due, or what is owed and the client's debt. */
const shown = (payments: Paid, over: Partial<PaymentTerms> = {}, start = golden): string => {
  const { receipts, position, settlement } = pay(payments, over, start);
  const charges = receipts
    .filter(({ lateCharges }) => lateCharges.cents !== 0n)
    .map(({ lateCharges, lateChargesIva }) => `${decimalOf(lateCharges)} + ${decimalOf(lateChargesIva)}`);
  const end = settlement
    ? `returned ${decimalOf(settlement.finalDeposit)}, due ${decimalOf(settlement.balanceDue)}`
    : `owed ${decimalOf(position.owed)}, client ${decimalOf(position.client)}`;
  return [...charges, end].join('; ');
};

describe('payments of the golden sale', () => {
  it.each<[string, Paid, string]>([
    ['on time', [['116000.00', '2026-04-24']], 'returned 11043.20, due 0.00'],
    ['10 days early', [['116000.00', '2026-04-14']], 'returned 11043.20, due 0.00'],
    ['one day late', [['116000.00', '2026-04-25']], '154.67 + 24.75; returned 10863.78, due 0.00'],
    ['10 days late', [['116000.00', '2026-05-04']], '1546.67 + 247.47; returned 9249.06, due 0.00'],
    ['late, with its recargos', [['117546.67', '2026-05-04']], '1546.67 + 247.47; returned 10795.73, due 0.00'],
    ['last day covered', [['116000.00', '2026-06-24']], '9434.67 + 1509.55; returned 98.98, due 0.00'],
    ['first day not covered', [['116000.00', '2026-06-25']], '9589.33 + 1534.29; returned 0.00, due 80.42'],
    ['100 days late', [['116000.00', '2026-08-02']], '15466.67 + 2474.67; returned 0.00, due 6898.14'],
    ['over', [['117000.00', '2026-04-24']], 'returned 12043.20, due 0.00'],
    ['short', [['110000.00', '2026-04-24']], 'owed 6000.00, client 0.00'],
    [
      'short, closed',
      [
        ['110000.00', '2026-04-24'],
        ['closed', '2026-04-24'],
      ],
      'returned 5043.20, due 0.00',
    ],
    [
      'short, closed ten days late',
      [
        ['110000.00', '2026-04-24'],
        ['closed', '2026-05-04'],
      ],
      '80.00 + 12.80; returned 4950.40, due 0.00',
    ],
    [
      'short, not covered',
      [
        ['100000.00', '2026-04-24'],
        ['closed', '2026-04-24'],
      ],
      'owed 4400.00, client 0.00',
    ],
    [
      '… the client pays',
      [
        ['100000.00', '2026-04-24'],
        ['closed', '2026-04-24'],
        ['5024.86', '2026-05-04'],
      ],
      '58.67 + 9.39; returned 0.00, due 0.00',
    ],
    [
      '… the receiver pays',
      [
        ['100000.00', '2026-04-24'],
        ['closed', '2026-04-24'],
        ['16000.00', '2026-05-04'],
      ],
      '58.67 + 9.39; returned 10975.14, due 0.00',
    ],
    [
      'in two',
      [
        ['60000.00', '2026-04-24'],
        ['56000.00', '2026-05-04'],
      ],
      '746.67 + 119.47; returned 10177.06, due 0.00',
    ],
    [
      'in two, both late',
      [
        ['60000.00', '2026-05-04'],
        ['56000.00', '2026-05-14'],
      ],
      '1546.67 + 247.47; 746.66 + 119.47; returned 8382.93, due 0.00',
    ],
    [
      'in two, the first registered last: what was charged too much is given back',
      [
        ['56000.00', '2026-05-14'],
        ['60000.00', '2026-05-04'],
      ],
      '3093.33 + 494.93; -800.00 + -128.00; returned 8382.94, due 0.00',
    ],
    [
      'in three, the one on time registered last: no more IVA is given back than was charged',
      [
        ['0.15', '2026-04-26'],
        ['0.22', '2026-04-28'],
        ['115999.63', '2026-04-24'],
      ],
      '309.33 + 49.49; 309.34 + 49.49; -618.67 + -98.98; returned 11043.20, due 0.00',
    ],
  ])('[PRE-04] %s', (_case, payments, expected) => {
    expect(shown(payments)).toBe(expected);
  });

  it('[PRE-04] uses the sale’s own rates and day-count basis', () => {
    const late: Paid = [['116000.00', '2026-05-04']];
    expect(shown(late, { daysInYear: 365 })).toMatch(/^1525.48 /);
    expect(shown(late, { moratoryRate: '0' })).toBe('returned 11043.20, due 0.00');
    expect(shown(late, { ivaRate: '8' })).toMatch(/^1546.67 \+ 123.73/);
  });

  it('an invoice without an aforo leaves the IVA due', () => {
    const bare = bought(priceOf(total, 45, { ...terms, advancePercent: '100' }));
    expect(shown([['116000.00', '2026-04-24']], {}, bare)).toBe('returned 0.00, due 556.80');
    expect(pay([['116000.00', '2026-04-24']], {}, bare).settlement?.releaseLines).toEqual([]);
  });

  it('is not settled while something is owed', () => {
    expect(() => settle('a', golden)).toThrow(RangeError);
  });
});

describe('amount of a reference', () => {
  it.each([
    ['2026-03-11', '116000.00'],
    ['2026-04-24', '116000.00'],
    ['2026-04-25', '116154.67'],
    ['2026-05-04', '117546.67'],
  ])('the amount of a reference on %s is %s', (day, asked) => {
    expect(decimalOf(amountAsked({ ...moratory, owed: total }, dateOf(day)))).toBe(asked);
  });
});

const written = (lines: readonly LedgerLine[]) =>
  lines.map(({ account, debit, credit }) => `${account} ${decimalOf(debit)} / ${decimalOf(credit)}`);

describe('entries of a payment', () => {
  it('[PRE-02] ten days late, March invoiced: the client is charged and the aforo pays', () => {
    const march = moneyOf('259.84', 'MXN');
    const start = { ...golden, client: march, ivaToCome: subtract(golden.ivaToCome, march) };
    const { receipts, settlement } = pay([['116000.00', '2026-05-04']], {}, start);
    expect(receipts.flatMap(({ lines }) => written(lines))).toEqual([
      'BANCOS 116000.00 / 0.00',
      'CARTERA 0.00 / 116000.00',
    ]);
    expect(receipts.flatMap(({ lateChargeLines }) => written(lateChargeLines))).toEqual([
      'CLIENTE 1794.14 / 0.00',
      'RECARGOS 0.00 / 1546.67',
      'IVA_COBRADO 0.00 / 247.47',
    ]);
    expect(written(settlement?.releaseLines ?? [])).toEqual([
      'AFORO_POR_DEVOLVER 11600.00 / 0.00',
      'CLIENTE 0.00 / 2053.98',
      'IVA_POR_FACTURAR 0.00 / 296.96',
      'POR_DEPOSITAR 0.00 / 9249.06',
    ]);
  });

  it('[PRE-02] an aforo that does not reach covers what the client owes before the IVA to come', () => {
    const { settlement } = pay([['116000.00', '2026-06-25']]);
    expect(written(settlement?.releaseLines ?? [])).toEqual([
      'AFORO_POR_DEVOLVER 11600.00 / 0.00',
      'CLIENTE 0.00 / 11123.62',
      'IVA_POR_FACTURAR 0.00 / 476.38',
    ]);
  });

  it('[PRE-02] early: the rest of the interest is earned; a surplus is returned with the aforo', () => {
    const start = { ...golden, unearned: moneyOf('773.33', 'MXN') };
    const { receipts, settlement } = pay([['117000.00', '2026-04-14']], {}, start);
    expect(receipts.flatMap(({ lines }) => written(lines))).toContain('CLIENTE 0.00 / 1000.00');
    expect(written(settlement?.earlyLines ?? [])).toEqual([
      'INTERES_POR_DEVENGAR 773.33 / 0.00',
      'INGRESO_INTERES 0.00 / 773.33',
    ]);
    expect(written(settlement?.releaseLines ?? [])).toContain('CLIENTE 1000.00 / 0.00');
  });

  it('[PRE-02] a shortfall takes the aforo, an interest invoice first the IVA that the release kept back', () => {
    const closed = closeShortfall('a', { ...golden, owed: moneyOf('16000.00', 'MXN') }, dueDate, moratory);
    expect(written(closed.lines)).toEqual(['AFORO_POR_DEVOLVER 11600.00 / 0.00', 'CARTERA 0.00 / 11600.00']);
    const april = { interest: moneyOf('1856.00', 'MXN'), iva: moneyOf('296.96', 'MXN') };
    const lines = (kept: string) => written(interestInvoiceLines('a', { ...april, ivaWithheld: moneyOf(kept, 'MXN') }));
    expect(lines('0.00')).toEqual(['CLIENTE 2152.96 / 0.00', 'CLIENTE 0.00 / 1856.00', 'IVA_COBRADO 0.00 / 296.96']);
    expect(lines('96.96')).toEqual([
      'IVA_POR_FACTURAR 96.96 / 0.00',
      'CLIENTE 2056.00 / 0.00',
      'CLIENTE 0.00 / 1856.00',
      'IVA_COBRADO 0.00 / 296.96',
    ]);
    expect(lines('500.00')[0]).toBe('IVA_POR_FACTURAR 296.96 / 0.00');
  });

  const sold = fc.record({
    cents: fc.bigInt({ min: 100n, max: 10n ** 15n }),
    currency: fc.constantFrom<FinancedCurrency>('MXN', 'USD'),
    advance: fc.integer({ min: 0, max: 100 }),
    moratoryRate: fc.integer({ min: 0, max: 120 }).map(String),
    payments: fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.integer({ min: -180, max: 900 })), {
      maxLength: 5,
    }),
    isClosed: fc.boolean(),
  });

  it('[PRE-04] for any payments every cent is accounted for once and every entry balances', () => {
    fc.assert(
      fc.property(sold, ({ cents, currency, advance, moratoryRate, payments, isClosed }) => {
        const price = priceOf(money(cents, currency), 45, { ...terms, advancePercent: String(advance) });
        const used = { ...moratory, moratoryRate };
        let position = bought(price);
        let paid = 0n;
        const entries: LedgerLine[][] = [];
        const book = (receipt: ReturnType<typeof payInvoice<FinancedCurrency>>) => {
          entries.push([...receipt.lines], [...receipt.lateChargeLines]);
          position = receipt.position;
        };
        for (const [amount, late] of [...payments, [cents, 0] as const]) {
          if (position.owed.cents === 0n) break;
          paid += amount;
          book(
            payInvoice(
              'a',
              position,
              { amount: money(amount, currency), valueDate: addDays(dueDate, late), ...fromDebtor },
              used,
            ),
          );
          if (isClosed && position.owed.cents > 0n) book(closeShortfall('a', position, dueDate, used));
        }
        const { lateCharges, lateChargesIva } = position;
        const { finalDeposit, balanceDue, earlyLines, releaseLines } = settle('a', position);
        expect(finalDeposit.cents >= 0n && balanceDue.cents >= 0n).toBe(true);
        expect(finalDeposit.cents === 0n || balanceDue.cents === 0n).toBe(true);
        // Received + withheld + still owed = total + charges + devolución.
        const received = sum<FinancedCurrency>(currency, [money(paid, currency), price.aforo, balanceDue]);
        const charged = [price.total, lateCharges, lateChargesIva, price.iva, finalDeposit];
        expect(received).toEqual(sum<FinancedCurrency>(currency, charged));
        for (const lines of [...entries, earlyLines, releaseLines]) {
          expect(imbalance<FinancedCurrency>(currency, lines)).toEqual(zero(currency));
          expect(lines.every(({ debit, credit }) => debit.cents > 0n !== credit.cents > 0n)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('a payment of several invoices', () => {
  const invoice = (id: string, owed: string, asked = owed) => ({
    id,
    owed: moneyOf(owed, 'MXN'),
    asked: moneyOf(asked, 'MXN'),
  });
  it.each([
    ['exact', '300.00', ['a 100.00', 'b 200.00']],
    ['short', '150.00', ['a 100.00', 'b 50.00']],
    ['short of the first', '60.00', ['a 60.00']],
    ['with the late charges asked', '310.00', ['a 110.00', 'b 200.00']],
    ['with some of them', '305.00', ['a 105.00', 'b 200.00']],
    ['over', '315.00', ['a 110.00', 'b 205.00']],
  ])('%s', (_case, amount, expected) => {
    const shares = allocate(moneyOf(amount, 'MXN'), [invoice('a', '100.00', '110.00'), invoice('b', '200.00')]);
    expect(shares.map((share) => `${share.invoice.id} ${decimalOf(share.amount)}`)).toEqual(expected);
    const none = zero<'MXN'>('MXN');
    expect(decimalOf(shares.reduce((so, share) => add(so, share.amount), none))).toBe(amount);
  });
});
