import { describe, expect, it, test } from 'vitest';
import { MAX_DEPTH, MAX_ORIGINAL_STRING, MAX_VISITS } from './limits.ts';
import { type CfdiVersion, invoiceString, stampString } from './original-string.ts';
import { parseXml, type XmlElement } from './xml-tree.ts';

const SAT = 'http://www.sat.gob.mx/';

function tree(text: string): XmlElement {
  const parsed = parseXml(text);
  if (!parsed.ok) throw new Error(parsed.motive);
  return parsed.root;
}

/** The string of a Comprobante with only the given content. */
function stringOf(version: CfdiVersion, content: string, attributes = ''): string | null {
  const uri = `${SAT}cfd/${version === '3.3' ? 3 : 4}`;
  return invoiceString(version, tree(`<Comprobante xmlns="${uri}" ${attributes}>${content}</Comprobante>`));
}

/** A Comprobante without attributes: the leading pipe and its empty required fields. */
const bare: Readonly<Record<CfdiVersion, string>> = { '3.3': '|'.repeat(9), '4.0': '|'.repeat(10) };
/** The string of the content of its Complemento, without the Comprobante's own empty fields. */
function complement(version: CfdiVersion, name: string, text: string): string | undefined {
  const prefixed = text.replace(/<(\/?)(?=[A-Za-z])/g, '<$1c:').replace(/^<c:\w+/, `$& xmlns:c="${SAT}${name}"`);
  const whole = stringOf(version, `<Complemento>${prefixed}</Complemento>`);
  return whole?.slice(bare[version].length, -2);
}

const invoice40 = `<?xml version="1.0" encoding="UTF-8"?>
<x:Comprobante xmlns:x="${SAT}cfd/4" Total="116.00" Version="4.0" Serie="A" Folio=" 7  8 " Fecha="2026-01-02T03:04:05"
  Sello="s" FormaPago="99" NoCertificado="00001000000500000001" Certificado="c" CondicionesDePago="30 días" SubTotal="100.00"
  Moneda="USD" TipoCambio="17.5" TipoDeComprobante="I" Exportacion="01" MetodoPago="PPD" LugarExpedicion="64000">
  <x:InformacionGlobal Periodicidad="04" Meses="01" Año="2026"/>
  <x:CfdiRelacionados TipoRelacion="04"><x:CfdiRelacionado UUID="U1"/><x:CfdiRelacionado UUID="U2"/></x:CfdiRelacionados>
  <x:Emisor Rfc="P&amp;M110228HT4" Nombre="PÉREZ &amp; MUÑOZ" RegimenFiscal="601"/>
  <x:Receptor Rfc="XEXX010101000" Nombre="ACME" DomicilioFiscalReceptor="64000" ResidenciaFiscal="USA" NumRegIdTrib="9"
    RegimenFiscalReceptor="616" UsoCFDI="S01"/>
  <x:Conceptos>
    <x:Concepto ClaveProdServ="01010101" Cantidad="1" ClaveUnidad="H87" Descripcion="Uno" ValorUnitario="100.00" Importe="100.00"
      ObjetoImp="02">
      <x:Impuestos>
        <x:Traslados><x:Traslado Base="100.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.16" Importe="16.00"/></x:Traslados>
        <x:Retenciones><x:Retencion Base="100.00" Impuesto="001" TipoFactor="Tasa" TasaOCuota="0.1" Importe="10.00"/></x:Retenciones>
      </x:Impuestos>
      <x:ACuentaTerceros RfcACuentaTerceros="T" NombreACuentaTerceros="N" RegimenFiscalACuentaTerceros="R" DomicilioFiscalACuentaTerceros="D"/>
      <x:InformacionAduanera NumeroPedimento="15  48  3009  0001234"/>
      <x:CuentaPredial Numero="15956011002"/>
      <x:Parte ClaveProdServ="p" Cantidad="2" Descripcion="d"><x:InformacionAduanera NumeroPedimento="q"/></x:Parte>
    </x:Concepto>
  </x:Conceptos>
  <x:Impuestos TotalImpuestosTrasladados="16.00" TotalImpuestosRetenidos="10.00">
    <x:Retenciones><x:Retencion Impuesto="001" Importe="10.00"/></x:Retenciones>
    <x:Traslados><x:Traslado Base="100.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.16" Importe="16.00"/></x:Traslados>
  </x:Impuestos>
  <x:Addenda><x:Emisor Rfc="FAKE"/></x:Addenda>
</x:Comprobante>`;

describe('the original string', () => {
  it('[CAR-03] writes the fields of a 4.0 invoice in the order of Annex 20', () => {
    expect(invoiceString('4.0', tree(invoice40))).toBe(
      '||4.0|A|7 8|2026-01-02T03:04:05|99|00001000000500000001|30 días|100.00|USD|17.5|116.00|I|01|PPD|64000|04|01|2026|04|U1|U2' +
        '|P&M110228HT4|PÉREZ & MUÑOZ|601|XEXX010101000|ACME|64000|USA|9|616|S01' +
        '|01010101|1|H87|Uno|100.00|100.00|02|100.00|002|Tasa|0.16|16.00|100.00|001|Tasa|0.1|10.00|T|N|R|D' +
        '|15 48 3009 0001234|15956011002|p|2|d|q|001|10.00|10.00|100.00|002|Tasa|0.16|16.00|16.00||',
    );
  });

  it('[CAR-03] writes the fields of a 3.3 invoice in the order of Annex 20', () => {
    const text = invoice40.replace('cfd/4', 'cfd/3').replace('Version="4.0"', 'Version="3.3"');
    expect(invoiceString('3.3', tree(text))).toBe(
      '||3.3|A|7 8|2026-01-02T03:04:05|99|00001000000500000001|30 días|100.00|USD|17.5|116.00|I|PPD|64000|04|U1|U2' +
        '|P&M110228HT4|PÉREZ & MUÑOZ|601|XEXX010101000|ACME|USA|9|S01' +
        '|01010101|1|H87|Uno|100.00|100.00|100.00|002|Tasa|0.16|16.00|100.00|001|Tasa|0.1|10.00' +
        '|15 48 3009 0001234|15956011002|p|2|d|q|001|10.00|10.00|002|Tasa|0.16|16.00|16.00||',
    );
  });

  it('writes an absent required field as empty and omits an absent optional one', () => {
    expect(stringOf('4.0', '')).toBe(`${bare['4.0']}||`);
    expect(stringOf('4.0', '', 'Serie=""')).toBe(`${bare['4.0']}|||`);
  });

  const complements: readonly (readonly [string, CfdiVersion, string, string, string])[] = [
    [
      'local taxes',
      '4.0',
      'implocal',
      '<ImpuestosLocales version="1.0" TotaldeRetenciones="1" TotaldeTraslados="2"><TrasladosLocales ImpLocTrasladado="ISH" TasadeTraslado="3" Importe="2"/><RetencionesLocales ImpLocRetenido="X" TasadeRetencion="1" Importe="1"/></ImpuestosLocales>',
      '|1.0|1|2|X|1|1|ISH|3|2',
    ],
    [
      'fiscal legends',
      '4.0',
      'leyendasFiscales',
      '<LeyendasFiscales version="1.0"><Leyenda norma="N" textoLeyenda="T"/><Leyenda textoLeyenda="U"/></LeyendasFiscales>',
      '|1.0|N|T|U',
    ],
    [
      'payments 2.0',
      '4.0',
      'Pagos20',
      '<Pagos Version="2.0"><Totales MontoTotalPagos="9"/><Pago FechaPago="F" FormaDePagoP="03" MonedaP="MXN" Monto="9"><DoctoRelacionado IdDocumento="I" MonedaDR="MXN" NumParcialidad="1" ImpSaldoAnt="9" ImpPagado="9" ImpSaldoInsoluto="0" ObjetoImpDR="01"/></Pago></Pagos>',
      '|2.0|9|F|03|MXN|9|I|MXN|1|9|9|0|01',
    ],
    [
      'payments 1.0',
      '3.3',
      'Pagos',
      '<Pagos Version="1.0"><Pago FechaPago="F" FormaDePagoP="03" MonedaP="MXN" Monto="9"/></Pagos>',
      '|1.0|F|03|MXN|9',
    ],
    [
      'vehicle sale 1.1',
      '4.0',
      'ventavehiculos',
      '<VentaVehiculos version="1.1" ClaveVehicular="C" Niv="N"/>',
      '|1.1|C|N',
    ],
    [
      'vehicle sale 1.0, without the number',
      '3.3',
      'ventavehiculos',
      '<VentaVehiculos version="1.0" ClaveVehicular="C" Niv="N"/>',
      '|1.0|C',
    ],
    [
      'a customs node at any depth',
      '4.0',
      'ventavehiculos',
      '<VentaVehiculos version="1.0" ClaveVehicular="C"><Parte cantidad="1" descripcion="d"><InformacionAduanera numero="1" fecha="2"/></Parte></VentaVehiculos>',
      '|1.0|C|1|2',
    ],
    [
      'the retailer complement, written as text',
      '4.0',
      'detallista',
      '<detallista documentStructureVersion="AMC8.1"><orderIdentification><referenceIdentification type="ON"> 12  3 </referenceIdentification><ReferenceDate>2026-01-01</ReferenceDate></orderIdentification><buyer><gln>7</gln></buyer><totalAmount><Amount>9</Amount></totalAmount></detallista>',
      '|AMC8.1|12 3|2026-01-01|7|||9',
    ],
    [
      'goods transport 3.1',
      '4.0',
      'CartaPorte31',
      '<CartaPorte Version="3.1" IdCCP="CCC" TranspInternac="No" TotalDistRec="10"><Ubicaciones><Ubicacion TipoUbicacion="Origen" RFCRemitenteDestinatario="R" FechaHoraSalidaLlegada="F"><Domicilio Estado="NLE" Pais="MEX" CodigoPostal="64000"/></Ubicacion></Ubicaciones></CartaPorte>',
      '|3.1|CCC|No|10|Origen|R|F|NLE|MEX|64000',
    ],
    [
      'foreign trade 2.0',
      '4.0',
      'ComercioExterior20',
      '<ComercioExterior Version="2.0" ClaveDePedimento="A1" CertificadoOrigen="0" TipoCambioUSD="17" TotalUSD="5"/>',
      '|2.0|A1|0|17|5',
    ],
  ];
  test.each(complements)('[CAR-03] writes %s (%s)', (_, version, name, text, expected) => {
    expect(complement(version, name, text)).toBe(expected);
  });

  it('signs a complement only in the versions that include it', () => {
    expect(complement('3.3', 'Pagos20', '<Pagos Version="2.0"/>')).toBe('');
    expect(complement('4.0', 'Pagos', '<Pagos Version="1.0"/>')).toBe('');
  });

  it('writes the text of an unknown complement and the known elements inside it', () => {
    const inside = `<z xmlns="urn:other">free <y>text</y><d:Divisas xmlns:d="${SAT}divisas" version="1.0" tipoOperacion="compra"/></z>`;
    expect(stringOf('4.0', `<Complemento>${inside}</Complemento>`)).toBe(`${bare['4.0']}free text|1.0|compra||`);
  });

  it('excludes the stamp from the issuer’s string', () => {
    expect(complement('4.0', 'TimbreFiscalDigital', '<TimbreFiscalDigital Version="1.1" UUID="U"/>')).toBe('');
  });

  it('writes the stamp’s string', () => {
    const stamp = (legend: string) =>
      `<t:TimbreFiscalDigital xmlns:t="${SAT}TimbreFiscalDigital" Version="1.1" UUID="U" FechaTimbrado="F" RfcProvCertif="R"
        ${legend} SelloCFD="S" NoCertificadoSAT="N" SelloSAT="X"/>`;
    expect(stampString(tree(stamp('')))).toBe('||1.1|U|F|R|S|N||');
    expect(stampString(tree(stamp('Leyenda="L"')))).toBe('||1.1|U|F|R|L|S|N||');
  });

  it('[CAR-05] returns null for nesting that makes the string larger than any file', () => {
    const levels = 14;
    const parts = MAX_DEPTH - 2 * levels - 4;
    const bomb = [
      '<Conceptos>',
      '<Concepto><ComplementoConcepto>'.repeat(levels),
      '<Parte>'.repeat(parts),
      `<InformacionAduanera NumeroPedimento="${'x'.repeat(60)}"/>`.repeat(13_000),
      '</Parte>'.repeat(parts),
      '</ComplementoConcepto></Concepto>'.repeat(levels),
      '</Conceptos>',
    ].join('');
    expect(stringOf('4.0', bomb)).toBeNull();
  });

  // The limit excludes the two closing pipes.
  const longest = MAX_ORIGINAL_STRING - bare['4.0'].length - 1;
  test.each([
    ['of the greatest length', longest, MAX_ORIGINAL_STRING + 2],
    ['one character longer', longest + 1, undefined],
  ])('[CAR-05] limits the string’s length: %s', (_, length, written) => {
    // Longer than the parser admits.
    const attributes = new Map([['Serie', 'x'.repeat(length)]]);
    const root = { ...tree(`<Comprobante xmlns="${SAT}cfd/4"/>`), attributes };
    expect(invoiceString('4.0', root)?.length).toBe(written);
  });

  // The version is one visit and each child another, also a child that the rules do not write.
  test.each([
    ['as many as allowed', MAX_VISITS - 1, '||1.0||'],
    ['one more', MAX_VISITS, null],
  ])('[CAR-05] limits the visited elements: %s', (_, count, written) => {
    const uri = `${SAT}leyendasFiscales`;
    const root = tree(`<LeyendasFiscales xmlns="${uri}" version="1.0"/>`);
    const other = tree('<other/>');
    expect(invoiceString('4.0', { ...root, children: Array.from({ length: count }, () => other) })).toBe(written);
  });
});
