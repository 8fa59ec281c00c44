/** Rules of a certified provider for a payment complement (Pagos 2.0). Sources: see `stamp-rules.ts`. */
import {
  type Check,
  FORMS,
  hasDecimals,
  isMoment,
  type ProviderView,
  type Refusal,
  reader,
  refusalsIn,
  VAT_RATES,
} from './rule-parts.ts';
import { type Exact, exactOf, limitsOfTax, product, rounded, sumOf } from './tax-limits.ts';
import { attributeOf, childrenOf, type XmlElement } from './xml-tree.ts';

const PAYMENTS = 'http://www.sat.gob.mx/Pagos20';
/** Both currencies of the documents have cents. */
const DECIMALS = 2;
const VAT = '002';
const IDENTITY = /^[\dA-F]{8}-[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{12}$/i;
/** From Pagos20.xsd. */
const INSTALMENT = /^[1-9]\d{0,2}$/;

export function paymentRefusals(root: XmlElement, view: ProviderView): Refusal[] {
  const [list] = reader(root)
    .all('Complemento')
    .flatMap((one) => childrenOf(one, PAYMENTS, 'Pagos'));
  const payments = reader(list).all('Pago');
  const checks: Check[] = [
    ...envelopeChecks(root),
    ['CRP20999', payments.length > 0, 'El complemento no tiene pagos.'],
    ...payments.flatMap((payment) => paymentChecks(payment, view)),
    ...totalChecks(reader(list).all('Totales')[0], payments),
  ];
  const places = payments.flatMap((payment) => documentRefusals(payment)).entries();
  const ofDocuments = [...places].flatMap(([concept, refusals]) => refusals.map((one) => ({ ...one, concept })));
  return [...ofDocuments, ...refusalsIn(checks)];
}

/** The refusals of each document that a payment pays. */
const documentRefusals = (payment: XmlElement): Refusal[][] =>
  reader(payment)
    .all('DoctoRelacionado')
    .map((one) => refusalsIn(documentChecks(one, attributeOf(payment, 'MonedaP') ?? '')));

/** All of these values are fixed. */
function envelopeChecks(root: XmlElement): Check[] {
  const { text, all } = reader(root);
  const concepts = all('Conceptos', 'Concepto');
  const concept = reader(concepts[0]);
  const fixed = (code: string, name: string, value: string | null, of: typeof concept): Check => [
    code,
    of.text(name) === value,
    `El valor del campo ${name} no es válido en un comprobante de pago.`,
  ];
  const own = reader(root);
  return [
    fixed('CRP20103', 'SubTotal', '0', own),
    fixed('CRP20104', 'Moneda', 'XXX', own),
    fixed('CRP20109', 'TipoCambio', null, own),
    fixed('CRP20110', 'Total', '0', own),
    ['CFDI40201', all('Impuestos').length === 0, 'El nodo Impuestos no debe existir.'],
    ['CRP20111', concepts.length === 1, 'Debe existir un solo concepto.'],
    ['CRP20112', concept.all('Impuestos').length === 0, 'El concepto no debe tener hijos.'],
    fixed('CRP20113', 'ClaveProdServ', '84111506', concept),
    fixed('CRP20114', 'NoIdentificacion', null, concept),
    fixed('CRP20115', 'Cantidad', '1', concept),
    fixed('CRP20116', 'ClaveUnidad', 'ACT', concept),
    fixed('CRP20117', 'Unidad', null, concept),
    fixed('CRP20118', 'Descripcion', 'Pago', concept),
    fixed('CRP20119', 'ValorUnitario', '0', concept),
    fixed('CRP20120', 'Importe', '0', concept),
    fixed('CRP20122', 'ObjetoImp', '01', concept),
    ['CRP20999', text('Exportacion') === '01', 'El campo Exportacion no es válido.'],
  ];
}

function paymentChecks(payment: XmlElement, { rateOn }: ProviderView): Check[] {
  const { text, exact, all } = reader(payment);
  const [currency, rate] = [text('MonedaP') ?? '', text('TipoCambioP')];
  const documents = all('DoctoRelacionado');
  const paid = sumOf(documents.map((one) => exactOf(attributeOf(one, 'ImpPagado'))?.scaled ?? 0n));
  const published = rateOn && currency !== 'MXN' ? rateOn((text('FechaPago') ?? '').slice(0, 10)) : null;
  return [
    ['CRP20999', isMoment(text('FechaPago')), 'El campo FechaPago no cumple con el patrón requerido.'],
    ['CRP20212', FORMS.has(text('FormaDePagoP') ?? '') && text('FormaDePagoP') !== '99', 'FormaDePagoP no es válida.'],
    ['CRP20213', ['MXN', 'USD', 'EUR'].includes(currency), 'MonedaP no es válida.'],
    ['CRP20214', currency === 'MXN' || hasDecimals(exact('TipoCambioP'), 6), 'TipoCambioP se debe registrar.'],
    ['CRP20215', currency !== 'MXN' || rate === '1', 'TipoCambioP debe ser "1".'],
    [
      'CRP20216',
      published === null || exactOf(published)?.scaled === exact('TipoCambioP')?.scaled,
      'TipoCambioP no es el tipo de cambio del día del pago.',
    ],
    ['CRP20218', hasDecimals(exact('Monto'), 6), 'El Monto debe ser mayor que cero.'],
    ['CRP20219', (exact('Monto')?.decimals ?? 0) <= DECIMALS, 'El Monto excede los decimales de la moneda.'],
    ['CRP20217', paid <= (exact('Monto')?.scaled ?? 0n), 'La suma de ImpPagado es mayor que el Monto.'],
    ['CRP20999', documents.length > 0, 'El pago no tiene documentos relacionados.'],
    [
      'CRP20999',
      new Set(documents.map(documentKey)).size === documents.length,
      'Un documento relacionado se repite con la misma parcialidad.',
    ],
    ...taxChecks(payment, documents),
  ];
}

const documentKey = (one: XmlElement): string =>
  `${attributeOf(one, 'IdDocumento')?.toUpperCase()} ${attributeOf(one, 'NumParcialidad')}`;

function documentChecks(document: XmlElement, currency: string): Check[] {
  const { text, exact, all } = reader(document);
  const [before, paid, after] = [exact('ImpSaldoAnt'), exact('ImpPagado'), exact('ImpSaldoInsoluto')];
  const hasCents = (amount: Exact | null): boolean => (amount?.decimals ?? 0) <= DECIMALS;
  const hasTaxes = all('ImpuestosDR').length > 0;
  const transfers = all('ImpuestosDR', 'TrasladosDR', 'TrasladoDR');
  const isTaxed = text('ObjetoImpDR') === '02';
  return [
    ['CRP20999', IDENTITY.test(text('IdDocumento') ?? ''), 'IdDocumento no cumple con el patrón requerido.'],
    ['CRP20999', INSTALMENT.test(text('NumParcialidad') ?? ''), 'NumParcialidad no cumple con el patrón requerido.'],
    ['CRP20236', ['MXN', 'USD', 'EUR'].includes(text('MonedaDR') ?? ''), 'MonedaDR no es válida.'],
    ['CRP20237', text('EquivalenciaDR') !== null, 'EquivalenciaDR se debe registrar.'],
    [
      'CRP20238',
      text('MonedaDR') !== currency || text('EquivalenciaDR') === '1',
      'EquivalenciaDR debe contener el valor "1".',
    ],
    ['CRP20239', hasDecimals(before, 6), 'ImpSaldoAnt debe ser mayor que cero.'],
    ['CRP20240', hasCents(before), 'ImpSaldoAnt excede los decimales de la moneda.'],
    ['CRP20241', hasDecimals(paid, 6), 'ImpPagado debe ser mayor que cero.'],
    ['CRP20242', hasCents(paid), 'ImpPagado excede los decimales de la moneda.'],
    ['CRP20243', hasCents(after), 'ImpSaldoInsoluto excede los decimales de la moneda.'],
    [
      'CRP20244',
      after !== null && after.scaled === (before?.scaled ?? 0n) - (paid?.scaled ?? 0n),
      'ImpSaldoInsoluto no es la diferencia de ImpSaldoAnt e ImpPagado.',
    ],
    ['CRP20245', /^0[1-8]$/.test(text('ObjetoImpDR') ?? ''), 'ObjetoImpDR no es del catálogo.'],
    ['CRP20246', !isTaxed || hasTaxes, 'El nodo ImpuestosDR debe existir.'],
    ['CRP20247', isTaxed || !hasTaxes, 'El nodo ImpuestosDR no debe existir.'],
    ['CRP20248', !hasTaxes || transfers.length > 0, 'ImpuestosDR no tiene traslados.'],
    ...transfers.flatMap(transferChecks),
  ];
}

function transferChecks(transfer: XmlElement): Check[] {
  const { text, exact } = reader(transfer);
  const [base, rate, amount] = [exact('BaseDR'), exact('TasaOCuotaDR'), exact('ImporteDR')];
  const isExempt = text('TipoFactorDR') === 'Exento';
  const [low, high] = base && rate && amount ? limitsOfTax(base, rate, amount.decimals) : [0n, -1n];
  const hasRate = text('TasaOCuotaDR') !== null || text('ImporteDR') !== null;
  return [
    ['CRP20255', hasDecimals(base, 6), 'BaseDR debe ser mayor que cero.'],
    ['CRP20256', /^00[1-3]$/.test(text('ImpuestoDR') ?? ''), 'ImpuestoDR no es del catálogo.'],
    ['CRP20257', ['Tasa', 'Cuota', 'Exento'].includes(text('TipoFactorDR') ?? ''), 'TipoFactorDR no es del catálogo.'],
    ['CRP20258', !isExempt || !hasRate, 'TasaOCuotaDR e ImporteDR no deben existir con Exento.'],
    ['CRP20259', isExempt || (rate !== null && amount !== null), 'Faltan TasaOCuotaDR o ImporteDR.'],
    ['CRP20260', isExempt || VAT_RATES.has(text('TasaOCuotaDR') ?? ''), 'TasaOCuotaDR no es del catálogo.'],
    [
      'CRP20261',
      isExempt || (amount !== null && amount.scaled >= low && amount.scaled <= high),
      'ImporteDR que corresponde a Traslado no se encuentra entre el límite inferior y superior permitido.',
    ],
  ];
}

/** Taxes of documents, or of a payment, by tax, factor and rate. */
interface Taxed {
  readonly key: string;
  readonly base: bigint;
  readonly amount: bigint;
}

const taxedOf = (suffix: 'DR' | 'P', element: XmlElement): Taxed => {
  const { text, exact } = reader(element);
  return {
    key: ['Impuesto', 'TipoFactor', 'TasaOCuota'].map((name) => text(`${name}${suffix}`) ?? '').join(' '),
    base: exact(`Base${suffix}`)?.scaled ?? 0n,
    amount: exact(`Importe${suffix}`)?.scaled ?? 0n,
  };
};

const taxesOfPayment = (payment: XmlElement): Taxed[] =>
  reader(payment)
    .all('ImpuestosP', 'TrasladosP', 'TrasladoP')
    .map((one) => taxedOf('P', one));

/** The taxes of a payment are the sums of those of its documents. */
function taxChecks(payment: XmlElement, documents: readonly XmlElement[]): Check[] {
  const parts = documents.flatMap((one) =>
    reader(one)
      .all('ImpuestosDR', 'TrasladosDR', 'TrasladoDR')
      .map((tax) => taxedOf('DR', tax)),
  );
  const totals = taxesOfPayment(payment);
  const sum = (key: string, of: 'base' | 'amount'): bigint =>
    sumOf(parts.filter((one) => one.key === key).map((one) => one[of]));
  return [
    [
      'CRP20271',
      new Set(totals.map(({ key }) => key)).size === totals.length,
      'Hay más de un TrasladoP con el mismo impuesto, factor y tasa.',
    ],
    [
      'CRP20268',
      new Set(parts.map(({ key }) => key)).size === totals.length &&
        totals.every(({ key, base }) => base === sum(key, 'base')),
      'BaseP no es la suma de los importes de BaseDR.',
    ],
    [
      'CRP20274',
      totals.every(({ key, amount }) => amount === sum(key, 'amount')),
      'ImporteP no es la suma de los importes de ImporteDR.',
    ],
  ];
}

/** Factor and rate, the name of their totals, and the codes of the refusals of these. */
const totalsByRate = {
  'Tasa 0.160000': ['16', 'CRP20204', 'CRP20205'],
  'Tasa 0.080000': ['8', 'CRP20206', 'CRP20207'],
  'Tasa 0.000000': ['0', 'CRP20208', 'CRP20209'],
  'Exento ': ['Exento', 'CRP20210', 'CRP20999'],
} as const;

/** Totals in pesos: the sum over the payments, each at its own rate, rounded once. */
function totalChecks(totals: XmlElement | undefined, payments: readonly XmlElement[]): Check[] {
  const { text, exact } = reader(totals);
  const inPesos = (payment: XmlElement, amount: bigint): bigint =>
    product(amount, exactOf(attributeOf(payment, 'TipoCambioP'))?.scaled ?? 0n);
  const amounts = payments.map((one) => inPesos(one, exactOf(attributeOf(one, 'Monto'))?.scaled ?? 0n));
  const checks = Object.entries(totalsByRate).flatMap(([rate, [name, baseCode, taxCode]]): Check[] => {
    const key = `${VAT} ${rate}`;
    const own = payments.flatMap((payment) =>
      taxesOfPayment(payment)
        .filter((one) => one.key === key)
        .map((one) => ({ base: inPesos(payment, one.base), amount: inPesos(payment, one.amount) })),
    );
    const isRight = (attribute: string, of: 'base' | 'amount'): boolean =>
      own.length === 0 || (name === 'Exento' && of === 'amount')
        ? text(attribute) === null
        : exact(attribute)?.scaled === rounded(sumOf(own.map((one) => one[of])), DECIMALS);
    return [
      [baseCode, isRight(`TotalTrasladosBaseIVA${name}`, 'base'), `TotalTrasladosBaseIVA${name} no es la suma.`],
      [
        taxCode,
        isRight(`TotalTrasladosImpuestoIVA${name}`, 'amount'),
        `TotalTrasladosImpuestoIVA${name} no es la suma.`,
      ],
    ];
  });
  return [
    ...checks,
    [
      'CRP20211',
      exact('MontoTotalPagos')?.scaled === rounded(sumOf(amounts), DECIMALS),
      'MontoTotalPagos no es la suma.',
    ],
  ];
}
