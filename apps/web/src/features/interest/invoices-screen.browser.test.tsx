import { getCreditInformation } from '@anticipa/contract/credit';
import { type InterestInvoice, interestInvoiceFile, listInterestInvoices } from '@anticipa/contract/interest';
import type { ResponseOf } from '@anticipa/contract/route';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aCreditAnswer } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { columns, InvoicesScreen } from './invoices-screen.tsx';
import { invoiceRowsOf } from './view-model/invoices.ts';

/** Width of a table in a window of 1440 pixels. */
const CONTENT_WIDTH = 1112;

afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1280, 800);
});

const anInvoice = (over: Partial<InterestInvoice> = {}): InterestInvoice => ({
  id: '11111111-1111-4111-8111-111111111111',
  facturamaId: '11111111-1111-4111-8111-111111111111',
  uuid: '22222222-2222-4222-8222-222222222222',
  folio: 'INT-8',
  emittionDate: '2026-03-02T05:30:00Z',
  periodo: '2026-02',
  product: 'BI',
  productName: 'Anticipo Índice',
  currency: 'MXN',
  active: true,
  kind: 'interest',
  invoiceType: true,
  subTotal: '1234567.80',
  iva: '0.09',
  amount: '1234567.89',
  creditFolios: ['A-1', 'A-2'],
  InvoicingDetails: [
    { factoringDocumentFolio: 'A-1', subTotal: '1234567.00', iva: '0.05' },
    { factoringDocumentFolio: 'A-2', subTotal: '0.80', iva: '0.04' },
  ],
  complements: [],
  ...over,
});

it('[LIB-85] [HFI-01] [HFI-02] [HFI-03] lists the invoices of the month, opens their parts and downloads each file', async () => {
  answer(getCreditInformation).with(() => aCreditAnswer());
  const complement = {
    id: '11111111-1111-4111-8111-111111111119',
    folio: 'PAG-3',
    uuid: '22222222-2222-4222-8222-222222222229',
    paidOn: '2026-03-05',
    amount: '1234567.05',
  };
  const calls = answer(listInterestInvoices).with(() => ({
    data: [
      anInvoice({ complements: [complement] }),
      anInvoice({
        id: '11111111-1111-4111-8111-111111111112',
        folio: 'INT-9',
        invoiceType: false,
        subTotal: '1234000.00',
        iva: '0.00',
        amount: '1234000.00',
        creditFolios: ['A-1'],
        InvoicingDetails: anInvoice().InvoicingDetails.slice(0, 1),
      }),
      anInvoice({
        id: '11111111-1111-4111-8111-111111111113',
        folio: 'INT-10',
        active: false,
        kind: 'late-charges',
        creditFolios: ['A-1'],
        InvoicingDetails: anInvoice().InvoicingDetails.slice(0, 1),
      }),
    ],
  }));
  const screen = await renderScreen(<InvoicesScreen />);
  const table = screen.getByRole('grid', { name: 'Facturas emitidas en marzo 2026' });
  await expect.element(table).toBeVisible();
  const rows = table.getByRole('row').elements();
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    'INT-801-mar-202611:30 pmfebrero 2026InterésMXN 1,234,567.89MXNActivaIngreso2 facturasPDFXML',
    'INT-901-mar-202611:30 pmfebrero 2026BonificaciónMXN −1,234,000.00MXNActivaEgresoA-1PDFXML',
    'INT-1001-mar-202611:30 pmfebrero 2026RecargosMXN 1,234,567.89MXNCanceladaIngresoA-1PDFXML',
    'Total de 2 facturas, sin canceladasMXN 567.89',
  ]);
  expect([...table.element().querySelectorAll<HTMLElement>('[data-tone]')].map(({ dataset }) => dataset.tone)).toEqual([
    'good',
    'good',
    'bad',
  ]);
  expect(calls.map(({ body }) => body)).toEqual([{ search: { startDate: '2026-03-01', endDate: '2026-03-31' } }]);
  await table.getByRole('button', { name: '2 facturas' }).click();
  await expect
    .element(screen.getByRole('dialog', { name: 'Facturas de INT-8' }))
    .toHaveTextContent(
      'Facturas de INT-8A-1MXN 1,234,567.00A-2MXN 0.80+ IVAMXN 0.09Monto facturadoMXN 1,234,567.89' +
        'Complemento de pago PAG-3, 05/03/2026PDFXML',
    );
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const files = answer(interestInvoiceFile).with(
    ({ params: { fileType } }): ResponseOf<typeof interestInvoiceFile> => ({
      file: {
        Content: btoa('<a/>'),
        ContentType: `application/${fileType}`,
        ContentEncoding: 'base64',
        FileName: `INT-8.${fileType}`,
      },
    }),
  );
  const [ofComplement, ofInvoice] = ['del complemento de pago PAG-3', 'de la factura INT-8'];
  for (const file of [`PDF ${ofComplement}`, `XML ${ofInvoice}`, `PDF ${ofInvoice}`])
    await screen.getByRole('button', { name: `Descargar el ${file}` }).click();
  await expect.poll(() => saved).toEqual(['INT-8.pdf', 'INT-8.xml', 'INT-8.pdf']);
  expect(files.map(({ params }) => params)).toEqual([
    { fileType: 'pdf', id: complement.id },
    ...['xml', 'pdf'].map((fileType) => ({ fileType, id: anInvoice().id })),
  ]);
});

it('[HFI-01] shows its headings, the longest month and both downloads in full', async () => {
  await page.viewport(CONTENT_WIDTH, 800);
  const billed = { factoringDocumentFolio: 'A-1', subTotal: '1.00', iva: '0.16' };
  const [row] = invoiceRowsOf([
    anInvoice({
      emittionDate: '2026-05-30T16:00:00Z',
      periodo: '2026-09',
      active: false,
      invoiceType: false,
      InvoicingDetails: Array.from({ length: 1_234 }, () => billed),
    }),
  ]);
  const screen = await renderScreen(
    <DataTable
      label="Historial"
      noun={['factura', 'facturas']}
      rows={row ? [row] : []}
      columns={columns}
      rowId={({ id }) => id}
      empty={null}
    />,
  );
  const table = screen.getByRole('grid', { name: 'Historial' });
  await expect.element(table).toBeVisible();
  await document.fonts.ready;
  const scroller = table.element().parentElement;
  expect(scroller?.scrollWidth).toBe(scroller?.clientWidth);
  // A fraction of a pixel, which `scrollWidth` rounds off, is enough for an ellipsis.
  const cut = [...table.element().querySelectorAll('th, td')].filter((cell) => {
    const end = cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingInlineEnd);
    return [...cell.querySelectorAll('*')].some((part) => part.getBoundingClientRect().right > end);
  });
  expect(cut.map(({ textContent }) => textContent)).toEqual([]);
});
