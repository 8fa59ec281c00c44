/** Returns a requested sale to its client for correction, and takes it back. It keeps its promise and so its place. */
import type { LenderSale, returnSale } from '@anticipa/contract/lender';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { resendSale } from '@anticipa/contract/sent-sales';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { type FinancedCurrency, sum } from '@anticipa/domain/money';
import { canStep, cleanPurchaseOrder } from '@anticipa/domain/sale';
import { sql } from 'kysely';
import { putMessage } from '../../../platform/jobs/outbox.ts';
import { type ClientWork, narrowTo, type OperatorWork } from '../../../platform/work/work.ts';
import { writeAudit } from '../../log/audit.ts';
import { putNotice } from '../../notices/put.ts';
import { type SaleRecord, salesById, salesByNumber } from '../queries.ts';
import { returnsOf } from '../return-queries.ts';
import { announceSales, takeStep } from '../step.ts';
import { answered } from './answer.ts';

/** Asks the client to correct a sale as it was seen. */
export async function returnToClient(
  wide: OperatorWork,
  saleId: string,
  { version, message, documentIds }: BodyOf<typeof returnSale>,
): Promise<Outcome<{ sale: LenderSale }>> {
  const [sale] = await salesById(wide, [saleId], 'update');
  if (!sale) return refuse('NOT_FOUND');
  const foreign = documentIds.filter((id) => !sale.items.some(({ documentId }) => documentId === id));
  if (foreign.length > 0) return refuseEach('NOT_FOUND', foreign);
  if (!canStep(sale.state, 'return')) return refuse('SALE_STATE_CONFLICT');
  if (sale.version !== version) {
    const code = 'EVIDENCE_CHANGED';
    return refuse(code, [{ path: 'version', code, expected: String(sale.version) }]);
  }
  const work = narrowTo(wide, sale.clientId);
  const { db, tenant, at, actor } = work;
  const [last] = await returnsOf(work, saleId);
  await takeStep(work, [saleId], 'return');
  const returnNumber = (last?.return_number ?? 0) + 1;
  await db
    .insertInto('sale_returns')
    .values({
      client_id: tenant,
      sale_id: saleId,
      return_number: returnNumber,
      message,
      document_ids: documentIds,
      returned_by: actor.operatorId,
      returned_at: at,
    })
    .execute();
  await writeAudit(work, {
    action: 'sale.return',
    subject: `sale:${saleId}`,
    details: { documentIds, reason: message },
  });
  const { numberOfSale, createdBy: sellerId, preparedId, currency, items } = sale;
  const amount = sum<FinancedCurrency>(
    currency,
    items.map(({ price }) => price.deposit),
  );
  const about = { object: 'sale', objectId: numberOfSale, label: numberOfSale, count: items.length } as const;
  await putNotice(work, { event: 'sale-returned', ...about, amount, sellerId, preparedId }, (userId) =>
    putMessage(work, 'sale-returned', { saleId, returnNumber, userId }),
  );
  await announceSales(work, [sale]);
  return answered(wide, saleId);
}

/** Takes a returned sale back with the client's corrections. */
export async function resendToLender(
  work: ClientWork,
  numberOfSale: number,
  { corrections, note }: BodyOf<typeof resendSale>,
): Promise<Outcome<ResponseOf<typeof resendSale>>> {
  const [sale] = await salesByNumber(work, [numberOfSale], 'update');
  if (!sale) return refuse('NOT_FOUND');
  const corrected = corrections.map(({ documentId, purchaseOrder }) => ({
    documentId,
    purchaseOrder: cleanPurchaseOrder(purchaseOrder),
  }));
  const foreign = corrected.filter(({ documentId }) => !sale.items.some((item) => item.documentId === documentId));
  if (foreign.length > 0)
    return refuseEach(
      'NOT_FOUND',
      foreign.map(({ documentId }) => documentId),
    );
  if (!canStep(sale.state, 'resend')) return refuse('SALE_STATE_CONFLICT');
  const missing = sale.product === 'FB' ? corrected.filter(({ purchaseOrder }) => purchaseOrder === '') : [];
  if (missing.length > 0)
    return refuseEach(
      'PURCHASE_ORDER_MISSING',
      missing.map(({ documentId }) => documentId),
    );
  const before = await correct(work, sale, corrected);
  const { db, tenant, at, actor } = work;
  await db
    .updateTable('sale_returns')
    .set({ note: note || null, resent_by: actor.userId, resent_at: at })
    .where('client_id', '=', tenant)
    .where('sale_id', '=', sale.saleId)
    .where('resent_at', 'is', null)
    .execute();
  await takeStep(work, [sale.saleId], 'resend');
  await writeAudit(work, {
    action: 'sale.resend',
    subject: `sale:${sale.saleId}`,
    details: { before, after: corrected },
  });
  await announceSales(work, [sale]);
  return done({ status: 'success' });
}

/** Replaces purchase orders; the accepted text keeps those with which it was accepted. Returns the former ones. */
async function correct(
  { db, tenant }: ClientWork,
  { saleId, items }: SaleRecord,
  corrected: readonly { readonly documentId: string; readonly purchaseOrder: string }[],
) {
  await sql`
    update sale_items set purchase_order = nullif(corrected."purchaseOrder", '')
    from jsonb_to_recordset(${JSON.stringify(corrected)}::jsonb) as corrected("documentId" uuid, "purchaseOrder" text)
    where client_id = ${tenant} and sale_id = ${saleId} and document_id = corrected."documentId"`.execute(db);
  const changed = new Set(corrected.map(({ documentId }) => documentId));
  return items
    .filter(({ documentId }) => changed.has(documentId))
    .map(({ documentId, purchaseOrder }) => ({ documentId, purchaseOrder }));
}
