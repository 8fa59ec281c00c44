/** Pages of the lists for programs: which objects, and when each last changed. */

import type { V1Event } from '@anticipa/contract/v1/events';
import type { Cursor } from '@anticipa/contract/v1/shapes';
import { cursorOf, DEFAULT_LIMIT } from '@anticipa/contract/v1/shapes';
import { MEXICO_CITY } from '@anticipa/domain/calendar';
import type { InvoiceStatus } from '@anticipa/domain/invoice';
import { saleStates } from '@anticipa/domain/sale';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { rowsOf, text, whole } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { isNotDeleted } from '../invoices/queries.ts';
import { stateForClient } from '../sales/transfer-queries.ts';
import { eventTypeOf } from '../webhooks/queries.ts';

export interface PageQuery {
  readonly cursor?: Cursor | undefined;
  readonly limit?: number | undefined;
  readonly updated_since?: string | undefined;
}

/** A page of sorted rows, from the one after the cursor. */
export function pageAfter<Row, Wire>(
  rows: readonly Row[],
  { cursor, limit = DEFAULT_LIMIT }: PageQuery,
  { keyOf, toWire }: { readonly keyOf: (row: Row) => Cursor; readonly toWire: (row: Row) => Wire },
): { data: Wire[]; next_cursor: string | null } {
  const found = cursor === undefined ? -1 : rows.findIndex((row) => isAt(keyOf(row), cursor));
  // A row that is gone since leaves its place: the page begins again rather than end early.
  const rest = rows.slice(found + 1);
  const shown = rest.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map(toWire),
    next_cursor: last !== undefined && rest.length > limit ? cursorOf(keyOf(last)) : null,
  };
}

const isAt = (key: Cursor, { at, id }: Cursor): boolean => key.at === at && key.id === id;

const CURSOR_TIME = 'YYYY-MM-DD"T"HH24:MI:SS.USOF';

const changedObject = z.object({ id: text, changed_at: z.date() });

/** A page by change: rows of `objects` with an instant each, least recently changed first. */
async function changedPage<Row extends z.output<typeof changedObject>>(
  { db }: Work,
  { objects, row }: { readonly objects: RawBuilder<unknown>; readonly row: z.ZodType<Row> },
  { cursor, limit = DEFAULT_LIMIT, updated_since }: PageQuery,
): Promise<{ rows: Row[]; next_cursor: string | null }> {
  const rows = await rowsOf(db, z.intersection(row, z.object({ exact: text })))`
    select object.*, to_char(changed_at at time zone 'UTC', ${CURSOR_TIME}) as exact
    from (${objects}) object
    where (${updated_since ?? null}::timestamptz is null or changed_at >= ${updated_since ?? null}::timestamptz)
      and (${cursor?.at ?? null}::text is null or (changed_at, id) > (${cursor?.at ?? null}::timestamptz, ${cursor?.id ?? null}::uuid))
    order by changed_at, id limit ${limit + 1}`;
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    next_cursor: last !== undefined && rows.length > limit ? cursorOf({ at: last.exact, id: last.id }) : null,
  };
}

/** Ids of a page of the client's invoices, each with the instant of the last step of its history. */
export async function changedInvoices(work: Work, query: PageQuery, status: InvoiceStatus | null) {
  const objects = sql`
    select document_id as id, (
      select max(happened_at) from invoice_events event
      where event.client_id = invoices.client_id and event.document_id = invoices.document_id) as changed_at
    from invoices where client_id = ${work.tenant} and ${isNotDeleted}
      and (${status}::integer is null or status = ${status}::integer)`;
  return await changedPage(work, { objects, row: changedObject }, query);
}

/** When invoices last changed. */
export async function changesOf(
  { db, tenant }: Pick<Work, 'db' | 'tenant'>,
  documentIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('invoice_events')
    .select((eb) => ['document_id', eb.fn.max('happened_at').as('changed_at')])
    .where('client_id', '=', tenant)
    .where('document_id', '=', sql<string>`any(${documentIds}::uuid[])`)
    .groupBy('document_id')
    .execute();
  return new Map(rows.map((row) => [row.document_id, row.changed_at]));
}

const changedSale = changedObject.extend({
  number: whole,
  state: z.enum(saleStates),
  cancelled_at: z.date().nullable(),
});
export type ChangedSale = z.output<typeof changedSale>;

const saleObjects = ({ tenant }: Work, numbers: readonly number[] | null) => sql`
  select sale_id as id, number_of_sale as number, ${stateForClient} as state, cancelled_at,
    greatest(created_at, requested_at, answered_at, disbursed_at, cancelled_at, case when state = 'expired' then expires_at end, (
      select max(coalesce(paid_again_at, recorded_at)) from returned_payments back
      where back.client_id = sales.client_id and back.sale_id = sales.sale_id)) as changed_at
  from sales where client_id = ${tenant} and (${numbers}::integer[] is null or number_of_sale = any(${numbers}::integer[]))`;

/** A page of the client's sales, with the state that the client sees. */
export const changedSales = (work: Work, query: PageQuery) =>
  changedPage(work, { objects: saleObjects(work, null), row: changedSale }, query);

/** The same facts of some sales. */
export const saleChanges = (work: Work, numbers: readonly number[]): Promise<ChangedSale[]> =>
  rowsOf(work.db, changedSale)`${saleObjects(work, numbers)}`;

/** Ids of a page of the client's prepared sales; each changes once or twice after it was prepared. */
export const changedPrepared = (work: Work, query: PageQuery) => {
  const objects = sql`
    select prepared_id as id, coalesce(ended_at, prepared_at) as changed_at from prepared_sales where client_id = ${work.tenant}`;
  return changedPage(work, { objects, row: changedObject }, query);
};

/**
 * When payment references last changed: with their state, or with an invoice that is left to pay or was paid. One that nobody paid ends
 * with the last day of its validity.
 */
export async function referenceChanges(
  { db, tenant, today }: Work,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await rowsOf(db, changedObject)`
    select reference_id as id, greatest(created_at, cancelled_at,
      case when state in ('live', 'expired') and valid_until < ${today}::date
        then (valid_until + 1)::timestamp at time zone ${MEXICO_CITY} end,
      case when state = 'paid' or (state = 'live' and valid_until >= ${today}::date) then (
        select max(happened_at) from invoices
        join invoice_events event on event.client_id = invoices.client_id and event.document_id = invoices.document_id
        where invoices.client_id = made.client_id and made.reference_id in (invoices.reference_id, invoices.balance_reference_id)
      ) end) as changed_at
    from payment_references made where client_id = ${tenant} and reference_id = any(${ids}::uuid[])`;
  return new Map(rows.map(({ id, changed_at }) => [id, changed_at]));
}

/** Numbers of the sales that prepared sales became, by their ids. A hold that expired before its terms were accepted is none. */
export async function salesOfPrepared(
  { db, tenant }: Pick<Work, 'db' | 'tenant'>,
  preparedIds: readonly string[],
): Promise<Map<string | null, number[]>> {
  const rows = await db
    .selectFrom('sales')
    .select(['prepared_id', 'number_of_sale'])
    .where('client_id', '=', tenant)
    .where('prepared_id', '=', sql<string>`any(${preparedIds}::uuid[])`)
    .where('requested_at', 'is not', null)
    .orderBy('number_of_sale')
    .execute();
  const byId = Map.groupBy(rows, (row) => row.prepared_id);
  return new Map([...byId].map(([id, sales]) => [id, sales.map((row) => row.number_of_sale)]));
}

/**
 * Events after the cursor, oldest first. Numbers are given before the commit, so those of transactions that were open when an earlier one
 * began are left for the next call: none is passed over. The cursor of the last page is the place to continue from later.
 */
export async function eventsAfter(
  { db, tenant }: Work,
  { cursor, limit = DEFAULT_LIMIT }: PageQuery,
): Promise<{ data: V1Event[]; next_cursor: string | null }> {
  const rows = await db
    .selectFrom('client_events')
    .select(['event_number', 'event_id', 'type', 'happened_at', 'object_id', 'object_url'])
    .where('client_id', '=', tenant)
    .where(sql<boolean>`written_by < pg_snapshot_xmin(pg_current_snapshot())`)
    .$if(cursor !== undefined, (query) => query.where('event_number', '>', cursor?.id ?? '0'))
    .orderBy('event_number')
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  const end = last === undefined ? cursor : { at: '', id: last.event_number };
  return {
    data: rows.map((row) => ({
      id: row.event_id,
      type: eventTypeOf(row.type),
      mode: 'live',
      happened_at: row.happened_at.toISOString(),
      object_id: row.object_id,
      object_url: row.object_url,
    })),
    next_cursor: end === undefined ? null : cursorOf(end),
  };
}
