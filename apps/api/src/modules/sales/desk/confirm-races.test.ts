import { routes } from '@anticipa/contract/routes';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aCompany, aLine, anOperator, aUser } from '../../../../testing/builders.ts';
import { someInvoices } from '../../../../testing/invoice-rows.ts';
import { type Portal, startPortal } from '../../../../testing/portal.ts';
import { answerTo, authorisedSale, requestOneSale } from '../../../../testing/sale-steps.ts';
import { aSeller } from '../../../../testing/seller.ts';
import type { Session } from '../../../../testing/session.ts';

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const anOperatorsSession = async (): Promise<Session> => portal.signIn((await anOperator(portal)).email);

/** A hang, not a busy machine. */
const RACES = { timeout: rounds(120_000, 900_000) };

it(
  '[OPE-02] confirmations, a withdrawal and a cancellation at once: one outcome, and no operator confirms an own answer',
  RACES,
  async () => {
    const client = await aClient(portal);
    const user = await aUser(portal, { client });
    await aLine(portal, { client, limit: '900000000.00' });
    const companyId = await aCompany(portal, { client });
    const session = await portal.signIn(user.email);
    const [maker, ...checkers] = [
      await anOperatorsSession(),
      await anOperatorsSession(),
      await anOperatorsSession(),
    ] as const;
    await portal.db.owner.query(`insert into approval_amounts (currency, per_sale) values ('MXN', 0)`);
    const documentIds = await someInvoices(portal, { client, user, companyId, count: rounds(50, 1000) });
    for (const documentId of documentIds) {
      // So that many rounds stay within the rate limits.
      portal.clock.pass(1000);
      const sale = await authorisedSale({ session, operator: maker }, [documentId]);
      const params = { saleId: sale.saleId };
      const { seen } = await maker.call(routes.getLenderSale, { params });
      const decide = (by: Session, decision: object) => by.send(routes.decideAnswer, { params, body: { decision } });
      const [own, withdrawn, cancelled, ...confirmed] = await Promise.all([
        decide(maker, { kind: 'confirm', seen }),
        decide(maker, { kind: 'withdraw' }),
        session.send(routes.cancelPreSell, { body: { numberOfSales: [sale.numberOfSale] } }),
        ...checkers.map((checker) => decide(checker, { kind: 'confirm', seen })),
      ]);
      const { sale: after } = await maker.call(routes.getLenderSale, { params });
      expect(own.code).toBeOneOf(['OWN_PROPOSAL', 'SALE_STATE_CONFLICT']);
      const isConfirmed = after.state === 'answered';
      expect([confirmed.filter(({ status }) => status === 200).length, cancelled.status]).toEqual(
        isConfirmed ? [1, 409] : [0, 200],
      );
      expect(withdrawn.status).toBeOneOf(isConfirmed ? [409] : [200, 409]);
      expect(after.state).toBeOneOf(['answered', 'cancelled']);
    }
  },
);

it('[OPE-02] an amount lowered while an answer is booked: nothing is booked, and the same answer then waits', async () => {
  const seller = await aSeller(portal);
  const sale = await requestOneSale(seller.session, await seller.invoices());
  const { owner } = portal.db;
  await owner.query('delete from approval_amounts');
  const decisions = sale.items.map(({ documentId }) => ({ documentId, authorised: true, motive: null }));
  const order = await answerTo(seller.operator, sale.saleId, decisions);
  // The lock stops the answer where it books, after it has read the amounts.
  await owner.query('begin');
  await owner.query('lock table sale_items in share mode');
  const answering = seller.operator.send(routes.answerSale, order);
  const isBooking = async () =>
    (await owner.query(`select from pg_locks where not granted and relation = 'sale_items'::regclass`)).rowCount;
  await expect.poll(isBooking, { timeout: 60_000 }).toBeGreaterThan(0);
  await owner.query(`insert into approval_amounts (currency, per_sale) values ('MXN', 0)`);
  await owner.query('commit');
  expect((await answering).code).toBe('SALE_STATE_CONFLICT');
  const booked = await owner.query('select from ledger_entries where sale_id = $1', [sale.saleId]);
  expect(booked.rowCount).toBe(0);
  const { sale: waiting } = await seller.operator.call(routes.answerSale, order);
  expect(waiting).toMatchObject({ state: 'requested', waitsForSecond: true });
});

it('[OPE-03] a proposed answer does not expire: a month later it is late, and rests on the evidence of that day', async () => {
  const seller = await aSeller(portal);
  await portal.db.owner.query('update approval_amounts set per_sale = 0');
  const sale = await authorisedSale(seller, await seller.invoices());
  portal.clock.pass(30 * 24 * 3_600_000);
  const checker = await anOperatorsSession();
  const { queues } = await checker.call(routes.listInbox, { query: { queue: 'confirmation' } });
  expect(queues.confirmation.late).toBe(queues.confirmation.count);
  const params = { saleId: sale.saleId };
  const confirm = (seen: object) =>
    checker.send(routes.decideAnswer, { params, body: { decision: { kind: 'confirm', seen } } });
  const { seen } = await checker.call(routes.getLenderSale, { params });
  await portal.db.owner.query('update client_products set active = false where client_id = $1', [
    seller.client.clientId,
  ]);
  expect((await confirm(seen)).code).toBe('EVIDENCE_CHANGED');
  const now = await checker.call(routes.getLenderSale, { params });
  expect((await confirm(now.seen)).code).toBe(null);
});
