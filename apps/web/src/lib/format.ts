import { decimalOf, type Money } from '@anticipa/domain/money';
import { complement, percent } from '@anticipa/domain/ratio';

export { MONTH_NAMES, writtenMonth as formatMonth } from '@anticipa/texts/written';

const MINUS = '−';
const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'] as const;
const PORTAL_ZONE = 'America/Mexico_City';

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** Decimal text with thousands separators, as es-MX writes it: "-116000.5" → "−116,000.5". Never through a float. */
export function formatDecimal(decimal: string): string {
  const negative = decimal.startsWith('-');
  const [whole = '0', fraction] = (negative ? decimal.slice(1) : decimal).split('.');
  return `${negative ? MINUS : ''}${grouped(whole)}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** The number of an amount with its 2 decimals, without the currency: "116,000.00". */
const formatAmount = (amount: Money): string => formatDecimal(decimalOf(amount));

/** An amount as the portal always writes it: "MXN 116,000.00". */
export const formatMoney = (amount: Money): string => `${amount.currency} ${formatAmount(amount)}`;

/** An amount rounded half-up to whole units, for tiles only: "MXN 116,000". */
export function formatMoneyWhole(amount: Money): string {
  const absolute = amount.cents < 0n ? -amount.cents : amount.cents;
  const units = (absolute + 50n) / 100n;
  const sign = amount.cents < 0n && units > 0n ? MINUS : '';
  return `${amount.currency} ${sign}${grouped(units.toString())}`;
}

/**
 * A rate written as a percentage: "0.12345678" → "12.35 %". Rounded half-up for reading only; the exact rate stays in
 * the data. `decimals` is at most 6.
 */
export function formatPercent(rate: string, decimals = 2): string {
  return `${formatDecimal(roundDecimal(shiftTwo(rate), decimals))} %`;
}

/** The part of an invoice that is withheld, in per cent, exactly: "90.5" advanced leaves "9.5". */
export function withheldPercent(advanced: string): string {
  const { numerator, denominator } = complement(percent(advanced));
  const tenThousandths = (numerator * 1_000_000n) / denominator;
  const fraction = String(tenThousandths % 10_000n)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return `${tenThousandths / 10_000n}${fraction && `.${fraction}`}`;
}

/** An exchange rate with 4 decimals: "19.9187". */
export const formatExchangeRate = (rate: string): string => formatDecimal(roundDecimal(rate, 4));

/** `YYYY-MM-DD` → `DD/MM/YYYY`. */
export function formatDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-');
  return `${day}/${month}/${year}`;
}

/** An instant as tables write it, DD-MMM-YYYY h:mm a, in the portal's time zone: "21-nov-2026 7:39 am". */
export function formatTableDate(instant: string | Date): string {
  const at = Object.fromEntries(tableParts.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  const hour = Number(at.hour) % 24;
  const month = MONTHS[Number(at.month) - 1] ?? '';
  return `${at.day}-${month}-${at.year} ${hour % 12 || 12}:${at.minute} ${hour < 12 ? 'am' : 'pm'}`;
}

const tableParts = new Intl.DateTimeFormat('en-US', {
  timeZone: PORTAL_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A date beside today in words: "hoy", "mañana", "en 3 días", "hace 1 día". Both as `YYYY-MM-DD`. */
export function relativeDay(date: string, today: string): string {
  const days = Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000);
  if (days === 0) return 'hoy';
  if (days === 1) return 'mañana';
  if (days === -1) return 'ayer';
  return days > 0 ? `en ${days} días` : `hace ${-days} días`;
}

/** "1 factura", "1,200 facturas". */
export const formatCount = (count: number, one: string, many: string): string =>
  `${grouped(String(count))} ${count === 1 ? one : many}`;

/** Bytes for a person: "812 B", "1.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const kilobytes = bytes / 1000;
  return kilobytes < 1000 ? `${kilobytes.toFixed(0)} kB` : `${(kilobytes / 1000).toFixed(1)} MB`;
}

function shiftTwo(decimal: string): string {
  const negative = decimal.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? decimal.slice(1) : decimal).split('.');
  const padded = fraction.padEnd(2, '0');
  const units = `${whole}${padded.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  return `${negative ? '-' : ''}${units}.${padded.slice(2) || '0'}`;
}

function roundDecimal(decimal: string, decimals: number): string {
  const negative = decimal.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? decimal.slice(1) : decimal).split('.');
  const kept = BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
  const rounded = kept + (Number(fraction[decimals] ?? '0') >= 5 ? 1n : 0n);
  const digits = rounded.toString().padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return negative && rounded !== 0n ? `-${text}` : text;
}
