import type { cancelPaymentReference } from '@anticipa/contract/references';
import type { ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { announceAll } from '../../platform/live/events.ts';
import type { ClientWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { isNoId } from './commands.ts';
import { hasMoney, lockInvoicesOf, paymentReferenceOf } from './queries.ts';

/**
 * Cancels a reference until money arrives for it; its invoices can be part of another one. If a payment and a cancellation come
 * at once, the first to lock the invoices wins.
 */
export async function cancelReference(
  work: ClientWork,
  idOrText: string,
): Promise<Outcome<ResponseOf<typeof cancelPaymentReference>>> {
  if (isNoId(idOrText)) return refuse('NO_PAYMENT_REFERENCE_ID');
  const named = await paymentReferenceOf(work, idOrText.trim());
  if (!named) return refuse('PAYMENT_REFERENCE_RECORD_NOT_FOUND');
  await lockInvoicesOf(work, named.id);
  // Read again: a payment or another cancellation may have been waited for.
  const reference = await paymentReferenceOf(work, named.id);
  if (!reference) return refuse('PAYMENT_REFERENCE_RECORD_NOT_FOUND');
  if (reference.state === 'cancelled') return done({ paymentReference: reference });
  if (reference.state === 'paid' || (await hasMoney(work, reference.id))) return refuse('REFERENCE_NOT_CANCELLABLE');
  const freed = await endReference(work, reference.id);
  if (freed === null) return refuse('REFERENCE_NOT_CANCELLABLE');
  const details = { reference: reference.reference, invoices: freed.length };
  await writeAudit(work, { action: 'reference.cancel', subject: `reference:${reference.id}`, details });
  for (const userId of new Set([reference.userId, work.actor.userId]))
    await putMessage(work, 'reference-cancelled', { referenceId: reference.id, userId });
  await announceAll(work, { references: [reference.id], invoices: freed });
  return done({ paymentReference: { ...reference, state: 'cancelled', left: '0.00' } });
}

/** Ids of the invoices that can be part of another reference; null if the reference was no longer live. */
async function endReference({ db, tenant, actor, at }: ClientWork, referenceId: string): Promise<string[] | null> {
  const { numUpdatedRows } = await db
    .updateTable('payment_references')
    .set({ state: 'cancelled', cancelled_by: actor.userId, cancelled_at: at })
    .where('client_id', '=', tenant)
    .where('reference_id', '=', referenceId)
    .where('state', 'in', ['live', 'expired'])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return null;
  const rows = await db
    .updateTable('invoices')
    .set({ reference_id: null })
    .where('client_id', '=', tenant)
    .where('reference_id', '=', referenceId)
    .where('status', '=', invoiceStatus.CREDITO)
    .returning('document_id')
    .execute();
  return rows.map((row) => row.document_id);
}
