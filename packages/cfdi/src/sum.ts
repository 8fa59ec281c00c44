/** Compares an invoice's total with its parts, as an authorised provider does before stamping it. */
import { attributeOf, childrenOf, type XmlElement } from './xml-tree.ts';

const LOCAL_TAXES = 'http://www.sat.gob.mx/implocal';
const AIRLINES = 'http://www.sat.gob.mx/aerolineas';
const AMOUNT = /^(\d{1,18})(?:\.(\d{1,6}))?$/;
/** One unit of the currency, in millionths: providers round taxes by line or by invoice. */
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
    sumOf(taxes, 'TotalImpuestosTrasladados') -
    sumOf(taxes, 'TotalImpuestosRetenidos') +
    sumOf(local, 'TotaldeTraslados') -
    sumOf(local, 'TotaldeRetenciones');
  const fees = sumOf(flights, 'TUA') + sumOf(charges, 'TotalCargos');
  const total = sumOf([root], 'Total');
  return total >= sum - TOLERANCE && total <= sum + fees + TOLERANCE;
}

/** In millionths; absent and unreadable amounts add nothing. */
const sumOf = (elements: readonly XmlElement[], attribute: string): bigint =>
  elements.reduce((sum, element) => {
    const [, whole = '0', fraction = ''] = AMOUNT.exec(attributeOf(element, attribute) ?? '') ?? [];
    return sum + BigInt(whole + fraction.padEnd(6, '0'));
  }, 0n);
