/** Deletes invoices that are in no sale, and restores them. */
import type { deleteInvoice as deleteRoute, restoreInvoice as restoreRoute } from '@anticipa/contract/invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { allows, isDeletedByUser } from '@anticipa/domain/invoice';
import { announce } from '../../../platform/live/events.ts';
import type { ClientWork } from '../../../platform/work/work.ts';
import { writeAudit } from '../../log/audit.ts';
import { settleRelated } from '../enter/related.ts';
import { motiveBeforeDeletion } from '../enter-queries.ts';
import { type InvoiceFacts, invoiceFacts, invoicesById } from '../queries.ts';
import { applyTransition, claimInvoices, restoreRejected } from '../transition.ts';

/** Deletes an invoice; if a deletion and a sale come at once, the first to lock the invoice wins. */
export async function deleteInvoice(
  work: ClientWork,
  documentId: string,
): Promise<Outcome<ResponseOf<typeof deleteRoute>>> {
  const [invoice] = await invoiceFacts(work, [documentId], 'update');
  if (!invoice) return refuse('NOT_FOUND');
  if (isDeletedByUser(invoice)) return done({ deleted: true });
  if (!allows(invoice.status, 'deleteByUser')) return refuse('INVOICE_NOT_DELETABLE');
  const { rejectedAt } = invoice;
  await applyTransition(work, 'deleteByUser', [invoice.documentId], { motive: 'DELETED_BY_USER', rejectedAt });
  await record(work, 'invoice.delete', invoice);
  return done({ deleted: true });
}

/** Restores a deleted invoice, unless it is live at another client by now. */
export async function restoreInvoice(
  work: ClientWork,
  documentId: string,
): Promise<Outcome<ResponseOf<typeof restoreRoute>>> {
  const [invoice] = await invoiceFacts(work, [documentId], 'update');
  if (!invoice) return refuse('NOT_FOUND');
  if (!isDeletedByUser(invoice)) return refuse('INVOICE_NOT_RESTORABLE');
  const ids = [invoice.documentId];
  const motive = await motiveBeforeDeletion(work, invoice.documentId);
  if (motive === null) {
    if (invoice.isStampVerified && (await claimInvoices(work, ids)).length === 0)
      return refuse('INVOICE_NOT_RESTORABLE');
    // Pending, so that the next check at the tax authority also authorises it.
    await applyTransition(work, 'restoreByUser', ids, { set: { verification: 'pending' } });
    await settleRelated(work, [invoice.uuid]);
  } else {
    await restoreRejected(work, invoice.documentId, { motive, rejectedAt: invoice.rejectedAt });
  }
  await record(work, 'invoice.restore', invoice);
  const [restored] = await invoicesById(work, ids);
  if (!restored) throw new Error('a restored invoice cannot be read');
  return done({ restored: true, invoice: restored });
}

async function record(
  work: ClientWork,
  action: 'invoice.delete' | 'invoice.restore',
  { documentId, status, motive }: InvoiceFacts,
): Promise<void> {
  await writeAudit(work, { action, subject: `invoice:${documentId}`, details: { status, motive } });
  await announce(work, 'invoices', [documentId]);
}
