/** Payments of what a settled invoice leaves the client to pay. */
import { randomUUID } from 'node:crypto';
import type { Collection } from '@anticipa/contract/collections';
import { dateOf } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, moneyOf, subtract, zero } from '@anticipa/domain/money';
import { balanceLines } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { announceAll } from '../../platform/live/events.ts';
import { appendEntries } from '../ledger/commands.ts';
import { closePaidReferences } from '../references/commands.ts';
import { endExpired } from '../references/expiry.ts';
import {
  auditPayment,
  insertCollection,
  insertItems,
  type Payment,
  type PaymentWork,
  paymentProblem,
} from './payment.ts';
import { type BalanceDue, bookedCollection, type ReferenceToPay } from './queries.ts';
import { tellOfMoney } from './tell.ts';

/** Books a payment of the balance due of a locked invoice. */
export async function bookBalance(
  work: PaymentWork,
  payment: Payment,
  reference: ReferenceToPay | null,
  balance: BalanceDue,
): Promise<Outcome<Collection>> {
  const problem = paymentProblem(work, payment, [balance]);
  if (problem) return problem;
  const { db, tenant } = work;
  const { documentId, owed, isWrittenOff, referenceId } = balance;
  const paid = moneyOf<FinancedCurrency>(payment.amount, payment.currency);
  if (paid.cents > owed.cents) return refuse('BALANCE_DUE_EXCEEDED');
  const collectionId = randomUUID();
  const valueDate = dateOf(payment.valueDate);
  await endExpired(work, [documentId], valueDate, reference?.referenceId);
  // A receiver too may pay what was written off.
  const payer = (isWrittenOff ? payment.payer : null) ?? 'client';
  await insertCollection(work, { ...payment, payer }, reference, collectionId);
  const none = zero(paid.currency);
  const item = { documentId, paid, lateCharges: none, lateChargesIva: none, finalDeposit: none };
  await insertItems(work, collectionId, [{ ...item, balanceDue: subtract(owed, paid) }]);
  await db
    .updateTable('invoices')
    .set({ paid_amount: sql`paid_amount + ${decimalOf(paid)}` })
    .where('client_id', '=', tenant)
    .where('document_id', '=', documentId)
    .execute();
  const from = payment.unidentifiedId === null ? 'BANCOS' : 'ENTRE_DIARIOS';
  const to = isWrittenOff ? 'RECUPERACIONES' : 'CLIENTE';
  const lines = balanceLines(documentId, { from, amount: paid, to });
  const event = isWrittenOff ? 'recovery' : 'balance-payment';
  await appendEntries(work, [{ event, collectionId, currency: paid.currency, valueDate, lines }]);
  await tellOfMoney(work, 'part-paid', { documentIds: [documentId], amount: paid, left: subtract(owed, paid) });
  await auditPayment(work, payment, { collectionId, invoices: 1 });
  const references = referenceId === null ? [] : [referenceId];
  await closePaidReferences(work, references);
  await announceAll(work, { invoices: [documentId], references });
  return done(await bookedCollection(work, collectionId));
}
