import type { Invoice } from '@anticipa/contract/invoices';
import { moneyOf } from '@anticipa/domain/money';
import { settledColumns } from '@anticipa/texts/tables/invoices';
import { describe, expect, it } from 'vitest';
import { anInvoiceInCredit } from '../../lib/test-builders.ts';
import { settledRowsOf } from './view-model.ts';

/** The golden sale's invoice, paid ten days late. */
const aSettled = (over: Partial<Invoice> = {}): Invoice =>
  anInvoiceInCredit({
    status: 40,
    dueDate: '2026-04-24',
    paymentDays: 45,
    emissionToPaymentDate: 53,
    comision: '3480.00',
    iva: '556.80',
    initialDeposit: '100920.00',
    fechaDeposito: '2026-03-10',
    paymentDate: '2026-05-04',
    paidAmount: '116000.00',
    recargos: '1546.67',
    ivaRecargos: '247.47',
    finalDeposit: '9249.06',
    source: 'STP',
    bank: 'Banco de Prueba',
    ...over,
  });

describe('a settled invoice', () => {
  it('[LIQ-02] shows its figures as money', () => {
    expect(settledRowsOf([aSettled()])).toMatchObject([
      {
        finalDeposit: moneyOf('9249.06', 'MXN'),
        returned: { beyond: moneyOf('0.00', 'MXN'), balanceDue: moneyOf('0.00', 'MXN') },
      },
    ]);
  });

  it('[LIQ-01] [LIQ-02] an invoice is described by its product in capitals and, unless of FB, how it was paid', () => {
    const written = (invoice: Invoice) =>
      [settledColumns.folio, settledColumns.product, settledColumns.initialDeposit, settledColumns.automatic].map(
        ({ cell }) => cell(invoice)?.value,
      );
    const deposit = moneyOf('100920.00', 'MXN');
    expect(written(aSettled())).toEqual(['A-12', 'ANTICIPO ÍNDICE', deposit, 'STP · Banco de Prueba']);
    const factoring = aSettled({ Product: { code: 'FB', name: 'Factoraje' } });
    expect(written(factoring)).toEqual(['A-12', 'FACTORAJE', deposit, undefined]);
  });

  it('shows what was paid in excess, and what the aforo did not cover', () => {
    const asked = aSettled({ paidAmount: '117546.67', finalDeposit: '10795.73' });
    const late = aSettled({ recargos: '15466.67', ivaRecargos: '2474.67', finalDeposit: '0.00' });
    expect(settledRowsOf([asked, late]).map(({ returned }) => [returned.beyond, returned.balanceDue])).toEqual([
      [moneyOf('1546.67', 'MXN'), moneyOf('0.00', 'MXN')],
      [moneyOf('0.00', 'MXN'), moneyOf('6898.14', 'MXN')],
    ]);
  });

  it('[LIQ-02] an invoice with a rebate for early payment is returned in full, with nothing left to pay', () => {
    const early = { paymentDate: '2026-04-14', recargos: '0.00', ivaRecargos: '0.00' };
    const [row] = settledRowsOf([aSettled({ ...early, rebate: '897.06', finalDeposit: '11940.26' })]);
    expect(row?.returned).toMatchObject({ rebate: moneyOf('897.06', 'MXN'), balanceDue: moneyOf('0.00', 'MXN') });
  });

  it('is skipped while it is in credit', () => {
    expect(settledRowsOf([aSettled({ status: 30, paymentDate: null })])).toEqual([]);
  });
});
