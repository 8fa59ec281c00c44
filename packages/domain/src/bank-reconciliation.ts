/** Compares the movements of the bank with those of the books: every difference between them is one of a list. */
import type { IsoDate } from './calendar.ts';

/** A movement of the bank; `key` is its place in the books, null if it has none. */
export interface BankSide {
  readonly key: string | null;
  readonly on: IsoDate;
  readonly cents: bigint;
}
export type BookSide = BankSide & { readonly key: string };

export interface Reconciled<B extends BankSide, M extends BookSide> {
  /** Sums of the period. */
  readonly bank: bigint;
  readonly books: bigint;
  readonly notInBooks: readonly B[];
  readonly notInBank: readonly M[];
  /** Movements of both sides that only the bank has in the period, less those that only the books have in it. */
  readonly otherDays: bigint;
}

/**
 * Pairs movements by key, amount and side. What the bank moved in the period beyond the books is the sum of `notInBooks`, less that of
 * `notInBank`, and `otherDays`: to the cent, whatever the movements are. Those around the period are only paired.
 */
export function reconcile<B extends BankSide, M extends BookSide>(
  bank: readonly B[],
  books: readonly M[],
  { since, through }: { readonly since: IsoDate; readonly through: IsoDate },
): Reconciled<B, M> {
  const isInside = ({ on }: BankSide): boolean => on >= since && on <= through;
  const free = new Map(books.map((movement) => [pairKey(movement), movement]));
  const notInBooks: B[] = [];
  let otherDays = 0n;
  for (const line of bank) {
    const movement = line.key === null ? undefined : free.get(pairKey(line));
    if (movement === undefined) {
      if (isInside(line)) notInBooks.push(line);
      continue;
    }
    free.delete(pairKey(line));
    if (isInside(line) && !isInside(movement)) otherDays += line.cents;
    if (!isInside(line) && isInside(movement)) otherDays -= line.cents;
  }
  const notInBank = [...free.values()].filter(isInside);
  const sum = (some: readonly BankSide[]): bigint => some.filter(isInside).reduce((all, { cents }) => all + cents, 0n);
  return { bank: sum(bank), books: sum(books), notInBooks, notInBank, otherDays };
}

const pairKey = ({ key, cents }: BankSide): string => `${key} ${cents}`;
