/** Creates invoices from verified CFDI, in their initial state. */
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { invoiceStatus } from '@anticipa/domain/invoice';
import {
  emissionDate,
  type InitialState,
  initialStateOf,
  mayStillBeUnknown,
  stampInstant,
} from '@anticipa/domain/invoice-entry';
import { decidedMotives, type RejectionMotive, rejectionMotiveOf, rejectionMotives } from '@anticipa/domain/motives';
import { sql } from 'kysely';
import { flag, valuesOf } from '../../../platform/db/rows.ts';
import { orderedId } from '../../../platform/work/ordered-id.ts';
import { agentOf, type Principal, type Work } from '../../../platform/work/work.ts';
import { knownInvoice, motiveBeforeDeletion } from '../enter-queries.ts';
import { reportListed } from '../listed.ts';
import { ensureCompanies } from '../receivers.ts';
import { relationStates } from '../related-queries.ts';
import { applyTransition, releaseClaims, restoreRejected } from '../transition.ts';
import {
  type Arrival,
  askedOf,
  columnsOf,
  columnsOfTotal,
  fingerprintOf,
  identityOf,
  isProven,
  type LinkedArrival,
} from './arrival.ts';
import { beginEntry, namedBy, recordRelations, settleRelated } from './related.ts';

/** Result of an entry: a new or restored invoice, or an unchanged existing one. */
export interface Entered {
  readonly documentId: string;
  readonly outcome: 'invoice' | 'existing';
}

/** Motives of automatic checks, whose reason may have disappeared since. */
const automaticMotives = new Set<string>(
  rejectionMotives.filter((motive) => !decidedMotives.some((decided) => decided === motive)),
);

/** An arrival that was inserted, unless the client already has its UUID or seal. */
interface Attempt {
  readonly documentId: string;
  readonly arrival: LinkedArrival;
  readonly isClaimed: boolean;
  readonly isNew: boolean;
}

/**
 * Enters a verified CFDI as an invoice of the client unless it exists; the database's unique keys decide. An existing one
 * that was deleted or automatically rejected is restored if it now passes the checks. Refused while the product is switched
 * off. A synchronised one restores nothing: people may have deleted it.
 */
export async function enterInvoice(work: Work<Principal>, unlinked: Arrival): Promise<Outcome<Entered>> {
  await beginEntry(work, [unlinked.cfdi]);
  await recordRelations(work, unlinked.cfdi);
  const [attempt] = (await insertAll(work, [unlinked])) ?? [];
  if (!attempt) return refuse('PRODUCT_INACTIVE');
  const { documentId, arrival, isNew } = attempt;
  const entered = isNew
    ? { documentId, outcome: 'invoice' as const }
    : await (arrival.isSynced ? existing(work, arrival) : enterAgain(work, arrival));
  const named = namedBy(arrival.cfdi);
  if (named.length === 0 || entered.outcome === 'existing') return done(entered);
  await settleRelated(work, named);
  // The invoice that it substitutes may have had the same folio, date and total, and no longer claims them.
  if (isNew && !attempt.isClaimed) await enterAgain(work, arrival);
  return done(entered);
}

/**
 * Enters several CFDI as new invoices; returns their ids in order. Null, for the caller to roll back, if one of them exists, is
 * claimed elsewhere, names others or has a product that is switched off: what becomes of it may depend on another, so each is
 * entered alone.
 */
export async function enterNewInvoices(work: Work<Principal>, arrivals: readonly Arrival[]): Promise<string[] | null> {
  if (arrivals.some(({ cfdi }) => cfdi.relations.length > 0)) return null;
  await beginEntry(work, []);
  const attempts = await insertAll(work, arrivals);
  const isEachNew = attempts?.every(({ isNew, isClaimed }) => isNew && isClaimed) === true;
  return isEachNew ? attempts.map(({ documentId }) => documentId) : null;
}

/** Inserts those that the client does not have; null, having inserted none, if a product is switched off. */
async function insertAll(work: Work<Principal>, unlinked: readonly Arrival[]): Promise<Attempt[] | null> {
  const identified = unlinked.map((arrival) => ({ arrival, documentId: orderedId(work.at) }));
  const receivers = unlinked.map((arrival) => ({ ...arrival.receiver, isProven: isProven(arrival) }));
  const [companies, claims, relations] = await Promise.all([
    ensureCompanies(work, receivers),
    claimAll(work, identified),
    relationStates(work, unlinked.map(askedOf)),
  ]);
  if (!companies.every(({ isProductOn }) => isProductOn)) return null;
  const linked = identified.map(({ arrival, documentId }, index) => {
    const company = companies[index];
    const relation = relations[index];
    if (!company || !relation) throw new Error('an arrival has no company or relations');
    const isClaimed = claims[index] === true;
    return { documentId, isClaimed, arrival: { ...arrival, company, relation } };
  });
  await reportListed(
    work,
    linked.flatMap(({ arrival: { cfdi, receiver, company } }) => [
      { rfc: cfdi.issuer.rfc, situation: company.issuerSituation },
      { rfc: receiver.rfc, situation: company.receiverSituation },
    ]),
  );
  const entries = linked.map((attempt) => ({
    ...attempt,
    entry: stateOf(work, attempt.arrival, attempt.isClaimed, null),
  }));
  const inserted = await insertInvoices(work, entries);
  const attempts = entries.map((attempt) => ({ ...attempt, isNew: inserted.has(attempt.documentId) }));
  const released = attempts.filter(
    ({ arrival, entry, isClaimed, isNew }) =>
      isClaimed && (!isNew || entry.status === 'RECHAZADA' || !isProven(arrival)),
  );
  await releaseClaims(
    work,
    released.map(({ documentId }) => documentId),
  );
  return attempts;
}

async function known(work: Work, arrival: LinkedArrival) {
  const found = await knownInvoice(work, identityOf(arrival));
  if (!found) throw new Error('existing invoice not found');
  return found;
}

async function existing(work: Work, arrival: LinkedArrival): Promise<Entered> {
  return { documentId: (await known(work, arrival)).document_id, outcome: 'existing' };
}

async function enterAgain(work: Work<Principal>, arrival: LinkedArrival): Promise<Entered> {
  const found = await known(work, arrival);
  const { document_id: documentId } = found;
  const isSame = found.uuid === arrival.cfdi.uuid && found.seal_hash.equals(identityOf(arrival).sealHash);
  if (!isSame || found.motive === null || !automaticMotives.has(found.motive))
    return { documentId, outcome: 'existing' };
  const before = found.motive === 'DELETED_BY_USER' ? await motiveBeforeDeletion(work, documentId) : null;
  if (before !== null && !automaticMotives.has(before)) {
    await restoreRejected(work, documentId, { motive: before, rejectedAt: found.rejected_at });
    return { documentId, outcome: 'invoice' };
  }
  const [isClaimed = false] = await claimAll(work, [{ documentId, arrival }]);
  const entry = stateOf(work, arrival, isClaimed, before ?? rejectionMotiveOf(found.motive));
  if (isClaimed && (entry.status === 'RECHAZADA' || !isProven(arrival))) await releaseClaims(work, [documentId]);
  if (entry.status === 'RECHAZADA' && found.motive !== 'DELETED_BY_USER') return { documentId, outcome: 'existing' };
  const { isStampVerified, company } = arrival;
  const set = {
    ...columnsOfTotal(arrival),
    verification: entry.verification,
    is_stamp_verified: isStampVerified,
    checked_at: work.at,
    product: company.product,
  };
  if (entry.status === 'RECHAZADA') {
    const { motive } = entry;
    const rejectedAt = motive === before ? found.rejected_at : work.at;
    await restoreRejected(work, documentId, { motive, rejectedAt, set });
  } else {
    await applyTransition(work, 'restoreByUser', [documentId], { set });
    if (entry.status === 'AUTORIZADA') await applyTransition(work, 'approveReceiver', [documentId]);
  }
  return { documentId, outcome: 'invoice' };
}

/** Initial state of an arrival; `motive` is the current rejection of an existing invoice. */
const stateOf = (
  { at, today }: Work,
  arrival: LinkedArrival,
  isClaimed: boolean,
  motive: RejectionMotive | null,
): InitialState =>
  initialStateOf(
    {
      currency: arrival.cfdi.currency,
      total: arrival.relation.remaining,
      relationMotive: arrival.relation.motive,
      emittedOn: emissionDate(arrival.cfdi, at),
      paymentMethod: arrival.cfdi.paymentMethod,
      isLiveElsewhere: !isClaimed,
      receiverStatus: arrival.company.status,
      issuerSituation: arrival.company.issuerSituation,
      receiverSituation: arrival.company.receiverSituation,
      requiresPpd: arrival.company.requiresPpd,
      taxStatus: arrival.taxStatus,
      mayBeUnknown: arrival.isStampVerified && mayStillBeUnknown(stampInstant(arrival.cfdi.stampedAt), at),
      motive,
    },
    today,
  );

/** Claims invoices for this client system-wide, in order; false for one that is already live, or an equivalent of it. */
async function claimAll(
  { db, tenant }: Work,
  wanted: readonly { readonly documentId: string; readonly arrival: Arrival }[],
): Promise<boolean[]> {
  const identities = wanted.map(({ arrival }) => identityOf(arrival));
  return await valuesOf(db, flag)`
    select claim_invoice(${tenant}, document_id, uuid, seal_hash, fingerprint, is_proven)
    from unnest(
      ${wanted.map(({ documentId }) => documentId)}::uuid[],
      ${identities.map(({ uuid }) => uuid)}::text[],
      ${identities.map(({ sealHash }) => sealHash)}::bytea[],
      ${wanted.map(({ arrival }) => fingerprintOf(arrival))}::bytea[],
      ${wanted.map(({ arrival }) => isProven(arrival))}::boolean[]
    ) with ordinality as wanted (document_id, uuid, seal_hash, fingerprint, is_proven, position)
    order by position`;
}

/** Inserts invoices with their first history rows; returns the ids of those whose UUID and seal the client did not have. */
async function insertInvoices(
  { db, tenant, actor, at }: Work<Principal>,
  entries: readonly { readonly documentId: string; readonly arrival: LinkedArrival; readonly entry: InitialState }[],
): Promise<ReadonlySet<string>> {
  const agent = agentOf(actor);
  const inserted = await db
    .with('entered', (query) =>
      query
        .insertInto('invoices')
        .values(
          entries.map(({ documentId, arrival, entry }) => ({
            client_id: tenant,
            document_id: documentId,
            ...columnsOf(arrival),
            status: invoiceStatus[entry.status],
            motive: entry.motive,
            rejected_at: entry.motive && at,
            verification: entry.verification,
            checked_at: at,
            created_by: arrival.ownerId,
            created_at: at,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning(['client_id', 'document_id', 'status', 'motive', 'is_synced']),
    )
    .insertInto('invoice_events')
    .columns(['client_id', 'document_id', 'to_status', 'motive', 'transition', 'actor_kind', 'actor_id', 'happened_at'])
    .expression((eb) =>
      eb
        .selectFrom('entered')
        .select([
          'client_id',
          'document_id',
          'status',
          'motive',
          sql<string>`case when is_synced then 'sync' else 'upload' end`.as('transition'),
          sql<typeof agent.kind>`${agent.kind}::text`.as('actor_kind'),
          sql<string | null>`${agent.id}::uuid`.as('actor_id'),
          sql<Date>`${at}::timestamptz`.as('happened_at'),
        ]),
    )
    .returning('document_id')
    .execute();
  return new Set(inserted.map(({ document_id }) => document_id));
}
