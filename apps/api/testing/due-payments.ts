/** Payments that the lender has to make at the bank, besides deposits. */
import { listUnidentifiedPayments, sendBackPayment } from '@anticipa/contract/collections';
import type { WantedPayment } from '@anticipa/contract/transfers';
import { reconcileReceived } from '../src/modules/received-transfers/poll.ts';
import type { PortalWithBank } from './bank.ts';
import { payInFull, sellAndDeposit } from './sale-steps.ts';

/** Account from which the unidentified money is sent. */
export const SENDER = '072180001234567897';
let arrived = 0;

/** Settles an invoice of the client; its devolución is then to be paid. */
export async function duePayout({ seller }: PortalWithBank): Promise<Extract<WantedPayment, { purpose: 'payout' }>> {
  const [documentId = ''] = await seller.invoices();
  await sellAndDeposit(seller, [documentId]);
  await payInFull(seller.operator, documentId);
  return { purpose: 'payout', clientId: seller.client.clientId };
}

/** Receives money that pays nothing and decides to send it back. `over` replaces fields of the transfer. */
export async function dueReturn(world: PortalWithBank, over: { readonly cuentaOrdenante?: string } = {}) {
  const { operator } = world.seller;
  arrived += 1;
  const claveRastreo = `STRAY${arrived}`;
  const cuentaBeneficiario = '646180110400000007';
  const fields = {
    claveRastreo,
    monto: 1_160.5,
    cuentaBeneficiario,
    conceptoPago: '',
    cuentaOrdenante: SENDER,
    ...over,
  };
  await world.bank.deposit(fields);
  await reconcileReceived(world.deps());
  const { data } = await operator.call(listUnidentifiedPayments, { query: { state: 'waiting' } });
  const paymentId = data.find(({ trackingKey }) => trackingKey === claveRastreo)?.paymentId ?? '';
  await operator.call(sendBackPayment, { params: { paymentId }, body: {} });
  return { purpose: 'return', paymentId } as const;
}

/** Number and total of the entries in force that paid under a tracking key. */
export async function bookedOf({ portal }: PortalWithBank, trackingKey: string) {
  const { rows } = await portal.db.owner.query<{ times: number; amount: string | null }>(
    `select count(*)::integer as times, sum(amount)::text as amount from (
      select sum(line.credit) as amount from payouts join ledger_entries entry using (client_id, payout_id)
        join ledger_lines line using (client_id, entry_number)
        where payouts.tracking_key = $1 and reversed_at is null and entry.event = 'payout' and line.account = 'BANCOS'
        group by entry_number
      union all
      select entry.amount from unidentified_payments join lender_entries entry using (payment_id)
        where return_key = $1 and event = 'return' and entry.reverses is null and not exists (
          select from lender_entries undoing where undoing.reverses = entry.entry_number)
    ) paid`,
    [trackingKey],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('nothing was counted');
  return row;
}
