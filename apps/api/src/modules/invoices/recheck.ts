/** What follows from the tax authority's answers on invoices that are here: at their sale, and whenever they are checked again. */

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
import type { Executor } from '../../lib/db/pool.ts';
import type { Deps } from '../../lib/deps.ts';
import { announce } from '../../lib/live/events.ts';
import type { Caller, ClientId } from '../../lib/session/context.ts';
import { productsRequiringPpd } from './enter-queries.ts';
import { type InvoiceFacts, invoicesForSale, lockInvoices } from './queries.ts';
import { applyTransition, claimInvoices, releaseClaims, type TransitionActor } from './transition.ts';

const AT_ONCE = 8;

export type TaxAnswers = ReadonlyMap<string, TaxStatus>;

/** Asks about several invoices, a few at once. What is not answered when `deadlineMs` have passed is unreachable. */
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
 * The invoices that must not be sold now and why, asked of the tax authority and of the rules they entered by; what was
 * learned stays whatever becomes of the sale. Not for use inside a transaction: it waits for others, up to their deadline.
 */
export async function checkAtSale(
  deps: Pick<Deps, 'db' | 'clock' | 'taxStatus'>,
  caller: Pick<Caller, 'actor'>,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, RejectionMotive>> {
  const { clientId, userId } = caller.actor;
  const tenant = { as: 'tenant', clientId } as const;
  const invoices = await deps.db.withTransaction(tenant, (executor) =>
    invoicesForSale(executor, clientId, documentIds),
  );
  const printed = invoices.map((invoice) => ({
    documentId: invoice.documentId,
    uuid: invoice.uuid,
    issuer: { rfc: invoice.issuerRfc },
    receiver: { rfc: invoice.receiverRfc },
    total: invoice.cfdiTotal,
    sealTail: invoice.sealTail,
  }));
  const answers = await askTaxAuthority(deps.taxStatus, printed, deps.taxStatus.saleDeadlineMs);
  return deps.db.withTransaction(tenant, async (executor) => {
    const standing = await standingObjections(executor, clientId, { documentIds, today: deps.clock.today() });
    const order = { clientId, answers, at: deps.clock.now(), actor: { kind: 'user', id: userId } } as const;
    const answered = await recordTaxAnswers(executor, order);
    return new Map([...answered, ...standing]);
  });
}

interface Selection {
  readonly documentIds: readonly string[];
  readonly today: Parameters<typeof lenderObjection>[1];
}

async function standingObjections(executor: Executor, tenant: ClientId, { documentIds, today }: Selection) {
  const invoices = await lockInvoices(executor, tenant, documentIds);
  const requiresPpd = await productsRequiringPpd(executor, tenant);
  // Only a rejected invoice is unclaimed: whether it is live elsewhere is known by claiming it, for a moment.
  const rejected = invoices.filter(({ status }) => status === 'RECHAZADA').map(({ documentId }) => documentId);
  const claimed = new Set(await claimInvoices(executor, tenant, rejected));
  await releaseClaims(executor, tenant, [...claimed]);
  const objections = new Map<string, RejectionMotive>();
  for (const invoice of invoices) {
    const isLiveElsewhere = invoice.status === 'RECHAZADA' && !claimed.has(invoice.documentId);
    const facts = { ...invoice, isLiveElsewhere, requiresPpd: requiresPpd.has(invoice.product) };
    const objection = lenderObjection(facts, today);
    if (objection) objections.set(invoice.documentId, objection);
  }
  return objections;
}

export interface RecordedAnswers {
  readonly clientId: ClientId;
  readonly answers: TaxAnswers;
  readonly actor: TransitionActor;
  readonly at: Date;
}

/**
 * Writes what the tax authority answered on invoices of one client. Before a sale an objection rejects the invoice; from
 * its sale on it is only flagged, once, and keeps one that is not paid yet from being disbursed. Returns the objections.
 */
export async function recordTaxAnswers(
  executor: Executor,
  order: RecordedAnswers,
): Promise<ReadonlyMap<string, RejectionMotive>> {
  const { clientId, answers, at, actor } = order;
  const invoices = await lockInvoices(executor, clientId, [...answers.keys()]);
  const objections = new Map<string, RejectionMotive>();
  const changed: string[] = [];
  for (const invoice of invoices) {
    const taxStatus = answers.get(invoice.documentId) ?? 'unreachable';
    const mayBeUnknown = mayStillBeUnknown(invoice.createdAt, at);
    const motive = taxObjection({ taxStatus, mayBeUnknown, motive: invoice.motive });
    if (motive) {
      objections.set(invoice.documentId, motive);
      if (await object(executor, order, { invoice, motive })) changed.push(invoice.documentId);
    }
  }
  const sound = invoices.filter(({ documentId }) => !objections.has(documentId));
  const isConfirmed = ({ documentId }: InvoiceFacts): boolean => answers.get(documentId) === 'vigente';
  changed.push(...(await setChecked(executor, order, { invoices: sound.filter(isConfirmed), status: 'vigente' })));
  const unsure = sound.filter((invoice) => !isConfirmed(invoice) && !isFinanced(invoice));
  changed.push(...(await setChecked(executor, order, { invoices: unsure, status: 'unreachable' })));
  const approvable = sound.filter(
    (invoice) =>
      isConfirmed(invoice) && invoice.status === 'REGISTRADO' && invoice.receiverStatus === companyStatus.APPROVED,
  );
  const documentIds = approvable.map(({ documentId }) => documentId);
  if (documentIds.length > 0) {
    await applyTransition(executor, { clientId, documentIds, transition: 'approveReceiver', actor, at });
  }
  const touched = [...new Set([...changed, ...documentIds])];
  if (touched.length > 0) await announce(executor, clientId, { noun: 'invoices', ids: touched });
  return objections;
}

/** Confirmed before the money left; a day without an answer changes nothing about that. */
const isFinanced = ({ status }: InvoiceFacts): boolean => status === 'CREDITO' || status === 'LIQUIDADO';

interface Checked {
  readonly invoices: readonly InvoiceFacts[];
  readonly status: TaxStatus;
}

/** Notes the check; returns the invoices whose verification changed by it. */
async function setChecked(executor: Executor, { clientId, at }: RecordedAnswers, { invoices, status }: Checked) {
  if (invoices.length === 0) return [];
  const verification = verificationOf(status);
  await executor
    .updateTable('invoices')
    .set({ verification, checked_at: at })
    .where('client_id', '=', clientId)
    .where('document_id', '=', sql<string>`any(${invoices.map(({ documentId }) => documentId)}::uuid[])`)
    .execute();
  return invoices.filter((invoice) => invoice.verification !== verification).map(({ documentId }) => documentId);
}

interface Objection {
  readonly invoice: InvoiceFacts;
  readonly motive: RejectionMotive;
}

/** Rejects the invoice, or flags it when it is sold; says whether that changed anything. */
async function object(executor: Executor, order: RecordedAnswers, { invoice, motive }: Objection): Promise<boolean> {
  const { clientId, actor, at } = order;
  const { documentId } = invoice;
  if (invoice.status === 'RECHAZADA') return false;
  if (invoice.status === 'REGISTRADO' || invoice.status === 'AUTORIZADA') {
    const set = { verification: 'pending', checked_at: at } as const;
    await applyTransition(executor, {
      clientId,
      documentIds: [documentId],
      transition: 'failCheck',
      motive,
      actor,
      at,
      set,
    });
    await audited(executor, order, { invoice, motive });
    return true;
  }
  const doubt = isFinanced(invoice) ? {} : ({ verification: 'pending' } as const);
  await executor
    .updateTable('invoices')
    .set({ checked_at: at, ...doubt })
    .where('client_id', '=', clientId)
    .where('document_id', '=', documentId)
    .execute();
  if (!(await flag(executor, order, { invoice, motive }))) return false;
  await audited(executor, order, { invoice, motive });
  return true;
}

/** A row of history that moves nothing; false when the invoice has it already. */
async function flag(executor: Executor, order: RecordedAnswers, { invoice, motive }: Objection): Promise<boolean> {
  const status = invoiceStatus[invoice.status];
  const { rows } = await sql`
    insert into invoice_events
      (client_id, document_id, transition, from_status, to_status, motive, actor_kind, actor_id, happened_at)
    select ${order.clientId}, ${invoice.documentId}, 'flagCancelled', ${status}, ${status}, ${motive},
      ${order.actor.kind}, ${order.actor.id}, ${order.at}
    where not exists (
      select from invoice_events
      where client_id = ${order.clientId} and document_id = ${invoice.documentId}
        and transition = 'flagCancelled' and motive = ${motive}
    )
    returning event_id
  `.execute(executor);
  return rows.length > 0;
}

const audited = (executor: Executor, { clientId, at }: RecordedAnswers, { invoice, motive }: Objection) =>
  writeAudit(
    executor,
    { actor: 'system' },
    {
      clientId,
      action: 'invoice.objection',
      subject: `invoice:${invoice.documentId}`,
      details: { motive, status: invoice.status },
      at,
    },
  );
