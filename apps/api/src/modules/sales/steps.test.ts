import { routes } from '@anticipa/contract/routes';
import type { SaleState } from '@anticipa/domain/sale';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { answerTo, authoriseSale, holdSale } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let seller: Seller;

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
});
afterAll(() => portal.close());

describe('steps out of order', () => {
  const steps = ['fixTerms', 'request', 'cancel', 'answer', 'disburse'] as const;
  type Step = (typeof steps)[number];
  /** Allowed or harmlessly repeatable steps from each state; all others are refused without changes. */
  const allowed: Record<Exclude<SaleState, 'expired'>, readonly Step[]> = {
    held: ['fixTerms', 'cancel'],
    quoted: ['fixTerms', 'request', 'cancel'],
    requested: ['request', 'cancel', 'answer'],
    returned: ['request', 'cancel'],
    proposed: ['request', 'cancel'],
    answered: ['request', 'answer', 'disburse'],
    disbursed: ['request', 'answer', 'disburse'],
    cancelled: ['cancel'],
  };

  const states = ['held', 'quoted', 'requested', 'returned', 'proposed', 'answered', 'disbursed', 'cancelled'] as const;
  const reached = {
    cancelled: 1,
    held: 0,
    quoted: 1,
    requested: 2,
    returned: 2,
    proposed: 3,
    answered: 3,
    disbursed: 4,
  };

  const bring = async (state: (typeof states)[number]) => {
    const { session, operator } = seller;
    const ids = await seller.invoices();
    const [sale] = await holdSale(session, ids);
    if (!sale) throw new Error('nothing was held');
    const body = { numberOfSales: [sale.numberOfSale] };
    let terms = { version: '1', hash: 'none' };
    const until = reached[state];
    const amount = state === 'proposed' ? 0 : null;
    await portal.db.owner.query(
      `insert into approval_amounts (currency, per_sale) values ('MXN', $1)
       on conflict (currency) do update set per_sale = excluded.per_sale`,
      [amount],
    );
    if (until >= 1) terms = (await session.call(routes.processPreSells, { body })).terms;
    const request = {
      invoices: [{ documentId: ids[0] }],
      acceptedTerms: { version: terms.version, hash: terms.hash },
    };
    if (until >= 2) await session.call(routes.requestAuthorization, { body: request });
    if (until >= 3) await authoriseSale(operator, sale);
    if (state === 'returned') {
      const params = { saleId: sale.saleId };
      const { version } = (await operator.call(routes.getLenderSale, { params })).seen;
      await operator.call(routes.returnSale, { params, body: { version, message: 'Falta la orden', documentIds: [] } });
    }
    const deposit = { params: { saleId: sale.saleId }, body: { trackingKey: `KEY${sale.numberOfSale}` } };
    if (until >= 4) await operator.call(routes.disburseSale, deposit);
    if (state === 'cancelled') await session.call(routes.cancelPreSell, { body });
    const decisions = [{ documentId: ids[0], authorised: true, motive: null }];
    const take: Record<Step, () => ReturnType<Session['send']>> = {
      fixTerms: () => session.send(routes.processPreSells, { body }),
      request: () => session.send(routes.requestAuthorization, { body: request }),
      cancel: () => session.send(routes.cancelPreSell, { body }),
      answer: async () => operator.send(routes.answerSale, await answerTo(operator, sale.saleId, decisions)),
      disburse: () => operator.send(routes.disburseSale, deposit),
    };
    const stateNow = async (): Promise<string> =>
      (await portal.db.owner.query(`select state from sales where sale_id = $1`, [sale.saleId])).rows[0].state;
    return { take, stateNow };
  };

  it.each(states)('only allowed steps are accepted from %s', async (state) => {
    for (const step of steps.filter((each) => !allowed[state].includes(each))) {
      const { take, stateNow } = await bring(state);
      const answer = await take[step]();
      expect({ step, status: answer.status, state: await stateNow() }).toEqual({ step, status: 409, state });
    }
    for (const step of allowed[state]) {
      const { take } = await bring(state);
      expect({ step, status: (await take[step]()).status }).toEqual({ step, status: 200 });
    }
  });
});
