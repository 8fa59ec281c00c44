/** Transfers between the lender and one client or receiver. */
import {
  listClientPayments,
  listClientTransfers,
  type MadeTransfer,
  type ReceivedTransfer,
  TRANSFERS_PAGE,
} from '@anticipa/contract/party-transfers';
import { MEXICO_CITY } from '@anticipa/domain/calendar';
import { sql } from 'kysely';
import { decimal, flag, type Page, pageOf, rowsOf } from '../../platform/db/rows.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';
import { byFolio, folio } from '../log/queries.ts';
import { shownAccount } from '../operators/accounts.ts';
import { depositAmount, depositedOn, hasDeposit } from '../sales/transfer-queries.ts';

const isBehind = (after: string | undefined, key: ReturnType<typeof sql>) => {
  const [day, id] = after?.split('.') ?? [];
  return day === undefined ? sql`true` : sql`${key} < (${day}::date, ${id}::uuid)`;
};

const dayOf = (instant: ReturnType<typeof sql>) => sql`(${instant} at time zone ${MEXICO_CITY})::date`;

const { data: madeRows } = listClientTransfers.response.shape;
const madeRow = madeRows.element.extend({ amount: decimal, isOrdered: flag });

/**
 * A page of the transfers to a client, newest first: orders to the bank, and payments made without one, including those that came back.
 * Deposits of loaded sales are left out, because another system made them.
 */
export async function clientTransfers(work: Work, after: string | undefined): Promise<Page<MadeTransfer>> {
  const { db, tenant } = work;
  const rows = await rowsOf(db, madeRow)`
    select id, purpose, made.sale_id as "saleId", number_of_sale as "numberOfSale", made_on as "on", made.currency, amount::numeric(18, 2) as amount, made.clabe,
      made.tracking_key as "trackingKey", made.state, failure, "isOrdered"
    from (
      select order_id as id, purpose, sale_id, ${dayOf(sql`coalesce(settled_at, ordered_at)`)} as made_on, 'MXN' as currency, amount, clabe, tracking_key,
        state, failure, true as "isOrdered"
      from transfer_orders where client_id = ${tenant}
      union all
      select sale_id, 'deposit', sale_id, ${depositedOn}, currency, ${depositAmount}, clabe, tracking_key,
        'paid', null, false
      from sales where client_id = ${tenant} and ${hasDeposit} and not ${hasOrder('sales')}
      union all
      select payout_id, 'payout', null, paid_on, currency, amount, clabe, tracking_key, case when reversed_at is null then 'paid' else 'undone' end, null, false
      from payouts where client_id = ${tenant} and not ${hasOrder('payouts')}
        and not exists (select from returned_payments back where back.client_id = payouts.client_id and back.payout_id = payouts.payout_id)
      union all
      select return_id, purpose, sale_id, returned_on, currency, amount, clabe, tracking_key, case when never_made then 'undone' else 'returned' end,
        reason, false
      from returned_payments where client_id = ${tenant} and moved is null and not ${hasOrder('returned_payments')}
    ) made
    left join sales on sales.client_id = ${tenant} and sales.sale_id = made.sale_id
    where ${isBehind(after, sql`(made_on, id)`)}
    order by made_on desc, id desc limit ${TRANSFERS_PAGE + 1}`;
  const shown = rows.map((row) => ({ ...row, clabe: shownAccount(work, row.clabe) }));
  return pageOf(shown, TRANSFERS_PAGE, ({ on, id }) => `${on}.${id}`);
}

const hasOrder = (paid: 'sales' | 'payouts' | 'returned_payments') => sql`exists (
  select from transfer_orders ordered
  where ordered.client_id = ${sql.ref(`${paid}.client_id`)} and ordered.tracking_key = ${sql.ref(`${paid}.tracking_key`)})`;

const receivedRow = listClientPayments.response.shape.data.element.extend({ isReversed: flag });

/** A page of the payments of the invoices of a client, newest first. */
export const clientPayments = (work: Work, after: string | undefined): Promise<Page<ReceivedTransfer>> =>
  payments(work, after, { paid: sql`collections.client_id = ${work.tenant}`, invoices: sql`true` });

/** A page of the payments of a receiver, newest first, with the invoices of the receiver that each one paid. */
export function receiverPayments(
  work: WideWork,
  companyId: string,
  after: string | undefined,
): Promise<Page<ReceivedTransfer>> {
  const invoices = sql`invoices.company_id = ${companyId}`;
  const paid = sql`payer = 'debtor'
    and collections.client_id in (select client_id from company_links where company_id = ${companyId})
    and exists (
      select from collection_items item join invoices using (client_id, document_id)
      where item.client_id = collections.client_id and item.collection_id = collections.collection_id and ${invoices})`;
  return payments(work, after, { paid, invoices });
}

async function payments(
  { db }: WideWork,
  after: string | undefined,
  only: { readonly paid: ReturnType<typeof sql>; readonly invoices: ReturnType<typeof sql> },
): Promise<Page<ReceivedTransfer>> {
  const rows = await rowsOf(db, receivedRow)`
    select collection_id as "collectionId", collections.client_id as "clientId", entity_name as "entityName", payer, currency, amount,
      value_date as "valueDate", bank, tracking_key as "trackingKey", reversed_at is not null as "isReversed", coalesce((
        select jsonb_agg(jsonb_build_object('documentId', invoices.document_id, 'folio', ${folio}, 'receiverName', receiver_name,
          'paid', item.paid_amount::text) order by due_date, ${byFolio()}, invoices.document_id)
        from collection_items item join invoices using (client_id, document_id)
        where item.client_id = collections.client_id and item.collection_id = collections.collection_id and ${only.invoices}
      ), '[]') as invoices
    from collections join clients on clients.client_id = collections.client_id
    where ${only.paid} and ${isBehind(after, sql`(value_date, collection_id)`)}
    order by value_date desc, collection_id desc limit ${TRANSFERS_PAGE + 1}`;
  return pageOf(rows, TRANSFERS_PAGE, ({ valueDate, collectionId }) => `${valueDate}.${collectionId}`);
}
