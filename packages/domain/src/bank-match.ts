/** Finds the payment or the receipt of the books that a movement of the bank is. */
import { type BankLine, SURE_KEY } from './bank-line.ts';
import { daysBetween, type IsoDate } from './calendar.ts';
import { isClabe } from './clabe.ts';

type Texts = Pick<BankLine, 'trackingKey' | 'reference' | 'text'>;

/** Runs of letters and digits in its texts, in capitals. */
const wordsOf = ({ trackingKey, reference, text }: Texts): readonly string[] =>
  `${trackingKey} ${reference} ${text}`.toUpperCase().match(/[A-Z0-9]+/g) ?? [];

const TRACKING_KEY = /^[A-Za-z0-9]{1,30}$/;

/** The tracking key in its own column; null where the bank gives none that a transfer can have. */
export const ownKeyOf = ({ trackingKey }: Texts): string | null =>
  TRACKING_KEY.test(trackingKey) ? trackingKey : null;

/** CLABEs that it names. */
export const clabesIn = (line: Texts): readonly string[] => [...new Set(wordsOf(line).filter(isClabe))];

/** A payment that is in a file for the bank. */
export interface FiledMatch {
  readonly reference: number;
  readonly clabe: string;
  /** Above zero. */
  readonly cents: bigint;
}

/** Whether a movement names a payment by its reference: `R0000042`, seven digits, or the number alone in the column of references. */
function namesReference(line: Texts, { reference }: FiledMatch): boolean {
  const digits = String(reference).padStart(7, '0');
  const isColumn = /^\d{1,10}$/.test(line.reference) && Number(line.reference) === reference;
  return isColumn || wordsOf(line).some((word) => word === digits || word === `R${digits}`);
}

/**
 * The filed payment that a charge is: of its amount, and named by its reference, or else by its account. Null if none is, or several
 * could be: nothing is guessed by the amount alone.
 */
export function filedPaymentOf<F extends FiledMatch>(line: BankLine, filed: readonly F[]): F | null {
  const sameAmount = filed.filter(({ cents }) => cents === -line.cents);
  const named = sameAmount.filter((payment) => namesReference(line, payment));
  const clabes = clabesIn(line);
  const found = named.length > 0 ? named : sameAmount.filter(({ clabe }) => clabes.includes(clabe));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Money that the books have moved, under the tracking key of the bank; cents above zero came in. */
export interface BookMovement {
  readonly key: string;
  readonly on: IsoDate;
  readonly cents: bigint;
}

/** Days between the books and the bank: over a weekend, with a holiday. */
const APART = 5;

/** Whether a movement names the key of another one. */
function namedBy(line: BankLine): (movement: BookMovement) => boolean {
  const own = ownKeyOf(line);
  const words = new Set(wordsOf(line));
  return ({ key }) => key === own || (key.length >= SURE_KEY && words.has(key.toUpperCase()));
}

/**
 * The payment that a charge names, but with another amount: of the books, or of a file that was not registered. Null if it names none,
 * or several.
 */
export function otherAmountOf<M extends BookMovement, F extends FiledMatch & { readonly trackingKey: string | null }>(
  line: BankLine,
  books: readonly M[],
  filed: readonly F[],
): { readonly booked: M } | { readonly filed: F } | null {
  if (line.cents >= 0n) return null;
  const references = filed.filter((payment) => payment.cents !== -line.cents && namesReference(line, payment));
  const isNamed = namedBy(line);
  const keys = new Set(references.map(({ trackingKey }) => trackingKey));
  const booked = books.filter(
    (movement) => movement.cents < 0n && movement.cents !== line.cents && (isNamed(movement) || keys.has(movement.key)),
  );
  const open = references.filter(({ trackingKey }) => trackingKey === null);
  if (booked.length + open.length !== 1) return null;
  const [movement] = booked;
  const [payment] = open;
  return movement ? { booked: movement } : payment ? { filed: payment } : null;
}

/**
 * Finds a movement in the books. 'known': under its tracking key, or under one that its texts name, with its amount. 'likely': some
 * of its amount are booked around its day, and only a person can tell. `books`: those that no other movement of the account is.
 */
export function inBooks<M extends BookMovement>(
  line: BankLine,
  books: readonly M[],
):
  | { readonly kind: 'known'; readonly movement: M }
  | { readonly kind: 'likely'; readonly movements: readonly M[] }
  | null {
  const same = books.filter(({ cents }) => cents === line.cents);
  const named = same.filter(namedBy(line));
  const [movement] = named;
  if (movement && named.length === 1) return { kind: 'known', movement };
  const movements = same.filter(({ on }) => Math.abs(daysBetween(on, line.date)) <= APART);
  return movements.length > 0 ? { kind: 'likely', movements } : null;
}
