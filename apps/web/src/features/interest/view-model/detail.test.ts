import type { InterestRow } from '@anticipa/contract/interest';
import { moneyOf } from '@anticipa/domain/money';
import { describe, expect, it } from 'vitest';
import { interestRowsOf } from './detail.ts';

const aRow = (row: Partial<InterestRow> = {}): InterestRow => ({
  documentId: '11111111-1111-4111-8111-111111111111',
  periodo: '2026-01',
  receiverName: 'Aceros',
  days: 28,
  folioInvoice: 'A-12',
  interest: '1237.33',
  iva: '197.97',
  currency: 'MXN',
  productName: 'Anticipo Índice',
  invoiceFolio: null,
  ...row,
});

describe('the rows of a month', () => {
  it('[INT-02] shows the rows whose interest is above 0', () => {
    const rows = interestRowsOf([aRow(), aRow({ interest: '0.00' }), aRow({ interest: '-0.01' })]);
    expect(rows).toEqual([
      {
        id: '11111111-1111-4111-8111-111111111111:2026-01',
        row: aRow(),
        interest: moneyOf('1237.33', 'MXN'),
      },
    ]);
  });
});
