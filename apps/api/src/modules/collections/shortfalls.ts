/** Shortfalls that the aforo of their invoice pays, at once or once a second person confirms it. */
import { randomUUID } from 'node:crypto';
import type { Changes } from '@anticipa/contract/approvals';
import type { closeShortfall as shortfallRoute } from '@anticipa/contract/collections';
import type { ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf, subtract, zero } from '@anticipa/domain/money';
import { closeShortfall } from '@anticipa/domain/settlement';
import { needsSecondPerson } from '@anticipa/domain/typed-payment';
import { type Lock, narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import type { Handler } from '../approvals/handler.ts';
import { submit } from '../approvals/submit.ts';
import { creditLines } from '../credit/queries.ts';
import { invoiceFacts } from '../invoices/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { clientOfInvoice, payableInvoices } from './queries.ts';
import { bookReceipts, positionsToday, settleInvoices } from './settle.ts';

type Shortfall = NonNullable<ResponseOf<typeof shortfallRoute>['shortfall']>;

/** Entries that closing a shortfall would book; `update` locks its invoice. */
async function closing(wide: OperatorWork, documentId: string, lock: Lock) {
  const tenant = await clientOfInvoice(wide, documentId);
  if (!tenant) return refuse('NOT_FOUND');
  const work = narrowTo(wide, tenant);
  // Lock lines before invoices, as everywhere.
  await creditLines(work, lock);
  const [facts] = await invoiceFacts(work, [documentId], lock);
  if (facts?.status !== 'CREDITO') return refuse('INVOICE_NOT_IN_CREDIT');
  const [invoice] = await payableInvoices(work, [documentId]);
  if (!invoice) throw new Error(`invoice ${documentId} in credit has no sale`);
  if (subtract(invoice.price.total, invoice.owed).cents === 0n) return refuse('INVOICE_WITHOUT_PAYMENT');
  const position = (await positionsToday(work, [documentId])).get(documentId);
  if (!position) throw new Error(`invoice ${documentId} is not in the ledger`);
  const closed = closeShortfall(documentId, position, work.today, invoice);
  if (closed.covered.cents === 0n) return refuse('SHORTFALL_CLOSED');
  return done({ work, invoice, closed });
}

/**
 * Closes the shortfall of a partly paid invoice: its aforo pays what it can, and the invoice is settled if nothing is left.
 * A large one needs a second person. `reason`: null if one has confirmed the proposal, which has the reason.
 */
async function close(
  wide: OperatorWork,
  documentId: string,
  reason: string | null,
): Promise<Outcome<{ shortfall: Shortfall }>> {
  const found = await closing(wide, documentId, 'update');
  if (!found.ok) return found;
  const { work, invoice, closed } = found.value;
  const { tenant, actor, at, today: valueDate } = work;
  if (reason !== null && needsSecondPerson(closed.covered, invoice.price.total)) return refuse('SECOND_PERSON_NEEDED');
  const { currency } = closed.covered;
  const shortfallId = randomUUID();
  await work.db
    .insertInto('shortfalls')
    .values({
      client_id: tenant,
      shortfall_id: shortfallId,
      document_id: documentId,
      amount: decimalOf(closed.covered),
      closed_by: actor.operatorId,
      closed_at: at,
    })
    .execute();
  const about = { event: 'shortfall', shortfallId, currency, valueDate } as const;
  const receipts = [{ invoice, ...closed }];
  const settled = await bookReceipts(work, about, receipts);
  await settleInvoices(work, receipts, settled);
  const details = { amount: decimalOf(closed.covered), currency, ...(reason !== null && { reason }) };
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

/** Amount that the aforo would pay now, and the debt before that; null if there is no shortfall to close. */
async function standing(wide: OperatorWork, documentId: string, lock: Lock): Promise<Changes['shortfall']['before']> {
  const found = await closing(wide, documentId, lock);
  if (!found.ok) return null;
  const { invoice, closed } = found.value;
  return {
    amount: decimalOf(closed.covered),
    currency: closed.covered.currency,
    owed: decimalOf(invoice.owed),
  };
}

/** Possible while the aforo still pays what was proposed. */
export const shortfallClosing: Handler<'shortfall'> = {
  standing: (work, { about }, lock) => standing(work, about.documentId, lock),
  isPossible: async (work, { about, proposed }) =>
    (await standing(work, about.documentId, 'update'))?.amount === proposed.amount,
  apply: (work, { about }) => close(work, about.documentId, null),
};

/** Closes a small shortfall with the aforo, or proposes it. */
export async function closeTyped(
  work: OperatorWork,
  documentId: string,
  reason: string,
): Promise<Outcome<ResponseOf<typeof shortfallRoute>>> {
  const closed = await close(work, documentId, reason);
  if (closed.ok) return done({ ...closed.value, proposal: null });
  if (closed.code !== 'SECOND_PERSON_NEEDED') return closed;
  const before = await standing(work, documentId, 'update');
  if (before === null) throw new Error('a shortfall disappeared');
  const { amount, currency } = before;
  const proposed = { invoices: [documentId], amount, currency };
  const change = { kind: 'shortfall', about: { documentId }, before, proposed } as const;
  const submitted = await submit(work, shortfallClosing, change, reason);
  return submitted.ok ? done({ shortfall: null, ...submitted.value }) : submitted;
}
