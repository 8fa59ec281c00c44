import type { Invoice } from '@anticipa/contract/invoices';
import type { listOpenInvoices } from '@anticipa/contract/open-invoices';
import type { ResponseOf } from '@anticipa/contract/route';

/** The server's answer with these invoices as open ones. */
export function openListOf(invoices: readonly Invoice[]): ResponseOf<typeof listOpenInvoices> {
  return {
    products: invoices.map(({ Product, productId }) => [Product.code, productId]),
    receivers: invoices.map((one) => [one.receiverKey, one.receiverRFC, one.receiverName, one.receiverStatus]),
    invoices: invoices.map((one, index) => [
      one.documentId,
      one.serie,
      one.folio,
      index,
      one.currency,
      one.total,
      one.emittedOn,
      one.Product.code,
      one.status,
      one.isSynced,
      one.verification,
      one.motive?.code ?? null,
      one.rejectedDate,
      one.purchaseOrder,
    ]),
  };
}
