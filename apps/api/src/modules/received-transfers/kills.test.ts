/** Receipts of a worker that is killed at every step: none counts twice, none is lost. */
import { routes } from '@anticipa/contract/routes';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PortalWithBank, startPortalWithBank } from '../../../testing/bank.ts';
import { lifeUntil } from '../../../testing/dying.ts';
import { activatePayers, clabeOfReceiver } from '../../../testing/payers.ts';
import { sellAndDeposit } from '../../../testing/sale-steps.ts';
import type { Transfer } from '../../gateways/payouts/port.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { settleWait } from '../collections/settle-waits.ts';
import { bookReceived, takeReceived } from './book.ts';

/** Steps of the three jobs: before, within and after each transaction. */
const STEPS = 9;

let world: PortalWithBank;
let clabe: string;

beforeAll(async () => {
  world = await startPortalWithBank();
  await activatePayers(world.portal, world.seller.client, 'ANTICIPA');
  clabe = await clabeOfReceiver(world.portal, world.seller);
});
afterAll(() => world.close());

const query = async (text: string, values: readonly unknown[]) =>
  (await world.portal.db.owner.query(text, [...values])).rows;
const idOf = async (column: string, table: string, trackingKey: string): Promise<string | undefined> =>
  (await query(`select ${column} as id from ${table} where tracking_key = $1`, [trackingKey]))[0]?.id;

/** The jobs of a transfer, by a worker that is killed at a step; at step 0 never. */
async function work(at: number, transfer: Transfer): Promise<void> {
  const deps = world.deps();
  const opening = { ...deps, db: lifeUntil(at).over(deps.db) };
  await runAs(opening, WORKER, (own) => takeReceived(own, transfer));
  const transferId = await idOf('transfer_id', 'received_transfers', transfer.trackingKey);
  if (transferId !== undefined) await runAs(opening, WORKER, (own) => bookReceived(own, transferId));
  const paymentId = await idOf('payment_id', 'unidentified_payments', transfer.trackingKey);
  if (paymentId !== undefined) await runAs(opening, WORKER, (own) => settleWait(own, paymentId));
}

const outcomes = {
  credit: 'booked 116000.00',
  unknown: 'kept 116000.00',
  sold: 'kept 116000.00, paid 116000.00',
} as const;

it('[DIN-11] [DIN-25] a receipt counts once, whenever its worker is killed', async () => {
  const kinds = ['credit', 'unknown', 'sold'] as const;
  for (let round = 0; round < rounds(9, 200); round += 1) {
    const kind = kinds[round % kinds.length] ?? 'credit';
    const trackingKey = `KILLED${round}`;
    const sold = kind === 'sold' ? await world.answeredSale() : null;
    if (kind === 'credit') await sellAndDeposit(world.seller, await world.seller.invoices());
    await world.bank.deposit({
      claveRastreo: trackingKey,
      monto: 116_000,
      cuentaBeneficiario: kind === 'unknown' ? '646180110400000007' : clabe,
      conceptoPago: 'PAGO',
    });
    const { transfers } = await world.deps().payouts.reconciliation({ direction: 'received', operationDay: null });
    const transfer = transfers.find((one) => one.trackingKey === trackingKey);
    if (!transfer) throw new Error('the bank has no such transfer');
    const at = 1 + (Math.floor(round / kinds.length) % STEPS);
    await work(at, transfer).catch(() => undefined);
    if (sold) {
      await work(0, transfer);
      const body = { trackingKey: `SPEIKILLED${round}` };
      await world.seller.operator.call(routes.disburseSale, { params: { saleId: sold.saleId }, body });
      await work(at, transfer).catch(() => undefined);
    }
    // Two workers that both take it up again. The queue runs one again that waited too long for the other.
    const both = await Promise.allSettled([work(0, transfer), work(0, transfer)]);
    if (both.some(({ status }) => status === 'rejected')) await work(0, transfer);
    const found = await query(
      `select string_agg(text, ', ' order by text) as outcome from (
         select case when unidentified_id is null then 'booked ' else 'paid ' end || amount as text from collections where tracking_key = $1
         union all select 'kept ' || amount from unidentified_payments where tracking_key = $1
       ) counted`,
      [trackingKey],
    );
    expect({ round, found }).toEqual({ round, found: [{ outcome: outcomes[kind] }] });
  }
});
