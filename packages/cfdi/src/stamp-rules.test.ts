/** Rules of a provider, with documents written by hand. */
import { expect, it } from 'vitest';
import { paidBalances } from './paid-balances.ts';
import { type ProviderView, textOf } from './rule-parts.ts';
import { refusalsOf } from './stamp-rules.ts';
import { exactOf, limitsOfAmount, limitsOfTax } from './tax-limits.ts';
import { parseXml } from './xml-tree.ts';

const NOW = '2026-02-03T11:00:00';

/** Two concepts of 16 % and one of 8 %: 100.00 + 16.00, 0.07 + 0.01 and 50.00 + 4.00. */
const invoice = `<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0" Serie="INT" Folio="7" Fecha="2026-02-03T10:00:00"
 FormaPago="99" SubTotal="150.07" Moneda="MXN" Total="170.08" TipoDeComprobante="I" Exportacion="01" MetodoPago="PPD" LugarExpedicion="64000">
<cfdi:CfdiRelacionados TipoRelacion="04"><cfdi:CfdiRelacionado UUID="5C5B1D0A-96A5-4A7B-9A52-0F2A3A1B6E11"/></cfdi:CfdiRelacionados>
<cfdi:Emisor Rfc="AFI180517AB3" Nombre="ANTICIPA FINANCIERA" RegimenFiscal="601"/>
<cfdi:Receptor Rfc="MNO150401AB9" Nombre="MANUFACTURAS DEL NORTE" DomicilioFiscalReceptor="64000" RegimenFiscalReceptor="601" UsoCFDI="G03"/>
<cfdi:Conceptos>
<cfdi:Concepto ClaveProdServ="84121500" Cantidad="1" ClaveUnidad="E48" Descripcion="Interés" ValorUnitario="100.00" Importe="100.00" ObjetoImp="02">
<cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="100.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="16.00"/></cfdi:Traslados></cfdi:Impuestos></cfdi:Concepto>
<cfdi:Concepto ClaveProdServ="84121500" Cantidad="1" ClaveUnidad="E48" Descripcion="Interés" ValorUnitario="0.07" Importe="0.07" ObjetoImp="02">
<cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="0.07" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="0.01"/></cfdi:Traslados></cfdi:Impuestos></cfdi:Concepto>
<cfdi:Concepto ClaveProdServ="84121500" Cantidad="1" ClaveUnidad="E48" Descripcion="Interés" ValorUnitario="50.00" Importe="50.00" ObjetoImp="02">
<cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="50.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.080000" Importe="4.00"/></cfdi:Traslados></cfdi:Impuestos></cfdi:Concepto>
</cfdi:Conceptos>
<cfdi:Impuestos TotalImpuestosTrasladados="20.01"><cfdi:Traslados>
<cfdi:Traslado Base="100.07" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="16.01"/>
<cfdi:Traslado Base="50.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.080000" Importe="4.00"/>
</cfdi:Traslados></cfdi:Impuestos>
</cfdi:Comprobante>`;

/** 10.01 dollars of one CFDI and 33.33 of another, both with 16 %, at 17.25 pesos: 172.6725 and 574.9425 pesos. */
const complement = `<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" xmlns:pago20="http://www.sat.gob.mx/Pagos20" Version="4.0" Serie="PAG" Folio="3"
 Fecha="2026-02-03T10:00:00" SubTotal="0" Moneda="XXX" Total="0" TipoDeComprobante="P" Exportacion="01" LugarExpedicion="64000">
<cfdi:Emisor Rfc="AFI180517AB3" Nombre="ANTICIPA FINANCIERA" RegimenFiscal="601"/>
<cfdi:Receptor Rfc="MNO150401AB9" Nombre="MANUFACTURAS DEL NORTE" DomicilioFiscalReceptor="64000" RegimenFiscalReceptor="601" UsoCFDI="CP01"/>
<cfdi:Conceptos><cfdi:Concepto ClaveProdServ="84111506" Cantidad="1" ClaveUnidad="ACT" Descripcion="Pago" ValorUnitario="0" Importe="0" ObjetoImp="01"/></cfdi:Conceptos>
<cfdi:Complemento><pago20:Pagos Version="2.0">
<pago20:Totales TotalTrasladosBaseIVA16="747.62" TotalTrasladosImpuestoIVA16="119.54" MontoTotalPagos="867.16"/>
<pago20:Pago FechaPago="2026-02-02T12:00:00" FormaDePagoP="17" MonedaP="USD" TipoCambioP="17.25" Monto="50.27">
<pago20:DoctoRelacionado IdDocumento="5C5B1D0A-96A5-4A7B-9A52-0F2A3A1B6E11" MonedaDR="USD" EquivalenciaDR="1" NumParcialidad="999" ImpSaldoAnt="20.00" ImpPagado="11.61" ImpSaldoInsoluto="8.39" ObjetoImpDR="02">
<pago20:ImpuestosDR><pago20:TrasladosDR><pago20:TrasladoDR BaseDR="10.01" ImpuestoDR="002" TipoFactorDR="Tasa" TasaOCuotaDR="0.160000" ImporteDR="1.60"/></pago20:TrasladosDR></pago20:ImpuestosDR></pago20:DoctoRelacionado>
<pago20:DoctoRelacionado IdDocumento="5C5B1D0A-96A5-4A7B-9A52-0F2A3A1B6E12" MonedaDR="USD" EquivalenciaDR="1" NumParcialidad="1" ImpSaldoAnt="38.66" ImpPagado="38.66" ImpSaldoInsoluto="0.00" ObjetoImpDR="02">
<pago20:ImpuestosDR><pago20:TrasladosDR><pago20:TrasladoDR BaseDR="33.33" ImpuestoDR="002" TipoFactorDR="Tasa" TasaOCuotaDR="0.160000" ImporteDR="5.33"/></pago20:TrasladosDR></pago20:ImpuestosDR></pago20:DoctoRelacionado>
<pago20:ImpuestosP><pago20:TrasladosP><pago20:TrasladoP BaseP="43.34" ImpuestoP="002" TipoFactorP="Tasa" TasaOCuotaP="0.160000" ImporteP="6.93"/></pago20:TrasladosP></pago20:ImpuestosP>
</pago20:Pago></pago20:Pagos></cfdi:Complemento>
</cfdi:Comprobante>`;

const view: ProviderView = {
  now: NOW,
  registered: (rfc) =>
    rfc === 'MNO150401AB9' ? { name: 'MANUFACTURAS DEL NORTE', postalCode: '64000', regimes: ['601', '626'] } : null,
  rateOn: (day) => (day === '2026-02-02' ? '17.25' : '18.00'),
};

/** The codes for which a document is refused after some changes, all of which it must contain. */
const codes = (text: string, changes: readonly (readonly [string, string])[] = [], seen = view): string[] => {
  let changed = text;
  for (const [from, to] of changes) {
    expect(changed, from).toContain(from);
    changed = changed.replace(from, to);
  }
  const tree = parseXml(changed);
  if (!tree.ok) throw new Error(tree.motive);
  return [...new Set(refusalsOf(tree.root, seen).map(({ code }) => code))];
};

it('[LIB-01] stamps an invoice and a payment complement whose every figure is right', () => {
  expect([codes(invoice), codes(complement)]).toEqual([[], []]);
});

it.each<[string, string, string, string, [string, string]]>([
  // Recomputed by hand from the formulas of Anexo 20.
  ['of 5 months whose last takes a residue', '1005.54', '0.160000', '160.90', ['160.88', '160.89']],
  ['of the border rate', '430.08', '0.080000', '34.42', ['34.40', '34.41']],
  ['of the border rate, above', '61.00', '0.080000', '4.90', ['4.87', '4.89']],
  ['of the border rate, below', '191.16', '0.080000', '15.28', ['15.29', '15.30']],
  ['of a cent', '0.01', '0.160000', '0.02', ['0.00', '0.01']],
  ['of a base whose last digit counts: 6,718.32 of 7,793.24', '6718.32', '0.160000', '1074.92', ['1074.93', '1074.94']],
])('[LIB-02] limits the IVA %s: %s at %s is not %s', (_case, base, rate, refused, [low, high]) => {
  const of = (text: string) => exactOf(text) ?? { scaled: -1n, decimals: 0 };
  expect(limitsOfTax(of(base), of(rate), 2)).toEqual([of(low).scaled, of(high).scaled]);
  const alone = (iva: string) =>
    codes(complement, [
      ['BaseDR="10.01"', `BaseDR="${base}"`],
      ['TasaOCuotaDR="0.160000" ImporteDR="1.60"', `TasaOCuotaDR="${rate}" ImporteDR="${iva}"`],
    ]).includes('CRP20261');
  expect([low, high, refused].map(alone)).toEqual([false, false, true]);
});

it('[LIB-02] the limits follow the digits that are written: of the base, and of a complement’s amount', () => {
  const refused = (base: string, iva: string) =>
    codes(complement, [
      ['BaseDR="10.01"', `BaseDR="${base}"`],
      ['ImporteDR="1.60"', `ImporteDR="${iva}"`],
    ]).includes('CRP20261');
  // 1,737.88 × 0.16 = 278.0608.
  expect([
    refused('1737.88', '278.06'),
    refused('1737.880000', '278.06'),
    refused('1737.880000', '278.060000'),
    refused('1737.880000', '278.060800'),
  ]).toEqual([false, false, true, false]);
  const [quantity, price] = [exactOf('1'), exactOf('100.00')];
  if (!(quantity && price)) throw new Error('not exact');
  // (1 − 0.5) × (100 − 0.005) and (1 + 0.5 − 10⁻¹²) × (100 + 0.005 − 10⁻¹²).
  expect(limitsOfAmount(quantity, price, 2)).toEqual([exactOf('49.99')?.scaled, exactOf('150.01')?.scaled]);
});

it.each<[string, string, [string, string][]]>([
  ['the IVA of a concept out of its limits', 'CFDI40180', [['Importe="16.00"/>', 'Importe="16.02"/>']]],
  ['an IVA without its rate', 'CFDI40178', [['TasaOCuota="0.080000" Importe="4.00"/>', '/>']]],
  ['an exempt concept with a rate', 'CFDI40177', [['TipoFactor="Tasa"', 'TipoFactor="Exento"']]],
  ['a rate that is not in the catalogue', 'CFDI40179', [['TasaOCuota="0.160000"', 'TasaOCuota="0.150000"']]],
  ['a base of zero', 'CFDI40174', [['Base="100.00"', 'Base="0.00"']]],
  [
    'a concept without its taxes',
    'CFDI40171',
    [
      [
        '<cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="50.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.080000" Importe="4.00"/></cfdi:Traslados></cfdi:Impuestos>',
        '',
      ],
    ],
  ],
  ['a concept that is no object of taxes but has some', 'CFDI40172', [['ObjetoImp="02"', 'ObjetoImp="01"']]],
  ['a concept of nothing', 'CFDI40166', [['ValorUnitario="0.07"', 'ValorUnitario="0.00"']]],
  ['a concept that is not its quantity by its price', 'CFDI40167', [['ValorUnitario="0.07"', 'ValorUnitario="700"']]],
  ['a subtotal that is not the sum', 'CFDI40108', [['SubTotal="150.07"', 'SubTotal="150.08"']]],
  ['a subtotal with three decimals', 'CFDI40107', [['SubTotal="150.07"', 'SubTotal="150.070"']]],
  ['a total that is not the sum', 'CFDI40119', [['Total="170.08"', 'Total="170.09"']]],
  [
    'taxes that are not the sum',
    'CFDI40205',
    [['TotalImpuestosTrasladados="20.01"', 'TotalImpuestosTrasladados="20.02"']],
  ],
  ['the base of a rate that is not the sum', 'CFDI40215', [['Base="100.07"', 'Base="100.08"']]],
  ['the tax of a rate that is not the sum', 'CFDI40221', [['Importe="16.01"', 'Importe="16.02"']]],
  [
    'a rate twice',
    'CFDI40218',
    [
      [
        'TasaOCuota="0.080000" Importe="4.00"/>\n</cfdi:Traslados>',
        'TasaOCuota="0.160000" Importe="4.00"/>\n</cfdi:Traslados>',
      ],
    ],
  ],
  ['a form of payment with PPD', 'CFDI40105', [['FormaPago="99"', 'FormaPago="17"']]],
  [
    'a form that is not in the catalogue',
    'CFDI40104',
    [
      ['FormaPago="99"', 'FormaPago="16"'],
      ['PPD', 'PUE'],
    ],
  ],
  ['a method that is not in the catalogue', 'CFDI40124', [['MetodoPago="PPD"', 'MetodoPago="PIP"']]],
  ['pesos at a rate', 'CFDI40114', [['Moneda="MXN"', 'Moneda="MXN" TipoCambio="1.00"']]],
  ['dollars without a rate', 'CFDI40115', [['Moneda="MXN"', 'Moneda="USD"']]],
  ['a rate with seven decimals', 'CFDI40117', [['Moneda="MXN"', 'Moneda="USD" TipoCambio="17.1234567"']]],
  ['a place of issue that is no postal code', 'CFDI40126', [['LugarExpedicion="64000"', 'LugarExpedicion="00999"']]],
  ['a relation that is not in the catalogue', 'CFDI40137', [['TipoRelacion="04"', 'TipoRelacion="10"']]],
  [
    'a use that the regime may not state',
    'CFDI40161',
    [['RegimenFiscalReceptor="601"', 'RegimenFiscalReceptor="610"']],
  ],
  ['the use of payments in an invoice', 'CFDI40161', [['UsoCFDI="G03"', 'UsoCFDI="CP01"']]],
  ['a use that is not in the catalogue', 'CFDI40160', [['UsoCFDI="G03"', 'UsoCFDI="P01"']]],
  ['a regime of natural persons', 'CFDI40158', [['RegimenFiscalReceptor="601"', 'RegimenFiscalReceptor="612"']]],
  [
    'a regime that is not the receiver’s',
    'CFDI40159',
    [['RegimenFiscalReceptor="601"', 'RegimenFiscalReceptor="603"']],
  ],
  ['another name', 'CFDI40145', [['MANUFACTURAS DEL NORTE', 'MANUFACTURAS DEL NORTE SA DE CV']]],
  ['a name that is not in upper case', 'CFDI40145', [['MANUFACTURAS DEL NORTE', 'Manufacturas del Norte']]],
  ['another postal code', 'CFDI40148', [['DomicilioFiscalReceptor="64000"', 'DomicilioFiscalReceptor="64010"']]],
  ['a receiver who is not registered', 'CFDI40143', [['MNO150401AB9', 'MNO150401AB8']]],
  ['a date without a time', 'CFDI40101', [['Fecha="2026-02-03T10:00:00"', 'Fecha="2026-02-03"']]],
  ['a date of 72 hours and a second', '401', [['Fecha="2026-02-03T10:00:00"', 'Fecha="2026-01-31T10:59:59"']]],
  ['a date of the future', '404', [['Fecha="2026-02-03T10:00:00"', 'Fecha="2026-02-03T11:00:01"']]],
])('[LIB-01] refuses %s with %s', (_case, code, changes) => {
  expect(codes(invoice, changes)).toContain(code);
});

it.each<[string, string, [string, string][]]>([
  ['an exact hour of 72', '', [['Fecha="2026-02-03T10:00:00"', 'Fecha="2026-01-31T11:00:00"']]],
  ['this moment', '', [['Fecha="2026-02-03T10:00:00"', `Fecha="${NOW}"`]]],
])('[LIB-01] takes %s', (_case, _code, changes) => {
  expect(codes(invoice, changes)).toEqual([]);
});

it.each<[string, string, [string, string][]]>([
  ['the thousandth instalment', 'CRP20999', [['NumParcialidad="999"', 'NumParcialidad="1000"']]],
  ['an instalment of zero', 'CRP20999', [['NumParcialidad="1"', 'NumParcialidad="0"']]],
  [
    'a document twice',
    'CRP20999',
    [
      ['6E12"', '6E11"'],
      ['NumParcialidad="1"', 'NumParcialidad="999"'],
    ],
  ],
  ['a balance that is not the difference', 'CRP20244', [['ImpSaldoInsoluto="8.39"', 'ImpSaldoInsoluto="8.40"']]],
  ['nothing paid', 'CRP20241', [['ImpPagado="11.61"', 'ImpPagado="0.00"']]],
  ['more paid than the amount', 'CRP20217', [['Monto="50.27"', 'Monto="50.26"']]],
  ['an amount of three decimals', 'CRP20219', [['Monto="50.27"', 'Monto="50.270"']]],
  ['a payment to be defined', 'CRP20212', [['FormaDePagoP="17"', 'FormaDePagoP="99"']]],
  ['an equivalence written otherwise', 'CRP20238', [['EquivalenciaDR="1"', 'EquivalenciaDR="1.0000000000"']]],
  ['a rate of another day', 'CRP20216', [['FechaPago="2026-02-02', 'FechaPago="2026-02-01']]],
  ['dollars without a rate', 'CRP20214', [[' TipoCambioP="17.25"', '']]],
  ['IVA out of its limits', 'CRP20261', [['ImporteDR="1.60"', 'ImporteDR="1.62"']]],
  ['a base of the payment that is not the sum', 'CRP20268', [['BaseP="43.34"', 'BaseP="43.35"']]],
  ['a tax of the payment that is not the sum', 'CRP20274', [['ImporteP="6.93"', 'ImporteP="6.94"']]],
  // 172.67 + 574.94 = 747.61: each part was rounded on its own.
  ['bases in pesos rounded one by one', 'CRP20204', [['IVA16="747.62"', 'IVA16="747.61"']]],
  ['taxes in pesos that are not the sum', 'CRP20205', [['ImpuestoIVA16="119.54"', 'ImpuestoIVA16="119.55"']]],
  ['a total in pesos that is not the sum', 'CRP20211', [['MontoTotalPagos="867.16"', 'MontoTotalPagos="867.15"']]],
  [
    'a total of a rate without documents',
    'CRP20206',
    [['<pago20:Totales', '<pago20:Totales TotalTrasladosBaseIVA8="0.00"']],
  ],
  ['a currency of its own', 'CRP20104', [['Moneda="XXX"', 'Moneda="USD"']]],
  ['a concept of its own', 'CRP20113', [['ClaveProdServ="84111506"', 'ClaveProdServ="84121500"']]],
  ['the use of an invoice', 'CFDI40161', [['UsoCFDI="CP01"', 'UsoCFDI="G03"']]],
])('[LIB-03] refuses a complement with %s', (_case, code, changes) => {
  expect(codes(complement, changes)).toContain(code);
});

/** The third concept, and the first payment with its document, of a lender of the financial system. */
const exemptConcept: [string, string][] = [
  [
    'Base="50.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.080000" Importe="4.00"',
    'Base="50.00" Impuesto="002" TipoFactor="Exento"',
  ],
  [
    '<cfdi:Traslado Base="50.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.080000" Importe="4.00"/>\n</cfdi:Traslados>',
    '<cfdi:Traslado Base="50.00" Impuesto="002" TipoFactor="Exento"/>\n</cfdi:Traslados>',
  ],
  ['TotalImpuestosTrasladados="20.01"', 'TotalImpuestosTrasladados="16.01"'],
  ['Total="170.08"', 'Total="166.08"'],
];
const exemptComplement: [string, string][] = [
  ['TotalTrasladosBaseIVA16="747.62" TotalTrasladosImpuestoIVA16="119.54"', 'TotalTrasladosBaseIVAExento="867.16"'],
  [
    'BaseDR="10.01" ImpuestoDR="002" TipoFactorDR="Tasa" TasaOCuotaDR="0.160000" ImporteDR="1.60"',
    'BaseDR="11.61" ImpuestoDR="002" TipoFactorDR="Exento"',
  ],
  [
    'BaseDR="33.33" ImpuestoDR="002" TipoFactorDR="Tasa" TasaOCuotaDR="0.160000" ImporteDR="5.33"',
    'BaseDR="38.66" ImpuestoDR="002" TipoFactorDR="Exento"',
  ],
  [
    'BaseP="43.34" ImpuestoP="002" TipoFactorP="Tasa" TasaOCuotaP="0.160000" ImporteP="6.93"',
    'BaseP="50.27" ImpuestoP="002" TipoFactorP="Exento"',
  ],
];

it.each<[string, string[], string, [string, string][]]>([
  ['an exempt concept beside taxed ones', [], invoice, exemptConcept],
  ['an exempt complement', [], complement, exemptComplement],
  [
    'a concept of rate 0 in place of an exempt one',
    ['CFDI40179'],
    invoice,
    [
      ...exemptConcept,
      ['"Exento"/></cfdi:Traslados>', '"Tasa" TasaOCuota="0.000000" Importe="0.00"/></cfdi:Traslados>'],
    ],
  ],
  [
    'an exempt concept with an amount',
    ['CFDI40177'],
    invoice,
    [...exemptConcept, ['"Exento"/></cfdi:Traslados>', '"Exento" Importe="0.00"/></cfdi:Traslados>']],
  ],
  [
    'an exempt document whose exempt base is not the sum',
    ['CFDI40215'],
    invoice,
    [
      ...exemptConcept,
      ['Base="50.00" Impuesto="002" TipoFactor="Exento"/>\n', 'Base="50.01" Impuesto="002" TipoFactor="Exento"/>\n'],
    ],
  ],
  [
    'a complement of rate 0 in place of an exempt one',
    ['CRP20260'],
    complement,
    [...exemptComplement, ['TipoFactorDR="Exento"', 'TipoFactorDR="Tasa" TasaOCuotaDR="0.000000" ImporteDR="0.00"']],
  ],
  [
    'an exempt complement with the totals of rate 0',
    ['CRP20208', 'CRP20210'],
    complement,
    [...exemptComplement, ['TotalTrasladosBaseIVAExento=', 'TotalTrasladosBaseIVA0=']],
  ],
])('[LIB-91] knows %s', (_case, expected, text, changes) => {
  expect(codes(text, changes)).toEqual(expected.length === 0 ? [] : expect.arrayContaining(expected));
});

it('writes a refusal as providers do', () => {
  expect(textOf({ code: 'CFDI40180', text: 'Importe.' })).toBe('CFDI40180 - Importe.');
});

it('[LIB-86] an instalment goes on from the balance of the one before it, unless a note or a cancellation has changed it', () => {
  const rootOf = (number: number, before: string) => {
    const tree = parseXml(
      complement
        .replace('NumParcialidad="999" ImpSaldoAnt="20.00"', `NumParcialidad="${number}" ImpSaldoAnt="${before}"`)
        .replace('ImpSaldoInsoluto="8.39"', `ImpSaldoInsoluto="${(Number(before) - 11.61).toFixed(2)}"`),
    );
    if (!tree.ok) throw new Error(tree.motive);
    return tree.root;
  };
  const balances = paidBalances();
  const refused = (number: number, before: string) => balances.refusalsOf(rootOf(number, before)).map(textOf);
  expect(refused(2, '60.00')).toEqual([]);
  balances.record(rootOf(1, '60.00'), 'A');
  expect(refused(2, '48.39')).toEqual([]);
  expect(refused(2, '48.38')).toEqual([expect.stringContaining('CRP20239')]);
  balances.cancel('A');
  expect(refused(2, '60.00')).toEqual([]);
  const noted = paidBalances();
  noted.record(rootOf(1, '60.00'), 'A');
  const note = parseXml(invoice.replace('TipoRelacion="04"', 'TipoRelacion="01"'));
  if (note.ok) noted.record(note.root, 'B');
  expect(noted.refusalsOf(rootOf(2, '40.00'))).toEqual([]);
});
