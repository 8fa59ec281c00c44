/** The printed expression of an invoice, used in its QR code and by the tax authority's status service. */
const STATUS_PAGE = 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx';
const SEAL_TAIL = 8;

export interface PrintedInvoice {
  /** Upper case. */
  readonly uuid: string;
  readonly issuer: { readonly rfc: string };
  readonly receiver: { readonly rfc: string };
  /** Exactly as the file writes it. */
  readonly total: string;
  /** The last 8 characters of the issuer's seal. */
  readonly sealTail: string;
}

/** `?re=…&rr=…&tt=…&id=…&fe=…`. Source: manual 1.4 of the tax authority's status service. */
export function printedExpression(cfdi: PrintedInvoice): string {
  const parts = [
    ['re', escapeRfc(cfdi.issuer.rfc)],
    ['rr', escapeRfc(cfdi.receiver.rfc)],
    ['tt', expressionTotal(cfdi.total)],
    ['id', cfdi.uuid],
    ['fe', cfdi.sealTail],
  ];
  return `?${parts.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

/** URL in the QR code of the printed invoice. */
export const statusPage = (cfdi: PrintedInvoice): string => STATUS_PAGE + printedExpression(cfdi);

/** The part of the seal in the printed expression. */
export const sealTailOf = (seal: string): string => seal.slice(-SEAL_TAIL);

/** Trailing zeros removed, at least one decimal kept: "1000.0". */
function expressionTotal(total: string): string {
  const [whole = '0', fraction = ''] = total.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '') || '0'}`;
}

const escapeRfc = (rfc: string): string => rfc.replaceAll('&', '&amp;');
