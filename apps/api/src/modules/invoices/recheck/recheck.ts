/** Applies the tax authority's answers to existing invoices, at their sale and at later checks. */
import { dateAt, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import {
  lenderObjection,
  mayStillBeUnknown,
  noTaxAnswer,
  type TaxAnswer,
  type TaxStatus,
  taxObjection,
  verificationOf,
} from '@anticipa/domain/invoice-entry';
import type { RejectionMotive } from '@anticipa/domain/motives';
import { companyStatus } from '@anticipa/domain/receiver';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { TaxStatusPort } from '../../../gateways/tax-status/port.ts';
import { putMessage } from '../../../platform/jobs/outbox.ts';
import { announce } from '../../../platform/live/events.ts';
import type { ClientActor } from '../../../platform/work/caller.ts';
import { type Opener, runAs } from '../../../platform/work/transaction.ts';
import { actingAs, agentOf, type Principal, type Work } from '../../../platform/work/work.ts';
import { raiseAlert } from '../../alerts/alert.ts';
import type { JobDeps } from '../../deps.ts';
import { writeAudit } from '../../log/audit.ts';
import { objectionReaders } from '../../users/queries.ts';
import { productsRequiringPpd } from '../enter-queries.ts';
import { isListing, reportListed, reportListedIssuers } from '../listed.ts';
import { type InvoiceFacts, invoiceFacts } from '../queries.ts';
import { relationStates } from '../related-queries.ts';
import { applyTransition, claimInvoices, releaseClaims } from '../transition.ts';

const AT_ONCE = 16;

export type TaxAnswers = ReadonlyMap<string, TaxAnswer>;

type Checkable = Parameters<TaxStatusPort['check']>[0] & { readonly documentId: string };

/** Checks several invoices, a few concurrently. Those not answered within `deadlineMs` are unreachable. */
export async function askTaxAuthority(
  taxStatus: TaxStatusPort,
  invoices: readonly Checkable[],
  deadlineMs: number,
): Promise<TaxAnswers> {
  const answers = new Map<string, TaxAnswer>(invoices.map(({ documentId }) => [documentId, noTaxAnswer]));
  const { promise: deadline, resolve } = Promise.withResolvers<void>();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    resolve();
  }, deadlineMs);
  const asking = pLimit(AT_ONCE).map(invoices, async (invoice) => {
    if (isOver) return;
    const answer = await taxStatus.check(invoice);
    if (!isOver) answers.set(invoice.documentId, answer);
  });
  await Promise.race([asking, deadline]);
  clearTimeout(timer);
  return answers;
}

/** Checks several invoices one after the other, with a pause before each. */
export async function askTaxAuthorityInTurn(
  taxStatus: TaxStatusPort,
  invoices: readonly Checkable[],
  pause: () => Promise<void>,
): Promise<TaxAnswers> {
  const answers = new Map<string, TaxAnswer>();
  for (const invoice of invoices) {
    await pause();
    answers.set(invoice.documentId, await taxStatus.check(invoice));
  }
  return answers;
}

/**
 * Finds invoices that must not be sold now and why, by the tax authority and the rules of entry. Answers that change
 * anything are stored even if the sale fails; the sale itself records the time of the check. Must not run inside a
 * transaction, because it waits for external calls.
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
  const isAsKnown = (invoice: InvoiceFacts) => {
    const answer = answers.get(invoice.documentId);
    return answer?.status === 'vigente' && answer.isIssuerListed !== true && isSettledFor(invoice, today);
  };
  if (invoices.every(isAsKnown)) return new Map();
  return runAs(deps, seller, async (work) => {
    const documentIds = invoices.map(({ documentId }) => documentId);
    const locked = await invoiceFacts(work, documentIds, 'update');
    await reportListed(work, locked.flatMap(listedIn));
    const ofLender = await lenderObjections(work, locked);
    const ofAuthority = await recordTaxAnswers(work, answers, locked);
    for (const invoice of locked) {
      const motive = ofLender.get(invoice.documentId);
      if (!isListing(motive) || ofAuthority.has(invoice.documentId)) continue;
      if (await recordObjection(work, invoice, motive, noTaxAnswer))
        await announce(work, 'invoices', [invoice.documentId]);
    }
    return new Map([...ofAuthority, ...ofLender]);
  });
}

const listedIn = (invoice: InvoiceFacts) => [
  { rfc: invoice.issuerRfc, situation: invoice.issuerSituation },
  { rfc: invoice.receiverRfc, situation: invoice.receiverSituation },
];

/** Whether another confirmation by the tax authority changes nothing, and the lender objects to nothing. */
const isSettledFor = (invoice: InvoiceFacts, today: IsoDate): boolean =>
  invoice.status === 'AUTORIZADA' &&
  listedIn(invoice).every(({ situation }) => situation === null) &&
  invoice.verification === 'verified' &&
  lenderObjection({ ...invoice, isLiveElsewhere: false, relationMotive: null, requiresPpd: true }, today) === null;

async function lenderObjections(work: Work, invoices: readonly InvoiceFacts[]) {
  const requiresPpd = await productsRequiringPpd(work);
  // Claim the unclaimed ones briefly to find out whether they are live elsewhere.
  const unclaimed = invoices.filter(mayBeUnclaimed).map(({ documentId }) => documentId);
  const claimed = new Set(await claimInvoices(work, unclaimed));
  await releaseClaims(work, [...claimed]);
  const objections = new Map<string, RejectionMotive>();
  const states = await relationStates(work, invoices);
  for (const [index, invoice] of invoices.entries()) {
    const isLiveElsewhere = mayBeUnclaimed(invoice) && !claimed.has(invoice.documentId);
    const relationMotive = states[index]?.motive ?? null;
    // Accepted at its entry, perhaps in the first hour of a day that has not begun in Mexico City.
    const emittedOn = invoice.status !== 'RECHAZADA' && invoice.emittedOn > work.today ? work.today : invoice.emittedOn;
    const facts = {
      ...invoice,
      emittedOn,
      isLiveElsewhere,
      relationMotive,
      requiresPpd: requiresPpd.has(invoice.product),
    };
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
    const answer = answers.get(invoice.documentId) ?? noTaxAnswer;
    const mayBeUnknown = invoice.isStampVerified && mayStillBeUnknown(invoice.createdAt, work.at);
    const motive =
      taxObjection({ taxStatus: answer.status, mayBeUnknown, motive: invoice.motive }) ??
      (taken.has(invoice.documentId) ? 'ALREADY_FINANCED' : null);
    if (motive) {
      objections.set(invoice.documentId, motive);
      if (await recordObjection(work, invoice, motive, answer)) changed.push(invoice.documentId);
    }
  }
  await reportListedIssuers(
    work,
    invoices.filter(({ documentId }) => answers.get(documentId)?.isIssuerListed),
  );
  const sound = invoices.filter(({ documentId }) => !objections.has(documentId));
  const isConfirmed = ({ documentId }: InvoiceFacts): boolean => answers.get(documentId)?.status === 'vigente';
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
    .filter((documentId) => answers.get(documentId)?.status === 'vigente');
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
    .set({ verification, checked_at: at, ...(status === 'vigente' && { objection: null }) })
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
  answer: TaxAnswer,
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
      .set({ checked_at: work.at, objection: motive, ...doubt })
      .where('client_id', '=', work.tenant)
      .where('document_id', '=', documentId)
      .execute();
    if (!(await flag(work, invoice, motive))) return false;
    await reportObjection(work, documentId, motive, answer);
  }
  await writeAudit(actingAs(work, 'system'), {
    action: 'invoice.objection',
    subject: `invoice:${documentId}`,
    details: { motive, status },
  });
  return true;
}

/** Alerts the lender, and mails the client's people who must act. */
async function reportObjection(
  work: Work<Principal>,
  documentId: string,
  motive: RejectionMotive,
  { status, cancelable, cancellation }: TaxAnswer,
): Promise<void> {
  const details = { status, cancelable, cancellation };
  await raiseAlert(work, { kind: 'tax-objection', subject: `invoice:${documentId}`, reason: motive, details });
  for (const userId of await objectionReaders(work, documentId))
    await putMessage(work, 'invoice-objection', { documentId, motive, userId });
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
