import type { InterestRow } from '@anticipa/contract/interest';
import { formatCount } from '../../lib/format.ts';

/** Texts of the interest detail and of the interest invoices. */
export const es = {
  intro: 'El interés que generó cada factura en crédito, mes por mes. El IVA se muestra aparte.',
  table: (month: string) => `Intereses de ${month}`,
  month: 'Mes de devengo',
  search: 'Buscar folio, pagador o producto',
  failed: 'No se pudieron leer los intereses del mes.',
  emptyTitle: (month: string) => `No hay intereses en ${month}`,
  empty: (isRunning: boolean) =>
    isRunning
      ? 'El interés de una factura corre desde el día siguiente a su venta y aparece aquí cuando se deposita el anticipo.'
      : 'Ninguna factura estaba en crédito en ese mes. Elige otro mes para ver sus intereses.',
  toRunning: (month: string) => `Ver ${month}`,
  running: (date: string) => `El mes no ha terminado: se muestra lo devengado hasta el ${date}.`,
  /** "ACEROS DEL NORTE · 26 días · Facturado en INT-8" */
  rowNote: ({ receiverName, days, invoiceFolio }: InterestRow) =>
    [receiverName, formatCount(days, 'día', 'días'), invoiceFolio && `Facturado en ${invoiceFolio}`]
      .filter(Boolean)
      .join('\u00a0· '),

  invoicesIntro:
    'Las facturas que la financiera emite por los intereses de cada mes y por recargos, con su XML y su PDF.',
  invoicesTable: (month: string) => `Facturas emitidas en ${month}`,
  emissionMonth: 'Mes de emisión',
  invoicesSearch: 'Buscar folio o factura',
  invoicesFailed: 'No se pudieron leer las facturas del mes.',
  invoicesEmptyTitle: (month: string) => `No hay facturas emitidas en ${month}`,
  invoicesEmpty:
    'En los primeros días de cada mes se emite una factura por producto y moneda con los intereses del mes anterior. Sin intereses no hay factura.',
  dated: 'mes del interés',
  datedInvoices: 'fecha de emisión',
  breakdown: { title: (folio: string) => `Facturas de ${folio}`, iva: '+ IVA', total: 'Monto facturado' },
  download: (fileType: string, folio: string) => `Descargar el ${fileType} de la factura ${folio}`,
  complement: (folio: string, paidOn: string) => `Complemento de pago ${folio}, ${paidOn}`,
  downloadComplement: (fileType: string, folio: string) => `Descargar el ${fileType} del complemento de pago ${folio}`,
  downloadFailed: '¡Error! No se pudo generar el documento, contacta al administrador',
} as const;
