import type { FiledKind } from '@anticipa/contract/payment-files';
import type { FiledMatch } from '@anticipa/domain/bank-match';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { sql } from 'kysely';
import type { WideWork } from '../../platform/work/work.ts';

/** A payment of a file for the bank, open or registered lately. */
export interface Filed extends FiledMatch {
  readonly kind: FiledKind;
  readonly subject: string;
  readonly currency: FinancedCurrency;
  readonly amount: string;
  readonly concept: string;
  readonly state: 'filed' | 'paid';
  readonly trackingKey: string | null;
}

/** References repeat after ten million; a bank shows a payment long before. */
const NEWEST = 5_000;

/** Payments in files that are open or paid: all open ones, and the newest paid ones. */
export async function filedPayments({ db }: WideWork): Promise<Filed[]> {
  const rows = await db
    .selectFrom('filed_payments')
    .innerJoin('payment_files', 'payment_files.file_id', 'filed_payments.file_id')
    .select([
      'reference',
      'clabe',
      'amount',
      'kind',
      'subject',
      'filed_payments.currency',
      'concept',
      'state',
      'tracking_key',
    ])
    .where('state', 'in', ['filed', 'paid'])
    // Payments that are still open come first, so the limit never drops one.
    .orderBy(sql`state = 'filed'`, 'desc')
    .orderBy('file_number', 'desc')
    .limit(NEWEST)
    .execute();
  return rows.flatMap(({ tracking_key: trackingKey, state, ...row }) =>
    state === 'withdrawn' ? [] : [{ ...row, state, trackingKey, cents: moneyOf(row.amount, row.currency).cents }],
  );
}
