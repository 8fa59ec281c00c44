import type { Invoice, updateInvoice } from '@anticipa/contract/invoices';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Failure, type Outcome, refuse } from '@anticipa/domain/errors';
import { allows, isDeletedByUser } from '@anticipa/domain/invoice';
import { cleanPurchaseOrder } from '@anticipa/domain/sale';
import { writeAudit } from '../../lib/audit.ts';
import { announce } from '../../lib/live/events.ts';
import type { ClientWork } from '../../lib/work.ts';
import { invoiceFacts, invoicesById } from './queries.ts';

type Change = BodyOf<typeof updateInvoice>;

/** Fields that are sent with another value than the invoice has. */
const changedFields = (invoice: Invoice, { purchaseOrder: _, ...repeated }: Change): Failure[] =>
  Object.entries(repeated).flatMap(([field, value]) => {
    const [, current] = Object.entries(invoice).find(([name]) => name === field) ?? [];
    if (JSON.stringify(value) === JSON.stringify(current)) return [];
    return [{ path: field, code: 'INVOICE_FIELD_FIXED' }];
  });

/** Changes the purchase order of an invoice that is in no sale; the rest of the document is only compared. */
export async function changeInvoice(
  work: ClientWork,
  documentId: string,
  change: Change,
): Promise<Outcome<ResponseOf<typeof updateInvoice>>> {
  const [facts] = await invoiceFacts(work, [documentId], 'update');
  const [before] = await invoicesById(work, [documentId]);
  if (!facts || !before || isDeletedByUser(facts)) return refuse('NOT_FOUND');
  const { documentId: named = before.documentId } = change;
  if (named.toLowerCase() !== before.documentId) return refuse('NOT_FOUND');
  const fixed = changedFields(before, { ...change, documentId: before.documentId, clientId: before.clientId });
  if (fixed.length > 0) return refuse('INVOICE_FIELD_FIXED', fixed);
  if (change.purchaseOrder === undefined) return done({ data: before });
  const purchaseOrder = cleanPurchaseOrder(change.purchaseOrder ?? '') || null;
  if (purchaseOrder === before.purchaseOrder) return done({ data: before });
  if (!allows(facts.status, 'hold')) return refuse('INVOICE_ALREADY_IN_SALE');
  await work.db
    .updateTable('invoices')
    .set({ purchase_order: purchaseOrder })
    .where('client_id', '=', work.tenant)
    .where('document_id', '=', before.documentId)
    .execute();
  const details = { before: before.purchaseOrder, after: purchaseOrder };
  await writeAudit(work, { action: 'invoice.purchase-order', subject: `invoice:${before.documentId}`, details });
  await announce(work, 'invoices', [before.documentId]);
  return done({ data: { ...before, purchaseOrder } });
}
