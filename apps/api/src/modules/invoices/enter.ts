/** Creates invoices from verified CFDI, in their initial state. */
import { createHash, randomUUID } from 'node:crypto';
import type { CfdiFields } from '@anticipa/cfdi/read';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { invoiceStatus } from '@anticipa/domain/invoice';
import {
  type InitialState,
  initialStateOf,
  mayStillBeUnknown,
  numberKey,
  stampInstant,
  type TaxStatus,
} from '@anticipa/domain/invoice-entry';
import { type Currency, decimalOf, money } from '@anticipa/domain/money';
import { decidedMotives, type RejectionMotive, rejectionMotiveOf, rejectionMotives } from '@anticipa/domain/motives';
import { statedTerm } from '@anticipa/domain/payment-habit';
import { receiverKey } from '@anticipa/domain/receiver';
import { cleanPurchaseOrder } from '@anticipa/domain/sale';
import { sql } from 'kysely';
import { agentOf, type Principal, type Work } from '../../lib/work.ts';
import { knownInvoice, motiveBeforeDeletion } from './enter-queries.ts';
import { reportListed } from './listed.ts';
import { ensureCompanies, type LinkedCompany, type NamedReceiver } from './receivers.ts';
import { applyTransition, releaseClaims, restoreRejected } from './transition.ts';

/** A verified CFDI with everything that determines its entry. */
export interface Arrival {
  readonly fileId: string;
  readonly cfdi: CfdiFields & { readonly currency: Currency };
  /** The stamp's certificate is pinned and its signature is good. */
  readonly isStampVerified: boolean;
  readonly receiver: NamedReceiver;
  readonly taxStatus: TaxStatus;
  /** Who uploaded it, or in whose name it was taken over. */
  readonly ownerId: string;
  /** Taken over from the tax authority. */
  readonly isSynced: boolean;
}

interface LinkedArrival extends Arrival {
  readonly company: LinkedCompany;
}

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
  const [attempt] = (await insertAll(work, [unlinked])) ?? [];
  if (!attempt) return refuse('PRODUCT_INACTIVE');
  const { documentId, arrival, isNew } = attempt;
  if (isNew) return done({ documentId, outcome: 'invoice' });
  return done(arrival.isSynced ? await existing(work, arrival) : await enterAgain(work, arrival));
}

/**
 * Enters several CFDI as new invoices; returns their ids in order. Null, for the caller to roll back, if one of them exists, is
 * claimed elsewhere or has a product that is switched off: what becomes of it may depend on another, so each is entered alone.
 */
export async function enterNewInvoices(work: Work<Principal>, arrivals: readonly Arrival[]): Promise<string[] | null> {
  const attempts = await insertAll(work, arrivals);
  const isEachNew = attempts?.every(({ isNew, isClaimed }) => isNew && isClaimed) === true;
  return isEachNew ? attempts.map(({ documentId }) => documentId) : null;
}

/** Inserts those that the client does not have; null, having inserted none, if a product is switched off. */
async function insertAll(work: Work<Principal>, unlinked: readonly Arrival[]): Promise<Attempt[] | null> {
  const identified = unlinked.map((arrival) => ({ arrival, documentId: randomUUID() }));
  const receivers = unlinked.map((arrival) => ({ ...arrival.receiver, isProven: isProven(arrival) }));
  const [companies, claims] = await Promise.all([ensureCompanies(work, receivers), claimAll(work, identified)]);
  if (!companies.every(({ isProductOn }) => isProductOn)) return null;
  const linked = identified.map(({ arrival, documentId }, index) => {
    const company = companies[index];
    if (!company) throw new Error('a receiver has no company');
    const isClaimed = claims[index] === true;
    return { documentId, isClaimed, arrival: { ...arrival, company } };
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
      total: money(arrival.cfdi.totalCents, arrival.cfdi.currency),
      emittedOn: arrival.cfdi.emittedOn,
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

/** Whether the UUID is proven to belong to this invoice: an unverified stamp may carry any UUID. */
const isProven = ({ isStampVerified, taxStatus }: Arrival): boolean => isStampVerified || taxStatus === 'vigente';

const identityOf = ({ cfdi }: Arrival) => ({ uuid: cfdi.uuid, sealHash: Buffer.from(cfdi.sealSha256, 'hex') });

/** Claims invoices for this client system-wide, in order; false for one that is already live, or an equivalent of it. */
async function claimAll(
  { db, tenant }: Work,
  wanted: readonly { readonly documentId: string; readonly arrival: Arrival }[],
): Promise<boolean[]> {
  const identities = wanted.map(({ arrival }) => identityOf(arrival));
  const { rows } = await sql<{ claimed: boolean }>`
    select claim_invoice(${tenant}, document_id, uuid, seal_hash, fingerprint, is_proven) as claimed
    from unnest(
      ${wanted.map(({ documentId }) => documentId)}::uuid[],
      ${identities.map(({ uuid }) => uuid)}::text[],
      ${identities.map(({ sealHash }) => sealHash)}::bytea[],
      ${wanted.map(({ arrival }) => fingerprintOf(arrival))}::bytea[],
      ${wanted.map(({ arrival }) => isProven(arrival))}::boolean[]
    ) with ordinality as wanted (document_id, uuid, seal_hash, fingerprint, is_proven, position)
    order by position`.execute(db);
  return rows.map(({ claimed }) => claimed);
}

/** Identifies an invoice with another stamp by issuer, receiver, number, total and date; null without series and folio. */
function fingerprintOf({ cfdi, receiver }: Arrival): Buffer | null {
  const number = numberKey(cfdi.series, cfdi.folio);
  if (number === null) return null;
  const { currency, totalCents, emittedOn } = cfdi;
  const facts = [cfdi.issuer.rfc, receiverKey(receiver), number, currency, totalCents.toString(), emittedOn];
  return createHash('sha256').update(JSON.stringify(facts)).digest();
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

/** Columns from the CFDI and its client. */
const columnsOf = (arrival: LinkedArrival) => {
  const { cfdi, receiver, company } = arrival;
  return {
    file_id: arrival.fileId,
    is_synced: arrival.isSynced,
    is_stamp_verified: arrival.isStampVerified,
    company_id: company.companyId,
    product: company.product,
    uuid: cfdi.uuid,
    seal_hash: identityOf(arrival).sealHash,
    fingerprint: fingerprintOf(arrival),
    cfdi_version: cfdi.version,
    serie: cfdi.series,
    folio: cfdi.folio,
    issuer_rfc: cfdi.issuer.rfc,
    receiver_rfc: receiver.rfc,
    receiver_name: receiver.name,
    receiver_key: receiverKey(receiver),
    seal_tail: cfdi.sealTail,
    currency: cfdi.currency,
    total: decimalOf(money(cfdi.totalCents, cfdi.currency)),
    cfdi_total: cfdi.total,
    cfdi_iva: cfdi.ivaCents === null ? null : decimalOf(money(cfdi.ivaCents, cfdi.currency)),
    emitted_on: cfdi.emittedOn,
    payment_method: cfdi.paymentMethod,
    purchase_order: cfdi.purchaseOrder === null ? null : cleanPurchaseOrder(cfdi.purchaseOrder) || null,
    stated_term: cfdi.paymentConditions === null ? null : statedTerm(cfdi.paymentConditions),
  };
};
