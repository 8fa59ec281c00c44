/** The printed expression of an invoice: what its QR code says and what the tax authority's status service asks for. */
const STATUS_PAGE = 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx';
const SEAL_TAIL = 8;

/** What the expression is made of. */
export interface PrintedInvoice {
  /** Upper case. */
  readonly uuid: string;
  readonly issuer: { readonly rfc: string };
  readonly receiver: { readonly rfc: string };
  /** As written in the file. */
  readonly total: string;
  /** The last 8 characters of the issuer's seal. */
  readonly sealTail: string;
}

/** `?re=…&rr=…&tt=…&id=…&fe=…`; source: tax authority's status service manual 1.4. */
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

/** Address that the QR code of the printed invoice opens. */
export const statusPage = (cfdi: PrintedInvoice): string => STATUS_PAGE + printedExpression(cfdi);

/** The end of the seal that the expression carries. */
export const sealTailOf = (seal: string): string => seal.slice(-SEAL_TAIL);

/** At most six decimals, trailing zeros cut, at least one kept: "1000.0". */
function expressionTotal(total: string): string {
  const [whole = '0', fraction = ''] = total.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '') || '0'}`;
}

const escapeRfc = (rfc: string): string => rfc.replaceAll('&', '&amp;');
