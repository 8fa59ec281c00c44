/** Amounts in words, as Mexican documents carry them. */
import { decimalOf, type Money } from '@anticipa/domain/money';

const SMALL = [
  ...['cero', 'un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez', 'once', 'doce'],
  ...['trece', 'catorce', 'quince', 'dieciséis', 'diecisiete', 'dieciocho', 'diecinueve', 'veinte', 'veintiún'],
  ...['veintidós', 'veintitrés', 'veinticuatro', 'veinticinco', 'veintiséis', 'veintisiete', 'veintiocho'],
  'veintinueve',
];
const TENS = ['', '', '', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'];
const HUNDREDS = [
  ...['', 'ciento', 'doscientos', 'trescientos', 'cuatrocientos', 'quinientos', 'seiscientos', 'setecientos'],
  ...['ochocientos', 'novecientos'],
];
const HUNDRED = 100;
const THOUSAND = 1_000;
const MILLION = 1_000_000;

/** A whole number below a million million, in the short forms that precede a noun ("veintiún mil un"). */
function inWords(number: number): string {
  const rest = (by: number, join = ' '): string => (number % by === 0 ? '' : `${join}${inWords(number % by)}`);
  const [small, tens, hundreds] = [
    SMALL[number],
    TENS[Math.floor(number / 10)],
    HUNDREDS[Math.floor(number / HUNDRED)],
  ];
  if (small !== undefined) return small;
  if (tens !== undefined) return tens + rest(10, ' y ');
  if (number === HUNDRED) return 'cien';
  if (hundreds !== undefined) return hundreds + rest(HUNDRED);
  const above = (by: number): string => inWords(Math.floor(number / by));
  if (number < 2 * THOUSAND) return `mil${rest(THOUSAND)}`;
  if (number < MILLION) return `${above(THOUSAND)} mil${rest(THOUSAND)}`;
  return `${above(MILLION)} ${number < 2 * MILLION ? 'millón' : 'millones'}${rest(MILLION)}`;
}

const units = {
  MXN: { one: 'peso', many: 'pesos', mark: 'M.N.' },
  USD: { one: 'dólar', many: 'dólares', mark: 'USD' },
  EUR: { one: 'euro', many: 'euros', mark: 'EUR' },
} as const;

/** "Ocho mil pesos 50/100 M.N." */
export function amountInLetters(amount: Money): string {
  const [whole = '0', cents = '00'] = decimalOf(amount).split('.');
  const number = Number(whole);
  const { one, many, mark } = units[amount.currency];
  const of = number >= MILLION && number % MILLION === 0 ? 'de ' : '';
  const words = inWords(number);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${of}${number === 1 ? one : many} ${cents}/100 ${mark}`;
}
