/**
 * Rules of a certified provider for a CFDI 4.0 before it stamps it, as far as this lender's documents can fail it. Written
 * from the tax authority's matrices of errors (CFDI 4.0, and Pagos 2.0 in `payment-rules.ts`), Anexo 20 of 2022, and public
 * validators; never from our own writer.
 */
import { regimesOf } from '@anticipa/domain/fiscal-regime';
import { paymentRefusals } from './payment-rules.ts';
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
import { type Exact, exactOf, limitsOfAmount, limitsOfTax, rounded, sumOf } from './tax-limits.ts';
import { attributeOf, type XmlElement } from './xml-tree.ts';

const CURRENCIES = new Map([
  ['MXN', 2],
  ['USD', 2],
  ['EUR', 2],
  ['XXX', 0],
]);
const TAXES = new Set(['001', '002', '003']);
const TAX_OBJECTS = new Set(['01', '02', '03', '04', '05', '06', '07', '08']);
const ofBusiness = '601 603 606 612 620 621 622 623 624 625 626';
const everyone = `${ofBusiness} 605 607 608 610 611 614 615 616`;
/** Regimes of the receiver that may state a use: c_UsoCFDI, without the deductions of natural persons. */
const USES = new Map<string, string>([
  ...['G01', 'G03', 'I01', 'I02', 'I03', 'I04', 'I05', 'I06', 'I07', 'I08'].map((use) => [use, ofBusiness] as const),
  ['G02', `${ofBusiness} 616`],
  ['S01', everyone],
  ['CP01', everyone],
]);
const PATTERNS = {
  postalCode: /^(?!00)\d{5}$/,
  rfc: /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/u,
  product: /^\d{8}$/,
  unit: /^[A-Z\d]{2,3}$/,
  serie: /^[^|]{1,25}$/,
  folio: /^[^|]{1,40}$/,
};

const HOURS_TO_STAMP = 72;
const instantOf = (local: string): number => Date.parse(`${local}Z`);

/** Every reason for which a provider does not stamp a CFDI, the first the one that it answers. */
export function refusalsOf(root: XmlElement, view: ProviderView): Refusal[] {
  const isPayment = attributeOf(root, 'TipoDeComprobante') === 'P';
  return [
    ...refusalsIn([...timeChecks(root, view), ...headChecks(root), ...partyChecks(root, view)]),
    ...(isPayment ? paymentRefusals(root, view) : [...conceptRefusals(root), ...refusalsIn(amountChecks(root))]),
  ];
}

function timeChecks(root: XmlElement, { now }: ProviderView): Check[] {
  const date = attributeOf(root, 'Fecha') ?? '';
  if (!isMoment(date)) return [['CFDI40101', false, 'El campo Fecha no cumple con el patrón requerido.']];
  const age = instantOf(now) - instantOf(date);
  return [
    ['401', age <= HOURS_TO_STAMP * 3_600_000, 'La fecha de generación tiene más de 72 horas.'],
    ['404', age >= 0, 'La fecha de emisión es posterior a la fecha de timbrado.'],
  ];
}

function headChecks(root: XmlElement): Check[] {
  const { text, exact, all } = reader(root);
  const type = text('TipoDeComprobante') ?? '';
  const [form, method, currency] = [text('FormaPago'), text('MetodoPago'), text('Moneda') ?? ''];
  const isPayment = type === 'P';
  const relations = all('CfdiRelacionados');
  const rate = text('TipoCambio');
  return [
    ['CFDI40121', ['I', 'E', 'P'].includes(type), 'El campo TipoDeComprobante no es del catálogo.'],
    ['CFDI40123', text('Exportacion') === '01', 'El campo Exportacion no es del catálogo.'],
    ['CFDI40103', !isPayment || form === null, 'El campo FormaPago no debe existir.'],
    ['CFDI40125', !isPayment || method === null, 'El campo MetodoPago no debe existir.'],
    ['CFDI40104', isPayment || FORMS.has(form ?? ''), 'El campo FormaPago no es del catálogo.'],
    ['CFDI40124', isPayment || ['PUE', 'PPD'].includes(method ?? ''), 'El campo MetodoPago no es del catálogo.'],
    ['CFDI40105', method !== 'PPD' || form === '99', 'El campo FormaPago no contiene el valor "99".'],
    ['CFDI40113', CURRENCIES.has(currency), 'El campo Moneda no es del catálogo.'],
    ['CFDI40114', currency !== 'MXN' || rate === null || rate === '1', 'El campo TipoCambio no es "1".'],
    ['CFDI40115', ['MXN', 'XXX'].includes(currency) || rate !== null, 'El campo TipoCambio se debe registrar.'],
    ['CFDI40116', currency !== 'XXX' || rate === null, 'El campo TipoCambio no debe existir.'],
    ['CFDI40117', rate === null || hasDecimals(exact('TipoCambio'), 6), 'El campo TipoCambio no cumple el patrón.'],
    ['CFDI40126', PATTERNS.postalCode.test(text('LugarExpedicion') ?? ''), 'LugarExpedicion no es del catálogo.'],
    ['CFDI40999', PATTERNS.serie.test(text('Serie') ?? ''), 'El campo Serie no cumple con el patrón requerido.'],
    ['CFDI40999', PATTERNS.folio.test(text('Folio') ?? ''), 'El campo Folio no cumple con el patrón requerido.'],
    [
      'CFDI40137',
      relations.every((one) => /^0[1-7]$/.test(attributeOf(one, 'TipoRelacion') ?? '')),
      'El campo TipoRelacion no es del catálogo.',
    ],
  ];
}

function partyChecks(root: XmlElement, { registered }: ProviderView): Check[] {
  const [issuer, receiver] = [reader(reader(root).all('Emisor')[0]), reader(reader(root).all('Receptor')[0])];
  const of = (party: typeof issuer, name: string): string => party.text(name) ?? '';
  const [rfc, regime] = [of(receiver, 'Rfc'), of(receiver, 'RegimenFiscalReceptor')];
  const uses = USES.get(of(receiver, 'UsoCFDI'))?.split(' ');
  const isPayment = attributeOf(root, 'TipoDeComprobante') === 'P';
  const checks: Check[] = [
    ['CFDI40141', regimesOf(of(issuer, 'Rfc')).includes(of(issuer, 'RegimenFiscal')), 'RegimenFiscal del emisor.'],
    ['CFDI40143', PATTERNS.rfc.test(rfc), 'El Rfc del receptor no existe en la lista de RFC inscritos.'],
    ['CFDI40148', PATTERNS.postalCode.test(of(receiver, 'DomicilioFiscalReceptor')), 'DomicilioFiscalReceptor.'],
    ['CFDI40158', regimesOf(rfc).includes(regime), 'RegimenFiscalReceptor no es del tipo de persona del receptor.'],
    ['CFDI40160', uses !== undefined, 'El campo UsoCFDI no es del catálogo.'],
    [
      'CFDI40161',
      (uses?.includes(regime) ?? true) && (of(receiver, 'UsoCFDI') === 'CP01') === isPayment,
      'El campo UsoCFDI no corresponde con el tipo de persona y el régimen del receptor.',
    ],
    ['CFDI40145', /^\S(?:[^|a-zñáéíóúü]*\S)?$/u.test(of(receiver, 'Nombre')), 'El Nombre del receptor no es válido.'],
  ];
  const known = registered?.(rfc);
  if (known === undefined) return checks;
  if (known === null) return [...checks, ['CFDI40143', false, 'El Rfc del receptor no está inscrito.']];
  return [
    ...checks,
    ['CFDI40145', of(receiver, 'Nombre') === known.name, 'El Nombre no pertenece al Rfc del receptor.'],
    [
      'CFDI40148',
      of(receiver, 'DomicilioFiscalReceptor') === known.postalCode,
      'El DomicilioFiscalReceptor no pertenece al Rfc del receptor.',
    ],
    ['CFDI40159', known.regimes.includes(regime), 'El RegimenFiscalReceptor no pertenece al Rfc del receptor.'],
  ];
}

const isWithin = (amount: Exact | null, [low, high]: readonly [bigint, bigint]): boolean =>
  amount !== null && amount.scaled >= low && amount.scaled <= high;

/** A transferred tax, of a concept or of the whole document. */
interface Transfer {
  readonly key: string;
  readonly base: bigint;
  readonly amount: bigint;
}

const transferOf = (element: XmlElement): Transfer => {
  const { text, exact } = reader(element);
  return {
    key: ['Impuesto', 'TipoFactor', 'TasaOCuota'].map((name) => text(name) ?? '').join(' '),
    base: exact('Base')?.scaled ?? 0n,
    amount: exact('Importe')?.scaled ?? 0n,
  };
};

/** Sums of an invoice or credit note. */
function amountChecks(root: XmlElement): Check[] {
  const { text, exact, all } = reader(root);
  const decimals = CURRENCIES.get(text('Moneda') ?? '') ?? 2;
  const concepts = all('Conceptos', 'Concepto');
  const [whole] = all('Impuestos');
  const total = reader(whole);
  const transfers = total.all('Traslados', 'Traslado');
  const ofConcepts = all('Conceptos', 'Concepto', 'Impuestos', 'Traslados', 'Traslado').map(transferOf);
  const global = transfers.map(transferOf);
  const sumByKey = (key: string, of: 'base' | 'amount'): bigint =>
    rounded(sumOf(ofConcepts.filter((one) => one.key === key).map((one) => one[of])), decimals);
  const subTotal = sumOf(concepts.map((one) => exactOf(attributeOf(one, 'Importe'))?.scaled ?? 0n));
  const tax = total.exact('TotalImpuestosTrasladados');
  const isTaxed = ofConcepts.some(({ key }) => !key.includes('Exento'));
  return [
    ['CFDI40107', hasDecimals(exact('SubTotal'), decimals), 'El SubTotal excede los decimales de la moneda.'],
    [
      'CFDI40108',
      exact('SubTotal')?.scaled === rounded(subTotal, decimals),
      'El SubTotal no es igual al redondeo de la suma de los importes de los conceptos.',
    ],
    [
      'CFDI40119',
      exact('Total')?.scaled === (exact('SubTotal')?.scaled ?? 0n) + (tax?.scaled ?? 0n),
      'El Total no es igual al SubTotal más los impuestos.',
    ],
    ['CFDI40999', concepts.length > 0, 'El CFDI no tiene conceptos.'],
    [
      'CFDI40212',
      isTaxed === (total.text('TotalImpuestosTrasladados') !== null),
      'Los Traslados y TotalImpuestosTrasladados no se corresponden.',
    ],
    [
      'CFDI40204',
      !isTaxed || (total.exact('TotalImpuestosTrasladados')?.decimals ?? 0) <= decimals,
      'TotalImpuestosTrasladados excede los decimales de la moneda.',
    ],
    [
      'CFDI40205',
      !isTaxed || tax?.scaled === sumOf(global.map(({ amount }) => amount)),
      'TotalImpuestosTrasladados no es la suma de los importes.',
    ],
    [
      'CFDI40218',
      new Set(global.map(({ key }) => key)).size === global.length,
      'Hay más de un Traslado con el mismo impuesto, factor y tasa.',
    ],
    [
      'CFDI40215',
      new Set(ofConcepts.map(({ key }) => key)).size === global.length &&
        global.every(({ key, base }) => base === sumByKey(key, 'base')),
      'La Base no es igual al redondeo de la suma de las bases de los conceptos.',
    ],
    [
      'CFDI40221',
      global.every(({ key, amount }) => amount === sumByKey(key, 'amount')),
      'El Importe no es igual al redondeo de la suma de los importes de los conceptos.',
    ],
    [
      'CFDI40220',
      transfers.every((one) => (exactOf(attributeOf(one, 'Importe'))?.decimals ?? 0) <= decimals),
      'El Importe de un Traslado excede los decimales de la moneda.',
    ],
  ];
}

/** Refusals of single concepts, each with its place. */
function conceptRefusals(root: XmlElement): Refusal[] {
  const { text, all } = reader(root);
  const decimals = CURRENCIES.get(text('Moneda') ?? '') ?? 2;
  return all('Conceptos', 'Concepto').flatMap((one, concept) =>
    refusalsIn(conceptChecks(one, decimals)).map((refusal) => ({ ...refusal, concept })),
  );
}

/** Places of the concepts, or of the invoices that a complement pays, for which a document is refused. */
export const refusedConcepts = (refusals: readonly Refusal[]): number[] => [
  ...new Set(refusals.flatMap(({ concept }) => concept ?? [])),
];

function conceptChecks(concept: XmlElement, decimals: number): Check[] {
  const { text, exact, all } = reader(concept);
  const [quantity, price] = [exact('Cantidad'), exact('ValorUnitario')];
  const object = text('ObjetoImp') ?? '';
  const hasTaxes = all('Impuestos').length > 0;
  const transfers = all('Impuestos', 'Traslados', 'Traslado');
  return [
    ['CFDI40162', PATTERNS.product.test(text('ClaveProdServ') ?? ''), 'ClaveProdServ no es del catálogo.'],
    ['CFDI40165', PATTERNS.unit.test(text('ClaveUnidad') ?? ''), 'ClaveUnidad no es del catálogo.'],
    ['CFDI40166', hasDecimals(price, 6), 'El ValorUnitario debe ser mayor que cero.'],
    [
      'CFDI40167',
      quantity !== null && price !== null && isWithin(exact('Importe'), limitsOfAmount(quantity, price, decimals)),
      'El Importe del concepto no está entre el límite inferior y superior permitido.',
    ],
    ['CFDI40170', TAX_OBJECTS.has(object), 'El campo ObjetoImp no es del catálogo.'],
    ['CFDI40171', object !== '02' || hasTaxes, 'El nodo Impuestos del concepto debe existir.'],
    ['CFDI40172', object === '02' || !hasTaxes, 'El nodo Impuestos del concepto no debe existir.'],
    ['CFDI40173', !hasTaxes || transfers.length > 0, 'El nodo Impuestos del concepto no tiene traslados.'],
    ...transfers.flatMap((transfer) => transferChecks(transfer, decimals)),
  ];
}

function transferChecks(transfer: XmlElement, decimals: number): Check[] {
  const { text, exact } = reader(transfer);
  const [base, rate, factor] = [exact('Base'), exact('TasaOCuota'), text('TipoFactor')];
  const isExempt = factor === 'Exento';
  const hasRate = text('TasaOCuota') !== null || text('Importe') !== null;
  return [
    ['CFDI40174', hasDecimals(base, 6), 'La Base del traslado debe ser mayor que cero.'],
    ['CFDI40175', TAXES.has(text('Impuesto') ?? ''), 'El Impuesto del traslado no es del catálogo.'],
    ['CFDI40176', ['Tasa', 'Cuota', 'Exento'].includes(factor ?? ''), 'TipoFactor no es del catálogo.'],
    ['CFDI40177', !isExempt || !hasRate, 'TasaOCuota e Importe no deben existir con Exento.'],
    ['CFDI40178', isExempt || (rate !== null && exact('Importe') !== null), 'Faltan TasaOCuota o Importe.'],
    ['CFDI40179', isExempt || VAT_RATES.has(text('TasaOCuota') ?? ''), 'TasaOCuota no es del catálogo.'],
    [
      'CFDI40180',
      isExempt || (base !== null && rate !== null && isWithin(exact('Importe'), limitsOfTax(base, rate, decimals))),
      'El Importe que corresponde a Traslado no está entre el límite inferior y superior permitido.',
    ],
  ];
}
