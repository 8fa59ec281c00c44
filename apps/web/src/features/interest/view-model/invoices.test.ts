import type { InterestInvoice } from '@anticipa/contract/interest';
import { moneyOf } from '@anticipa/domain/money';
import { describe, expect, it } from 'vitest';
import { csvFile } from '../../../lib/csv.ts';
import { tableFile } from '../../../ui/table/table-model.ts';
import { columns } from '../invoices-screen.tsx';
import { foliosOf, invoiceRowsOf } from './invoices.ts';

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
  invoiceType: true,
  subTotal: '2320.00',
  iva: '371.20',
  amount: '2691.20',
  creditFolios: ['A-1', 'A-2'],
  InvoicingDetails: [
    { factoringDocumentFolio: 'A-1', subTotal: '1160.00', iva: '185.60' },
    { factoringDocumentFolio: 'A-2', subTotal: '1160.00', iva: '185.60' },
  ],
  ...invoice,
});

describe('the rows of the history', () => {
  it('[HFI-01] show the amount with IVA, the month cut, and each type in words', () => {
    const [row, egreso, cancelled] = invoiceRowsOf([
      anInvoice(),
      anInvoice({ invoiceType: false }),
      anInvoice({ active: false, currency: 'USD' }),
    ]);
    expect(row).toMatchObject({
      folio: 'INT-7',
      month: '2026-01',
      amount: moneyOf('2691.20', 'MXN'),
      status: 'Activa',
      type: 'Ingreso',
    });
    expect(row && foliosOf(row)).toBe('A-1, A-2');
    expect(egreso?.type).toBe('Egreso');
    expect(cancelled).toMatchObject({ status: 'Cancelada', amount: moneyOf('2691.20', 'USD') });
  });

  it('[HFI-01] are exported in the order of the columns', async () => {
    const file = csvFile(tableFile(columns, invoiceRowsOf([anInvoice()])));
    expect((await file.text()).split('\r\n')).toEqual([
      'Folio,Fecha de Emisión,periodo Facturado,Monto Facturado,Moneda,Estatus,Tipo de Comprobante,Factura',
      'INT-7,03-feb-2026 11:00 am,enero 2026,2691.20,MXN,Activa,Ingreso,"A-1, A-2"',
      '',
    ]);
  });
});
