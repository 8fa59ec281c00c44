/** The next month to close, and those that are closed. */
import { createHash } from 'node:crypto';
import { type BookClose, type ClosedMonth, type getBookClose, getClosedMonth } from '@anticipa/contract/book-close';
import { endsYear, yearEnd } from '@anticipa/domain/book-close';
import { dateOf } from '@anticipa/domain/calendar';
import { decimalOf, financedCurrencies, moneyOf } from '@anticipa/domain/money';
import { addMonths, type Month, monthOf } from '@anticipa/domain/month';
import { z } from 'zod';
import { decimal, instant, rowsOf, text, valuesOf, whole } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { trialBalance } from '../ledger/books.ts';
import { operatorName } from '../log/queries.ts';
import { checksOf, periodOf } from './checks.ts';

const closedRow = z.object({ month: text, closedAt: instant, closedBy: text, reasons: whole });

const closedMonths = ({ db }: WideWork): Promise<BookClose['closed']> => rowsOf(db, closedRow)`
  select to_char(month, 'YYYY-MM') as month, closed_at as "closedAt", ${operatorName('closed_by')} as "closedBy",
    (select count(*) from jsonb_array_elements(checks) each where each ->> 'reason' is not null)::integer as reasons
  from closed_months order by month desc`;

/** The month after the last closed one, or that of the first entry; null while there is no entry. */
async function nextMonth({ db }: WideWork): Promise<Month | null> {
  const [last] = await valuesOf(db, text)`
    select max(month)::text from closed_months having max(month) is not null`;
  if (last !== undefined) return addMonths(monthOf(dateOf(last)), 1);
  const [first] = await valuesOf(db, text)`
    select min(booked_on)::text from (
      select min(booked_on) as booked_on from ledger_entries union all select min(booked_on) from lender_entries
    ) first having min(booked_on) is not null`;
  return first === undefined ? null : monthOf(dateOf(first));
}

type Next = NonNullable<BookClose['next']>;

/** The next month to close with all that its close would do. `stp`: the CLABE of the account at STP. */
export async function nextClose(
  work: WideWork,
  stp: string | null,
): Promise<(Next & { readonly month: Month }) | null> {
  const month = await nextMonth(work);
  if (month === null) return null;
  const balances = await trialBalance(work, periodOf(month), stp);
  const checks = await checksOf(work, month, { balances, stp });
  const ends = endsYear(month)
    ? financedCurrencies.flatMap((currency) =>
        yearEnd(
          balances.flatMap(({ account, bank, closing, ...row }) =>
            row.currency === currency && bank === null ? [{ account, balance: moneyOf(closing, currency) }] : [],
          ),
        ).map(({ amount, ...accounts }) => ({ ...accounts, currency, amount: decimalOf(amount) })),
      )
    : [];
  const ground = createHash('sha256')
    .update(JSON.stringify([month, checks, ends]))
    .digest('hex');
  return { month, isOver: month < monthOf(work.today), checks, yearEnd: ends, ground };
}

export const bookClose = async (
  work: WideWork,
  stp: string | null,
): Promise<z.input<typeof getBookClose.response>> => ({
  next: await nextClose(work, stp),
  closed: await closedMonths(work),
});

const { checks: storedChecks, yearEnd: entries, heads } = getClosedMonth.response.shape;
const monthRow = z.object({ closedAt: instant, closedBy: text, checks: storedChecks });
const entryRow = entries.element.extend({ amount: decimal });

/** A closed month as it was closed; undefined if it is not. */
export async function closedMonth({ db }: WideWork, month: string): Promise<ClosedMonth | undefined> {
  const day = `${month}-01`;
  const [closed] = await rowsOf(db, monthRow)`
    select closed_at as "closedAt", ${operatorName('closed_by')} as "closedBy", checks
    from closed_months where month = ${day}::date`;
  if (closed === undefined) return undefined;
  return {
    month,
    ...closed,
    yearEnd: await rowsOf(db, entryRow)`
      select debit, credit, currency, amount from lender_entries where closed_month = ${day}::date order by entry_number`,
    heads: await rowsOf(db, heads.element)`
      select head.client_id as "clientId", entity_name as "entityName", entry_number::integer as "entryNumber", encode(hash, 'hex') as hash
      from closed_heads head left join clients on clients.client_id = head.client_id
      where month = ${day}::date order by entity_name nulls first, head.client_id`,
  };
}
