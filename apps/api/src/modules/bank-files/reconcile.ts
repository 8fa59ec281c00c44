/** Compares the banks' movements with the books, per currency, for the days on which every account has files. */
import type { BankLine, BankReconciliation } from '@anticipa/contract/bank-files';
import { type BankSide, reconcile } from '@anticipa/domain/bank-reconciliation';
import { addDays, dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { decimalOf, type FinancedCurrency, money, moneyOf } from '@anticipa/domain/money';
import { z } from 'zod';
import { decimal, rowsOf, text } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { booksBalance, movementsOf } from './books.ts';
import { linesBetween } from './queries.ts';

const accountRow = z.object({
  accountId: text,
  name: text,
  number: text,
  currency: z.enum(['MXN', 'USD']),
  first_day: text,
  last_day: text,
  opening: decimal.nullable(),
  closing: decimal.nullable(),
  moved: decimal,
});
type AccountRow = z.output<typeof accountRow>;

/**
 * Accounts that have movements; the balances are the first and the last ones that a file states, and `moved` is the sum of the movements
 * between them.
 */
const accountsWithLines = ({ db }: WideWork): Promise<AccountRow[]> => rowsOf(db, accountRow)`
  with stated as (
    select file.account_id, file.opening, file.closing, file.brought_at, min(line.booked_on) as from_day, max(line.booked_on) as to_day
    from bank_files file join bank_file_rows of_file using (file_id) join bank_lines line using (line_id)
    where file.closing is not null group by file.file_id
  )
  select account.account_id as "accountId", account.name, account.number, account.currency,
    min(line.booked_on)::text as first_day, max(line.booked_on)::text as last_day,
    first.opening, last.closing,
    coalesce(sum(line.amount) filter (where line.booked_on between first.from_day and last.to_day), 0)::numeric(18, 2) as moved
  from statement_accounts account join bank_lines line using (account_id)
  left join lateral (select opening, from_day from stated where stated.account_id = account.account_id
    order by from_day, to_day desc, brought_at limit 1) first on true
  left join lateral (select closing, to_day from stated where stated.account_id = account.account_id
    order by to_day desc, from_day, brought_at desc limit 1) last on true
  group by account.account_id, first.opening, first.from_day, last.closing, last.to_day
  order by account.currency, account.name`;

/** Days around the period in which a movement of one side is looked for on the other. */
const AROUND = 60;

interface Line extends BankSide {
  readonly line: BankLine;
}

/** `stp`: the CLABE of the account at STP, which is compared with what STP has moved. */
export async function reconciliations(work: WideWork, stp: string | null): Promise<BankReconciliation[]> {
  const accounts = await accountsWithLines(work);
  const groups = Map.groupBy(accounts, ({ currency, number }) => `${currency} ${number === stp}`);
  const found: BankReconciliation[] = [];
  for (const group of groups.values()) {
    const since = group
      .map(({ first_day }) => first_day)
      .toSorted()
      .at(-1);
    const through = group.map(({ last_day }) => last_day).toSorted()[0];
    const [first] = group;
    if (first === undefined || since === undefined || through === undefined) continue;
    const period = { since: dateOf(since), through: dateOf(through) };
    found.push(
      await reconciliation(work, {
        accounts: group,
        currency: first.currency,
        isStp: first.number === stp,
        stp,
        period,
      }),
    );
  }
  return found;
}

interface Group {
  readonly accounts: readonly AccountRow[];
  readonly currency: FinancedCurrency;
  readonly isStp: boolean;
  readonly stp: string | null;
  readonly period: { readonly since: IsoDate; readonly through: IsoDate };
}

async function reconciliation(
  work: WideWork,
  { accounts, currency, isStp, stp, period }: Group,
): Promise<BankReconciliation> {
  const around = { from: addDays(period.since, -AROUND), to: addDays(period.through, AROUND) };
  const ids = accounts.map(({ accountId }) => accountId);
  const lines = (await linesBetween(work, ids, around)).map(
    (line): Line => ({
      key: line.bookKey,
      on: dateOf(line.date),
      cents: moneyOf(line.amount, currency).cents,
      line,
    }),
  );
  const books = (await movementsOf(work, currency, around, stp)).filter((movement) => movement.isStp === isStp);
  const { bank, notInBooks, notInBank, otherDays, ...moved } = reconcile(lines, books, period);
  const amount = (cents: bigint): string => decimalOf(money(cents, currency));
  const total = (some: readonly BankSide[]): string => amount(some.reduce((sum, { cents }) => sum + cents, 0n));
  return {
    currency,
    isStp,
    ...period,
    accounts: accounts.map(({ accountId, name, last_day: lastDay, opening, closing, moved: between }) => ({
      accountId,
      name,
      lastDay,
      closing,
      missing: opening === null || closing === null ? null : missingOf(currency, { opening, closing, between }),
    })),
    bankMoved: amount(bank),
    booksMoved: amount(moved.books),
    booksBalance: await booksBalance(work, currency, { isStp, stp, to: period.through }),
    notInBooks: { count: notInBooks.length, total: total(notInBooks) },
    notInBank: { count: notInBank.length, total: total(notInBank) },
    otherDays: amount(otherDays),
    lines: notInBooks.map(({ line }) => line),
    books: notInBank.map(({ as, key, on, cents }) => ({ as, key, on, amount: amount(cents) })),
  };
}

/** The sum of the movements that files lack between the balances that they state. */
function missingOf(
  currency: FinancedCurrency,
  { opening, closing, between }: { readonly opening: string; readonly closing: string; readonly between: string },
): string {
  const cents = (text: string): bigint => moneyOf(text, currency).cents;
  return decimalOf(money(cents(closing) - cents(opening) - cents(between), currency));
}
