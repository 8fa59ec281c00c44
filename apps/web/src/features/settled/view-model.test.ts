import type { Invoice } from '@anticipa/contract/invoices';
import { moneyOf } from '@anticipa/domain/money';
import { describe, expect, it } from 'vitest';
import { csvFile } from '../../lib/csv.ts';
import { anInvoiceInCredit } from '../../lib/test-builders.ts';
import { tableFile } from '../../ui/table/table-model.ts';
import { columns } from './settled-screen.tsx';
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
  it('[LIQ-02] shows its figures as money, its product in capitals and how it was paid', () => {
    expect(settledRowsOf([aSettled()])).toMatchObject([
      {
        folio: 'A-12',
        product: 'ANTICIPO ÍNDICE',
        initialDeposit: moneyOf('100920.00', 'MXN'),
        comision: moneyOf('3480.00', 'MXN'),
        finalDeposit: moneyOf('9249.06', 'MXN'),
        returned: { beyond: moneyOf('0.00', 'MXN'), balanceDue: moneyOf('0.00', 'MXN') },
        automatic: 'STP · Banco de Prueba',
      },
    ]);
  });

  it('[LIQ-01] of FB does not show how it was paid', () => {
    const [row] = settledRowsOf([aSettled({ Product: { code: 'FB', name: 'Factoraje' } })]);
    expect(row).toMatchObject({ product: 'FACTORAJE', automatic: null });
  });

  it('shows what was paid in excess, and what the aforo did not cover', () => {
    const asked = aSettled({ paidAmount: '117546.67', finalDeposit: '10795.73' });
    const late = aSettled({ recargos: '15466.67', ivaRecargos: '2474.67', finalDeposit: '0.00' });
    expect(settledRowsOf([asked, late]).map(({ returned }) => [returned.beyond, returned.balanceDue])).toEqual([
      [moneyOf('1546.67', 'MXN'), moneyOf('0.00', 'MXN')],
      [moneyOf('0.00', 'MXN'), moneyOf('6898.14', 'MXN')],
    ]);
  });

  it('is skipped while it is in credit', () => {
    expect(settledRowsOf([aSettled({ status: 30, paymentDate: null })])).toEqual([]);
  });

  it('[LIQ-01] is exported as it is shown, with plain figures and its product', async () => {
    const file = csvFile(tableFile(columns, settledRowsOf([aSettled(), aSettled({ source: null })])));
    const [header, row, other] = (await file.text()).split('\r\n');
    expect(header).toBe(
      'Pagador,Folio,F. Emisión,Importe,Moneda,Anticipo,F. Depósito,F. Vencimiento,F. Pago,Interés,Recargos,Devolución,Pago automático,Producto',
    );
    expect(row).toBe(
      'Comercial Ñandú,A-12,02/03/2026,116000.00,MXN,100920.00,10/03/2026,24/04/2026,04/05/2026,3480.00,1546.67,9249.06,STP · Banco de Prueba,ANTICIPO ÍNDICE',
    );
    expect(other).toMatch(/,9249\.06,,ANTICIPO ÍNDICE$/);
  });
});
