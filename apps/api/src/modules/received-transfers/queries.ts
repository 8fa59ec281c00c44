import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';
import { daysOfDouble, type ReceivedState } from '@anticipa/domain/received-transfer';
import type { Selectable } from 'kysely';
import type { DB } from '../../platform/db/schema.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { narrowTo, type WideWork } from '../../platform/work/work.ts';
import { namedInvoices } from '../collections/deposit-wait-queries.ts';
import { payableInvoices } from '../collections/queries.ts';

/** A transfer that the bank has received for the lender. */
export interface ReceivedTransfer {
  readonly transferId: string;
  readonly trackingKey: string;
  readonly operationDay: IsoDate;
  readonly valueDate: IsoDate;
  readonly amount: string;
  readonly clabe: string;
  readonly senderBank: string;
  readonly senderName: string;
  readonly concept: string;
  readonly state: ReceivedState;
}

const toReceived = (row: Selectable<DB['received_transfers']>): ReceivedTransfer => ({
  transferId: row.transfer_id,
  trackingKey: row.tracking_key,
  operationDay: dateOf(row.operation_day),
  valueDate: dateOf(row.value_date),
  amount: row.amount,
  clabe: row.clabe,
  senderBank: row.sender_bank,
  senderName: row.sender_name,
  concept: row.concept,
  state: row.state,
});

/** Transfers that can be booked by a day, oldest first. */
export async function transfersToBook({ db }: WideWork, by: IsoDate): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('received_transfers')
    .select('transfer_id')
    .where('state', '=', 'received')
    .where('value_date', '<=', by)
    .orderBy('value_date')
    .orderBy('found_at')
    .execute();
  return rows.map((row) => row.transfer_id);
}

export async function lockReceived({ db }: WideWork, transferId: string): Promise<ReceivedTransfer | undefined> {
  const row = await db
    .selectFrom('received_transfers')
    .selectAll()
    .where('transfer_id', '=', transferId)
    .forUpdate()
    .executeTakeFirst();
  return row && toReceived(row);
}

/** A known transfer by what identifies it at the bank. */
export async function receivedBy(
  { db }: WideWork,
  key: { readonly trackingKey: string; readonly operationDay: IsoDate; readonly bankId: string },
): Promise<ReceivedTransfer | undefined> {
  const row = await db
    .selectFrom('received_transfers')
    .selectAll()
    .where('tracking_key', '=', key.trackingKey)
    .where('operation_day', '=', key.operationDay)
    .where('bank_id', '=', key.bankId)
    .executeTakeFirst();
  return row && toReceived(row);
}

/** Whether another transfer with the same key was recorded before. */
export async function isKeyTaken({ db }: WideWork, { transferId, trackingKey }: ReceivedTransfer): Promise<boolean> {
  const row = await db
    .selectFrom('received_transfers')
    .select('transfer_id')
    .where('tracking_key', '=', trackingKey)
    .where('transfer_id', '<>', transferId)
    .where('state', 'in', ['booked', 'unidentified', 'refund'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Other transfers to the same CLABE that were booked for invoices within the days of a double payment. */
export async function justPaid(
  { db }: WideWork,
  { transferId, clabe, valueDate }: Pick<ReceivedTransfer, 'transferId' | 'clabe' | 'valueDate'>,
): Promise<Money<FinancedCurrency>[]> {
  const [first, last] = daysOfDouble(valueDate);
  const rows = await db
    .selectFrom('received_transfers')
    .select('amount')
    .where('clabe', '=', clabe)
    .where('transfer_id', '<>', transferId)
    .where('state', '=', 'booked')
    .where('value_date', '>=', first)
    .where('value_date', '<=', last)
    .execute();
  return rows.map(({ amount }) => moneyOf(amount, 'MXN'));
}

/** The bank's calls about received transfers that are not assigned yet. */
export const unreadCalls = ({ db }: WideWork): Promise<{ digest: Buffer; body: Buffer; received_at: Date }[]> =>
  db
    .selectFrom('bank_calls')
    .select(['digest', 'body', 'received_at'])
    .where('kind', '=', 'received')
    .where('tracking_key', 'is', null)
    .execute();

/** Debts of a client's payer, by due date. */
export interface PayerDebt {
  readonly clientId: ClientId;
  /** Whether the CLABE is for the client's own transfers. */
  readonly isOwn: boolean;
  readonly invoices: readonly { readonly documentId: string; readonly owed: Money<FinancedCurrency> }[];
  /** Invoices that are sold and not deposited, with their totals. */
  readonly sold: PayerDebt['invoices'];
}

/** The debt of the payer to whom a CLABE was given; undefined for any other CLABE. */
export async function debtBehind(work: WideWork, clabe: string): Promise<PayerDebt | undefined> {
  const payer = await work.db
    .selectFrom('cost_centres')
    .select(['client_id', 'company_id', 'is_main'])
    .where('clabe', '=', clabe)
    .executeTakeFirst();
  if (payer === undefined) return undefined;
  const clientId = payer.client_id;
  // The invoices of its earlier tax ids are its own too; the client's own CLABE is nobody's.
  const rows = await work.db
    .selectFrom('invoices')
    .select(['document_id', 'status', 'total'])
    .where('client_id', '=', clientId)
    .where('company_id', 'is not distinct from', payer.company_id)
    .where('status', 'in', [invoiceStatus.CREDITO, invoiceStatus.PREVENTA])
    .where('currency', '=', 'MXN')
    .execute();
  const inCredit = rows.filter(({ status }) => status === invoiceStatus.CREDITO).map((row) => row.document_id);
  const others = rows.filter(({ status }) => status === invoiceStatus.PREVENTA);
  const named = await namedInvoices(
    work,
    others.map((row) => row.document_id),
  );
  return {
    clientId,
    isOwn: payer.is_main,
    invoices: await payableInvoices(narrowTo(work, clientId), inCredit),
    sold: named.flatMap(({ documentId, total, place }) =>
      place === 'sold' ? { documentId, owed: moneyOf<FinancedCurrency>(total, 'MXN') } : [],
    ),
  };
}
