/** The invoices that are in no sale, as JSON written by the database. */
import type { listOpenInvoices } from '@anticipa/contract/open-invoices';
import type { QueryOf } from '@anticipa/contract/route';
import { MEXICO_CITY } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { rejectionMotives } from '@anticipa/domain/motives';
import { sql } from 'kysely';
import { z } from 'zod';
import { rowsOf, text, valuesOf } from '../../../platform/db/rows.ts';
import type { Work } from '../../../platform/work/work.ts';
import { knownHabits } from './habit-queries.ts';

const OPEN = [invoiceStatus.AUTORIZADA, invoiceStatus.REGISTRADO, invoiceStatus.RECHAZADA];

/**
 * The version of the client's open invoices, of their receivers and of what is known of their payments. A row version is identified by its id and the
 * transaction that wrote it, so no writer has to keep a counter, for which concurrent uploads would wait.
 */
export async function openVersion({ db, tenant }: Work): Promise<string> {
  const [version = ''] = await valuesOf(db, text)`
    select concat_ws('.',
      (select concat_ws('.', count(*), bit_xor(uuid_hash_extended(document_id, xmin::text::bigint)))
        from invoices where client_id = ${tenant} and not is_settled and status = any(${OPEN}::integer[])),
      (select bit_xor(uuid_hash_extended(company_id, companies.xmin::text::bigint))
        from companies join company_links using (company_id) where client_id = ${tenant}),
      (select bit_xor(uuid_hash_extended(company_id, xmin::text::bigint)) from payment_habits where client_id = ${tenant}),
      (select sum(count) from settled_totals where client_id = ${tenant}))`;
  return version;
}

const openList = z.object({ products: z.string(), receivers: z.string().nullable(), invoices: z.string().nullable() });

/** The answer of the route, newest first. */
export async function openListJson({ db, tenant }: Work, { ids }: QueryOf<typeof listOpenInvoices>): Promise<string> {
  const isListed = sql`invoices.client_id = ${tenant} and not invoices.is_settled
    and invoices.status = any(${OPEN}::integer[]) and ${ids === undefined ? sql`true` : sql`invoices.document_id = any(${ids}::uuid[])`}`;
  const [list = { products: '[]', receivers: null, invoices: null }] = await rowsOf(db, openList)`
    with receivers as materialized (
      select row_number() over () - 1 as number, named.*, companies.status as receiver_status
      from (select distinct company_id, receiver_key, receiver_rfc, receiver_name from invoices where ${isListed}) as named
      join companies using (company_id)
    ), habits as materialized (${knownHabits(tenant, sql`receivers`)}), sold_last as (
      select distinct company_id
      from (
        select *, max(requested_at) over () as latest
        from (
          select client_id, sale_id, requested_at from sales where client_id = ${tenant} order by number_of_sale desc limit 20
        ) as recent
      ) as sold
      join sale_items using (client_id, sale_id)
      join invoices using (client_id, document_id)
      where requested_at = latest
    )
    select
      (select json_agg(json_build_array(code, product_id))::text from products) as products,
      (select json_agg(json_build_array(receiver_key, receiver_rfc, receiver_name, receiver_status,
          case when term is not null then json_build_array(source, term, week_days) end,
          company_id in (select company_id from sold_last)) order by number)::text
        from receivers join habits using (company_id)) as receivers,
      (select string_agg(
          json_build_array(document_id, serie, folio, number, currency, total::text, emitted_on, product, status, is_synced,
            verification, case when motive = any(${rejectionMotives}::text[]) then motive end,
            (rejected_at at time zone ${MEXICO_CITY})::date, purchase_order, purchase_order_source,
            payment_method)::text,
          E',\n' order by created_at desc, document_id)
        from invoices join receivers using (company_id, receiver_key, receiver_rfc, receiver_name)
        where ${isListed}) as invoices`;
  return `{"products":${list.products},"receivers":${list.receivers ?? '[]'},"invoices":[\n${list.invoices ?? ''}]}`;
}
