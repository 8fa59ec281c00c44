/**
 * The purchase order that an invoice states in a sealed complement, such as `detallista`, or else in its addenda. An addenda is
 * written by the issuer for its receiver, in the receiver's own format, and is neither sealed nor stamped. An order stated by
 * either is a suggestion that the client can change.
 */
import { childrenOf, collapse, type XmlElement } from './xml-tree.ts';

const LONGEST = 60;
/** Without spaces. Texts for "none" are not orders. */
const ORDER = /^[\p{L}\p{N}][\p{L}\p{N}\-_/.#]*$/u;
const NONE = /^(?:0+|N\/?A|NA|ND|SIN.*|NINGUN[AO])$/i;

/**
 * Names, in lower case without `_` and `-`, of the attributes and elements that carry an order in the addendas of Mexican
 * retailers and manufacturers, such as `ordenCompra` (Mabe), `N_PEDIDO` (Pemex), `FolioPedido` (Soriana) and `noPedido` (Femsa).
 */
const NAMES: ReadonlySet<string> = new Set([
  'ordencompra',
  'ordendecompra',
  'numorden',
  'numeroorden',
  'noorden',
  'numordencompra',
  'numeroordencompra',
  'numerodeordendecompra',
  'noordencompra',
  'noordendecompra',
  'foliopedido',
  'nopedido',
  'npedido',
  'numpedido',
  'numeropedido',
  'numerodepedido',
  'purchaseorder',
  'purchaseordernumber',
  'ponumber',
  'numoc',
  'nooc',
  'numerooc',
  'ordernumber',
  'buyerordernumber',
]);
/**
 * GS1 (AMECE), in the complement `detallista` and in the addendas of Liverpool, Chedraui, HEB and others:
 * `<referenceIdentification type="ON">`.
 */
const GS1 = { parent: 'orderIdentification', element: 'referenceIdentification', type: 'ON' } as const;

/** A purchase order, and whether the issuer's seal covers it. */
export interface StatedOrder {
  readonly order: string;
  readonly source: 'complement' | 'addenda';
}

/**
 * The only order in the complements of a Comprobante, or else in its addenda; null if there is none, or several to choose from.
 */
export function purchaseOrderOf(root: XmlElement): StatedOrder | null {
  const sealed = ordersIn(childrenOf(root, root.uri, 'Complemento'));
  const source = sealed.size > 0 ? 'complement' : 'addenda';
  const found = sealed.size > 0 ? sealed : ordersIn(childrenOf(root, root.uri, 'Addenda'));
  const [order] = found;
  return found.size === 1 && order !== undefined ? { order, source } : null;
}

function ordersIn(elements: readonly XmlElement[]): Set<string> {
  const found = new Set<string>();
  const take = (text: string): void => {
    const order = collapse(text);
    if (order.length <= LONGEST && ORDER.test(order) && !NONE.test(order)) found.add(order);
  };
  const visit = (element: XmlElement, parent: XmlElement | null): void => {
    for (const [name, value] of element.attributes) if (isOrderName(name)) take(value);
    const isGs1 =
      element.local === GS1.element &&
      parent?.local === GS1.parent &&
      element.attributes.get('type')?.toUpperCase() === GS1.type;
    if (isGs1 || isOrderName(element.local)) take(textOf(element));
    for (const child of element.children) if (typeof child !== 'string') visit(child, element);
  };
  for (const element of elements) visit(element, null);
  return found;
}

const isOrderName = (name: string): boolean => NAMES.has(name.replaceAll(/[_-]/g, '').toLowerCase());

/** The text directly inside an element; empty if it has elements. */
const textOf = ({ children }: XmlElement): string =>
  children.every((child) => typeof child === 'string') ? children.join('') : '';
