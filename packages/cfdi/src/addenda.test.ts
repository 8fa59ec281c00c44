import { describe, expect, it } from 'vitest';
import { purchaseOrderOf } from './addenda.ts';
import { namespaces } from './read.ts';
import { parseXml } from './xml-tree.ts';

/** The order of an invoice with these children. */
function orderOf(children: string): string | null {
  const tree = parseXml(`<c:Comprobante xmlns:c="${namespaces['4.0']}" Folio="7">${children}</c:Comprobante>`);
  if (!tree.ok) throw new Error(tree.motive);
  return purchaseOrderOf(tree.root)?.order ?? null;
}
const addenda = (content: string): string => `<c:Addenda>${content}</c:Addenda>`;
const gs1 = (type: string, order: string): string =>
  `<requestForPayment><orderIdentification><referenceIdentification type="${type}">${order}</referenceIdentification>
   </orderIdentification></requestForPayment>`;

describe('[VTA-07] the purchase order in an addenda', () => {
  it.each([
    ['of GS1', gs1('ON', '4501234567'), '4501234567'],
    ['in an attribute', '<m:Factura xmlns:m="urn:mabe" ordenCompra=" OC-88 "/>', 'OC-88'],
    ['in an element', '<p:addenda xmlns:p="urn:pemex"><p:N_PEDIDO>PX/12.3</p:N_PEDIDO></p:addenda>', 'PX/12.3'],
    ['on every line alike', '<d><l noPedido="A1"/><l noPedido="A1"/></d>', 'A1'],
  ])('%s is read', (_, content, order) => {
    expect(orderOf(addenda(content))).toBe(order);
  });

  it.each([
    ...['ordenCompra', 'OrdenDeCompra', 'NumOrden', 'numeroOrden', 'no_orden', 'numOrdenCompra', 'NUMERO_ORDEN_COMPRA'],
    ...[
      'numeroDeOrdenDeCompra',
      'NoOrdenCompra',
      'noOrdenDeCompra',
      'FolioPedido',
      'noPedido',
      'n-pedido',
      'NumPedido',
    ],
    ...['NumeroPedido', 'numeroDePedido', 'purchaseOrder', 'PurchaseOrderNumber', 'PO_Number'],
  ])('is read from %s, as an attribute and as an element', (name) => {
    expect([orderOf(addenda(`<d ${name}="A1"/>`)), orderOf(addenda(`<${name}>A1</${name}>`))]).toEqual(['A1', 'A1']);
  });

  it.each(['9'.repeat(60), 'NA-12', 'XNA', '100', 'N/A1', 'NINGUNAS1', '1ND', 'Ñ-7_8/9#10'])(
    '%s is an order',
    (order) => {
      expect(orderOf(addenda(`<d ordenCompra="${order}"/>`))).toBe(order);
    },
  );

  it.each(['0', '000', 'N/A', 'na', 'NA', 'nd', 'SINORDEN', 'ninguna', 'NINGUNO', '-1', '.', 'A B'])(
    '%s is none',
    (text) => {
      expect(orderOf(addenda(`<d ordenCompra="${text}"/>`))).toBeNull();
    },
  );

  it.each([
    ['outside its parent', '<x><referenceIdentification type="ON">A1</referenceIdentification></x>'],
    ['at the top', '<referenceIdentification type="ON">A1</referenceIdentification>'],
    [
      'without a type',
      '<orderIdentification><referenceIdentification>A1</referenceIdentification></orderIdentification>',
    ],
    ['of another name', '<orderIdentification><other type="ON">A1</other></orderIdentification>'],
  ])('a reference of GS1 %s is none', (_, content) => {
    expect(orderOf(addenda(content))).toBeNull();
  });

  it.each([
    ['of several, none is chosen', '<d><l noPedido="A1"/><l noPedido="A2"/></d>'],
    ['a reference of another type is none', gs1('ATZ', '4501234567')],
    ['a word for none is none', '<d ordenCompra="SIN ORDEN" numeroPedido="N/A"><noPedido>000</noPedido></d>'],
    ['a sentence is none', '<d ordenCompra="la de siempre"/>'],
    ['one that is too long is none', `<d ordenCompra="${'9'.repeat(61)}"/>`],
    ['an element with elements is none', '<noPedido>A1<b/></noPedido>'],
    ['an empty element is none', '<noPedido/>'],
    ['an empty one is none', '<d ordenCompra=""/>'],
  ])('%s', (_, content) => {
    expect(orderOf(addenda(content))).toBeNull();
  });

  it('an order in a sealed complement comes before that of the addenda, with its source', () => {
    const detallista = `<c:Complemento><d:detallista xmlns:d="http://www.sat.gob.mx/detallista"><d:orderIdentification>
      <d:referenceIdentification type="ON"> 4501234567 </d:referenceIdentification></d:orderIdentification></d:detallista></c:Complemento>`;
    const sourceOf = (children: string) => {
      const tree = parseXml(`<c:Comprobante xmlns:c="${namespaces['4.0']}">${children}</c:Comprobante>`);
      return tree.ok && purchaseOrderOf(tree.root);
    };
    const other = addenda('<d ordenCompra="OC-1"/>');
    expect(sourceOf(detallista + other)).toEqual({ order: '4501234567', source: 'complement' });
    expect(sourceOf(detallista.replace('ON', 'ATZ') + other)).toEqual({ order: 'OC-1', source: 'addenda' });
    expect(sourceOf(detallista + detallista.replace('4501234567', '2'))).toBeNull();
  });

  it('outside the addenda, or in an addenda of another namespace, is none', () => {
    expect(orderOf('<d ordenCompra="A1"/>')).toBeNull();
    expect(orderOf('<Addenda><d ordenCompra="A1"/></Addenda>')).toBeNull();
    expect(orderOf('')).toBeNull();
  });

  it('is found at the depth and the size that the reader allows', () => {
    const deep = `${'<a>'.repeat(60)}<b ordenCompra="A1"/>${'</a>'.repeat(60)}`;
    expect(orderOf(addenda(`${deep}${'<x/>'.repeat(19_000)}`))).toBe('A1');
  });
});
