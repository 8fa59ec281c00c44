/**
 * Payments of the lender that came back or went to the account of somebody else. The entry is reversed, the payment is due again, and
 * the account is blocked.
 */
import { randomUUID } from 'node:crypto';
import { ACCOUNT_BLOCKED_FROM } from '@anticipa/domain/approval';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { decimalOf, type FinancedCurrency, type Money, sum } from '@anticipa/domain/money';
import type { PaymentDifference } from '@anticipa/domain/payment-difference';
import { type Insertable, sql } from 'kysely';
import { z } from 'zod';
import { rowsOf, text, whole } from '../../platform/db/rows.ts';
import type { DB } from '../../platform/db/schema.ts';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { announceAll } from '../../platform/live/events.ts';
import type { Principal, WideWork, Work } from '../../platform/work/work.ts';
import { fileAgain } from '../filed-payments/filed.ts';
import { reverseEntryOn } from '../ledger/commands.ts';
import { isInForce, isLenderEntryInForce } from '../ledger/queries.ts';
import { putNotice } from '../notices/put.ts';
import type { SaleRecord } from '../sales/queries.ts';
import { announceSales } from '../sales/step.ts';

/** A return that the bank reported, or that a person read in the bank's books. */
export interface Return {
  readonly reason: string;
  /** The key under which the money came back; null if the bank did not name it. */
  readonly reference: string | null;
  /** The operator who recorded the return; null if the bank reported it. */
  readonly recordedBy: string | null;
  /** Whether the money went to the account of somebody else, who owes it to the lender. */
  readonly wentElsewhere: boolean;
  /** Whether the bank never made the payment. The account is then not blocked, and the key is free. */
  readonly neverMade?: boolean;
}

type Payment = Pick<
  Insertable<DB['returned_payments']>,
  | 'client_id'
  | 'purpose'
  | 'sale_id'
  | 'payout_id'
  | 'payment_id'
  | 'entry_number'
  | 'tracking_key'
  | 'clabe'
  | 'currency'
  | 'amount'
>;

/** Records that a payment did not arrive. */
async function record(
  work: WideWork,
  payment: Payment,
  { reason, reference, recordedBy, wentElsewhere, neverMade = false }: Return,
): Promise<void> {
  const { db, at, today } = work;
  const returnId = randomUUID();
  await db
    .insertInto('returned_payments')
    .values({
      return_id: returnId,
      ...payment,
      reason,
      reference,
      returned_on: today,
      recorded_by: recordedBy,
      recorded_at: at,
      went_elsewhere: wentElsewhere,
      never_made: neverMade,
    })
    .execute();
  if (neverMade) {
    await freeMovement(work, payment.tracking_key);
    await fileAgain(work, payment.tracking_key);
  }
  if (wentElsewhere) await book(work, returnId, 'wrong-account');
  else await endRecall(work, payment.tracking_key, recordedBy);
}

/** Leaves the movement of a bank file that was taken for a payment to a person again. */
const freeMovement = ({ db }: WideWork, trackingKey: string) =>
  db
    .updateTable('bank_lines')
    .set({
      ...{ state: 'waiting', cause: 'unmatched', booked_as: null, book_key: null, was_booked: null },
      ...{ ended_by: null, ended_at: null },
    })
    .where('book_key', '=', trackingKey)
    .where('amount', '<', '0')
    .execute();

/** Books an event of a payment that did not arrive as it should in the lender's own journal, or takes its last one back. */
async function book(
  { db, today, at }: WideWork,
  returnId: string,
  event: 'wrong-account' | 'wrong-account-loss' | 'wrong-account-recovery' | 'short-payment' | 'short-payment-rest',
  undoes = false,
): Promise<void> {
  await sql`select append_return_entry(${returnId}, ${event}, ${today}::date, ${at}, ${undoes})`.execute(db);
}

/** The money of a recalled payment came. */
async function endRecall({ db, at }: WideWork, trackingKey: string, endedBy: string | null): Promise<void> {
  await db
    .updateTable('payment_recalls')
    .set({ outcome: 'returned', ended_at: at, ...(endedBy !== null && { ended_by: endedBy }) })
    .where('tracking_key', '=', trackingKey)
    .where('outcome', 'is', null)
    .execute();
}

/** The subject of a row: its payment, or, for what differs of one, the row itself. */
const rowId = sql<string>`coalesce(sale_id, payout_id, payment_id, return_id)`;

/**
 * Money that had gone to the account of somebody else came back, or what was missing of a payment was transferred. The bank gives back
 * whole payments; a person names the row. Returns false if none of this key is there.
 */
export async function recover(
  work: WideWork,
  { trackingKey, id }: { readonly trackingKey: string; readonly id: string | null },
  { reference, recordedBy }: Pick<Return, 'reference' | 'recordedBy'>,
): Promise<boolean> {
  const { db, today } = work;
  const recovered = await db
    .updateTable('returned_payments')
    .set({ recovered_on: today, recovery_reference: reference })
    .where('tracking_key', '=', trackingKey)
    .where((eb) => (id === null ? eb('moved', 'is', null) : eb(rowId, '=', id)))
    .where((eb) => eb.or([eb('went_elsewhere', '=', true), eb('moved', 'is not', null)]))
    .where('recovered_on', 'is', null)
    .where('withdrawn_on', 'is', null)
    .returning(['return_id', 'went_elsewhere'])
    .executeTakeFirst();
  if (recovered === undefined) return false;
  const { return_id: returnId, went_elsewhere: wasElsewhere } = recovered;
  await book(work, returnId, wasElsewhere ? 'wrong-account-recovery' : 'short-payment-rest');
  await endRecall(work, trackingKey, recordedBy);
  return true;
}

/**
 * Money that somebody else has is given up as a loss of the lender, or claimed again after it was. Returns false if none of this key is
 * there in the state before.
 */
export async function giveUp(
  work: WideWork,
  { trackingKey, id }: { readonly trackingKey: string; readonly id: string },
  isLost: boolean,
): Promise<boolean> {
  const { db, today } = work;
  const changed = await db
    .updateTable('returned_payments')
    .set({ lost_on: isLost ? today : null })
    .where('tracking_key', '=', trackingKey)
    .where(rowId, '=', id)
    .where('went_elsewhere', '=', true)
    .where('recovered_on', 'is', null)
    .where('withdrawn_on', 'is', null)
    .where('lost_on', isLost ? 'is' : 'is not', null)
    .returning('return_id')
    .executeTakeFirst();
  if (changed === undefined) return false;
  await book(work, changed.return_id, 'wrong-account-loss', !isLost);
  return true;
}

/** A payment that stands, of which the bank moved another amount on its day. */
export async function recordDifference(
  work: WideWork,
  payment: Pick<Payment, 'client_id' | 'purpose' | 'tracking_key' | 'clabe' | 'currency'> & {
    readonly paidOn: IsoDate;
    readonly moved: Money<FinancedCurrency>;
  },
  { kind, amount }: PaymentDifference<FinancedCurrency>,
  { reason, recordedBy }: Pick<Return, 'reason' | 'recordedBy'>,
): Promise<void> {
  const { moved, paidOn, ...row } = payment;
  const returnId = randomUUID();
  await work.db
    .insertInto('returned_payments')
    .values({
      ...row,
      ...{ return_id: returnId, amount: decimalOf(amount), moved: decimalOf(moved), went_elsewhere: kind === 'over' },
      ...{ reason, returned_on: paidOn, recorded_by: recordedBy, recorded_at: work.at },
    })
    .execute();
  await book(work, returnId, kind === 'over' ? 'wrong-account' : 'short-payment');
}

/** Whether the bank moved another amount of a payout: the payout was made, and cannot be taken back as one that was not. */
export async function hasDifference({ db, tenant }: Work, payoutId: string): Promise<boolean> {
  const found = await db
    .selectFrom('returned_payments')
    .innerJoin('payouts', 'payouts.tracking_key', 'returned_payments.tracking_key')
    .select('return_id')
    .where('returned_payments.client_id', '=', tenant)
    .where('payouts.client_id', '=', tenant)
    .where('payouts.payout_id', '=', payoutId)
    .where('purpose', '=', 'payout')
    .where('moved', 'is not', null)
    .where('withdrawn_on', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** The bank moved the amount of the books after all. Returns false if the difference was ended. */
export async function withdrawDifference(work: WideWork, returnId: string): Promise<boolean> {
  const withdrawn = await work.db
    .updateTable('returned_payments')
    .set({ withdrawn_on: work.today })
    .where('return_id', '=', returnId)
    .where('moved', 'is not', null)
    .where('recovered_on', 'is', null)
    .where('lost_on', 'is', null)
    .where('withdrawn_on', 'is', null)
    .returning('went_elsewhere')
    .executeTakeFirst();
  if (withdrawn === undefined) return false;
  await book(work, returnId, withdrawn.went_elsewhere ? 'wrong-account' : 'short-payment', true);
  return true;
}

/** Lets the accounts of a client with a CLABE receive nothing until they are changed, or two people confirm them. */
export async function blockAccounts({ db, tenant }: Work, clabe: string | null): Promise<void> {
  if (clabe === null) return;
  await db
    .updateTable('bank_accounts')
    .set({ pays_from: ACCOUNT_BLOCKED_FROM })
    .where('client_id', '=', tenant)
    .where('clabe', '=', clabe)
    .execute();
}

const entryRow = z.object({ number: whole, on: text.transform(dateOf) });

/** The entry in force of a payment, with its value date; null if the payment was taken back. */
async function standingEntry(
  { db, tenant }: Work,
  event: 'disbursement' | 'payout',
  subject: string,
): Promise<z.output<typeof entryRow> | null> {
  const [entry] = await rowsOf(db, entryRow)`
    select entry_number::integer as number, value_date::text as on from ledger_entries entry
    where client_id = ${tenant} and event = ${event} and subject = ${subject} and ${isInForce}`;
  return entry ?? null;
}

/** Takes back the deposit of a locked sale, which then waits for another one. Returns false if no deposit is in force. */
export async function takeBackDeposit(work: Work<Principal>, sale: SaleRecord, back: Return): Promise<boolean> {
  const { saleId, currency, trackingKey, items } = sale;
  const entry = await standingEntry(work, 'disbursement', saleId);
  if (entry === null || trackingKey === null) return false;
  const { clabe } = await work.db
    .selectFrom('sales')
    .select('clabe')
    .where('client_id', '=', work.tenant)
    .where('sale_id', '=', saleId)
    .executeTakeFirstOrThrow();
  await reverseEntryOn(work, entry.number, back.neverMade ? entry.on : work.today);
  const deposits = items.filter(({ state }) => state === 'disbursed').map(({ price }) => price.deposit);
  const deposit = sum<FinancedCurrency>(currency, deposits);
  const row: Payment = {
    client_id: work.tenant,
    purpose: 'deposit',
    sale_id: saleId,
    entry_number: String(entry.number),
    tracking_key: trackingKey,
    clabe,
    currency,
    amount: decimalOf(deposit),
  };
  await record(work, row, back);
  if (back.neverMade) await freeKey(work, saleId);
  else await blockAccounts(work, clabe);
  const { numberOfSale } = sale;
  const told = { object: 'sale', objectId: numberOfSale, label: numberOfSale, count: deposits.length } as const;
  const lost = { event: 'deposit-returned', ...told, amount: deposit, trackingKey } as const;
  await putNotice(work, lost, (userId) => putMessage(work, 'sale-deposit-returned', { saleId, trackingKey, userId }));
  await announceSales(work, [sale]);
  return true;
}

/** Another payment may have the key that was written for the deposit of a sale. */
const freeKey = ({ db, tenant }: Work, saleId: string) =>
  db
    .updateTable('sales')
    .set({ tracking_key: null })
    .where('client_id', '=', tenant)
    .where('sale_id', '=', saleId)
    .execute();

const payoutRow = z.object({
  tracking_key: z.string(),
  clabe: z.string().nullable(),
  currency: z.enum(['MXN', 'USD']),
  amount: z.string(),
  /** Whether all the settlements that it paid for are still in force. */
  is_whole: z.boolean(),
  documents: z.array(z.string()),
});

/**
 * Takes back a payout, whose devoluciones are then due again. Returns false if the payout has already been taken back, or if a
 * settlement that it paid for was reversed, so that the client owes the money.
 */
export async function takeBackPayout(work: Work<Principal>, payoutId: string, back: Return): Promise<boolean> {
  const { db, tenant, at } = work;
  const [payout] = await rowsOf(db, payoutRow)`
    select payout.tracking_key, payout.clabe, payout.currency, payout.amount, settled.*
    from payouts payout cross join lateral (
      select coalesce(sum(final_deposit) = payout.amount, false) as is_whole, coalesce(array_agg(document_id), '{}') as documents
      from invoices where invoices.client_id = payout.client_id and invoices.payout_id = payout.payout_id
    ) settled
    where client_id = ${tenant} and payout_id = ${payoutId} and reversed_at is null`;
  const entry = await standingEntry(work, 'payout', payoutId);
  if (payout === undefined || !payout.is_whole || entry === null) return false;
  await reverseEntryOn(work, entry.number, back.neverMade ? entry.on : work.today);
  await db
    .updateTable('payouts')
    .set({ reversed_at: at })
    .where('client_id', '=', tenant)
    .where('payout_id', '=', payoutId)
    .execute();
  await db
    .updateTable('invoices')
    .set({ payout_id: null })
    .where('client_id', '=', tenant)
    .where('payout_id', '=', payoutId)
    .execute();
  const { tracking_key, clabe, currency, amount, documents } = payout;
  const row: Payment = {
    client_id: tenant,
    purpose: 'payout',
    payout_id: payoutId,
    entry_number: String(entry.number),
    tracking_key,
    clabe,
    currency,
    amount,
  };
  await record(work, row, back);
  if (!back.neverMade) await blockAccounts(work, clabe);
  await announceAll(work, { invoices: documents });
  return true;
}

const returnRow = entryRow.extend({ amount: z.string(), currency: z.enum(['MXN', 'USD']), key: z.string() });

/** Takes back the transfer that sent a locked receipt to its payer; the money is to be sent again. Returns false if none is in force. */
export async function takeBackReturn(
  work: WideWork<Principal>,
  paymentId: string,
  clabe: string | null,
  back: Return,
): Promise<boolean> {
  const { db, today, at } = work;
  const [entry] = await rowsOf(db, returnRow)`
    select entry_number::integer as number, entry.value_date::text as on, entry.amount, entry.currency, return_key as key
    from lender_entries entry join unidentified_payments payment using (payment_id)
    where payment_id = ${paymentId} and state = 'returned' and event = 'return' and ${isLenderEntryInForce}`;
  if (entry === undefined) return false;
  const on = back.neverMade ? entry.on : today;
  await sql`select append_lender_entry(${paymentId}, 'return', 'BANCOS', 'POR_DEPOSITAR', ${on}::date, ${today}::date, ${at},
    ${entry.number}, ${entry.amount}::numeric)`.execute(db);
  await db
    .updateTable('unidentified_payments')
    .set({ state: 'sent-back', return_key: null })
    .where('payment_id', '=', paymentId)
    .execute();
  const { currency, amount, key } = entry;
  const row: Payment = {
    client_id: null,
    purpose: 'return',
    payment_id: paymentId,
    tracking_key: key,
    clabe,
    currency,
    amount,
  };
  await record(work, row, back);
  return true;
}
