import { describe, expect, it } from 'vitest';
import { writeOff } from './adjustment.ts';
import { dateOf } from './calendar.ts';
import { interestOfOneDocument, sumOfMonths } from './interest.ts';
import { ivaOf } from './iva.ts';
import { type IvaRegime, interestRateOfIva, ivaRegimes } from './iva-regime.ts';
import { imbalance, interestInvoiceLines, type LedgerLine } from './ledger.ts';
import { decimalOf, type Money, moneyOf, subtract, zero } from './money.ts';
import { type Month, monthOf } from './month.ts';
import { priceOf } from './price.ts';
import { type Position, settle } from './settlement.ts';

const mxn = (text: string): Money<'MXN'> => moneyOf(text, 'MXN');
const none = zero('MXN');
const written = (lines: readonly LedgerLine[]) =>
  lines.map(({ account, debit, credit }) => `${account} ${decimalOf(subtract(debit, credit))}`);
const priced = (regime: IvaRegime) =>
  priceOf(mxn('116000.00'), 45, {
    ...{ interestRate: '24', advancePercent: '90', daysInYear: 360 },
    ivaRate: interestRateOfIva(regime, '16'),
  });
/** Once the receiver has paid, with the CFDI that the regime has issued until then. */
const paid = (client: string, ivaToCome: string, more: Partial<Position<'MXN'>> = {}): Position<'MXN'> => ({
  ...{ owed: none, buyBack: none, owedChanges: [], aforo: mxn('11600.00'), unearned: none },
  ...{ client: mxn(client), lateCharges: none, lateChargesIva: none, ivaToCome: mxn(ivaToCome), ...more },
});

describe('the golden sale in three regimes', () => {
  it.each<[IvaRegime, string, string, string[], string]>([
    ['devengado', '556.80', '11043.20', ['CLIENTE 556.80', 'IVA_COBRADO -556.80'], '0.00'],
    ['exento', '0.00', '11600.00', [], '0.00'],
    ['flujo', '556.80', '11043.20', ['CLIENTE 556.80', 'IVA_NO_COBRADO -76.80', 'IVA_COBRADO -480.00'], '556.80'],
  ])('[LIB-92] %s: IVA of %s, a devolución of %s', (regime, iva, devolucion, cfdi, charged) => {
    const { interest, iva: own, deposit } = priced(regime);
    expect([interest, own, deposit].map(decimalOf)).toEqual(['3480.00', iva, '100920.00']);
    const lines = interestInvoiceLines('a', { interest, iva: own, ivaWithheld: none }, regime === 'flujo');
    expect(imbalance('MXN', lines).cents).toBe(0n);
    const net = Map.groupBy(written(lines), (line) => line);
    expect(net.size).toBe(lines.length);
    const others = written(lines.filter(({ account }) => account !== 'CLIENTE'));
    const client = lines
      .filter(({ account }) => account === 'CLIENTE')
      .reduce((sum, { debit, credit }) => sum + debit.cents - credit.cents, 0n);
    expect([...(client === 0n ? [] : [`CLIENTE ${decimalOf({ cents: client, currency: 'MXN' })}`]), ...others]).toEqual(
      cfdi,
    );
    const toCome = decimalOf(subtract(own, mxn(charged)));
    expect(decimalOf(settle('a', paid(charged, toCome)).finalDeposit)).toBe(devolucion);
  });

  it('[LIB-92] flujo: what the release kept back before the CFDI is collected at once', () => {
    const lines = interestInvoiceLines(
      'a',
      { interest: mxn('3480.00'), iva: mxn('556.80'), ivaWithheld: mxn('556.80') },
      true,
    );
    expect(written(lines)).toEqual([
      'IVA_POR_FACTURAR 556.80',
      'CLIENTE 3480.00',
      'CLIENTE -3480.00',
      'IVA_COBRADO -556.80',
    ]);
  });

  it.each<[string, Partial<Position<'MXN'>>, string[]]>([
    ['nothing of the IVA is covered', { owed: mxn('116000.00') }, ['ESTIMACION 104880.00', 'IVA_NO_COBRADO 76.80']],
    // 11,600.00 pays 11,400.00 and 200.00 of 556.80: 356.80 × 76.80 / 556.80 = 49.21.
    ['the aforo covers a part of it', { owed: mxn('11400.00') }, ['ESTIMACION 307.59', 'IVA_NO_COBRADO 49.21']],
  ])('[LIB-92] flujo: a write-off leaves uncollected IVA out of the loss, when %s', (_case, owed, expected) => {
    const before = paid('556.80', '0.00', { ...owed, ivaUncollected: mxn('76.80') });
    const { lines, loss } = writeOff('a', before, dateOf('2026-05-04'));
    expect(imbalance('MXN', lines).cents).toBe(0n);
    expect(`ESTIMACION ${decimalOf(loss)}`).toBe(expected[0]);
    expect(written(lines).slice(0, 2)).toEqual(expected);
  });
});

it('[LIB-92] the months of a sale that one document bills have its IVA together, whatever each rounds to', () => {
  const until = ['0.02', '0.04', '0.04', '0.04', '0.04', '0.04', '0.02'];
  const months = until.map((text, index) => ({
    month: monthOf(dateOf(`2026-0${index + 1}-01`)) as Month,
    before: none,
    until: mxn(text),
  }));
  const parts = interestOfOneDocument(months, '16');
  expect(parts.map(({ iva }) => decimalOf(iva))).toEqual(['0.00', '0.01', '0.01', '0.00', '0.01', '0.01', '0.00']);
  const [whole] = sumOfMonths(months);
  expect(whole && decimalOf(ivaOf(whole.until, '16'))).toBe('0.04');
});

it('[LIB-92] only exempt interest has no rate', () => {
  expect(ivaRegimes.map((regime) => interestRateOfIva(regime, '8'))).toEqual(['8', '0', '8']);
});
