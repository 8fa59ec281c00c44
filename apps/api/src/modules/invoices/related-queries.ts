/** Other CFDI of the same issuer that relate to invoices, and their effect. */
import { type RelatedCfdi, relatedCfdi as relation } from '@anticipa/contract/invoice-sheet';
import { relationObjection, remainingOf } from '@anticipa/domain/invoice-relation';
import { type Currency, decimalOf, type Money, moneyOf } from '@anticipa/domain/money';
import type { RelationMotive } from '@anticipa/domain/motives';
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, decimal, rowsOf } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';
import type { InvoiceFacts } from './queries.ts';

/** An invoice to ask about, entered or about to be. */
export type AskedInvoice = Pick<InvoiceFacts, 'uuid' | 'issuerRfc' | 'currency' | 'face' | 'advanceUse'>;

/** Amount that other CFDI leave of an invoice. */
export interface RelationState {
  readonly motive: RelationMotive | null;
  readonly remaining: Money;
}

const factRow = z.object({
  uuid: z.string(),
  is_replaced: z.boolean(),
  replaces_sold: z.boolean(),
  is_applied_elsewhere: z.boolean(),
  credited: decimal,
  is_advance_proven: z.boolean(),
  is_credit_unclear: z.boolean(),
});

/** The state of each invoice of the client, in their order. */
export async function relationStates(
  { db, tenant }: Work,
  invoices: readonly AskedInvoice[],
): Promise<readonly RelationState[]> {
  if (invoices.length === 0) return [];
  const asked = invoices.map(({ uuid, issuerRfc: issuer, currency, face }) => ({
    uuid,
    issuer,
    currency,
    face: decimalOf(face),
  }));
  const rows = await rowsOf(db, factRow)`
    select * from relation_facts(${tenant}, ${JSON.stringify(asked)}::jsonb)`;
  const found = new Map(rows.map((row) => [row.uuid, row]));
  return invoices.map((invoice) => stateOf(invoice, found.get(invoice.uuid)));
}

function stateOf(
  { uuid, currency, face, advanceUse }: AskedInvoice,
  row: z.output<typeof factRow> | undefined,
): RelationState {
  if (!row) throw new Error(`the relations of ${uuid} cannot be read`);
  const facts = {
    advanceUse,
    isReplaced: row.is_replaced,
    replacesSold: row.replaces_sold,
    isAppliedElsewhere: row.is_applied_elsewhere,
    credited: moneyOf<Currency>(row.credited, currency),
    isAdvanceProven: row.is_advance_proven,
    isCreditUnclear: row.is_credit_unclear,
  };
  return { motive: relationObjection(facts, face), remaining: remainingOf(facts, face) };
}

/** Invoices that are not owed, or not as much as their stored total. */
export async function noLongerOwed(work: Work, invoices: readonly InvoiceFacts[]): Promise<InvoiceFacts[]> {
  const states = await relationStates(work, invoices);
  return invoices.filter(({ total }, index) => {
    const state = states[index];
    return state?.motive !== null || state.remaining.cents !== total.cents;
  });
}

const relatedRow = relation.extend({ ofUuid: z.string() });

/**
 * The CFDI that a client's invoices name and those that name them, by the invoice's UUID. For the client, of another client's
 * CFDI only what its own invoice states; `isForLender`: includes all clients.
 */
export async function relatedCfdi(
  { db }: WideWork,
  clientId: ClientId,
  { uuids, isForLender }: { readonly uuids: readonly string[]; readonly isForLender: boolean },
): Promise<ReadonlyMap<string, readonly RelatedCfdi[]>> {
  const isOwn = (table: string) => sql`(${isForLender} or ${sql.ref(`${table}.client_id`)} = ${clientId})`;
  const rows = await rowsOf(db, relatedRow)`
    with this as (
      select uuid, issuer_rfc from invoices where client_id = ${clientId} and uuid = any(${uuids}::text[])
    ), named as (
      select this.uuid as of_uuid, stated.kind, stated.type, true as is_newer, stated.uuid, stated.client_id, this.issuer_rfc
      from this join cfdi_relations stated on stated.related_uuid = this.uuid and stated.issuer_rfc = this.issuer_rfc
      where ${isOwn('stated')} and stated.uuid <> this.uuid
      union
      select this.uuid, stated.kind, stated.type, false, stated.related_uuid, null, this.issuer_rfc
      from this join cfdi_relations stated on stated.uuid = this.uuid
      where stated.client_id = ${clientId} and stated.related_uuid <> this.uuid
    )
    select distinct on (named.of_uuid, named.is_newer, named.kind, named.uuid)
      named.of_uuid as "ofUuid", named.kind, named.type, named.is_newer as "isNewer", named.uuid,
      invoice.document_id as "documentId", coalesce(invoice.serie, note.serie) as serie, coalesce(invoice.folio, note.folio) as folio,
      coalesce(invoice.total, note.total) as total, coalesce(invoice.currency, note.currency) as currency, invoice.status,
      coalesce(note.is_cancelled, not is_in_force(invoice.motive)) as "isCancelled"
    from named
    left join invoices invoice on invoice.uuid = named.uuid and invoice.issuer_rfc = named.issuer_rfc and ${isOwn('invoice')}
      and invoice.client_id = coalesce(named.client_id, invoice.client_id)
    left join credit_notes note on note.uuid = named.uuid and note.client_id = named.client_id
    order by named.of_uuid, named.is_newer, named.kind, named.uuid, invoice.client_id = ${clientId} desc`;
  const byInvoice = Map.groupBy(rows, ({ ofUuid }) => ofUuid);
  return new Map(
    [...byInvoice].map(([uuid, related]) => [uuid, related.map(({ ofUuid: _, ...cfdi }): RelatedCfdi => cfdi)]),
  );
}

/** Ids of the client's invoices with these UUIDs, whatever their status. */
export async function documentsWith({ db, tenant }: Work, uuids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('invoices')
    .select('document_id')
    .where('client_id', '=', tenant)
    .where('uuid', '=', sql<string>`any(${uuids}::text[])`)
    .execute();
  return rows.map((row) => row.document_id);
}

const unsettledRow = z.object({ client_id: clientIdColumn, uuid: z.string() });

/** Sold up to this many days after its emission. */
const LATEST_DAYS = 180;

/**
 * Invoices to look at again, by client: rejected ones whose reason may have disappeared by itself, and those in force that
 * another CFDI concerns, which may have come in for another client or during a sale. For the worker.
 */
export async function invoicesToSettle({ db, today }: WideWork): Promise<ReadonlyMap<ClientId, readonly string[]>> {
  const rows = await rowsOf(db, unsettledRow)`
    select client_id, uuid from invoices
    where has_passing_motive
      and emitted_on between ${today}::date - ${LATEST_DAYS}::integer and ${today}::date
    union
    select invoice.client_id, invoice.uuid
    from cfdi_relations stated
    join invoices invoice on invoice.issuer_rfc = stated.issuer_rfc and invoice.uuid in (stated.related_uuid, stated.uuid)
    where invoice.status in (10, 20, 25, 30) and invoice.emitted_on > ${today}::date - ${LATEST_DAYS}::integer`;
  return new Map(
    [...Map.groupBy(rows, ({ client_id }) => client_id)].map(([id, own]) => [id, own.map(({ uuid }) => uuid)]),
  );
}
