import type { closeShortfall as shortfallRoute } from '@anticipa/contract/collections';
import type { ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf, subtract, zero } from '@anticipa/domain/money';
import { closeShortfall } from '@anticipa/domain/settlement';
import { writeAudit } from '../../lib/audit.ts';
import { narrowTo, type OperatorWork } from '../../lib/work.ts';
import { creditLines } from '../credit/queries.ts';
import { invoiceFacts } from '../invoices/queries.ts';
import { clientOfInvoice, payableInvoices } from './queries.ts';
import { bookReceipts, positionsToday, settleInvoices } from './settle.ts';

/** Closes the shortfall of a partly paid invoice: its aforo pays what it can, and the invoice is settled if nothing is left. */
export async function close(
  wide: OperatorWork,
  documentId: string,
): Promise<Outcome<ResponseOf<typeof shortfallRoute>>> {
  const tenant = await clientOfInvoice(wide, documentId);
  if (!tenant) return refuse('NOT_FOUND');
  const work = narrowTo(wide, tenant);
  // Lock lines before invoices, as everywhere.
  await creditLines(work, 'update');
  const [facts] = await invoiceFacts(work, [documentId], 'update');
  if (facts?.status !== 'CREDITO') return refuse('INVOICE_NOT_IN_CREDIT');
  const [invoice] = await payableInvoices(work, [documentId]);
  if (!invoice) throw new Error(`invoice ${documentId} in credit has no sale`);
  if (subtract(invoice.price.total, invoice.owed).cents === 0n) return refuse('INVOICE_WITHOUT_PAYMENT');
  const position = (await positionsToday(work, [documentId])).get(documentId);
  if (!position) throw new Error(`invoice ${documentId} is not in the ledger`);
  const closed = closeShortfall(documentId, position, work.today, invoice);
  if (closed.covered.cents === 0n) return refuse('SHORTFALL_CLOSED');
  const { currency } = closed.covered;
  await work.db
    .insertInto('shortfalls')
    .values({
      client_id: tenant,
      document_id: documentId,
      amount: decimalOf(closed.covered),
      closed_by: work.actor.operatorId,
      closed_at: work.at,
    })
    .execute();
  const about = { event: 'shortfall', shortfallId: documentId, currency, valueDate: work.today } as const;
  const receipts = [{ invoice, ...closed }];
  const settled = await bookReceipts(work, about, receipts);
  await settleInvoices(work, receipts, settled);
  const details = { amount: decimalOf(closed.covered), currency };
  await writeAudit(work, { action: 'shortfall.close', subject: `invoice:${documentId}`, details });
  const settlement = settled.get(documentId);
  return done({
    shortfall: {
      documentId,
      covered: decimalOf(closed.covered),
      owed: decimalOf(closed.position.owed),
      finalDeposit: decimalOf(settlement?.finalDeposit ?? zero(currency)),
      balanceDue: decimalOf(settlement?.balanceDue ?? zero(currency)),
    },
  });
}
