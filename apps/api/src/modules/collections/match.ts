/** Finds the invoices that a payment pays, by the ids or the reference that it carries, and locks them. */
import type { registerCollection } from '@anticipa/contract/collections';
import type { BodyOf } from '@anticipa/contract/route';
import { done, type Outcome, refuseEach } from '@anticipa/domain/errors';
import type { KeptReason } from '@anticipa/domain/unidentified';
import type { ClientId } from '../../platform/work/caller.ts';
import { narrowTo, type Principal, type WideWork, type Work } from '../../platform/work/work.ts';
import { creditLines } from '../credit/queries.ts';
import { type InvoiceFacts, invoiceFacts } from '../invoices/queries.ts';
import { invoiceIdsOfReference } from '../references/queries.ts';
import { namedInvoices } from './deposit-wait-queries.ts';
import {
  type BalanceDue,
  balanceDueOf,
  clientsOfInvoices,
  type KnownCollection,
  type PayableInvoice,
  payableInvoices,
  type ReferenceToPay,
  referenceToPay,
  stateOf,
} from './queries.ts';

export type Pays = BodyOf<typeof registerCollection>['pays'];

/** The target of a payment, looked up before locking. */
export interface Target {
  readonly tenant: ClientId;
  readonly documentIds: readonly string[];
  readonly reference: ReferenceToPay | null;
}

/** A payment that pays nothing now. `isWaiting`: the invoices that it names are sold and wait for their deposit. */
export interface Unmatched {
  readonly reason: KeptReason;
  readonly reference: string;
  readonly isWaiting?: true;
}

/** Targets of a payment by client; invoices of several clients are several targets, in order of client. */
export async function targetsOf(
  work: WideWork,
  pays: Pays,
): Promise<Outcome<{ readonly targets: readonly Target[] } | { readonly unmatched: Unmatched }>> {
  if ('reference' in pays) {
    const written = referenceText(pays.reference);
    const reference = await referenceToPay(work, written);
    if (!reference) return done({ unmatched: { reason: 'unknown', reference: written } });
    const { clientId: tenant, referenceId } = reference;
    const documentIds = await invoiceIdsOfReference(narrowTo(work, tenant), referenceId);
    return done({ targets: [{ tenant, reference, documentIds }] });
  }
  const named = namedBy(pays);
  const clients = await clientsOfInvoices(work, named);
  const missing = named.filter((documentId) => !clients.has(documentId));
  if (missing.length > 0) return refuseEach('NOT_FOUND', missing);
  const tenants = [...new Set(clients.values())].toSorted();
  return done({
    targets: tenants.map((tenant) => ({
      tenant,
      reference: null,
      documentIds: named.filter((documentId) => clients.get(documentId) === tenant),
    })),
  });
}

/** The debts of a target, found once they are locked. */
export interface Match {
  readonly work: Work<Principal>;
  readonly target: Target;
  readonly matched: Matched;
}

/** Locks the lines, then the invoices of targets, in order of client: concurrent payments of the same clients wait here. */
export async function lockMatches(
  wide: WideWork<Principal>,
  targets: readonly Target[],
): Promise<Outcome<{ readonly matches: readonly Match[] } | { readonly unmatched: Unmatched }>> {
  const works = targets.map((target) => ({ target, work: narrowTo(wide, target.tenant) }));
  for (const { work } of works) await creditLines(work, 'update');
  const matches: Match[] = [];
  for (const { target, work } of works) {
    const match = await matchPayment(work, target);
    if (!match.ok) return match;
    if ('unmatched' in match.value) return done(match.value);
    matches.push({ work, target, matched: match.value });
  }
  return done({ matches });
}

export const referenceText = (typed: string): string => typed.trim().toUpperCase();

/** The invoices that a payment names, each once. */
export const namedBy = ({ documentIds }: { readonly documentIds: readonly string[] }): string[] => [
  ...new Set(documentIds),
];

/** Whether a registered payment was booked for these invoices. */
export const isSameTarget = ({ collection, namedIds }: KnownCollection, pays: Pays): boolean =>
  'reference' in pays
    ? collection.reference === referenceText(pays.reference)
    : namedIds?.join(' ') === namedBy(pays).toSorted().join(' ');

/** The invoices or the balance due that a payment pays. */
export type Matched = { readonly payable: readonly PayableInvoice[] } | { readonly balance: BalanceDue };
type Found = Matched | { readonly unmatched: Unmatched };

/**
 * Locks the invoices of a target. Named invoices must all exist and be in credit, or be a single one with a balance due; money for
 * some that are paid or sold is unmatched.
 * Those of a reference are skipped if they were paid otherwise. If none is left, the payment is unmatched.
 */
async function matchPayment(work: Work, { documentIds, reference }: Target): Promise<Outcome<Found>> {
  const invoices = await invoiceFacts(work, documentIds, 'update');
  if (reference === null) {
    const balance = invoices.length === 1 ? await balanceDueOf(work, documentIds[0] ?? '') : null;
    if (balance !== null) return done({ balance });
    return (
      (await unpayable(work, invoices, documentIds)) ?? done({ payable: await payableInvoices(work, documentIds) })
    );
  }
  if (reference.ofBalance) return matchBalance(work, documentIds, reference);
  const covered = invoices.filter(({ referenceId }) => referenceId === reference.referenceId);
  if (!covered.some(({ status }) => status === 'CREDITO')) {
    const isCancelled = (await stateOf(work, reference.referenceId)) === 'cancelled';
    const reason = covered.length > 0 ? 'paid' : isCancelled ? 'cancelled' : 'expired';
    return done({ unmatched: { reason, reference: reference.reference } });
  }
  const payable = await payableInvoices(work, documentIds);
  return done({ payable: payable.filter(({ referenceId }) => referenceId === reference.referenceId) });
}

/** The balance due of a reference while it is live, read after the invoice is locked. */
async function matchBalance(
  work: Work,
  documentIds: readonly string[],
  { referenceId, reference }: ReferenceToPay,
): Promise<Outcome<Found>> {
  // The reference covers nothing once another one is made for the balance.
  const [documentId] = documentIds;
  const balance = documentId === undefined ? null : await balanceDueOf(work, documentId);
  const state = await stateOf(work, referenceId);
  if (balance !== null && state === 'live') return done({ balance });
  return done({ unmatched: { reason: state === 'live' ? 'paid' : state, reference } });
}

async function unpayable(
  work: Work,
  invoices: readonly InvoiceFacts[],
  documentIds: readonly string[],
): Promise<Outcome<Found> | null> {
  const found = new Set(invoices.map(({ documentId }) => documentId));
  const missing = documentIds.filter((id) => !found.has(id));
  if (missing.length > 0) return refuseEach('NOT_FOUND', missing);
  const others = invoices.filter((invoice) => invoice.status !== 'CREDITO');
  if (others.length === 0) return null;
  const named = await namedInvoices(work, documentIds);
  const gone = others.filter(
    ({ documentId, status }) =>
      status !== 'LIQUIDADO' && !named.some((one) => one.documentId === documentId && one.place === 'sold'),
  );
  if (gone.length > 0)
    return refuseEach(
      'INVOICE_NOT_IN_CREDIT',
      gone.map(({ documentId }) => documentId),
    );
  const isPaid = others.some(({ status }) => status === 'LIQUIDADO');
  return done({
    unmatched: { reference: '', ...(isPaid ? { reason: 'paid' } : { reason: 'early', isWaiting: true }) },
  });
}
