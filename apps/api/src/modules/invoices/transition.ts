/** The only way to change the status of an existing invoice. */
import { type InvoiceStatus, invoiceStatus, type Transition, transitions } from '@anticipa/domain/invoice';
import type { RejectionMotive } from '@anticipa/domain/motives';
import { sql, type Updateable } from 'kysely';
import type { DB } from '../../platform/db/schema.ts';
import { agentOf, type Principal, type Work } from '../../platform/work/work.ts';

/** Columns of an invoice copied from its item of the sale. */
const FIGURES = [
  'sale_id',
  'due_date',
  'payment_days',
  'interest_rate',
  'advance_percent',
  'interest',
  'iva',
  'advance',
  'aforo',
  'initial_deposit',
  'purchase_order',
] as const;

/** Columns of an invoice written by its sale; amounts and rates as decimal text. */
export type SaleColumns = Pick<Updateable<DB['invoices']>, (typeof FIGURES)[number] | 'deposited_on' | 'exchange_rate'>;
type CheckColumns = Pick<
  Updateable<DB['invoices']>,
  'verification' | 'is_stamp_verified' | 'checked_at' | 'product' | 'total' | 'cfdi_iva'
>;

/** Values of the sale's columns without a sale. The purchase order belongs to the client and is kept. */
export const clearedSaleColumns: SaleColumns = {
  sale_id: null,
  due_date: null,
  payment_days: null,
  interest_rate: null,
  advance_percent: null,
  interest: null,
  iva: null,
  advance: null,
  aforo: null,
  initial_deposit: null,
  deposited_on: null,
  exchange_rate: '1',
};

/** Values written by a transition besides the status. */
export interface TransitionChange {
  /** For 'release': the status before the sale. */
  readonly to?: InvoiceStatus;
  /** Required if the invoice becomes RECHAZADA. */
  readonly motive?: RejectionMotive | null;
  /** For 'release' to RECHAZADA: the original rejection time. */
  readonly rejectedAt?: Date | null;
  /** Set on every invoice. */
  readonly set?: SaleColumns & CheckColumns;
  /** For 'hold': the sale whose figures are copied into its invoices. */
  readonly saleId?: string;
}

/**
 * Applies a transition to those invoices whose status allows it, with a history row for each, and returns their number.
 * Fewer than requested means that another request won the race or, for 'hold', that one is live elsewhere.
 * An invoice is claimed system-wide while it is proven and not RECHAZADA; see claim_invoice.
 */
export async function applyTransition(
  work: Work<Principal>,
  transition: Transition,
  documentIds: readonly string[],
  change: TransitionChange = {},
): Promise<number> {
  const { db, tenant, at } = work;
  const agent = agentOf(work.actor);
  const to = targetOf(transition, change);
  const isRejection = to === invoiceStatus.RECHAZADA;
  const ids = transition === 'hold' ? await claimInvoices(work, documentIds) : [...documentIds];
  const rejection = isRejection ? rejectionOf(change, at) : { motive: null, motive_by_user: false, rejected_at: null };
  // Read in a statement of its own: the planner expects one row of it within the update, and would search each invoice by itself.
  const before = await db
    .selectFrom('invoices')
    .select(['document_id', 'status'])
    .where('client_id', '=', tenant)
    .where('document_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('status', 'in', statusesFrom(transition))
    .orderBy('document_id')
    .forUpdate()
    .execute();
  if (before.length === 0) return 0;
  const [found, statuses] = [before.map((row) => row.document_id), before.map((row) => row.status)];
  const moved = await db
    .with('before', (query) =>
      query.selectNoFrom([
        sql<string>`unnest(${found}::uuid[])`.as('document_id'),
        sql<number>`unnest(${statuses}::integer[])`.as('status'),
      ]),
    )
    .with(
      (cte) => cte('sold').materialized(),
      (query) =>
        query
          .selectFrom('sale_items')
          .select(['document_id', ...FIGURES])
          .where('client_id', '=', tenant)
          .where('sale_id', '=', sql<string>`${change.saleId ?? null}::uuid`),
    )
    .with('moved', (query) =>
      query
        .updateTable('invoices')
        .from('before')
        .leftJoin('sold', 'sold.document_id', 'before.document_id')
        .set({ ...figuresOf(change), ...change.set, ...rejection, status: to })
        .where('invoices.client_id', '=', tenant)
        .where('invoices.document_id', '=', sql<string>`any(${found}::uuid[])`)
        .whereRef('invoices.document_id', '=', 'before.document_id')
        .returning(['invoices.client_id', 'invoices.document_id', 'before.status', 'invoices.motive']),
    )
    .insertInto('invoice_events')
    .columns([
      'client_id',
      'document_id',
      'from_status',
      'motive',
      'transition',
      'to_status',
      'actor_kind',
      'actor_id',
      'happened_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('moved')
        .select([
          'client_id',
          'document_id',
          'status',
          'motive',
          sql<string>`${transition}::text`.as('transition'),
          sql<number>`${to}::integer`.as('to_status'),
          sql<typeof agent.kind>`${agent.kind}::text`.as('actor_kind'),
          sql<string | null>`${agent.id}::uuid`.as('actor_id'),
          sql<Date>`${at}::timestamptz`.as('happened_at'),
        ]),
    )
    .returning('document_id')
    .execute();
  if (isRejection)
    await releaseClaims(
      work,
      moved.map(({ document_id }) => document_id),
    );
  return moved.length;
}

/** Restores a deleted invoice to a rejection; its history shows both steps. */
export async function restoreRejected(
  work: Work<Principal>,
  documentId: string,
  { set = {}, ...rejection }: Pick<TransitionChange, 'motive' | 'rejectedAt' | 'set'>,
): Promise<void> {
  await applyTransition(work, 'restoreByUser', [documentId], { set });
  await applyTransition(work, 'failCheck', [documentId], rejection);
}

const figuresOf = ({ saleId }: TransitionChange) =>
  Object.fromEntries((saleId ? FIGURES : []).map((name) => [name, sql.ref(`sold.${name}`)]));

const statusesFrom = (transition: Transition): InvoiceStatus[] =>
  transitions[transition].from.map((name) => invoiceStatus[name]);

function targetOf(transition: Transition, { to }: TransitionChange): InvoiceStatus {
  const target = transitions[transition].to;
  if (target !== 'as before the sale') return invoiceStatus[target];
  if (to === undefined) throw new TypeError('a release needs the status before the sale');
  return to;
}

function rejectionOf({ motive, rejectedAt }: TransitionChange, at: Date) {
  if (!motive) throw new TypeError('a rejection needs its motive');
  return { motive, motive_by_user: motive === 'DELETED_BY_USER', rejected_at: rejectedAt ?? at };
}

/**
 * Claims invoices of the current client system-wide; returns those now claimed by it. The others are live at another
 * client, or duplicates. `isConfirmed`: the tax authority has just reported all of them as valid.
 */
export async function claimInvoices(
  { db, tenant }: Work,
  documentIds: readonly string[],
  isConfirmed = false,
): Promise<string[]> {
  if (documentIds.length === 0) return [];
  const isProven = sql<boolean>`(is_stamp_verified or verification = 'verified' or ${isConfirmed})`;
  const rows = await db
    .selectFrom('invoices')
    .where('client_id', '=', tenant)
    .where('document_id', '=', sql<string>`any(${documentIds}::uuid[])`)
    .select([
      'document_id',
      sql<boolean>`document_id in (select proven_claims(${tenant}, ${documentIds}::uuid[]))
        or claim_invoice(client_id, document_id, uuid, seal_hash, fingerprint, ${isProven})`.as('claimed'),
    ])
    .execute();
  return rows.filter(({ claimed }) => claimed).map(({ document_id }) => document_id);
}

/** Releases the claims of invoices that are no longer live. */
export async function releaseClaims({ db, tenant }: Work, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  await sql`select release_claim(${tenant}, document_id) from unnest(${documentIds}::uuid[]) as document_id`.execute(
    db,
  );
}
