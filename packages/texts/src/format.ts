/** Formats of amounts, dates and folios in contracts, e-mails and PDFs. */

/** ("116000.00", "MXN") → "MXN 116,000.00". */
export const formatAmount = (decimal: string, currency: string): string =>
  `${currency} ${decimal.replace(/\B(?=(\d{3})+(?=\.))/g, ',')}`;

/** `2026-03-01` → `01/03/2026`. */
export const formatDate = (date: string): string => date.split('-').toReversed().join('/');

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
export const formatMonth = (month: string): string =>
  `${MONTH_NAMES[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`;

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** With the mark U+200E after right-to-left letters, which otherwise change places with what follows. */
const inPlace = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `${text}\u200e` : text);

/** Series and folio of an invoice: "A-1024", or "S/F" if it has neither. */
export const formatFolio = ({
  serie,
  folio,
}: {
  readonly serie: string | null;
  readonly folio: string | null;
}): string =>
  [serie ?? '', folio ?? '']
    .filter((part) => part !== '')
    .map(inPlace)
    .join('-') || 'S/F';
