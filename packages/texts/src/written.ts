/** How amounts and dates are written in documents that the server makes: contracts, e-mails, PDFs. */

/** An amount as documents write it: ("116000.00", "MXN") → "MXN 116,000.00". */
export const writtenAmount = (decimal: string, currency: string): string =>
  `${currency} ${decimal.replace(/\B(?=(\d{3})+(?=\.))/g, ',')}`;

/** `2026-03-01` → `01/03/2026`. */
export const writtenDate = (date: string): string => date.split('-').toReversed().join('/');

/** The months in full, January first. */
export const MONTH_NAMES = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const;

/** `2026-01` → "enero 2026". */
export const writtenMonth = (month: string): string =>
  `${MONTH_NAMES[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`;

/** Series and folio of an invoice as people quote it: "A-1024"; an invoice may have neither. */
export const writtenFolio = (invoice: { readonly serie: string | null; readonly folio: string | null }): string =>
  [invoice.serie, invoice.folio].filter((part) => part !== null && part !== '').join('-') || 'S/F';
