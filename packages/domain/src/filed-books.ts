/** Our accounts and balances as the lender's own chart has them, for the tax authority and for accounting programs. */
import {
  type AccountBalance,
  type BookedEntry,
  type BookProblem,
  type ChartAccount,
  closingOf,
  problem,
} from './accounting-books.ts';
import { chart, isBankPart, type OwnAccount, ownAccounts, wholeOf } from './chart.ts';
import { add, type Money, subtract, zero } from './money.ts';

/** Numbers in the lender's chart, by our accounts. */
export type OwnNumbers = ReadonlyMap<OwnAccount, string>;

/** Movements of an account in a period, in pesos; the opening is debits less credits. */
export interface AccountSums {
  readonly opening: Money<'MXN'>;
  readonly debits: Money<'MXN'>;
  readonly credits: Money<'MXN'>;
}

/** The number above, without the last level; null at the first one. */
const above = (number: string): string | null => {
  const at = number.search(/[-.][^-.]*$/);
  return at < 0 ? null : number.slice(0, at);
};

const levelOf = (number: string): number => number.split(/[-.]/).length;

/** The code of an account that stands above these: their first level, or the authority's own heading of it. Empty if there is none. */
function codeAbove(codes: readonly string[]): string {
  const [first = ''] = codes;
  if (codes.every((code) => code.slice(0, 3) === first.slice(0, 3))) return first.slice(0, 3);
  return codes.every((code) => code[0] === first[0]) ? `${first.slice(0, 1)}00` : '';
}

/** Place in the table of accounts. */
const rankOf = (account: OwnAccount): number => ownAccounts.indexOf(wholeOf(account));

interface Names {
  readonly account: (account: OwnAccount) => string;
  /** The authority's name of a grouping code of the first level. */
  readonly group: (code: string) => string;
}

/**
 * The lender's chart: each numbered account, and above it those that its number names. What stands above has the nature of the first
 * account below it.
 */
export function filedChart(numbers: OwnNumbers, names: Names): ChartAccount[] {
  const known = [...numbers].toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  const made = new Map<string, Omit<ChartAccount, 'level' | 'parent'>>();
  for (const [account, number] of known) {
    const { nature, group } = chart[wholeOf(account)];
    made.set(number, {
      number,
      name: names.account(account),
      nature: nature === 'deudora' ? 'debit' : 'credit',
      groupingCode: group ?? '',
    });
  }
  const below = Map.groupBy(
    [...made.values()].flatMap((account) => numbersAbove(account.number).map((number) => [number, account] as const)),
    ([number]) => number,
  );
  for (const [number, accounts] of below) {
    if (made.has(number)) continue;
    const groupingCode = codeAbove(accounts.map(([, account]) => account.groupingCode));
    const nature = accounts[0]?.[1].nature ?? 'debit';
    made.set(number, { number, name: names.group(groupingCode), nature, groupingCode });
  }
  return [...made.values()]
    .toSorted((one, other) => placeOf(one.number).localeCompare(placeOf(other.number)))
    .map((account) => ({ ...account, level: levelOf(account.number), parent: above(account.number) }));
}

function numbersAbove(number: string): string[] {
  const next = above(number);
  return next === null ? [] : [next, ...numbersAbove(next)];
}

/** An account comes before those below it. */
const placeOf = (number: string): string => number.replace(/[-.]/g, ' ');

const NOTHING: AccountSums = { opening: zero('MXN'), debits: zero('MXN'), credits: zero('MXN') };

/** Adds movements to what an account has so far. */
export const addSums = (so: AccountSums = NOTHING, moved: AccountSums): AccountSums => ({
  opening: add(so.opening, moved.opening),
  debits: add(so.debits, moved.debits),
  credits: add(so.credits, moved.credits),
});

/** Balances of the chart's accounts; one above others has their sums. */
export function filedBalances(
  accounts: readonly ChartAccount[],
  sums: ReadonlyMap<string, AccountSums>,
): AccountBalance[] {
  const totals = new Map<string, AccountSums>();
  for (const [own, moved] of sums)
    for (const number of [own, ...numbersAbove(own)]) totals.set(number, addSums(totals.get(number), moved));
  return accounts.map(({ number, nature }) => {
    const { opening, debits, credits } = totals.get(number) ?? NOTHING;
    const moved = { opening: nature === 'debit' ? opening : subtract(zero('MXN'), opening), debits, credits };
    return { account: number, ...moved, closing: closingOf(nature, moved) };
  });
}

/** Problems of accounts in the chart: one without a number, and one that has movements and accounts below it. */
export function accountProblems(used: Iterable<OwnAccount>, numbers: OwnNumbers): BookProblem[] {
  const parents = new Set([...numbers.values()].flatMap(numbersAbove));
  const once = [...new Set(used)].toSorted((one, other) => rankOf(one) - rankOf(other));
  return once.flatMap((account) => {
    const number = numbers.get(account);
    if (number === undefined) return [problem('ACCOUNT_UNMAPPED', account)];
    return parents.has(number) ? [problem('ACCOUNT_WITH_PARTS', account)] : [];
  });
}

/** The entries with the numbers of the lender's chart in place of our accounts. */
export const filedEntries = (entries: readonly BookedEntry[], numbers: OwnNumbers): BookedEntry[] => {
  const byName: ReadonlyMap<string, string> = numbers;
  return entries.map((entry) => ({
    ...entry,
    lines: entry.lines.map((line) => ({ ...line, account: byName.get(line.account) ?? line.account })),
  }));
};

/** The part of BANCOS that a movement of a bank account is of; all are of BANCOS itself until one of its parts has a number. */
export const bankAccountIn = (numbers: OwnNumbers, number: string | null): OwnAccount =>
  [...numbers.keys()].some(isBankPart) ? `BANCOS:${number ?? 'none'}` : 'BANCOS';
