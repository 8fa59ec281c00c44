import { describe, expect, test } from 'vitest';
import { namespaces } from './read.ts';
import { isTotalSumOfParts, ivaOf } from './sum.ts';
import { parseXml, type XmlElement } from './xml-tree.ts';

/** Whether the total of an invoice with these attributes and contents is the sum of its parts. */
const isSum = (attributes: string, content = ''): boolean => isTotalSumOfParts(comprobante(attributes, content));

function comprobante(attributes: string, content: string): XmlElement {
  const tree = parseXml(`<Comprobante xmlns="${namespaces['4.0']}" ${attributes}>${content}</Comprobante>`);
  if (!tree.ok) throw new Error(tree.motive);
  return tree.root;
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

  const taxes = (attributes: string, content = '') => `<Impuestos ${attributes}>${content}</Impuestos>`;
  test.each([
    [
      'of lines rounded one by one',
      'SubTotal="1234567.89" Total="1432098.76"',
      taxes('TotalImpuestosTrasladados="197530.87"'),
    ],
    ['with 6 decimals', 'SubTotal="3333.333333" Total="3866.666666"', taxes('TotalImpuestosTrasladados="533.333333"')],
    ['of amounts without decimals', 'SubTotal="100" Total="116"', taxes('TotalImpuestosTrasladados="16"')],
    [
      'in dollars, whatever the exchange rate',
      'Moneda="USD" TipoCambio="18.5012" SubTotal="100.00" Total="116.00"',
      vat,
    ],
    [
      'in dollars of an export at 0 %',
      'Moneda="USD" SubTotal="9870.40" Total="9870.40"',
      taxes('TotalImpuestosTrasladados="0.00"'),
    ],
    [
      'of exempt lines only',
      'SubTotal="500.00" Total="500.00"',
      '<Impuestos><Traslados><Traslado TipoFactor="Exento"/></Traslados></Impuestos>',
    ],
    [
      'of a fee with VAT and income tax withheld',
      'SubTotal="10000.00" Total="9533.33"',
      taxes('TotalImpuestosTrasladados="1600.00" TotalImpuestosRetenidos="2066.67"'),
    ],
    [
      'of freight with 4 % withheld',
      'SubTotal="2500.00" Total="2800.00"',
      taxes('TotalImpuestosTrasladados="400.00" TotalImpuestosRetenidos="100.00"'),
    ],
    ['of fuel with IEPS and VAT', 'SubTotal="1000.00" Total="1201.38"', taxes('TotalImpuestosTrasladados="201.38"')],
    ['paid in advance by a discount', 'SubTotal="100.00" Descuento="100.00" Total="0.00"', ''],
    [
      'without the optional totals of taxes',
      'SubTotal="100.00" Total="105.33"',
      taxes(
        '',
        '<Retenciones><Retencion Importe="10.67"/></Retenciones><Traslados><Traslado Importe="10.00"/><Traslado Importe="6.00"/></Traslados>',
      ),
    ],
    [
      'of public works with 5 per thousand withheld locally',
      'SubTotal="200000.00" Total="231000.00"',
      taxes('TotalImpuestosTrasladados="32000.00"') +
        complement('ImpuestosLocales', 'implocal', 'TotaldeTraslados="0" TotaldeRetenciones="1000"'),
    ],
    [
      'of lodging with a local tax of 3 %',
      'SubTotal="1000.00" Total="1190.00"',
      taxes('TotalImpuestosTrasladados="160.00"') +
        complement('ImpuestosLocales', 'implocal', 'TotaldeTraslados="30.00" TotaldeRetenciones=".00"'),
    ],
    [
      'with local amounts in any form of a decimal',
      'SubTotal="100.00" Total="130.50"',
      complement('ImpuestosLocales', 'implocal', 'TotaldeTraslados="+20." TotaldeRetenciones="-10.5"'),
    ],
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

describe('the IVA charged to the receiver', () => {
  const taxes = (...listed: string[]): string => `<Impuestos><Traslados>${listed.join('')}</Traslados></Impuestos>`;
  const tax = (of: string): string => `<Traslado ${of}/>`;
  const iva = (importe: string): string => tax(`Impuesto="002" TipoFactor="Tasa" Importe="${importe}"`);
  test.each([
    ['of one rate', taxes(iva('1600.00')), 1_600_00n],
    ['of two rates, rounded once', taxes(iva('10.002'), iva('5.003')), 15_01n],
    ['beside another tax', taxes(iva('1.00'), tax('Impuesto="003" TipoFactor="Tasa" Importe="80.00"')), 1_00n],
    ['of an exempt part', taxes(tax('Impuesto="002" TipoFactor="Exento" Base="100"')), 0n],
    ['of an invoice without taxes', '', 0n],
    ['only of its lines', `<Conceptos><Concepto>${taxes(iva('16.00'))}</Concepto></Conceptos>`, 0n],
    ['without an amount', taxes(tax('Impuesto="002" TipoFactor="Tasa"')), null],
    ['below zero', taxes(iva('-16.00')), null],
    ['above the total', taxes(iva('11600.01')), null],
  ])('[MOV-06] %s', (_, content, cents) => {
    expect(ivaOf(comprobante('', content), 11_600_00n)).toBe(cents);
  });
});
