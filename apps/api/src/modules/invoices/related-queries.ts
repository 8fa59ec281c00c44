/** Other CFDI of the same issuer that relate to invoices, and their effect. */
import type { RelatedCfdi } from '@anticipa/contract/invoice-sheet';
import type { statusName } from '@anticipa/domain/invoice';
import { relationObjection, remainingOf } from '@anticipa/domain/invoice-relation';
import { type Currency, decimalOf, type Money, moneyOf } from '@anticipa/domain/money';
import type { RelationMotive } from '@anticipa/domain/motives';
import { sql } from 'kysely';
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

interface FactRow {
  readonly uuid: string;
  readonly is_replaced: boolean;
  readonly replaces_sold: boolean;
  readonly is_applied_elsewhere: boolean;
  readonly credited: string;
  readonly is_advance_proven: boolean;
  readonly is_credit_unclear: boolean;
}

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
  const { rows } = await sql<FactRow>`
    select * from relation_facts(${tenant}, ${JSON.stringify(asked)}::jsonb)`.execute(db);
  const found = new Map(rows.map((row) => [row.uuid, row]));
  return invoices.map((invoice) => stateOf(invoice, found.get(invoice.uuid)));
}

function stateOf({ uuid, currency, face, advanceUse }: AskedInvoice, row: FactRow | undefined): RelationState {
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

interface RelatedRow {
  readonly of_uuid: string;
  readonly kind: string;
  readonly type: 'I' | 'E';
  readonly is_newer: boolean;
  readonly uuid: string;
  readonly document_id: string | null;
  readonly serie: string | null;
  readonly folio: string | null;
  readonly total: string | null;
  readonly currency: Currency | null;
  readonly status: Parameters<typeof statusName>[0] | null;
  readonly is_cancelled: boolean;
}

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
  const { rows } = await sql<RelatedRow>`
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
      named.of_uuid, named.kind, named.type, named.is_newer, named.uuid,
      invoice.document_id, coalesce(invoice.serie, note.serie) as serie, coalesce(invoice.folio, note.folio) as folio,
      coalesce(invoice.total, note.total) as total, coalesce(invoice.currency, note.currency) as currency, invoice.status,
      coalesce(note.is_cancelled, not is_in_force(invoice.motive)) as is_cancelled
    from named
    left join invoices invoice on invoice.uuid = named.uuid and invoice.issuer_rfc = named.issuer_rfc and ${isOwn('invoice')}
      and invoice.client_id = coalesce(named.client_id, invoice.client_id)
    left join credit_notes note on note.uuid = named.uuid and note.client_id = named.client_id
    order by named.of_uuid, named.is_newer, named.kind, named.uuid, invoice.client_id = ${clientId} desc`.execute(db);
  const byInvoice = Map.groupBy(rows, ({ of_uuid }) => of_uuid);
  return new Map([...byInvoice].map(([uuid, related]) => [uuid, related.map(toRelated)]));
}

const toRelated = (row: RelatedRow): RelatedCfdi => ({
  kind: row.kind,
  type: row.type,
  isNewer: row.is_newer,
  uuid: row.uuid,
  documentId: row.document_id,
  serie: row.serie,
  folio: row.folio,
  total: row.total,
  currency: row.currency,
  status: row.status,
  isCancelled: row.is_cancelled,
});

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

/** Sold up to this many days after its emission. */
const LATEST_DAYS = 180;

/**
 * Invoices to look at again, by client: rejected ones whose reason may have disappeared by itself, and those in force that
 * another CFDI concerns, which may have come in for another client or during a sale. For the worker.
 */
export async function invoicesToSettle({ db, today }: WideWork): Promise<ReadonlyMap<ClientId, readonly string[]>> {
  const { rows } = await sql<{ client_id: ClientId; uuid: string }>`
    select client_id, uuid from invoices
    where has_passing_motive
      and emitted_on between ${today}::date - ${LATEST_DAYS}::integer and ${today}::date
    union
    select invoice.client_id, invoice.uuid
    from cfdi_relations stated
    join invoices invoice on invoice.issuer_rfc = stated.issuer_rfc and invoice.uuid in (stated.related_uuid, stated.uuid)
    where invoice.status in (10, 20, 25, 30) and invoice.emitted_on > ${today}::date - ${LATEST_DAYS}::integer`.execute(
    db,
  );
  return new Map(
    [...Map.groupBy(rows, ({ client_id }) => client_id)].map(([id, own]) => [id, own.map(({ uuid }) => uuid)]),
  );
}
