/** Payments that are in a file for the bank: until they are paid or withdrawn nothing else may pay them. */
import type { FiledKind } from '@anticipa/contract/payment-files';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { sql } from 'kysely';
import { agentOf, type Principal, type WideWork } from '../../platform/work/work.ts';

interface Filed {
  readonly kind: FiledKind;
  readonly subject: string;
  readonly currency: FinancedCurrency;
}

/** The caller has locked the subject, as those do that file it. */
export async function isFiled({ db }: WideWork, { kind, subject, currency }: Filed): Promise<boolean> {
  const row = await db
    .selectFrom('filed_payments')
    .select('reference')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('currency', '=', currency)
    .where('state', '=', 'filed')
    .executeTakeFirst();
  return row !== undefined;
}

/** Documents of the payout to a client that is in a file; null if none is. */
export async function filedDocuments(
  { db }: WideWork,
  { subject, currency }: Omit<Filed, 'kind'>,
): Promise<readonly string[] | null> {
  const row = await db
    .selectFrom('filed_payments')
    .select('documents')
    .where('kind', '=', 'payout')
    .where('subject', '=', subject)
    .where('currency', '=', currency)
    .where('state', '=', 'filed')
    .executeTakeFirst();
  return row?.documents ?? null;
}

/** For an invoice in a query: whether its devolución is in no file. */
export const isUnfiled = sql<boolean>`not exists (
  select from filed_payments filed
  where filed.state = 'filed' and filed.kind = 'payout' and filed.subject = invoices.client_id
    and invoices.document_id = any(filed.documents))`;

/** Has a payment that was registered by mistake in its file again: until it is withdrawn the bank may pay it. */
export async function fileAgain({ db }: WideWork, trackingKey: string): Promise<void> {
  await db
    .updateTable('filed_payments')
    .set({ state: 'filed', tracking_key: null, ended_at: null, ended_by: null })
    .where('tracking_key', '=', trackingKey)
    .where('state', '=', 'paid')
    .execute();
}

/** Ends a payment's stay in its file, if it is in one, when its transfer is booked. */
export async function endFiled(
  { db, actor, at }: WideWork<Principal>,
  { kind, subject, currency }: Filed,
  trackingKey: string,
): Promise<void> {
  const { kind: by, id } = agentOf(actor);
  await db
    .updateTable('filed_payments')
    .set({ state: 'paid', tracking_key: trackingKey, ended_at: at, ...(by === 'operator' && { ended_by: id }) })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('currency', '=', currency)
    .where('state', '=', 'filed')
    .execute();
}
