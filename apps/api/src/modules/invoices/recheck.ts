/** Applies the tax authority's answers to existing invoices, at their sale and at later checks. */
import { dateAt, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import {
  lenderObjection,
  mayStillBeUnknown,
  type TaxStatus,
  taxObjection,
  verificationOf,
} from '@anticipa/domain/invoice-entry';
import type { RejectionMotive } from '@anticipa/domain/motives';
import { companyStatus } from '@anticipa/domain/receiver';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { TaxStatusPort } from '../../gateways/tax-status/port.ts';
import { writeAudit } from '../../lib/audit.ts';
import type { JobDeps } from '../../lib/deps.ts';
import { announce } from '../../lib/live/events.ts';
import type { ClientActor } from '../../lib/session/context.ts';
import { type Opener, runAs } from '../../lib/transaction.ts';
import { actingAs, agentOf, type Principal, type Work } from '../../lib/work.ts';
import { productsRequiringPpd } from './enter-queries.ts';
import { type InvoiceFacts, invoiceFacts } from './queries.ts';
import { applyTransition, claimInvoices, releaseClaims } from './transition.ts';

const AT_ONCE = 16;

export type TaxAnswers = ReadonlyMap<string, TaxStatus>;

/** Checks several invoices, a few concurrently. Those not answered within `deadlineMs` are unreachable. */
export async function askTaxAuthority(
  taxStatus: TaxStatusPort,
  invoices: readonly (Parameters<TaxStatusPort['check']>[0] & { readonly documentId: string })[],
  deadlineMs: number,
): Promise<TaxAnswers> {
  const answers = new Map<string, TaxStatus>(invoices.map(({ documentId }) => [documentId, 'unreachable']));
  const { promise: deadline, resolve } = Promise.withResolvers<void>();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    resolve();
  }, deadlineMs);
  const asking = pLimit(AT_ONCE).map(invoices, async (invoice) => {
    if (isOver) return;
    const status = await taxStatus.check(invoice);
    if (!isOver) answers.set(invoice.documentId, status);
  });
  await Promise.race([asking, deadline]);
  clearTimeout(timer);
  return answers;
}

/**
 * Which of the invoices, as just read, must not be sold now and why, by the tax authority and the rules of entry. Answers
 * that change anything are stored even if the sale fails; the sale itself records the time of the check. Must not run
 * inside a transaction, because it waits for external calls.
 */
export async function checkAtSale(
  deps: Pick<JobDeps, 'db' | 'clock' | 'taxStatus'>,
  seller: Opener<ClientActor>,
  invoices: readonly InvoiceFacts[],
): Promise<ReadonlyMap<string, RejectionMotive>> {
  const printed = invoices.map((invoice) => ({
    documentId: invoice.documentId,
    uuid: invoice.uuid,
    issuer: { rfc: invoice.issuerRfc },
    receiver: { rfc: invoice.receiverRfc },
    total: invoice.cfdiTotal,
    sealTail: invoice.sealTail,
  }));
  const answers = await askTaxAuthority(deps.taxStatus, printed, deps.taxStatus.saleDeadlineMs);
  const today = dateAt(deps.clock.now(), MEXICO_CITY);
  const isAsKnown = (invoice: InvoiceFacts) =>
    answers.get(invoice.documentId) === 'vigente' && isSettledFor(invoice, today);
  if (invoices.every(isAsKnown)) return new Map();
  return runAs(deps, seller, async (work) => {
    const documentIds = invoices.map(({ documentId }) => documentId);
    const locked = await invoiceFacts(work, documentIds, 'update');
    const ofLender = await lenderObjections(work, locked);
    const ofAuthority = await recordTaxAnswers(work, answers, locked);
    return new Map([...ofAuthority, ...ofLender]);
  });
}

/** Whether another confirmation by the tax authority changes nothing, and the lender objects to nothing. */
const isSettledFor = (invoice: InvoiceFacts, today: IsoDate): boolean =>
  invoice.status === 'AUTORIZADA' &&
  invoice.verification === 'verified' &&
  lenderObjection({ ...invoice, isLiveElsewhere: false, requiresPpd: true }, today) === null;

async function lenderObjections(work: Work, invoices: readonly InvoiceFacts[]) {
  const requiresPpd = await productsRequiringPpd(work);
  // Claim the unclaimed ones briefly to find out whether they are live elsewhere.
  const unclaimed = invoices.filter(mayBeUnclaimed).map(({ documentId }) => documentId);
  const claimed = new Set(await claimInvoices(work, unclaimed));
  await releaseClaims(work, [...claimed]);
  const objections = new Map<string, RejectionMotive>();
  for (const invoice of invoices) {
    const isLiveElsewhere = mayBeUnclaimed(invoice) && !claimed.has(invoice.documentId);
    const facts = { ...invoice, isLiveElsewhere, requiresPpd: requiresPpd.has(invoice.product) };
    const objection = lenderObjection(facts, work.today);
    if (objection) objections.set(invoice.documentId, objection);
  }
  return objections;
}

/**
 * Stores the tax authority's answers for invoices of one client. An objection rejects an unsold invoice; a sold one is only
 * flagged, once, which blocks its disbursement. `locked`: the invoices, if already read. Returns the objections.
 */
export async function recordTaxAnswers(
  work: Work<Principal>,
  answers: TaxAnswers,
  locked?: readonly InvoiceFacts[],
): Promise<ReadonlyMap<string, RejectionMotive>> {
  const invoices = locked ?? (await invoiceFacts(work, [...answers.keys()], 'update'));
  const taken = await takenElsewhere(work, invoices, answers);
  const objections = new Map<string, RejectionMotive>();
  const changed: string[] = [];
  for (const invoice of invoices) {
    const taxStatus = answers.get(invoice.documentId) ?? 'unreachable';
    const mayBeUnknown = invoice.isStampVerified && mayStillBeUnknown(invoice.createdAt, work.at);
    const motive =
      taxObjection({ taxStatus, mayBeUnknown, motive: invoice.motive }) ??
      (taken.has(invoice.documentId) ? 'ALREADY_FINANCED' : null);
    if (motive) {
      objections.set(invoice.documentId, motive);
      if (await recordObjection(work, invoice, motive)) changed.push(invoice.documentId);
    }
  }
  const sound = invoices.filter(({ documentId }) => !objections.has(documentId));
  const isConfirmed = ({ documentId }: InvoiceFacts): boolean => answers.get(documentId) === 'vigente';
  changed.push(...(await setChecked(work, sound.filter(isConfirmed), 'vigente')));
  const unsure = sound.filter((invoice) => !isConfirmed(invoice) && !isFinanced(invoice));
  changed.push(...(await setChecked(work, unsure, 'unreachable')));
  const approvable = sound.filter(
    (invoice) =>
      isConfirmed(invoice) && invoice.status === 'REGISTRADO' && invoice.receiverStatus === companyStatus.APPROVED,
  );
  const documentIds = approvable.map(({ documentId }) => documentId);
  if (documentIds.length > 0) await applyTransition(work, 'approveReceiver', documentIds);
  const touched = [...new Set([...changed, ...documentIds])];
  if (touched.length > 0) await announce(work, 'invoices', touched);
  return objections;
}

/** Claims the invoices that the tax authority has just confirmed; returns those already proven to be another invoice. */
async function takenElsewhere(
  work: Work,
  invoices: readonly InvoiceFacts[],
  answers: TaxAnswers,
): Promise<Set<string>> {
  const proven = invoices
    .filter(({ isStampVerified, status }) => !isStampVerified && status !== 'RECHAZADA')
    .map(({ documentId }) => documentId)
    .filter((documentId) => answers.get(documentId) === 'vigente');
  const claimed = new Set(await claimInvoices(work, proven, true));
  return new Set(proven.filter((documentId) => !claimed.has(documentId)));
}

/** Rejected, or without proof of its UUID so far. */
const mayBeUnclaimed = ({ status, isStampVerified, verification }: InvoiceFacts): boolean =>
  status === 'RECHAZADA' || (status === 'REGISTRADO' && !isStampVerified && verification === 'pending');

/** Confirmed before the disbursement; a missing answer does not change that. */
const isFinanced = ({ status }: InvoiceFacts): boolean => status === 'CREDITO' || status === 'LIQUIDADO';

/** Records the check; returns the invoices whose verification changed. */
async function setChecked(
  { db, tenant, at }: Work,
  invoices: readonly InvoiceFacts[],
  status: TaxStatus,
): Promise<string[]> {
  if (invoices.length === 0) return [];
  const verification = verificationOf(status);
  await db
    .updateTable('invoices')
    .set({ verification, checked_at: at })
    .where('client_id', '=', tenant)
    .where('document_id', '=', sql<string>`any(${invoices.map(({ documentId }) => documentId)}::uuid[])`)
    .execute();
  return invoices.filter((invoice) => invoice.verification !== verification).map(({ documentId }) => documentId);
}

/** Rejects the invoice, or flags it if sold; returns whether anything changed. */
async function recordObjection(
  work: Work<Principal>,
  invoice: InvoiceFacts,
  motive: RejectionMotive,
): Promise<boolean> {
  const { documentId, status } = invoice;
  if (status === 'RECHAZADA') return false;
  if (status === 'REGISTRADO' || status === 'AUTORIZADA') {
    const set = { verification: 'pending', checked_at: work.at } as const;
    await applyTransition(work, 'failCheck', [documentId], { motive, set });
  } else {
    const doubt = isFinanced(invoice) ? {} : ({ verification: 'pending' } as const);
    await work.db
      .updateTable('invoices')
      .set({ checked_at: work.at, ...doubt })
      .where('client_id', '=', work.tenant)
      .where('document_id', '=', documentId)
      .execute();
    if (!(await flag(work, invoice, motive))) return false;
  }
  await writeAudit(actingAs(work, 'system'), {
    action: 'invoice.objection',
    subject: `invoice:${documentId}`,
    details: { motive, status },
  });
  return true;
}

/** Adds a history row without changing the status; false if the invoice already has it. */
async function flag({ db, tenant, actor, at }: Work<Principal>, invoice: InvoiceFacts, motive: RejectionMotive) {
  const status = invoiceStatus[invoice.status];
  const agent = agentOf(actor);
  const { rows } = await sql`
    insert into invoice_events
      (client_id, document_id, transition, from_status, to_status, motive, actor_kind, actor_id, happened_at)
    select ${tenant}, ${invoice.documentId}, 'flagCancelled', ${status}, ${status}, ${motive},
      ${agent.kind}, ${agent.id}, ${at}
    where not exists (
      select from invoice_events
      where client_id = ${tenant} and document_id = ${invoice.documentId}
        and transition = 'flagCancelled' and motive = ${motive}
    )
    returning event_id
  `.execute(db);
  return rows.length > 0;
}
