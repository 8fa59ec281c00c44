/** The amounts of which an invoice's total consists. */
import { attributeOf, childrenOf, type XmlElement } from './xml-tree.ts';

const LOCAL_TAXES = 'http://www.sat.gob.mx/implocal';
const AIRLINES = 'http://www.sat.gob.mx/aerolineas';
/** A decimal of XML Schema: amounts of complements may have a sign or lack digits on one side of the point. */
const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?$/;
/** One unit of the invoice's currency, in millionths: its amounts are rounded by line, by tax or as a whole. */
const TOLERANCE = 1_000_000n;

/**
 * Whether `Total` is `SubTotal` − `Descuento` + transferred − withheld taxes, federal and local. Airlines may add fees that
 * only their complement lists.
 */
export function isTotalSumOfParts(root: XmlElement): boolean {
  const taxes = childrenOf(root, root.uri, 'Impuestos');
  const complements = childrenOf(root, root.uri, 'Complemento');
  const local = complements.flatMap((complement) => childrenOf(complement, LOCAL_TAXES, 'ImpuestosLocales'));
  const flights = complements.flatMap((complement) => childrenOf(complement, AIRLINES, 'Aerolineas'));
  const charges = flights.flatMap((flight) => childrenOf(flight, AIRLINES, 'OtrosCargos'));
  const sum =
    sumOf([root], 'SubTotal') -
    sumOf([root], 'Descuento') +
    taxesOf(taxes, 'TotalImpuestosTrasladados', ['Traslados', 'Traslado']) -
    taxesOf(taxes, 'TotalImpuestosRetenidos', ['Retenciones', 'Retencion']) +
    sumOf(local, 'TotaldeTraslados') -
    sumOf(local, 'TotaldeRetenciones');
  const fees = sumOf(flights, 'TUA') + sumOf(charges, 'TotalCargos');
  const total = sumOf([root], 'Total');
  return total >= sum - TOLERANCE && total <= sum + fees + TOLERANCE;
}

/** Code of the IVA in the tax authority's catalogue. */
const IVA = '002';
const IN_A_CENT = 10_000n;

/** The IVA that the invoice charges to its receiver, rounded to cents; null if it cannot be read or exceeds the total. */
export function ivaOf(root: XmlElement, totalCents: bigint): bigint | null {
  const charged = childrenOf(root, root.uri, 'Impuestos')
    .flatMap((taxes) => childrenOf(taxes, taxes.uri, 'Traslados'))
    .flatMap((list) => childrenOf(list, list.uri, 'Traslado'))
    .filter((tax) => attributeOf(tax, 'Impuesto') === IVA && attributeOf(tax, 'TipoFactor') !== 'Exento');
  if (!charged.every((tax) => DECIMAL.test(attributeOf(tax, 'Importe') ?? ''))) return null;
  const cents = (sumOf(charged, 'Importe') + IN_A_CENT / 2n) / IN_A_CENT;
  return cents >= 0n && cents <= totalCents ? cents : null;
}

/** The optional total of taxes, or else the taxes that it would sum. */
const taxesOf = (taxes: readonly XmlElement[], total: string, [list, tax]: readonly [string, string]): bigint =>
  taxes.reduce((sum, one) => {
    if (attributeOf(one, total) !== null) return sum + sumOf([one], total);
    const listed = childrenOf(one, one.uri, list).flatMap((each) => childrenOf(each, each.uri, tax));
    return sum + sumOf(listed, 'Importe');
  }, 0n);

/** Sum in millionths; absent and unreadable amounts add nothing. */
const sumOf = (elements: readonly XmlElement[], attribute: string): bigint =>
  elements.reduce((sum, element) => {
    const [, sign = '', whole = '', fraction = ''] = DECIMAL.exec(attributeOf(element, attribute) ?? '') ?? [];
    const amount = BigInt(`${whole}${fraction.padEnd(6, '0').slice(0, 6)}`);
    return sign === '-' ? sum - amount : sum + amount;
  }, 0n);
