/** Books with the golden sale, from its deposit to its devolución, and a sale in dollars; the operator's day is 1 May 2026. */
import { routes } from '@anticipa/contract/routes';
import { expect } from 'vitest';
import { anOperator } from './builders.ts';
import { runCron } from './jobs.ts';
import { type Portal, startPortal } from './portal.ts';
import { aPayment, collect, sellAndDeposit } from './sale-steps.ts';
import { aSeller, type Seller } from './seller.ts';
import type { Session } from './session.ts';

export interface GoldenBooks {
  readonly portal: Portal;
  readonly seller: Seller;
  readonly documentId: string;
  readonly operator: Session;
}

export async function startGoldenBooks(): Promise<GoldenBooks> {
  const portal = await startPortal();
  const on = async (day: string): Promise<Session> => {
    portal.clock.set(new Date(`${day}T19:45:00-06:00`));
    return portal.signIn((await anOperator(portal)).email);
  };
  const cutOn = async (day: string): Promise<Session> => {
    const operator = await on(day);
    await portal.db.owner.query(`insert into exchange_rates values ($1, 18.5, 'DOF', $2)`, [day, portal.clock.now()]);
    expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'cut-last-month')).toEqual([]);
    return operator;
  };
  await portal.pki.lenderSealer();
  const seller = await aSeller(portal);
  const [documentId = ''] = await seller.invoices({ count: 1 });
  const dollars = await seller.invoices({ count: 1, total: '10000.00', currency: 'USD' });
  await sellAndDeposit(seller, [documentId]);
  await sellAndDeposit(seller, dollars);
  await cutOn('2026-04-01');
  const golden = aPayment({ documentIds: [documentId] }, { valueDate: '2026-04-24', trackingKey: 'GOLDEN1' });
  await collect(await on('2026-04-24'), golden);
  const operator = await cutOn('2026-05-01');
  // Money of April that was registered in May, before April was closed.
  await collect(
    operator,
    aPayment({ documentIds: dollars }, { amount: '10000.00', currency: 'USD', valueDate: '2026-04-29' }),
  );
  const { clientId } = seller.client;
  const body = { clientId, currency: 'MXN', amount: '11043.20', trackingKey: 'GOLDEN2' } as const;
  await operator.call(routes.confirmPayout, { body });
  return { portal, seller, documentId, operator };
}
