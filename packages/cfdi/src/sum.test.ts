import { describe, expect, test } from 'vitest';
import { namespaces } from './read.ts';
import { isTotalSumOfParts } from './sum.ts';
import { parseXml } from './xml-tree.ts';

/** Whether the total of an invoice with these attributes and contents is the sum of its parts. */
function isSum(attributes: string, content = ''): boolean {
  const tree = parseXml(`<Comprobante xmlns="${namespaces['4.0']}" ${attributes}>${content}</Comprobante>`);
  if (!tree.ok) throw new Error(tree.motive);
  return isTotalSumOfParts(tree.root);
}
const vat = '<Impuestos TotalImpuestosTrasladados="16.00"/>';
const complement = (name: string, uri: string, attributes: string, content = ''): string =>
  `<Complemento><${name} xmlns="http://www.sat.gob.mx/${uri}" ${attributes}>${content}</${name}></Complemento>`;
const local = complement('ImpuestosLocales', 'implocal', 'TotaldeTraslados="3.00" TotaldeRetenciones="5.00"');
const flight = complement('Aerolineas', 'aerolineas', 'TUA="600"', '<OtrosCargos TotalCargos="25.5"/>');

describe('the sum of the parts', () => {
  test.each([
    ['without taxes', 'SubTotal="100" Total="100.00"', ''],
    ['with taxes', 'SubTotal="100.00" Total="116.00"', vat],
    ['with a discount', 'SubTotal="100.00" Descuento="10.50" Total="105.500000"', vat],
    [
      'with withheld taxes',
      'SubTotal="100.00" Total="105.33"',
      '<Impuestos TotalImpuestosTrasladados="16.00" TotalImpuestosRetenidos="10.67"/>',
    ],
    ['with local taxes', 'SubTotal="100.00" Total="114.00"', vat + local],
    [
      'with taxes of a line, which are in the total of taxes',
      'SubTotal="100.00" Total="116.00"',
      `${vat}<Conceptos>
      <Concepto><Impuestos TotalImpuestosTrasladados="16.00"/></Concepto></Conceptos>`,
    ],
    ['rounded down by a unit', 'SubTotal="100.00" Total="115.00"', vat],
    ['rounded up by a unit', 'SubTotal="100.00" Total="117.00"', vat],
    ['with airport fees', 'SubTotal="100.00" Total="741.50"', vat + flight],
    ['with airport fees in the subtotal', 'SubTotal="725.50" Total="741.50"', vat + flight],
  ])('[CAR-04] accepts a total %s', (_, attributes, content) => {
    expect(isSum(attributes, content)).toBe(true);
  });

  test.each([
    ['too high', 'SubTotal="100.00" Total="117.01"', vat],
    ['too low', 'SubTotal="100.00" Total="114.99"', vat],
    ['with a digit too many', 'SubTotal="264509.33" Total="4999999.00"', vat],
    ['that ignores the discount', 'SubTotal="100.00" Descuento="10.00" Total="116.00"', vat],
    ['that ignores local taxes', 'SubTotal="100.00" Total="116.00"', vat + local],
    ['above the airport fees', 'SubTotal="100.00" Total="743.00"', vat + flight],
    ['without a subtotal', 'Total="116.00"', vat],
    ['with an unreadable subtotal', 'SubTotal="1e2" Total="116.00"', vat],
    ['with taxes of another namespace', 'SubTotal="100.00" Total="116.00"', vat.replace(' ', ' xmlns="urn:x" ')],
  ])('[CAR-04] refuses a total %s', (_, attributes, content) => {
    expect(isSum(attributes, content)).toBe(false);
  });
});
