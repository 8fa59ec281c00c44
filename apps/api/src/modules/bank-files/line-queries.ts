import type { StatementAccount } from '@anticipa/contract/bank-files';
import type { KnownLine } from '@anticipa/domain/bank-line';
import { dateOf } from '@anticipa/domain/calendar';
import { type FinancedCurrency, financedCurrencies, type Money, moneyOf } from '@anticipa/domain/money';
import { daysOfDouble } from '@anticipa/domain/received-transfer';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, flag, rowsOf, text, valuesOf, whole } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';

/** A movement with its account. */
export interface Line extends KnownLine {
  readonly account: Pick<StatementAccount, 'accountId' | 'name' | 'number' | 'currency'>;
  readonly lineKey: string;
  readonly ordinal: number;
}

const row = z.object({
  line_id: text,
  account_id: text,
  name: text,
  number: text,
  currency: z.enum(financedCurrencies),
  line_key: text,
  ordinal: whole,
  date: text,
  amount: decimal,
  tracking_key: text,
  reference: text,
  text,
  balance: decimal.nullable(),
});

const lines = sql`
  select line_id, account_id, name, number, currency, line_key, ordinal, booked_on::text as date, amount, tracking_key, reference, text, balance
  from bank_lines join statement_accounts using (account_id)`;

const toLine = ({ account_id: accountId, name, number, currency, ...line }: z.output<typeof row>): Line => ({
  account: { accountId, name, number, currency },
  lineId: line.line_id,
  lineKey: line.line_key,
  ordinal: line.ordinal,
  date: dateOf(line.date),
  cents: moneyOf(line.amount, currency).cents,
  trackingKey: line.tracking_key,
  reference: line.reference,
  text: line.text,
  balance: line.balance === null ? null : moneyOf(line.balance, currency).cents,
});

/** The movements of an account in a period. */
export async function knownLines(
  { db }: WideWork,
  accountId: string,
  { firstDay, lastDay }: { readonly firstDay: string; readonly lastDay: string },
): Promise<Line[]> {
  const rows = await rowsOf(db, row)`
    ${lines} where account_id = ${accountId} and booked_on between ${firstDay}::date and ${lastDay}::date
    order by booked_on, line_key, ordinal`;
  return rows.map(toLine);
}

/** Excludes movements that resemble or reverse another one: a person must first say what they are. */
const isBookable = sql`(state = 'due' or state = 'waiting' and cause not in ('resembles', 'reversal'))`;

/** Movements that can be booked, oldest first. */
export async function plannedLines({ db }: WideWork, lineIds: readonly string[]): Promise<Line[]> {
  const rows = await rowsOf(db, row)`
    ${lines} where ${isBookable} and line_id = any(${lineIds}::uuid[])
    order by booked_on, line_key, ordinal`;
  return rows.map(toLine);
}

/** Amounts of other credits from files that name a CLABE and paid invoices, dated close enough to be double payments. */
export async function justCredited(
  { db }: WideWork,
  { lineId, date }: Line,
  clabe: string,
): Promise<Money<FinancedCurrency>[]> {
  const [first, last] = daysOfDouble(date);
  const amounts = await valuesOf(db, decimal)`
    select amount from bank_lines line
    where state = 'booked' and booked_as = 'receipt' and line_id <> ${lineId} and booked_on between ${first}::date and ${last}::date
      and position(${clabe} in concat_ws(' ', tracking_key, reference, text)) > 0
      and exists (select from collections paid where paid.tracking_key = line.book_key and reversed_at is null)`;
  return amounts.map((amount) => moneyOf(amount, 'MXN'));
}

/** Locks a movement. Returns false if it has been decided, or if a person must say what it is. */
export async function lockLine({ db }: WideWork, lineId: string): Promise<boolean> {
  const [canBook = false] = await valuesOf(db, flag)`
    select ${isBookable} from bank_lines where line_id = ${lineId} for update`;
  return canBook;
}

/** A locked movement with its state. */
export async function lineToDecide({ db }: WideWork, lineId: string) {
  const found = await db
    .selectFrom('bank_lines')
    .select(['state', 'cause', 'booked_as'])
    .where('line_id', '=', lineId)
    .forUpdate()
    .executeTakeFirst();
  const [line] = await rowsOf(db, row)`${lines} where line_id = ${lineId}`;
  return found && line && { line: toLine(line), ...found };
}
