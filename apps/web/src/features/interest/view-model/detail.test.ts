import type { InterestRow } from '@anticipa/contract/interest';
import { dateOf } from '@anticipa/domain/calendar';
import { moneyOf } from '@anticipa/domain/money';
import { describe, expect, it, test } from 'vitest';
import { csvFile } from '../../../lib/csv.ts';
import { tableFile } from '../../../ui/table/table-model.ts';
import { columns } from '../interest-screen.tsx';
import { interestRowsOf, monthShown } from './detail.ts';

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

describe('[INT-01] the month shown', () => {
  test.each([
    ['without one, the month before', undefined, '2026-11-21', '2026-10'],
    ['on 1 January, December of the year before', undefined, '2026-01-01', '2025-12'],
    ['the one asked for', '2026-03', '2026-11-21', '2026-03'],
    ['the month that is running', '2026-11', '2026-11-30', '2026-11'],
    ['not one of the future', '2026-12', '2026-11-30', '2026-10'],
    ['not one that does not exist', '2026-13', '2026-11-30', '2026-10'],
  ])('is %s', (_case, asked, today, month) => {
    expect(monthShown(asked, dateOf(today))).toBe(month);
  });
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
