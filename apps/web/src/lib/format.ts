import { decimalOf, type Money } from '@anticipa/domain/money';
import { complement, percent } from '@anticipa/domain/ratio';

export { formatMonth, formatTableDate, MONTH_NAMES } from '@anticipa/texts/format';

const MINUS = '−';

const formats = new Map<number, Intl.NumberFormat>();

/** Cached: creating a formatter costs more than using it a thousand times. */
function formatOf(decimals: number): Intl.NumberFormat {
  const format =
    formats.get(decimals) ??
    new Intl.NumberFormat('es-MX', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: 'negative',
    });
  formats.set(decimals, format);
  return format;
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/** Decimal text in es-MX, rounded half away from zero. Exact: `Intl` reads decimal strings without a float. */
function written(decimal: string, decimals: number): string {
  if (!isDecimal(decimal)) throw new TypeError(`not a decimal: ${decimal}`);
  return formatOf(decimals).format(decimal).replace('-', MINUS);
}

/** Decimal text with thousands separators and all its decimals: "-116000.50" → "−116,000.50". */
export const formatDecimal = (decimal: string): string => written(decimal, decimal.split('.')[1]?.length ?? 0);

/** The number of an amount with its 2 decimals, without the currency: "116,000.00". */
const formatAmount = (amount: Money): string => formatDecimal(decimalOf(amount));

/** The standard form of an amount: "MXN 116,000.00". */
export const formatMoney = (amount: Money): string => `${amount.currency} ${formatAmount(amount)}`;

/** The standard form within a text, which breaks before or after it. */
export const moneyInText = (amount: Money): string => formatMoney(amount).replace(' ', '\u00a0');

/** An amount rounded half-up to whole units, for tiles only: "MXN 116,000". */
export const formatMoneyWhole = (amount: Money): string => `${amount.currency} ${written(decimalOf(amount), 0)}`;

const TEN_MILLION_CENTS = 1_000_000_000n;

/** A positive amount in nine characters or less, without the currency: "116,000", from ten million on "10.305 M". */
export function formatAmountShort(amount: Money): string {
  if (amount.cents < TEN_MILLION_CENTS) return written(decimalOf(amount), 0);
  const thousands = String((amount.cents + 50_000n) / 100_000n);
  return `${written(`${thousands.slice(0, -3)}.${thousands.slice(-3)}`, 3)} M`;
}

/** The withheld part of an invoice in per cent, exact: "90.5" advanced leaves "9.5". */
export function withheldPercent(advanced: string): string {
  const { numerator, denominator } = complement(percent(advanced));
  const tenThousandths = (numerator * 1_000_000n) / denominator;
  const fraction = String(tenThousandths % 10_000n)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return `${tenThousandths / 10_000n}${fraction && `.${fraction}`}`;
}

/** An exchange rate with 4 decimals: "19.9187". */
export const formatExchangeRate = (rate: string): string => written(rate, 4);

/** `YYYY-MM-DD` → `DD/MM/YYYY`. */
export function formatDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-');
  return `${day}/${month}/${year}`;
}

/** A date relative to today: "hoy", "mañana", "en 3 días", "hace 1 día". Both as `YYYY-MM-DD`. */
export function relativeDay(date: string, today: string): string {
  const days = Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000);
  if (days === 0) return 'hoy';
  if (days === 1) return 'mañana';
  if (days === -1) return 'ayer';
  return days > 0 ? `en ${days} días` : `hace ${-days} días`;
}

/** "BBVA ••4821". */
export const formatAccount = ({ bank, ending }: { readonly bank: string; readonly ending: string }): string =>
  `${bank} ••${ending}`;

/** "1 factura", "1,200 facturas". */
export const formatCount = (count: number, one: string, many: string): string =>
  `${formatOf(0).format(count)} ${count === 1 ? one : many}`;
