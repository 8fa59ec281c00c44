import type { UnidentifiedPayment } from '@anticipa/contract/collections';
import type { UnidentifiedState } from '@anticipa/domain/unidentified';
import type { WideWork } from '../../platform/work/work.ts';

const LISTED_PAYMENTS = 200;

const payments = ({ db }: WideWork) =>
  db
    .selectFrom('unidentified_payments as payment')
    // A reference that did not exist when the payment arrived may have been given to a client since.
    .leftJoin('payment_references', (join) =>
      join.onRef('payment_references.reference', '=', 'payment.reference').on('payment.reason', '<>', 'unknown'),
    )
    .leftJoin('clients', 'clients.client_id', 'payment_references.client_id')
    .select([
      'payment.payment_id as paymentId',
      'payment.tracking_key as trackingKey',
      'payment.currency',
      'payment.amount',
      'payment.value_date as valueDate',
      'payment.source',
      'payment.bank',
      'payment.reference',
      'payment.reason',
      'clients.rfc as clientRFC',
      'payment.state',
      'payment.registered_at as registeredAt',
      'payment.return_key as returnKey',
    ]);

const toPayment = (row: Awaited<ReturnType<ReturnType<typeof payments>['execute']>>[number]): UnidentifiedPayment => ({
  ...row,
  registeredAt: row.registeredAt.toISOString(),
});

/** Received money of unknown purpose in a state, oldest first. */
export const unidentifiedPayments = async (
  work: WideWork,
  state: UnidentifiedState,
): Promise<UnidentifiedPayment[]> => {
  const rows = await payments(work)
    .where('payment.state', '=', state)
    .orderBy('payment.registered_at')
    .orderBy('payment.payment_id')
    .limit(LISTED_PAYMENTS)
    .execute();
  return rows.map(toPayment);
};

/** An unidentified payment by its tracking key. */
export const unidentifiedByKey = async (work: WideWork, trackingKey: string): Promise<UnidentifiedPayment | null> => {
  const row = await payments(work).where('payment.tracking_key', '=', trackingKey).executeTakeFirst();
  return row ? toPayment(row) : null;
};

/** An unidentified payment, locked until the transaction ends. */
export const lockUnidentified = async (work: WideWork, paymentId: string): Promise<UnidentifiedPayment | null> => {
  const row = await payments(work).where('payment_id', '=', paymentId).forUpdate('payment').executeTakeFirst();
  return row ? toPayment(row) : null;
};
