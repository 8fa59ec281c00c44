import type { updateInvoice } from '@anticipa/contract/invoices';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { allows, isDeletedByUser } from '@anticipa/domain/invoice';
import { cleanPurchaseOrder } from '@anticipa/domain/sale';
import { fixedFields } from '../../../platform/http/fixed-fields.ts';
import { announce } from '../../../platform/live/events.ts';
import type { ClientWork } from '../../../platform/work/work.ts';
import { writeAudit } from '../../log/audit.ts';
import { invoiceFacts, invoicesById } from '../queries.ts';

type Change = BodyOf<typeof updateInvoice>;

/** Changes the purchase order of an invoice that is in no sale; the rest of the document is only compared. */
export async function changeInvoice(
  work: ClientWork,
  documentId: string,
  change: Change,
): Promise<Outcome<ResponseOf<typeof updateInvoice>>> {
  const [facts] = await invoiceFacts(work, [documentId], 'update');
  const [before] = await invoicesById(work, [documentId]);
  if (!facts || !before || isDeletedByUser(facts)) return refuse('NOT_FOUND');
  const {
    documentId: named = before.documentId,
    clientId: _,
    selected: _shown,
    purchaseOrder: wanted,
    ...repeated
  } = change;
  if (named !== before.documentId) return refuse('NOT_FOUND');
  const fixed = fixedFields(before, repeated, 'INVOICE_FIELD_FIXED');
  if (fixed.length > 0) return refuse('INVOICE_FIELD_FIXED', fixed);
  if (wanted === undefined) return done({ data: before });
  const purchaseOrder = cleanPurchaseOrder(wanted ?? '') || null;
  if (purchaseOrder === before.purchaseOrder) return done({ data: before });
  if (!allows(facts.status, 'hold')) return refuse('INVOICE_ALREADY_IN_SALE');
  await storeOrder(work, before.documentId, { before: before.purchaseOrder, after: purchaseOrder });
  await announce(work, 'invoices', [before.documentId]);
  return done({ data: { ...before, purchaseOrder } });
}

/** Stores the purchase order of an invoice that its caller has locked and found in no sale. */
export async function storeOrder(
  work: ClientWork,
  documentId: string,
  details: { readonly before: string | null; readonly after: string | null },
): Promise<void> {
  await work.db
    .updateTable('invoices')
    .set({ purchase_order: details.after })
    .where('client_id', '=', work.tenant)
    .where('document_id', '=', documentId)
    .execute();
  await writeAudit(work, { action: 'invoice.purchase-order', subject: `invoice:${documentId}`, details });
}
