/** Amounts that a payer kept back from the invoices that it paid. */
import type { Deduction } from '@anticipa/contract/collections';
import { creditInvoice } from '@anticipa/domain/adjustment';
import type { IsoDate } from '@anticipa/domain/calendar';
import { type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, type Money, moneyOf, zero } from '@anticipa/domain/money';
import { owedByReceiver } from '@anticipa/domain/settlement';
import { needsSecondPerson } from '@anticipa/domain/typed-payment';
import { deductedIn } from '@anticipa/texts/typed-payments';
import { sql } from 'kysely';
import type { Principal, WideWork, Work } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { insertAdjustment, tellClient } from './adjustment.ts';
import { isNoteUsed } from './adjustment-queries.ts';
import type { PayableInvoice } from './queries.ts';
import { bookReceipts, positionsToday, settleInvoices } from './settle.ts';

/** The amount that a payer kept back from an invoice. */
export const deductedOf = ({ owed }: PayableInvoice, deduction: Deduction | null): Money<FinancedCurrency> =>
  deduction === null ? zero(owed.currency) : moneyOf(deduction.amount, owed.currency);

/** Whether the aforo pays so much of a credit note that a second person must confirm it. */
export const isDoubtfulNote = ({ price }: PayableInvoice, deduction: Deduction | null): boolean =>
  deduction?.kind === 'credit-note' && needsSecondPerson(moneyOf(deduction.amount, price.total.currency), price.total);

/** Why deductions cannot be those of the invoices that a payment pays. */
export async function deductionsProblem(
  wide: WideWork,
  deductions: readonly Deduction[],
  invoices: readonly PayableInvoice[],
): Promise<Refused | null> {
  const ids = deductions.map(({ documentId }) => documentId);
  const foreign = ids.filter(
    (documentId, place) => !invoices.some((one) => one.documentId === documentId) || ids.indexOf(documentId) !== place,
  );
  if (foreign.length > 0) return refuseEach('INVOICE_NOT_IN_CREDIT', foreign);
  for (const { documentId, amount, cfdiUuid } of deductions) {
    const owed = invoices.find((one) => one.documentId === documentId)?.owed;
    if (owed && moneyOf<FinancedCurrency>(amount, owed.currency).cents >= owed.cents)
      return refuseEach('ADJUSTMENT_EXCEEDS_DEBT', [documentId]);
    if (cfdiUuid !== undefined && (await isNoteUsed(wide, cfdiUuid))) return refuse('CREDIT_NOTE_USED');
  }
  return null;
}

/** Books a deducted credit note on the day of its payment, before it. Returns its id. */
export async function bookCreditNote(
  work: Work<Principal>,
  invoice: PayableInvoice,
  { amount, cfdiUuid, on, trackingKey }: Deduction & { readonly on: IsoDate; readonly trackingKey: string },
): Promise<string | Refused> {
  const { actor } = work;
  if (actor.kind !== 'operator') throw new Error('only an operator knows a credit note');
  const { documentId } = invoice;
  const position = (await positionsToday(work, [documentId])).get(documentId);
  if (!position) throw new Error(`invoice ${documentId} is not in the ledger`);
  const credited = moneyOf<FinancedCurrency>(amount, invoice.owed.currency);
  if (credited.cents > owedByReceiver(position).cents) return refuseEach('ADJUSTMENT_EXCEEDS_DEBT', [documentId]);
  const adjusted = creditInvoice(documentId, position, { on, amount: credited }, invoice);
  const { currency } = credited;
  const reason = deductedIn(trackingKey);
  const own = { ...work, actor };
  const adjustmentId = await insertAdjustment(own, {
    documentId,
    kind: 'credit-note',
    amount: credited,
    covered: adjusted.covered,
    valueDate: on,
    cfdiUuid: cfdiUuid ?? null,
    reason,
  });
  const about = { event: 'supplier-credit', adjustmentId, currency, valueDate: on } as const;
  const receipts = [{ invoice, ...adjusted }];
  await settleInvoices(work, receipts, await bookReceipts(work, about, receipts));
  await tellClient(work, adjustmentId);
  const details = { kind: 'credit-note', amount, currency, aforo: decimalOf(adjusted.covered), reason };
  await writeAudit(work, { action: 'adjustment.book', subject: `invoice:${documentId}`, details });
  return adjustmentId;
}

/** Records a deduction of a booked payment. */
export async function insertDeduction(
  { db, tenant }: Work,
  collectionId: string,
  { documentId, kind, amount }: Deduction,
  adjustmentId: string | null,
): Promise<void> {
  await db
    .insertInto('deductions')
    .values({
      client_id: tenant,
      collection_id: collectionId,
      document_id: documentId,
      kind,
      amount,
      adjustment_id: adjustmentId,
    })
    .execute();
}

/** Whether these are the deductions of booked payments; one that is repeated with others is another payment. */
export async function hasDeductions(
  { db }: WideWork,
  collectionIds: readonly string[],
  deductions: readonly Deduction[] = [],
): Promise<boolean> {
  const booked = await db
    .selectFrom('deductions')
    .leftJoin('adjustments', (join) =>
      join
        .onRef('adjustments.client_id', '=', 'deductions.client_id')
        .onRef('adjustments.adjustment_id', '=', 'deductions.adjustment_id'),
    )
    .select(['deductions.document_id as documentId', 'deductions.kind', 'deductions.amount', 'cfdi_uuid as cfdiUuid'])
    .where('collection_id', '=', sql<string>`any(${collectionIds}::uuid[])`)
    .execute();
  const written = ({ documentId, kind, amount, cfdiUuid }: (typeof booked)[number]): string =>
    [documentId, kind, Number(amount), cfdiUuid ?? ''].join(' ');
  const asked = deductions.map((one) => written({ ...one, cfdiUuid: one.cfdiUuid ?? null }));
  return booked.map(written).toSorted().join() === asked.toSorted().join();
}
