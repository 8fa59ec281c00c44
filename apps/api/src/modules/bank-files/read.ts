/** Reads the bytes of a bank's file, and compares its movements with the known ones of the account. */
import type { BankRowKind, previewBankFile, StatementAccount } from '@anticipa/contract/bank-files';
import type { ResponseOf } from '@anticipa/contract/route';
import { type BankFileContent, decodeBankFile, readBankCsv, type UnreadRow } from '@anticipa/domain/bank-csv';
import {
  type BankLine,
  balancesOf,
  compareLines,
  type KnownLine,
  type ReadAs,
  type StatedBalances,
} from '@anticipa/domain/bank-line';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, money } from '@anticipa/domain/money';
import type { WideWork } from '../../platform/work/work.ts';
import { isXml, readCamt } from './camt.ts';
import { knownLines } from './line-queries.ts';

/** Content of a file: movements in the order of its rows, each compared with the known ones. */
export interface ReadFile {
  readonly lines: readonly { readonly row: number; readonly line: BankLine; readonly as: ReadAs<KnownLine> }[];
  readonly unread: readonly UnreadRow[];
  readonly balances: StatedBalances;
}

/**
 * Reads a file of an account and compares its movements with the known ones. Refuses a file that is unreadable, too long, empty or of
 * another account.
 */
export async function readFile(
  work: WideWork,
  account: StatementAccount,
  bytes: Uint8Array,
): Promise<Outcome<ReadFile>> {
  const content = contentOf(account, decodeBankFile(bytes));
  if (!content.ok) return content;
  const { lines, unread, stated } = content.value;
  if (lines.length === 0) return refuse('BANK_FILE_EMPTY');
  const as = compareLines(lines, await knownLines(work, account.accountId, periodOf(lines)));
  return done({
    lines: lines.flatMap(({ row, ...line }, at) => {
      const compared = as[at];
      return compared ? [{ row, line, as: compared }] : [];
    }),
    unread,
    balances: stated,
  });
}

/** The movements of a camt.053, or of columns as the account maps them. */
function contentOf(
  account: StatementAccount,
  text: string,
): Outcome<BankFileContent & { readonly stated: StatedBalances }> {
  if (isXml(text)) {
    const read = readCamt(text, account);
    return typeof read === 'string' ? refuse(camtRefusals[read]) : done(read);
  }
  const content = readBankCsv(text, account.mapping);
  if (!('problem' in content)) return done({ ...content, stated: balancesOf(content.lines) });
  return content.problem === 'long'
    ? refuse('BANK_FILE_TOO_LONG')
    : refuseEach('BANK_FILE_UNREADABLE', [`rows.${content.row}`]);
}

const camtRefusals = {
  xml: 'BANK_FILE_UNREADABLE',
  long: 'BANK_FILE_TOO_LONG',
  other: 'BANK_FILE_OTHER_ACCOUNT',
} as const;

function periodOf(lines: readonly BankLine[]): { readonly firstDay: string; readonly lastDay: string } {
  const days = lines.map(({ date }) => date).toSorted();
  return { firstDay: days[0] ?? '', lastDay: days.at(-1) ?? '' };
}

/** Cents as an amount of the wire. */
export const decimal = (cents: bigint): string => decimalOf(money(cents, 'MXN'));

type Totals = Omit<ResponseOf<typeof previewBankFile>, 'rows'>;

/** Counts and sums of a file as the preview shows them. */
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

const decimalOrNull = (cents: bigint | null): string | null => (cents === null ? null : decimal(cents));

/** Balances of a file as amounts of the wire; null where the file states none. */
export const statedBalances = (stated: StatedBalances): Pick<Totals, 'opening' | 'closing' | 'adds'> => ({
  opening: decimalOrNull(stated?.opening ?? null),
  closing: decimalOrNull(stated?.closing ?? null),
  adds: stated?.adds ?? null,
});
