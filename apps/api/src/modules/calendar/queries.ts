import { type CalendarEvent, calendarEvent } from '@anticipa/contract/calendar';
import type { IsoDate } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { rowsOf } from '../../platform/db/rows.ts';
import { type ClientId, tokenHash } from '../../platform/work/caller.ts';
import type { ClientWork, WideWork, Work } from '../../platform/work/work.ts';
import { sumsOfDue } from '../ledger/queries.ts';
import { firstDepositedOn, hasDeposit } from '../sales/transfer-queries.ts';

/**
 * Events between two dates, both inclusive, by day. No devolución is expected by a due date that has passed; one that
 * is released is expected today, until it is transferred.
 */
export async function calendarEvents(
  { db, tenant, today }: Pick<Work, 'db' | 'tenant' | 'today'>,
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
): Promise<CalendarEvent[]> {
  return await rowsOf(db, calendarEvent)`
    with owed as (
      select due_date as date, currency, ${sumsOfDue}
      from invoices
      where client_id = ${tenant} and not is_settled and status = ${invoiceStatus.CREDITO}
        and due_date between ${from} and ${to}
      group by due_date, currency
    ), deposited as (
      select ${firstDepositedOn} as date, currency, sum(items.count)::integer as count,
        sum(items.amount) as amount
      from sales
      cross join lateral (
        select count(*) as count, sum(initial_deposit) as amount from sale_items as item
        where item.client_id = sales.client_id and item.sale_id = sales.sale_id and item.is_live
      ) as items
      where client_id = ${tenant} and ${hasDeposit} and ${firstDepositedOn} between ${from} and ${to}
      group by 1, 2
    ), events as (
      select date, 'due' as kind, currency, count, total::numeric as amount from owed
      union all select date, 'expected', currency, count, "finalDeposit"::numeric from owed where date >= ${today}
      union all select ${today}::date, 'expected', currency, 1, final_deposit from invoices
        where client_id = ${tenant} and final_deposit > 0 and payout_id is null
      union all select date, 'deposit', currency, count, amount from deposited
      union all select paid_on, 'release', payouts.currency, 1, final_deposit
        from payouts join invoices using (client_id, payout_id)
        where client_id = ${tenant} and paid_on between ${from} and ${to}
    )
    select date, kind, currency, sum(count)::integer as count, sum(amount)::numeric(18, 2) as amount from events
    where amount > 0 and date between ${from} and ${to}
    group by date, kind, currency
    order by date, array_position(array['due', 'expected', 'deposit', 'release'], kind), currency`;
}

/** Creation of the user's link; null without one. */
export async function linkedAt({ db, tenant, actor }: ClientWork): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_links')
    .select('created_at')
    .where('client_id', '=', tenant)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  return row?.created_at.toISOString() ?? null;
}

/** The client of a link's key, as long as its user has access; null if there is none. */
export async function clientOfKey(
  { db }: WideWork,
  key: string,
): Promise<{ readonly clientId: ClientId; readonly entityName: string } | null> {
  const row = await db
    .selectFrom('calendar_links')
    .innerJoin('users', (join) =>
      join
        .onRef('users.client_id', '=', 'calendar_links.client_id')
        .onRef('users.user_id', '=', 'calendar_links.user_id'),
    )
    .innerJoin('clients', 'clients.client_id', 'calendar_links.client_id')
    .select(['calendar_links.client_id', 'clients.entity_name'])
    .where('calendar_links.key_hash', '=', tokenHash(key))
    .where('users.active', '=', true)
    .executeTakeFirst();
  return row ? { clientId: row.client_id, entityName: row.entity_name } : null;
}
