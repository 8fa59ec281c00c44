import type { InterestInvoice } from '@anticipa/contract/interest';
import { moneyOf } from '@anticipa/domain/money';
import { interestInvoiceColumns } from '@anticipa/texts/tables/interest';
import { describe, expect, it } from 'vitest';
import { invoiceRowsOf } from './invoices.ts';

const anInvoice = (invoice: Partial<InterestInvoice> = {}): InterestInvoice => ({
  id: '11111111-1111-4111-8111-111111111111',
  facturamaId: '11111111-1111-4111-8111-111111111111',
  uuid: '22222222-2222-4222-8222-222222222222',
  folio: 'INT-7',
  emittionDate: '2026-02-03T17:00:00.000Z',
  periodo: '2026-01',
  product: 'BI',
  productName: 'Anticipo Índice',
  currency: 'MXN',
  active: true,
  kind: 'interest',
  invoiceType: true,
  subTotal: '2320.00',
  iva: '371.20',
  amount: '2691.20',
  creditFolios: ['A-1', 'A-2'],
  InvoicingDetails: [
    { factoringDocumentFolio: 'A-1', subTotal: '1160.00', iva: '185.60' },
    { factoringDocumentFolio: 'A-2', subTotal: '1160.00', iva: '185.60' },
  ],
  complements: [],
  ...invoice,
});

describe('the rows of the history', () => {
  it('[HFI-01] shows the amount with its sign, the month cut, and each type in words', () => {
    const written = (over: Partial<InterestInvoice>) =>
      Object.values(interestInvoiceColumns)
        .map(({ cell }) => cell(anInvoice(over))?.value)
        .slice(0, 10);
    const common = ['INT-7', '22222222-2222-4222-8222-222222222222', '2026-02-03T17:00:00.000Z', 'enero 2026'];
    const amount = moneyOf('2691.20', 'MXN');
    expect(written({})).toEqual([...common, amount, 'MXN', 'Activa', 'Ingreso', 'A-1, A-2', 'Interés']);
    const credited = moneyOf('-2691.20', 'MXN');
    const note = [...common, credited, 'MXN', 'Activa', 'Egreso', 'A-1, A-2', 'Bonificación'];
    expect(written({ invoiceType: false })).toEqual(note);
    const cancelled = [...common, amount, 'MXN', 'Cancelada', 'Ingreso', 'A-1, A-2', 'Recargos'];
    expect(written({ active: false, kind: 'late-charges' })).toEqual(cancelled);
  });

  it('the history has each billed invoice with its interest', () => {
    const [row] = invoiceRowsOf([anInvoice({ currency: 'USD' })]);
    expect(row).toMatchObject({ amount: moneyOf('2691.20', 'USD'), iva: moneyOf('371.20', 'USD') });
    expect(row?.details).toEqual(['A-1', 'A-2'].map((folio) => ({ folio, subTotal: moneyOf('1160.00', 'USD') })));
  });
});
