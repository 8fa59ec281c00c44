import {
  BANK_FILES_LIMIT,
  type Bank,
  type BankFile,
  type BankFileRows,
  type BankLine,
  bankLine,
  getBank,
  type getBankFile,
  type StatementAccount,
  statementAccount,
} from '@anticipa/contract/bank-files';
import type { ResponseOf } from '@anticipa/contract/route';
import { errorTexts } from '@anticipa/texts/texts';
import { sql } from 'kysely';
import { z } from 'zod';
import { instant, rowsOf, text } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';

const accounts = sql`select account_id as "accountId", name, currency, number, mapping from statement_accounts`;

/** The account with an id; undefined if there is none. */
export async function accountById(work: WideWork, accountId: string): Promise<StatementAccount | undefined> {
  const [account] = await rowsOf(work.db, statementAccount)`${accounts} where account_id = ${accountId}`;
  return account;
}

/** An account, locked: two people who bring a file of it wait for each other. */
export async function lockAccount(work: WideWork, accountId: string): Promise<StatementAccount | undefined> {
  const [account] = await rowsOf(work.db, statementAccount)`${accounts} where account_id = ${accountId} for update`;
  return account;
}

const lines = sql`
  select line.line_id as "lineId", line.account_id as "accountId", account.currency, line.booked_on::text as date, line.amount,
    line.tracking_key as "trackingKey", line.reference, line.text, line.balance, line.state, line.cause, line.refusal,
    nullif(concat_ws(' · ', nullif(alike.tracking_key, ''), nullif(alike.reference, ''), nullif(alike.text, ''),
      case when alike.amount <> line.amount then to_char(alike.amount, 'FM999,999,999,999,990.00') end), '') as resembles,
    line.booked_as as "bookedAs", line.was_booked as "wasBooked", line.book_key as "bookKey", line.reason, operator.email as "endedBy"
  from bank_lines line
  join statement_accounts account on account.account_id = line.account_id
  left join bank_lines alike on alike.line_id = line.resembles
  left join operators operator on operator.operator_id = line.ended_by`;

/** A stored movement, without its plan. */
const storedLine = bankLine.omit({ plan: true }).transform(
  ({ refusal, ...line }): BankLine => ({
    ...line,
    refusal: refusal === null ? null : (new Map(Object.entries(errorTexts)).get(refusal) ?? null),
    plan: null,
  }),
);

/** The movement with an id, without a plan. Throws if there is none. */
export async function lineById(work: WideWork, lineId: string): Promise<BankLine> {
  const [line] = await rowsOf(work.db, storedLine)`${lines} where line.line_id = ${lineId}`;
  if (line === undefined) throw new Error(`movement ${lineId} disappeared`);
  return line;
}

/** Movements of accounts in a period, in their current state. */
export const linesBetween = (
  work: WideWork,
  accountIds: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<BankLine[]> =>
  rowsOf(work.db, storedLine)`
    ${lines} where line.account_id = any(${accountIds}::uuid[]) and line.booked_on between ${from}::date and ${to}::date
    order by line.booked_on, line.line_key, line.ordinal`;

const fileRow = z.object({ ...getBank.response.shape.files.element.shape, broughtAt: instant });

const files = sql`
  select file.file_id as "fileId", file.account_id as "accountId", file.name, operator.email as "broughtBy",
    file.brought_at as "broughtAt", file.unread_reason as "unreadReason", file.opening, file.closing, file.adds,
    counted.counts, counted.credits, counted.charges, counted.first_day::text as "firstDay", counted.last_day::text as "lastDay"
  from bank_files file
  join operators operator on operator.operator_id = file.brought_by
  cross join lateral (
    select json_build_object('new', count(*) filter (where kind = 'new'), 'known', count(*) filter (where kind = 'known'),
        'resembles', count(*) filter (where kind = 'resembles'), 'unread', count(*) filter (where kind = 'unread')) as counts,
      coalesce(sum(amount) filter (where amount > 0), 0)::numeric(18, 2) as credits,
      coalesce(sum(amount) filter (where amount < 0), 0)::numeric(18, 2) as charges,
      min(booked_on) as first_day, max(booked_on) as last_day
    from bank_file_rows of_file left join bank_lines line on line.line_id = of_file.line_id
    where of_file.file_id = file.file_id
  ) counted`;

/** The file with an id and the counts of its rows; undefined if there is none. */
export async function fileById(work: WideWork, fileId: string): Promise<BankFile | undefined> {
  const [file] = await rowsOf(work.db, fileRow)`${files} where file.file_id = ${fileId}`;
  return file;
}

/** Accounts by name, the newest files, and all movements that are not booked, oldest first and without plans. */
export const bank = async (work: WideWork): Promise<Bank> => ({
  accounts: await rowsOf(work.db, statementAccount)`${accounts} order by name`,
  files: await rowsOf(work.db, fileRow)`${files} order by file.brought_at desc, file.file_id limit ${BANK_FILES_LIMIT}`,
  open: await rowsOf(work.db, storedLine)`
    ${lines} where line.state in ('due', 'waiting')
    order by line.booked_on, line.line_key, line.ordinal`,
});

const rowOfFile = z.object({
  row: z.int(),
  kind: z.enum(['new', 'known', 'resembles', 'unread']),
  content: text.nullable(),
  lineId: text.nullable(),
});

/** Each row of a file with its movement in its current state. */
export async function fileRows(work: WideWork, fileId: string): Promise<BankFileRows | undefined> {
  const file = await fileById(work, fileId);
  if (file === undefined) return undefined;
  const rows = await rowsOf(work.db, rowOfFile)`
    select row_number as row, kind, content, line_id as "lineId" from bank_file_rows where file_id = ${fileId} order by row_number`;
  const found = await rowsOf(work.db, storedLine)`
    ${lines} where line.line_id in (select line_id from bank_file_rows where file_id = ${fileId})`;
  const byId = new Map(found.map((line) => [line.lineId, line]));
  return {
    file,
    rows: rows.map(({ lineId, ...row }) => ({ ...row, line: lineId === null ? null : (byId.get(lineId) ?? null) })),
  } satisfies ResponseOf<typeof getBankFile>;
}
