/** Checks what a provider returns: the order's CFDI, stamped. */
import { namespaces, parseCfdi } from '@anticipa/cfdi/read';
import { attributeOf, childrenOf } from '@anticipa/cfdi/xml-tree';
import { add, decimalOf, type FinancedCurrency, parseMoney, sum } from '@anticipa/domain/money';
import { type InvoiceOrder, InvoicingUnavailable, type IssuedInvoice } from './port.ts';

/**
 * A provider's XML as the issued invoice. Throws InvoicingUnavailable unless it is stamped and has the order's series, folio,
 * parties, currency and total to the cent.
 */
export function issuedInvoice(order: InvoiceOrder, xml: Uint8Array): IssuedInvoice {
  const read = parseCfdi(xml);
  const root = read.ok ? read.document.root : null;
  const uuid = read.ok && read.document.stamp ? attributeOf(read.document.stamp, 'UUID') : null;
  if (root === null || uuid === null) throw new InvoicingUnavailable('the invoicing provider returned no stamped CFDI');
  const of = (local: string, name: string): string | null => {
    const [element] = childrenOf(root, namespaces['4.0'], local);
    return element ? attributeOf(element, name) : null;
  };
  const total = parseMoney(attributeOf(root, 'Total') ?? '', order.currency);
  const found = [
    attributeOf(root, 'Serie'),
    attributeOf(root, 'Folio'),
    of('Emisor', 'Rfc'),
    of('Receptor', 'Rfc'),
    attributeOf(root, 'Moneda'),
    total && decimalOf(total),
  ];
  const { serie, folio, issuer, receiver, currency } = order;
  const ordered = [serie, folio, issuer.rfc, receiver.rfc, currency, decimalOf(totalOf(order))];
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
