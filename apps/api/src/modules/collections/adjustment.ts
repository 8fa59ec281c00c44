/** Steps that all adjustments of an invoice in credit share. */
import { randomUUID } from 'node:crypto';
import type { Adjustment } from '@anticipa/contract/adjustments';
import type { IsoDate } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { LedgerLine } from '@anticipa/domain/ledger';
import { decimalOf, type FinancedCurrency, type Money } from '@anticipa/domain/money';
import type { Position, Rebate, Settlement } from '@anticipa/domain/settlement';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { type Lock, narrowTo, type OperatorWork, type Work } from '../../platform/work/work.ts';
import { creditLines } from '../credit/queries.ts';
import { invoiceFacts } from '../invoices/queries.ts';
import { administratorIds } from '../users/queries.ts';
import { clientOfInvoice, type PayableInvoice, payableInvoices } from './queries.ts';
import { positionsToday } from './settle.ts';

export interface Found {
  readonly work: Work<OperatorWork['actor']>;
  readonly invoice: PayableInvoice;
  readonly position: Position;
}

/** A change that can be made now, with its effect. */
export interface Change {
  readonly found: Found;
  /** The position once it is booked. */
  readonly position: Position;
  readonly amount: Money<FinancedCurrency>;
  readonly covered: Money<FinancedCurrency>;
  readonly lines: readonly LedgerLine[];
  readonly needsSecondPerson: boolean;
  /** Null unless it settles the invoice. */
  readonly end: Settlement | null;
  /** Returns its id. */
  readonly book: (reason: string) => Promise<string>;
}

/** An invoice in credit with its balances; `update` locks it. */
export async function findInCredit(wide: OperatorWork, documentId: string, lock: Lock): Promise<Outcome<Found>> {
  const tenant = await clientOfInvoice(wide, documentId);
  if (!tenant) return refuse('NOT_FOUND');
  const work = narrowTo(wide, tenant);
  // Lock lines before invoices, as everywhere.
  await creditLines(work, lock);
  const [facts] = await invoiceFacts(work, [documentId], lock);
  if (facts?.status !== 'CREDITO') return refuse('INVOICE_NOT_IN_CREDIT');
  const [invoice] = await payableInvoices(work, [documentId]);
  const position = (await positionsToday(work, [documentId])).get(documentId);
  if (!invoice || !position) throw new Error(`invoice ${documentId} in credit has no sale`);
  return done({ work, invoice, position });
}

interface NewAdjustment {
  readonly documentId: string;
  readonly kind: Adjustment['kind'];
  readonly amount: Money<FinancedCurrency>;
  readonly covered: Money<FinancedCurrency>;
  readonly valueDate: IsoDate;
  readonly reason: string;
  readonly payBy?: IsoDate | null;
  readonly cfdiUuid?: string | null;
  readonly withdraws?: string;
}

/** Records an adjustment. Returns its id. */
export async function insertAdjustment(
  { db, tenant, actor, at }: Found['work'],
  { documentId, kind, amount, covered, valueDate, reason, payBy, cfdiUuid, withdraws }: NewAdjustment,
): Promise<string> {
  const adjustmentId = randomUUID();
  await db
    .insertInto('adjustments')
    .values({
      client_id: tenant,
      adjustment_id: adjustmentId,
      document_id: documentId,
      kind,
      amount: decimalOf(amount),
      covered: decimalOf(covered),
      value_date: valueDate,
      pay_by: payBy ?? null,
      cfdi_uuid: cfdiUuid ?? null,
      reason,
      withdraws: withdraws ?? null,
      booked_by: actor.operatorId,
      booked_at: at,
    })
    .execute();
  return adjustmentId;
}

/** Interest that a recourse gives back before the invoice is settled; it earns nothing more. */
export async function setRebate({ db, tenant }: Work, documentId: string, { interest, iva }: Rebate): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ rebate: decimalOf(interest), iva_rebate: decimalOf(iva) })
    .where('client_id', '=', tenant)
    .where('document_id', '=', documentId)
    .execute();
}

/** Mails an adjustment to the client's administrators. */
export async function tellClient(work: Work, adjustmentId: string): Promise<void> {
  for (const userId of await administratorIds(work))
    await putMessage(work, 'invoice-adjusted', { adjustmentId, userId });
}
