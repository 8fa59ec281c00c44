/** Records what is agreed about invoices in credit. Nothing here changes a balance. */
import type {
  closeDispute as closeRoute,
  openDispute as openRoute,
  Promised,
  recordPromise as promiseRoute,
} from '@anticipa/contract/follow-up';
import type { Dispute } from '@anticipa/contract/invoice-sheet';
import type { BodyOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { moneyOf } from '@anticipa/domain/money';
import { amountAsked } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { type Lock, narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { clientOfInvoice, payableInvoices } from '../collections/queries.ts';
import { invoiceFacts } from '../invoices/queries.ts';
import { isOwedByReceiver } from '../ledger/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { hasPromise } from './queries.ts';

/** The invoice in credit, locked unless it is only read, with its terms and the work on its client. */
export async function inCredit(wide: OperatorWork, documentId: string, lock: Lock = 'update') {
  const tenant = await clientOfInvoice(wide, documentId);
  if (!tenant) return refuse('NOT_FOUND');
  const work = narrowTo(wide, tenant);
  const [facts] = await invoiceFacts(work, [documentId], lock);
  const [invoice] = await payableInvoices(work, [documentId]);
  if (facts?.status !== 'CREDITO' || !invoice) return refuse('INVOICE_NOT_IN_CREDIT');
  return done({ work, invoice });
}

/** Like `inCredit`, but refuses an invoice of which the receiver owes nothing, since there is nothing to agree on. */
export async function owedInCredit(...asked: Parameters<typeof inCredit>): ReturnType<typeof inCredit> {
  const found = await inCredit(...asked);
  if (!found.ok) return found;
  const { work, invoice } = found.value;
  const owing = await work.db
    .selectFrom('invoices')
    .select('document_id')
    .where('client_id', '=', work.tenant)
    .where('document_id', '=', invoice.documentId)
    .where(isOwedByReceiver)
    .executeTakeFirst();
  return owing ? found : refuse('NOTHING_OWED_BY_RECEIVER');
}

/** Records a promise, in place of the one before it, or takes that back. */
export async function recordPromise(
  wide: OperatorWork,
  documentId: string,
  { promised, note }: BodyOf<typeof promiseRoute>,
): Promise<Outcome<{ promise: Promised | null }>> {
  const found = await (promised === null ? inCredit : owedInCredit)(wide, documentId);
  if (!found.ok) return found;
  const { work, invoice } = found.value;
  const { db, tenant, actor, at, today } = work;
  if (promised === null) {
    if (!(await hasPromise(work, documentId))) return refuse('PROMISE_MISSING');
  } else {
    const { currency } = invoice.owed;
    if (promised.payOn < today) return refuse('PROMISE_IN_PAST');
    const most = amountAsked(invoice, dateOf(promised.payOn));
    if (moneyOf(promised.amount, currency).cents > most.cents) return refuse('PROMISE_ABOVE_DEBT');
  }
  await db
    .insertInto('payment_promises')
    .values({
      client_id: tenant,
      document_id: documentId,
      promise_number: sql`(select coalesce(max(promise_number), 0) + 1 from payment_promises
        where client_id = ${tenant} and document_id = ${documentId})`,
      amount: promised?.amount ?? null,
      pay_on: promised?.payOn ?? null,
      promised_by: promised?.promisedBy ?? null,
      note: note ?? null,
      recorded_by: actor.operatorId,
      recorded_on: today,
      recorded_at: at,
    })
    .execute();
  const action = promised === null ? 'promise.take-back' : 'promise.record';
  const details = promised === null ? { reason: note } : { amount: promised.amount, payOn: promised.payOn };
  await writeAudit(work, { action, subject: `invoice:${documentId}`, details });
  return done({ promise: promised && { ...promised, state: 'open' } });
}

/** Opens a dispute; the table has at most one open of an invoice. */
export async function openDispute(
  wide: OperatorWork,
  documentId: string,
  { raisedBy, reason }: BodyOf<typeof openRoute>,
): Promise<Outcome<{ dispute: Dispute }>> {
  const found = await owedInCredit(wide, documentId);
  if (!found.ok) return found;
  const { work } = found.value;
  const { db, tenant, actor, at, today } = work;
  await db
    .insertInto('disputes')
    .values({
      client_id: tenant,
      document_id: documentId,
      dispute_number: sql`(select coalesce(max(dispute_number), 0) + 1 from disputes
        where client_id = ${tenant} and document_id = ${documentId})`,
      raised_by: raisedBy,
      reason,
      opened_by: actor.operatorId,
      opened_on: today,
      opened_at: at,
    })
    .execute();
  await writeAudit(work, { action: 'dispute.open', subject: `invoice:${documentId}`, details: { reason } });
  return done({ dispute: { since: today, raisedBy, reason } });
}

/** Closes the open dispute of an invoice, which may have been settled or bought back meanwhile. */
export async function closeDispute(
  wide: OperatorWork,
  documentId: string,
  { outcome, note }: BodyOf<typeof closeRoute>,
): Promise<Outcome<Record<never, never>>> {
  const tenant = await clientOfInvoice(wide, documentId);
  if (!tenant) return refuse('NOT_FOUND');
  const work = narrowTo(wide, tenant);
  const closed = await work.db
    .updateTable('disputes')
    .set({ outcome, note, closed_by: work.actor.operatorId, closed_on: work.today, closed_at: work.at })
    .where('client_id', '=', tenant)
    .where('document_id', '=', documentId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (closed.numUpdatedRows === 0n) return refuse('DISPUTE_NOT_OPEN');
  const details = { outcome, reason: note };
  await writeAudit(work, { action: 'dispute.close', subject: `invoice:${documentId}`, details });
  return done({});
}
