/** Receipts that were applied on a day, with what each paid. */
import {
  type AppliedReceipt,
  type listAppliedReceipts,
  type ReceiptPart,
  listAppliedReceipts as route,
} from '@anticipa/contract/receipts';
import type { ResponseOf } from '@anticipa/contract/route';
import { MEXICO_CITY } from '@anticipa/domain/calendar';
import { sql } from 'kysely';
import { z } from 'zod';
import { rowsOf, whole } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { owed } from '../ledger/queries.ts';
import { byFolio, folio } from '../log/queries.ts';

const { sums, data } = route.response.shape;
const sumRow = sums.element.extend({ count: whole });
const partRow = data.element.shape.parts.element.extend({ trackingKey: z.string() });

const registeredOn = (day: string) => sql`
  registered_at >= ${day}::date::timestamp at time zone ${MEXICO_CITY}
  and registered_at < (${day}::date + 1)::timestamp at time zone ${MEXICO_CITY} and reversed_at is null`;

/** Receipts applied on a day, the latest first, and the sums of all. */
export async function appliedReceipts(
  work: WideWork,
  day: string,
): Promise<Omit<ResponseOf<typeof listAppliedReceipts>, 'today'>> {
  const receipts = await rowsOf(work.db, data.element.omit({ parts: true }))`
    select tracking_key as "trackingKey", currency, sum(amount)::numeric(18, 2) as amount, min(value_date) as "valueDate",
      min(bank) as bank, min(source) as source,
      min(concat_ws(' ', operator.first_name, operator.last_name)) filter (where operator_id is not null) as by
    from collections left join operators operator on operator.operator_id = registered_by
    where ${registeredOn(day)} group by tracking_key, currency order by max(registered_at) desc, tracking_key`;
  const paid = await partsOf(work, sql`${registeredOn(day)}`);
  const parts = Map.groupBy(paid, ({ trackingKey }) => trackingKey);
  return {
    sums: await rowsOf(work.db, sumRow)`
      select currency, count(distinct tracking_key)::integer as count, sum(amount)::numeric(18, 2) as amount
      from collections where ${registeredOn(day)} group by currency order by currency`,
    data: receipts.map(
      (receipt): AppliedReceipt => ({
        ...receipt,
        parts: (parts.get(receipt.trackingKey) ?? []).map(({ trackingKey: _, ...part }) => part),
      }),
    ),
  };
}

/** Parts of receipts by ids of their payments, in order. */
export const partsByIds = async (work: WideWork, collectionIds: readonly string[]): Promise<ReceiptPart[]> =>
  (await partsOf(work, sql`collection_id = any(${collectionIds}::uuid[])`)).map(({ trackingKey: _, ...part }) => part);

const partsOf = (work: WideWork, which: ReturnType<typeof sql>) => rowsOf(work.db, partRow)`
  select tracking_key as "trackingKey", collection.collection_id as "collectionId", payer, amount, value_date as "valueDate", (
    select jsonb_agg(jsonb_build_object(
      'documentId', invoices.document_id, 'folio', ${folio},
      'clientId', invoices.client_id, 'entityName', clients.entity_name, 'receiverName', invoices.receiver_name,
      'paid', item.paid_amount::text, 'recargos', item.late_charges::text, 'ivaRecargos', item.late_charges_iva::text,
      'owed', (${owed})::numeric(18, 2)::text, 'finalDeposit', item.final_deposit::text, 'balanceDue', item.balance_due::text,
      'isSettled', invoices.is_settled, 'deductions', coalesce((
        select jsonb_agg(jsonb_build_object('kind', kept.kind, 'amount', kept.amount::text))
        from deductions kept
        where kept.client_id = item.client_id and kept.collection_id = item.collection_id and kept.document_id = item.document_id
      ), '[]')
    ) order by invoices.due_date, ${byFolio()}, invoices.document_id)
    from collection_items item
    join invoices on invoices.client_id = item.client_id and invoices.document_id = item.document_id
    join clients on clients.client_id = item.client_id
    where item.client_id = collection.client_id and item.collection_id = collection.collection_id
  ) as invoices
  from (select * from collections where ${which}) collection
  order by tracking_key, part`;
