/** Invoices whose settlement is reversed. */

import { payoutOwedLines } from '@anticipa/domain/ledger';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { owedByReceiver } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { announceAll } from '../../platform/live/events.ts';
import { isPaidByReceiver } from '../collections/adjustment-queries.ts';
import { raiseHolds } from '../credit/commands.ts';
import { applyTransition } from '../invoices/transition.ts';
import { accrueInterest, appendEntries } from '../ledger/commands.ts';
import { positionsOf } from '../ledger/queries.ts';
import { reopenReferences } from '../references/commands.ts';
import { endExpired } from '../references/expiry.ts';
import type { Plan } from './plan.ts';

type Work = Plan['work'];

const idsOf = (invoices: Plan['invoices']): string[] => invoices.map(({ documentId }) => documentId);

/** Restores references, payment habits, status, credit and interest of invoices that are owed again. */
export async function oweAgain({ work, booked, invoices, reopened, paidOut }: Plan): Promise<void> {
  const { today } = work;
  const documentIds = idsOf(reopened);
  await uncountPayments(work, documentIds);
  const references = await reopenReferences(work, documentIds, { isSettled: false });
  if ((await applyTransition(work, 'reopen', documentIds)) !== documentIds.length)
    throw new Error('a settled invoice could not be owed again');
  await clearFigures(work, documentIds);
  await endExpired(work, documentIds, today);
  const owing = reopened.filter(({ documentId }) => paidOut.has(documentId));
  const lines = owing.flatMap(({ documentId, finalDeposit }) =>
    payoutOwedLines<FinancedCurrency>(documentId, moneyOf(finalDeposit ?? '0.00', booked.currency)),
  );
  const subject = booked.kind === 'shortfall' ? { shortfallId: booked.id } : { collectionId: booked.id };
  if (lines.length > 0)
    await appendEntries(work, [
      { event: 'payout-owed', ...subject, currency: booked.currency, valueDate: today, lines },
    ]);
  const all = idsOf(invoices);
  const positions = await positionsOf(work, all);
  await raiseHolds(
    work,
    invoices.flatMap(({ saleId, documentId }) => {
      const position = positions.get(documentId);
      return position ? [{ saleId, documentId, owed: position.owed, owedByReceiver: owedByReceiver(position) }] : [];
    }),
  );
  await accrueInterest(work, all);
  await announceAll(work, { invoices: all, references, credit: [] });
}

/** Adds a reversed payment to the balance due of settled invoices. Money that was forwarded to the client is no longer due to it. */
export async function oweBalance({ work, booked, invoices }: Plan): Promise<void> {
  const documentIds = idsOf(invoices);
  const references = await reopenReferences(work, documentIds, { isSettled: true });
  await sql`
    update invoices set paid_amount = invoices.paid_amount - item.paid_amount, final_deposit = invoices.final_deposit - item.final_deposit
    from collection_items item
    where item.client_id = ${work.tenant} and item.collection_id = ${booked.id}
      and invoices.client_id = item.client_id and invoices.document_id = item.document_id`.execute(work.db);
  await endExpired(work, documentIds, work.today);
  await announceAll(work, { invoices: documentIds, references });
}

/** Takes invoices out of the payment delays of their receivers. */
async function uncountPayments({ db, tenant }: Work, documentIds: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      select company_id, date_trunc('month', payment_date)::date as month, sum(total) as total,
        sum((payment_date - due_date) * total) as weighted_days
      from invoices where client_id = ${tenant} and document_id = any(${documentIds}::uuid[]) and ${isPaidByReceiver}
      group by company_id, date_trunc('month', payment_date)
    ), empty as (
      delete from receiver_payments known using gone
      where known.company_id = gone.company_id and known.month = gone.month and known.total = gone.total
    )
    update receiver_payments known set total = known.total - gone.total, weighted_days = known.weighted_days - gone.weighted_days
    from gone where known.company_id = gone.company_id and known.month = gone.month and known.total > gone.total`.execute(
    db,
  );
}

async function clearFigures({ db, tenant }: Work, documentIds: readonly string[]): Promise<void> {
  await sql`
    update invoices set collection_id = null, payment_date = null, paid_amount = null, late_charges = null,
      late_charges_iva = null, rebate = 0, iva_rebate = 0, final_deposit = null, payout_id = null,
      returned_before = returned_before + case when payout_id is null then 0 else final_deposit end,
      iva = (
        select item.iva from sale_items item
        where item.client_id = invoices.client_id and item.sale_id = invoices.sale_id and item.document_id = invoices.document_id)
    where client_id = ${tenant} and document_id = any(${documentIds}::uuid[])`.execute(db);
}
