/** Formats of amounts, dates and folios in contracts, e-mails, PDFs and tables. */
import { MEXICO_CITY } from '@anticipa/domain/calendar';

/** ("116000.00", "MXN") → "MXN 116,000.00". */
export const formatAmount = (decimal: string, currency: string): string =>
  `${currency} ${decimal.replace(/\B(?=(\d{3})+(?=\.))/g, ',')}`;

/** `2026-03-01` → `01/03/2026`. */
export const formatDate = (date: string): string => date.split('-').toReversed().join('/');

export const MONTH_NAMES: readonly string[] = [
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
];

/** "1 día", "45 días". */
export const formatDays = (days: number): string => (days === 1 ? '1 día' : `${days} días`);

/** `2026-01` → "enero 2026". */
export const formatMonth = (month: string): string =>
  `${MONTH_NAMES[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`;

/** An instant in tables, DD-MMM-YYYY h:mm a in the portal's time zone: "21-nov-2026 7:39 am". */
export function formatTableDate(instant: string | Date): string {
  const at = Object.fromEntries(tableParts.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  const hour = Number(at.hour) % 24;
  const month = MONTH_NAMES[Number(at.month) - 1]?.slice(0, 3) ?? '';
  return `${at.day}-${month}-${at.year} ${hour % 12 || 12}:${at.minute} ${hour < 12 ? 'am' : 'pm'}`;
}

const tableParts = new Intl.DateTimeFormat('en-US', {
  timeZone: MEXICO_CITY,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Adds the mark U+200E after right-to-left letters, which otherwise change places with the text that follows. */
const inPlace = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `${text}\u200e` : text);

export const NO_FOLIO = 'S/F';

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
    .join('-') || NO_FOLIO;

/** A party as in a CFDI: "ACEROS DEL NORTE · RFC ANO150401AB9 · Régimen 601 · C.P. 64000". */
export const formatParty = (party: {
  readonly name: string;
  readonly rfc: string;
  readonly fiscalRegime: string | null;
  readonly postalCode: string | null;
}): string =>
  [
    party.name,
    `RFC ${party.rfc}`,
    ...(party.fiscalRegime === null ? [] : [`Régimen ${party.fiscalRegime}`]),
    ...(party.postalCode === null ? [] : [`C.P. ${party.postalCode}`]),
  ].join(' · ');

/** An account by its last digits, where the whole number has no place: "••4821". */
export const maskedAccount = (clabe: string): string => `••${clabe.slice(-4)}`;

/** Such an account with its bank: "BBVA ••4821". */
export const formatAccountEnding = ({ bank, clabe }: { readonly bank: string; readonly clabe: string }): string =>
  `${bank} ${maskedAccount(clabe)}`;
