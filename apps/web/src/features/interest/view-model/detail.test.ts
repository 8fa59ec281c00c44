import type { InterestRow } from '@anticipa/contract/interest';
import { moneyOf } from '@anticipa/domain/money';
import { describe, expect, it } from 'vitest';
import { csvFile } from '../../../lib/csv.ts';
import { tableFile } from '../../../ui/table/table-model.ts';
import { columns } from '../interest-screen.tsx';
import { interestRowsOf } from './detail.ts';

const aRow = (row: Partial<InterestRow> = {}): InterestRow => ({
  documentId: '11111111-1111-4111-8111-111111111111',
  periodo: '2026-01',
  folioInvoice: 'A-12',
  interest: '1237.33',
  iva: '197.97',
  currency: 'MXN',
  productName: 'Anticipo Índice',
  invoiceFolio: null,
  ...row,
});

describe('the rows of a month', () => {
  it('[INT-02] are those whose interest is above 0', () => {
    const rows = interestRowsOf([aRow(), aRow({ interest: '0.00' }), aRow({ interest: '-0.01' })]);
    expect(rows).toEqual([
      {
        id: '11111111-1111-4111-8111-111111111111:2026-01',
        month: '2026-01',
        folio: 'A-12',
        interest: moneyOf('1237.33', 'MXN'),
        iva: moneyOf('197.97', 'MXN'),
        product: 'Anticipo Índice',
        billedIn: null,
      },
    ]);
  });

  it('[INT-01] are exported with plain figures and their currency apart', async () => {
    const rows = interestRowsOf([aRow(), aRow({ currency: 'USD', interest: '12000.50' })]);
    expect((await csvFile(tableFile(columns, rows)).text()).split('\r\n')).toEqual([
      'Periodo,Folio,Interés,IVA,Moneda,Producto',
      'enero 2026,A-12,1237.33,197.97,MXN,Anticipo Índice',
      'enero 2026,A-12,12000.50,197.97,USD,Anticipo Índice',
      '',
    ]);
  });
});
