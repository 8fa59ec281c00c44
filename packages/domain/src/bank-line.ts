/** Movements of the lender's bank accounts as its banks give them in files, and which of them are known already. */
import type { IsoDate } from './calendar.ts';

/** A movement in a file of a bank; cents above zero come in. Texts are empty where the bank gives none. */
export interface BankLine {
  readonly date: IsoDate;
  readonly cents: bigint;
  readonly trackingKey: string;
  readonly reference: string;
  readonly text: string;
  /** Balance of the account after the movement. */
  readonly balance: bigint | null;
  /** The bank undoes an earlier movement. */
  readonly isReversal?: boolean;
}

/** Characters of each text that are kept. */
const MAX_BANK_TEXT = 300;

/** On one line, without control characters, and not longer than is kept. */
export const bankText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\uFEFF]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, MAX_BANK_TEXT)
    .trimEnd();

/** Only letters and digits of ASCII, so that no encoding, case or spacing makes another movement of it. */
const folded = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase();

/** The same text for two movements that only their order or their balance tells apart. */
export const bankLineKey = ({ date, cents, trackingKey, reference, text }: BankLine): string =>
  [date, cents, ...[trackingKey, reference, text].map(folded)].join('|');

export interface KnownLine extends BankLine {
  readonly lineId: string;
}

/** 'resembles': it may be the movement `like`, of which something changed; a person says whether it is. */
export type ReadAs<L extends KnownLine> =
  | { readonly kind: 'known'; readonly known: L }
  | { readonly kind: 'new'; readonly ordinal: number }
  | { readonly kind: 'resembles'; readonly ordinal: number; readonly like: L };

/**
 * Compares the movements of one file with the known ones of its account, in order. Equal ones count: the second of a file is known only
 * if two are. A movement is 'resembles' if one of its day and amount is known that the file does not have, or has with another balance, or one of its tracking key.
 */
export function compareLines<L extends KnownLine>(lines: readonly BankLine[], known: readonly L[]): ReadAs<L>[] {
  const buckets = Map.groupBy(known, dayAndAmount);
  const read = new Map<BankLine, ReadAs<L>>();
  for (const [bucket, inFile] of Map.groupBy(lines, dayAndAmount)) {
    const ofBucket = buckets.get(bucket) ?? [];
    const rest = new Set(ofBucket);
    const exact = Map.groupBy(ofBucket, withBalance);
    const alike = Map.groupBy(ofBucket, bankLineKey);
    const counts = new Map([...alike].map(([key, ones]) => [key, ones.length]));
    const pair = (line: BankLine, ones: L[] | undefined): boolean => {
      while (ones !== undefined && ones.length > 0) {
        const found = ones.pop();
        if (found === undefined || !rest.delete(found)) continue;
        read.set(line, { kind: 'known', known: found });
        return true;
      }
      return false;
    };
    const others = inFile.filter((line) => !pair(line, exact.get(withBalance(line))));
    const fresh = others.filter((line) => {
      const ones = alike.get(bankLineKey(line)) ?? [];
      return !pair(line, line.balance === null ? ones : exact.get(`${bankLineKey(line)}|`));
    });
    const restByKey = Map.groupBy(rest, bankLineKey);
    for (const line of fresh) {
      const key = bankLineKey(line);
      const ordinal = (counts.get(key) ?? 0) + 1;
      counts.set(key, ordinal);
      const like = restByKey.get(key)?.[0] ?? firstOf(rest);
      read.set(line, like ? { kind: 'resembles', ordinal, like } : { kind: 'new', ordinal });
    }
  }
  const paired = new Set([...read.values()].flatMap((as) => (as.kind === 'known' ? [as.known] : [])));
  const absent = known.filter((line) => hasSureKey(line) && !paired.has(line));
  const byTrackingKey = Map.groupBy(absent, sideAndTrackingKey);
  return lines.flatMap((line): ReadAs<L>[] => {
    const as = read.get(line);
    if (as === undefined) return [];
    const like = hasSureKey(line) ? byTrackingKey.get(sideAndTrackingKey(line))?.[0] : undefined;
    return [as.kind === 'new' && like ? { ...as, kind: 'resembles', like } : as];
  });
}

/** Letters and digits below which a key can stand in a text by chance. */
export const SURE_KEY = 6;

const hasSureKey = ({ trackingKey }: BankLine): boolean => trackingKey.length >= SURE_KEY;
/** A transfer that came back has its key on the other side too. */
const sideAndTrackingKey = ({ trackingKey, cents }: BankLine): string => `${folded(trackingKey)}|${cents > 0n}`;
const dayAndAmount = ({ date, cents }: BankLine): string => `${date}|${cents}`;
const withBalance = (line: BankLine): string => `${bankLineKey(line)}|${line.balance ?? ''}`;
const firstOf = <T>(set: ReadonlySet<T>): T | undefined => set.values().next().value;

/** Balances before and after the movements of a file, and whether these lead from one to the other; null if the bank says none. */
export type StatedBalances = {
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly adds: boolean;
} | null;

/**
 * The balances of a file of which each movement has its own, in the file's order or in the opposite one. Without opening and closing
 * where they do not follow from each other.
 */
export function balancesOf(lines: readonly BankLine[]): StatedBalances {
  const known = lines.flatMap(({ cents, balance }) => (balance === null ? [] : [{ cents, balance }]));
  const [first] = known;
  if (first === undefined || known.length < lines.length) return null;
  for (const inOrder of [known, known.toReversed()]) {
    const [start = first] = inOrder;
    const end = inOrder.at(-1) ?? start;
    const follows = inOrder.every(({ cents, balance }, at) => at === 0 || inOrder[at - 1]?.balance === balance - cents);
    if (follows) return { opening: start.balance - start.cents, closing: end.balance, adds: true };
  }
  return { opening: null, closing: null, adds: false };
}
