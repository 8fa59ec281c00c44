import { describe, expect, it } from 'vitest';
import { dateOf } from './calendar.ts';
import { add, decimalOf, moneyOf } from './money.ts';
import { complementDeadline, complementNodes, containedIva, runningBalances, sidesOf } from './statement.ts';

const mxn = (text: string) => moneyOf(text, 'MXN');
const golden = {
  total: mxn('116000.00'),
  deposit: mxn('100920.00'),
  interest: mxn('3480.00'),
  depositedOn: dateOf('2026-03-10'),
};
const nodes = (finalDeposit: string | null) =>
  complementNodes(
    golden,
    finalDeposit === null ? null : { finalDeposit: mxn(finalDeposit), on: dateOf('2026-04-24') },
  ).map(({ form, instalment, before, paid, left }) =>
    [instalment, form, ...[before, paid, left].map(decimalOf)].join(' '),
  );

describe('payments for the client’s payment complement', () => {
  it.each([
    ['before the release', null, ['1 03 116000.00 100920.00 15080.00', '2 17 15080.00 3480.00 11600.00']],
    ['on time', '11043.20', ['3 03 11600.00 11043.20 556.80', '4 17 556.80 556.80 0.00']],
    ['with a surplus of the receiver', '12043.20', ['3 03 11600.00 11600.00 0.00']],
    ['with nothing returned', '0.00', ['3 17 11600.00 11600.00 0.00']],
  ])('[MOV-06] %s', (_case, finalDeposit, expected) => {
    expect(nodes(finalDeposit).slice(finalDeposit === null ? 0 : 2)).toEqual(expected);
  });
});

it.each([
  ['of the whole invoice', '13.79', ['100.00'], ['13.79']],
  ['of three parts, which add up', '13.79', ['33.33', '33.33', '33.34'], ['4.60', '4.59', '4.60']],
  ['of an invoice without IVA', '0.00', ['50.00'], ['0.00']],
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
