import { INBOX_PAGE, type InboxQueue, inboxSale, type listInbox, stateOfQueue } from '@anticipa/contract/lender-inbox';
import type { QueryOf, ResponseOf } from '@anticipa/contract/route';
import { saleStates } from '@anticipa/domain/sale';
import { sql } from 'kysely';
import { z } from 'zod';
import { instant, pageOf, rowsOf } from '../../../platform/db/rows.ts';
import type { WideWork } from '../../../platform/work/work.ts';
import { robotOf } from '../../settings/demo-robot.ts';

/** A page of a queue, the most urgent sale first, and the size of each queue. */
export async function inbox(
  work: WideWork,
  { queue, after }: QueryOf<typeof listInbox>,
): Promise<ResponseOf<typeof listInbox>> {
  const [rows, queues] = [await inboxRows(work, queue, after), await queueSizes(work)];
  return {
    now: work.at.toISOString(),
    queues,
    robot: await robotOf(work),
    ...pageOf(rows, INBOX_PAGE, ({ promisedAt, saleId }) => `${Date.parse(promisedAt)}.${saleId}`),
  };
}

/** For a sale in a query: whether a change that needs a second person is its answer. */
export const isAnswerTo = sql<boolean>`kind = 'answer'
  and change -> 'about' = jsonb_build_object('clientId', sales.client_id, 'saleId', sales.sale_id)`;

/** For a sale in a query: whether it is in a queue, in the words of the index. */
export const isWaiting = sql<boolean>`state in (${sql.join(Object.values(stateOfQueue).map(sql.lit))})`;

const queueRow = z.object({ state: z.enum(saleStates), count: z.int(), late: z.int() });

/** Sales in each queue, and those of them past the promised time of their deposit. */
export async function queueSizes({ db, at }: WideWork): Promise<ResponseOf<typeof listInbox>['queues']> {
  const rows = await rowsOf(db, queueRow)`
    select state, count(*)::integer as count, count(*) filter (where promised_at < ${at})::integer as late
    from sales where ${isWaiting} group by state`;
  const sizeOf = (queue: InboxQueue) => {
    const { count = 0, late = 0 } = rows.find(({ state }) => state === stateOfQueue[queue]) ?? {};
    return { count, late };
  };
  return {
    answer: sizeOf('answer'),
    confirmation: sizeOf('confirmation'),
    correction: sizeOf('correction'),
    payout: sizeOf('payout'),
  };
}

const inboxRow = inboxSale.extend({ requestedAt: instant, promisedAt: instant });

/** One row more than a page, to see whether another follows. */
async function inboxRows({ db }: WideWork, queue: InboxQueue, after: string | undefined) {
  const [promised = '0', saleId = ''] = after?.split('.') ?? [];
  const isBehind =
    after === undefined ? sql`true` : sql`(promised_at, sale_id) > (${new Date(Number(promised))}, ${saleId}::uuid)`;
  return await rowsOf(db, inboxRow)`
    with page as materialized (
      select * from sales where state = ${sql.lit(stateOfQueue[queue])} and ${isBehind}
      order by promised_at, sale_id limit ${INBOX_PAGE + 1}
    )
    select page.sale_id as "saleId", number_of_sale as "numberOfSale", product, currency, clients.client_id as "clientId",
      rfc as "clientRFC", entity_name as "entityName", requested_at as "requestedAt", promised_at as "promisedAt", items.*
    from page
    join clients on clients.client_id = page.client_id
    cross join lateral (
      select count(*)::integer as count, sum(total) as total, sum(initial_deposit) as "initialDeposit",
        count(distinct receiver_key)::integer as receivers,
        (array_agg(receiver_name order by of_receiver desc, receiver_name))[1] as "largestReceiver",
        count(*) filter (where verification = 'pending')::integer as unconfirmed
      from (
        select item.total, item.initial_deposit, invoice.receiver_key, invoice.receiver_name, invoice.verification,
          sum(item.total) over (partition by invoice.receiver_key) as of_receiver
        from sale_items item
        join invoices invoice on invoice.client_id = item.client_id and invoice.document_id = item.document_id
        where item.client_id = page.client_id and item.sale_id = page.sale_id and item.is_live
      ) live
    ) items
    order by page.promised_at, page.sale_id`;
}
