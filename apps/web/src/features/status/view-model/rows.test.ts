import type { Invoice } from '@anticipa/contract/invoices';
import { dateOf } from '@anticipa/domain/calendar';
import { moneyOf } from '@anticipa/domain/money';
import { describe, expect, it } from 'vitest';
import { anInvoiceInCredit as anInvoice } from '../../../lib/test-builders.ts';
import { currencyCounts, dueOf, inCurrency, motiveOf, rejectedViewOf, rowsOf } from './rows.ts';
import { aContext } from './test-builders.ts';

describe('[EST-02] the rows of a status table', () => {
  it('lists the invoices of the product as money, in their order', () => {
    const [row, ...others] = rowsOf(
      [anInvoice(), anInvoice({ Product: { code: 'FB', name: 'Factoraje' } })],
      aContext(),
    );
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      folio: 'A-12',
      total: moneyOf('116000.00', 'MXN'),
      adelanto: moneyOf('104400.00', 'MXN'),
      interest: moneyOf('4640.00', 'MXN'),
      aforo: moneyOf('11600.00', 'MXN'),
      deposit: moneyOf('99760.00', 'MXN'),
      sellBy: '2026-08-27',
    });
  });

  it('keeps amounts in a currency that is not financed', () => {
    const euros = anInvoice({
      status: 0,
      currency: 'EUR',
      comision: null,
      adelanto: null,
      aforo: null,
      initialDeposit: null,
    });
    const rows = rowsOf([euros], aContext());
    expect(rows.map(({ total, deposit }) => [total, deposit])).toEqual([[moneyOf('116000.00', 'EUR'), null]]);
  });

  it('[EST-05] [VTA-16] the rejected rows are those of seven days, older ones, and those that a user deleted', () => {
    const motive = { code: 'DELETED_BY_USER', description: 'x', remedy: 'y', user: true } as const;
    const viewOf = (over: Partial<Invoice>) =>
      rowsOf([anInvoice({ status: 0, ...over })], aContext()).map((row) => rejectedViewOf(row, aContext().today));
    expect(viewOf({ rejectedDate: '2026-02-23' })).toEqual(['recientes']);
    expect(viewOf({ rejectedDate: '2026-02-22' })).toEqual(['anteriores']);
    expect(viewOf({ rejectedDate: '2026-03-02', motive })).toEqual(['eliminadas']);
  });

  it('shows the day-count basis only where it yields the booked interest', () => {
    const basis = (diasBase: number, product: 'BI' | 'FB' = 'BI') =>
      rowsOf([anInvoice()], aContext({ lines: [{ product, creditCurrency: 'MXN', diasBase }] }))[0]?.basis;
    expect(basis(360)).toBe(360);
    expect(basis(365)).toBeNull();
    expect(basis(360, 'FB')).toBeNull();
  });

  it('counts rows and filters them by currency', () => {
    const rows = rowsOf([anInvoice(), anInvoice(), anInvoice({ currency: 'USD', total: '0.01' })], aContext());
    expect(currencyCounts(rows)).toEqual({ MXN: 2, USD: 1 });
    expect(inCurrency(rows, 'USD')).toHaveLength(1);
    expect(inCurrency(rows, undefined)).toBe(rows);
  });
});

describe('[EST-03] the overdue light', () => {
  it.each([
    ['2026-03-01', 'red', 'Vencida', 'ayer'],
    ['2026-03-02', 'red', 'Vencida', 'hoy'],
    ['2026-03-03', 'yellow', 'Por vencer', 'mañana'],
    ['2026-03-09', 'yellow', 'Por vencer', 'en 7 días'],
    ['2026-03-10', 'green', 'Al corriente', 'en 8 días'],
  ])(
    'the light of an invoice due on %s is %s, with the word %s, against the server’s day',
    (dueDate, light, word, relative) => {
      expect(dueOf({ dueDate }, dateOf('2026-03-02'))).toMatchObject({ light, word, relative });
    },
  );

  it('is not shown without a due date', () => {
    expect(dueOf({ dueDate: null }, dateOf('2026-03-02'))).toBeNull();
  });
});

describe('[EST-04] a rejected invoice', () => {
  it('shows its motive with what to do', () => {
    const motive = { code: 'PPD_REQUIRED', description: 'No es PPD', remedy: 'Emítela PPD', user: false } as const;
    expect(motiveOf({ motive })).toEqual({ reason: 'No es PPD', remedy: 'Emítela PPD' });
  });

  it('shows ‘Factura inválida’ where no motive is known', () => {
    expect(motiveOf({ motive: null }).reason).toBe('Factura inválida');
  });
});
