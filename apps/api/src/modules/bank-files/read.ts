/** Reads the bytes of a bank's file, and compares its movements with the known ones of the account. */
import type { BankRowKind, previewBankFile, StatementAccount } from '@anticipa/contract/bank-files';
import type { ResponseOf } from '@anticipa/contract/route';
import { decodeBankFile, readBankCsv, type UnreadRow } from '@anticipa/domain/bank-csv';
import { type BankLine, balancesOf, compareLines, type KnownLine, type ReadAs } from '@anticipa/domain/bank-line';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, money } from '@anticipa/domain/money';
import type { WideWork } from '../../platform/work/work.ts';
import { knownLines } from './queries.ts';

/** A file as it was read: movements in the order of its rows, each compared. */
export interface ReadFile {
  readonly lines: readonly { readonly row: number; readonly line: BankLine; readonly as: ReadAs<KnownLine> }[];
  readonly unread: readonly UnreadRow[];
  readonly balances: ReturnType<typeof balancesOf>;
}

export async function readFile(
  work: WideWork,
  { accountId, mapping }: StatementAccount,
  bytes: Uint8Array,
): Promise<Outcome<ReadFile>> {
  const content = readBankCsv(decodeBankFile(bytes), mapping);
  if ('problem' in content)
    return content.problem === 'long'
      ? refuse('BANK_FILE_TOO_LONG')
      : refuseEach('BANK_FILE_UNREADABLE', [`rows.${content.row}`]);
  const { lines, unread } = content;
  if (lines.length === 0) return refuse('BANK_FILE_EMPTY');
  const as = compareLines(lines, await knownLines(work, accountId, periodOf(lines)));
  return done({
    lines: lines.flatMap(({ row, ...line }, at) => {
      const compared = as[at];
      return compared ? [{ row, line, as: compared }] : [];
    }),
    unread,
    balances: balancesOf(lines),
  });
}

function periodOf(lines: readonly BankLine[]): { readonly firstDay: string; readonly lastDay: string } {
  const days = lines.map(({ date }) => date).toSorted();
  return { firstDay: days[0] ?? '', lastDay: days.at(-1) ?? '' };
}

/** Cents as an amount of the wire. */
export const decimal = (cents: bigint): string => decimalOf(money(cents, 'MXN'));

type Totals = Omit<ResponseOf<typeof previewBankFile>, 'rows'>;

export function totalsOf({ lines, unread, balances }: ReadFile): Totals {
  const count = (kind: BankRowKind): number => lines.filter(({ as }) => as.kind === kind).length;
  const sumOf = (isCounted: (cents: bigint) => boolean): string =>
    decimal(lines.reduce((sum, { line: { cents } }) => (isCounted(cents) ? sum + cents : sum), 0n));
  return {
    counts: { new: count('new'), known: count('known'), resembles: count('resembles'), unread: unread.length },
    credits: sumOf((cents) => cents > 0n),
    charges: sumOf((cents) => cents < 0n),
    ...statedBalances(balances),
    ...periodOf(lines.map(({ line }) => line)),
  };
}

export const statedBalances = (balances: ReadFile['balances']): Pick<Totals, 'opening' | 'closing' | 'adds'> =>
  balances === null || balances === 'broken'
    ? { opening: null, closing: null, adds: balances === null ? null : false }
    : { opening: decimal(balances.opening), closing: decimal(balances.closing), adds: true };
