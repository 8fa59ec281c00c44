/** Checks what a provider returns: the order's CFDI, stamped. */
import { namespaces, parseCfdi } from '@anticipa/cfdi/read';
import { attributeOf, childrenOf } from '@anticipa/cfdi/xml-tree';
import { add, decimalOf, type FinancedCurrency, parseMoney, sum } from '@anticipa/domain/money';
import { type InvoiceOrder, InvoicingUnavailable, type IssuedInvoice, type PaymentOrder } from './port.ts';

type Expected = Pick<InvoiceOrder, 'serie' | 'folio' | 'issuer' | 'receiver'> & {
  readonly currency: string;
  readonly total: string;
};

/**
 * A provider's XML as the issued invoice. Throws InvoicingUnavailable unless it is stamped and has the order's series, folio,
 * parties, currency and total to the cent.
 */
export const issuedInvoice = (order: InvoiceOrder, xml: Uint8Array): IssuedInvoice =>
  checked({ ...order, total: decimalOf(totalOf(order)) }, xml);

/** The same for a payment complement, whose own total is zero. */
export const issuedPayment = (order: PaymentOrder, xml: Uint8Array): IssuedInvoice =>
  checked({ ...order, currency: 'XXX', total: '0.00' }, xml);

function checked(order: Expected, xml: Uint8Array): IssuedInvoice {
  const read = parseCfdi(xml);
  const root = read.ok ? read.document.root : null;
  const uuid = read.ok && read.document.stamp ? attributeOf(read.document.stamp, 'UUID') : null;
  if (root === null || uuid === null) throw new InvoicingUnavailable('the invoicing provider returned no stamped CFDI');
  const of = (local: string, name: string): string | null => {
    const [element] = childrenOf(root, namespaces['4.0'], local);
    return element ? attributeOf(element, name) : null;
  };
  // The currency is compared apart.
  const total = parseMoney(attributeOf(root, 'Total') ?? '', 'MXN');
  const found = [
    attributeOf(root, 'Serie'),
    attributeOf(root, 'Folio'),
    of('Emisor', 'Rfc'),
    of('Receptor', 'Rfc'),
    attributeOf(root, 'Moneda'),
    total && decimalOf(total),
  ];
  const { serie, folio, issuer, receiver, currency, total: wanted } = order;
  const ordered = [serie, folio, issuer.rfc, receiver.rfc, currency, wanted];
  const other = ordered.findIndex((text, index) => text !== found[index]);
  if (other >= 0) {
    const name = ['Serie', 'Folio', 'Emisor', 'Receptor', 'Moneda', 'Total'][other];
    throw new InvoicingUnavailable(`the invoicing provider issued ${serie}-${folio} with another ${name}`);
  }
  return { uuid: uuid.toUpperCase(), xml };
}

/** Total of an order, with its IVA. */
function totalOf({ currency, concepts }: InvoiceOrder) {
  const amounts = concepts.map(({ subTotal, iva }) => add(subTotal, iva));
  return sum<FinancedCurrency>(currency, amounts);
}
