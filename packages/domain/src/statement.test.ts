import { describe, expect, it } from 'vitest';
import { dateOf } from './calendar.ts';
import { add, decimalOf, money, moneyOf } from './money.ts';
import {
  aforoPaid,
  complementDeadline,
  complementNodes,
  containedIva,
  runningBalances,
  sidesOf,
  taxOfPayment,
} from './statement.ts';

const mxn = (text: string) => moneyOf(text, 'MXN');
const golden = {
  total: mxn('116000.00'),
  deposit: mxn('100920.00'),
  interest: mxn('3480.00'),
  depositedOn: dateOf('2026-03-10'),
};
const aforo = mxn('11600.00');

describe('payments for the client’s payment complement', () => {
  it.each([
    ['on time', {}, '556.80', '11043.20'],
    ['late', { finalDeposit: '9249.06', lateCharges: '1546.67' }, '2350.94', '9249.06'],
    [
      'late, the debtor pays the charges',
      { finalDeposit: '10795.73', collected: '117546.67', lateCharges: '1546.67' },
      '804.27',
      '10795.73',
    ],
    ['over', { finalDeposit: '12043.20', collected: '117000.00' }, '556.80', '11043.20'],
    ['with a rebate', { finalDeposit: '11940.26', rebate: '773.33' }, '433.07', '11166.93'],
    ['short, covered by the aforo', { finalDeposit: '5043.20', collected: '110000.00' }, '556.80', '5043.20'],
    ['short beyond the aforo', { finalDeposit: '0.00', collected: '100000.00' }, '0.00', '0.00'],
    ['nothing returned', { finalDeposit: '0.00' }, '11600.00', '0.00'],
  ])('[MOV-06] %s: what pays the client of the aforo', (_case, over, kept, returned) => {
    const settled = { finalDeposit: '11043.20', collected: '116000.00', lateCharges: '0.00', rebate: '0.00', ...over };
    const paid = aforoPaid(
      { total: golden.total, aforo },
      {
        finalDeposit: mxn(settled.finalDeposit),
        collected: mxn(settled.collected),
        lateCharges: mxn(settled.lateCharges),
        rebate: mxn(settled.rebate),
      },
    );
    expect([paid.kept, paid.returned].map(decimalOf)).toEqual([kept, returned]);
  });

  it('[MOV-06] dates payments by their transfer, the part kept back by the settlement', () => {
    const nodes = (transferredOn: string | null) =>
      complementNodes(golden, {
        kept: mxn('556.80'),
        returned: mxn('11043.20'),
        on: dateOf('2026-04-24'),
        transferredOn: transferredOn === null ? null : dateOf(transferredOn),
      }).map(({ paidOn, form, instalment, before, paid, left }) =>
        [paidOn, instalment, form, ...[before, paid, left].map(decimalOf)].join(' '),
      );
    const settled = [
      '2026-03-10 1 03 116000.00 100920.00 15080.00',
      '2026-03-10 2 17 15080.00 3480.00 11600.00',
      '2026-04-24 3 17 11600.00 556.80 11043.20',
    ];
    expect(nodes(null)).toEqual(settled);
    expect(nodes('2026-05-02')).toEqual([...settled, '2026-05-02 4 03 11043.20 11043.20 0.00']);
    expect(complementNodes(golden, null)).toHaveLength(2);
  });

  it.each([
    ['16 %', '116000.00', '16000.00', '100920.00', ['87000.00', '13920.00']],
    ['16 %, rounded', '116000.00', '16000.00', '556.80', ['480.00', '76.80']],
    ['8 % at the border', '108000.00', '8000.00', '430.08', ['398.22', '31.86']],
    ['of concepts that are rounded one by one', '1160.04', '160.03', '100.00', ['86.21', '13.79']],
    ['two rates', '120000.00', '16000.00', '100.00', null],
    ['without IVA', '100.00', '0.00', '100.00', null],
  ])('[MOV-06] payments have base and IVA: %s', (_case, total, iva, paid, expected) => {
    const tax = taxOfPayment({ total: mxn(total), iva: mxn(iva) }, mxn(paid));
    expect(tax && [tax.base, tax.iva].map(decimalOf)).toEqual(expected);
  });

  it('[MOV-06] payments have an IVA within the limits of the tax authority, and add up', () => {
    for (let cents = 1n; cents < 5000n; cents += 1n) {
      const tax = taxOfPayment({ total: mxn('108.00'), iva: mxn('8.00') }, money(cents, 'MXN'));
      if (!tax) throw new Error('one rate');
      // In millionths: (base ± 0.005) × 0.08, to the cents below and above.
      const limit = (half: bigint) => (tax.base.cents * 10n + half) * 8n;
      expect(tax.iva.cents * 1000n).toBeGreaterThan(limit(-5n) - 1000n);
      expect(tax.iva.cents * 1000n).toBeLessThan(limit(5n) + 1000n);
      expect(tax.base.cents + tax.iva.cents).toBe(cents);
    }
  });
});

it.each([
  ['of the whole invoice', '13.79', ['100.00'], ['13.79']],
  ['of three parts, which add up', '13.79', ['33.33', '33.33', '33.34'], ['4.60', '4.59', '4.60']],
  ['of an invoice without IVA', '0.00', ['50.00'], ['0.00']],
  ['with a surplus, which contains none', '13.79', ['60.00', '50.00'], ['8.27', '5.52']],
])('[MOV-06] the IVA contained in a payment %s', (_case, ivaOfInvoice, payments, expected) => {
  const invoice = { total: mxn('100.00'), iva: mxn(ivaOfInvoice) };
  let before = mxn('0.00');
  const contained = payments.map((text) => {
    const iva = containedIva(invoice, { before, paid: mxn(text) });
    before = add(before, mxn(text));
    return decimalOf(iva);
  });
  expect(contained).toEqual(expected);
});

it.each([
  ['2026-03-10', '2026-04-05'],
  ['2026-12-31', '2027-01-05'],
])('[MOV-06] the complement of a payment of %s is due on %s', (paidOn, due) => {
  expect(complementDeadline(dateOf(paidOn))).toBe(due);
});

it('[MOV-04] the balance after each movement adds it to the one before; the last is the closing balance', () => {
  const balances = runningBalances(mxn('10.00'), [mxn('5.00'), mxn('-20.00')]);
  expect(balances.map(decimalOf)).toEqual(['15.00', '-5.00']);
  expect(runningBalances(mxn('10.00'), [])).toEqual([]);
  expect(
    [sidesOf(mxn('5.00')), sidesOf(mxn('-5.00'))].map(({ charge, credit }) => [charge, credit].map(decimalOf)),
  ).toEqual([
    ['5.00', '0.00'],
    ['0.00', '5.00'],
  ]);
});
