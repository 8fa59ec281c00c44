/** Reversals by an API that is killed at every step, and concurrent changes of what a reversal depends on. */
import type { Approval } from '@anticipa/contract/approvals';
import { routes } from '@anticipa/contract/routes';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { lifeUntil } from '../../../testing/dying.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { LONG_PACE_MS, racing } from '../../../testing/racing.ts';
import { aPayment, approvalOf, collect, type Reversal, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

const DEVOLUCION = '11043.20';

let portal: Portal;
let seller: Seller;
let operator: Session;
let second: Session;
let third: Session;
/** The life of the API, which ends at a step. */
let life = lifeUntil(0);

beforeAll(async () => {
  portal = await startPortal({
    over: ({ api }) => ({
      ...api,
      withTransaction: (context, work) => life.over(api).withTransaction(context, work),
      attempt: (context, work) => life.over(api).attempt(context, work),
    }),
  });
  seller = await aSeller(portal);
  operator = seller.operator;
  second = await portal.signIn((await anOperator(portal)).email);
  third = await portal.signIn((await anOperator(portal)).email);
});
afterAll(() => portal.close());

const sold = async (): Promise<string> => {
  const [documentId = ''] = await seller.invoices();
  await sellAndDeposit(seller, [documentId]);
  return documentId;
};
const paymentOf = (documentId: string, amount = '116000.00') =>
  aPayment({ documentIds: [documentId] }, { amount, valueDate: portal.clock.today() });
const pay = async (documentId: string, amount?: string): Promise<string> =>
  (await collect(operator, paymentOf(documentId, amount))).collectionId;

let transfers = 0;
const payoutOf = () => {
  transfers += 1;
  const { clientId } = seller.client;
  return { body: { clientId, currency: 'MXN', amount: DEVOLUCION, trackingKey: `DEV${transfers}` } as const };
};
const payOut = async (): Promise<string> => {
  const { payout } = await operator.call(routes.confirmPayout, payoutOf());
  return payout?.payoutId ?? '';
};

const wantedOf = (reversal: Reversal) => ({ body: { ...reversal, reason: 'Se registró por error' } });
const propose = async (reversal: Reversal): Promise<Approval> =>
  (await operator.call(routes.proposeReversal, wantedOf(reversal))).proposal;
const undo = async (reversal: Reversal): Promise<void> => {
  await second.call(routes.decideProposal, approvalOf(await propose(reversal)));
};
const withdraw = (proposal: Approval) => {
  const body = { decision: { kind: 'withdraw' } as const };
  return operator.call(routes.decideProposal, { params: { proposalId: proposal.id }, body });
};
/** A refusal, or the state of the decided proposal. */
const decided = async (session: Session, proposal: Approval): Promise<string> => {
  const { code, body } = await session.send(routes.decideProposal, approvalOf(proposal));
  return code ?? (body as { readonly proposal: Approval }).proposal.state;
};

const one = async (text: string, id: string) => (await portal.db.owner.query(text, [id])).rows[0];
/** The entries of a record, those that reverse others, and those that are reversed. */
const entriesOf = (collectionId: string) =>
  one(
    `select count(*) filter (where reverses is null)::integer as booked, count(reverses)::integer as reversing,
       count(distinct reverses)::integer as reversed
     from ledger_entries where collection_id = $1 and event <> 'payout-owed'`,
    collectionId,
  );
const balancesOf = (documentId: string) =>
  one(
    `select sum((account = 'CARTERA')::integer * (debit - credit)) as cartera,
       sum((account = 'CLIENTE')::integer * (debit - credit)) as cliente,
       sum((account = 'POR_DEPOSITAR')::integer * (debit - credit)) as "porDepositar"
     from ledger_lines where document_id = $1`,
    documentId,
  );
const UNPAID = { cartera: '116000.00', cliente: '0.00', porDepositar: '0.00' };

it('[DIN-46] an API that is killed at any step books a payment, its reversal and a devolución once each', async () => {
  let kills = 0;
  /** Repeats a call under its key, in lives that end later and later, until one is long enough. */
  const outlive = async (session: Session, ...[route, input]: Parameters<Session['send']>): Promise<void> => {
    const key = `killed-${kills}`;
    for (let at = 1; ; at += 1) {
      life = lifeUntil(at);
      const answer = await session.send(route, { ...input, key });
      life = lifeUntil(0);
      if (answer.status === 200) return;
      expect(answer.code).toBe('UNEXPECTED');
      kills += 1;
    }
  };
  const documentId = await sold();
  for (const wanted = rounds(12, 200); kills < wanted; ) {
    const body = paymentOf(documentId);
    await outlive(operator, routes.registerCollection, { body });
    const { collection } = await operator.call(routes.registerCollection, { body });
    const id = collection?.collectionId ?? '';
    const payout = payoutOf();
    await outlive(operator, routes.confirmPayout, payout);
    const { payout: paid } = await operator.call(routes.confirmPayout, payout);
    for (const reversal of [
      { kind: 'payout', id: paid?.payoutId ?? '' },
      { kind: 'collection', id },
    ] as const) {
      await outlive(operator, routes.proposeReversal, wantedOf(reversal));
      const { data } = await operator.call(routes.listProposals, { query: { waiting: 'true' } });
      expect(data).toHaveLength(1);
      const [proposal] = data;
      if (proposal) await outlive(second, routes.decideProposal, approvalOf(proposal));
    }
    const { booked, reversing, reversed } = await entriesOf(id);
    expect([kills, reversing, reversed]).toEqual([kills, booked, booked]);
    expect(await balancesOf(documentId)).toEqual(UNPAID);
    const logged = await one(
      `select count(*)::integer from audit where action = 'collection.reverse' and subject = $1`,
      `collection:${id}`,
    );
    expect(logged).toEqual({ count: 1 });
  }
});

it('[DIN-46] a reversal of a receipt and a new receipt for its invoice at once: the later one builds on the earlier one', async () => {
  const documentId = await sold();
  let [owed, cents] = [11_600_000, 100];
  // No amount comes twice, because the second would need another person.
  const nextAmount = (): string => {
    cents += 1;
    return (cents / 100).toFixed(2);
  };
  for (const round of racing(portal.clock, 3, 1000)) {
    const proposal = await propose({ kind: 'collection', id: await pay(documentId, nextAmount()) });
    const [state, other] = await Promise.all([
      decided(second, proposal),
      third.send(routes.registerCollection, { body: paymentOf(documentId, nextAmount()) }),
    ]);
    expect([round, other.status]).toEqual([round, 200]);
    expect(['approved', 'outdated']).toContain(state);
    owed -= state === 'approved' ? cents : 2 * cents - 1;
    expect((await balancesOf(documentId))?.cartera).toBe((owed / 100).toFixed(2));
  }
});

it('[DIN-46] a reversal of a receipt and the payment of its devolución at once: the later one is refused', async () => {
  const documentId = await sold();
  for (const round of racing(portal.clock, 3, 1000)) {
    const reversal = { kind: 'collection', id: await pay(documentId) } as const;
    const proposal = await propose(reversal);
    const [state, paying] = await Promise.all([
      decided(second, proposal),
      third.send(routes.confirmPayout, payoutOf()),
    ]);
    const isPaid = paying.status === 200;
    expect([round, state, paying.code]).toEqual(
      isPaid ? [round, 'GROUND_CHANGED', null] : [round, 'approved', 'PAYOUT_AMOUNT_DIFFERS'],
    );
    if (!isPaid) continue;
    await withdraw(proposal);
    const { payout } = paying.body as { readonly payout: { readonly payoutId: string } };
    await undo({ kind: 'payout', id: payout.payoutId });
    await undo(reversal);
    expect(await balancesOf(documentId)).toEqual(UNPAID);
  }
});

it('[DIN-46] one of several reversals at once wins, and the others are refused with the reason', async () => {
  let documentId = await sold();
  for (const round of racing(portal.clock, 3, 1000, LONG_PACE_MS)) {
    const receipt = { kind: 'collection', id: await pay(documentId) } as const;
    const payout = { kind: 'payout', id: await payOut() } as const;
    const asked = await Promise.all(
      [operator, third].map((session) => session.send(routes.proposeReversal, wantedOf(receipt))),
    );
    expect(asked.map(({ code, status }) => code ?? status).toSorted()).toEqual([200, 'PROPOSAL_PENDING']);
    const waiting = await operator.call(routes.listProposals, { query: { waiting: 'true' } });
    const [proposal] = waiting.data;
    if (!proposal) throw new Error('nothing was proposed');
    const other = await propose(payout);
    const approver = asked[0]?.status === 200 ? third : operator;
    const states = await Promise.all([decided(second, proposal), decided(approver, proposal), decided(second, other)]);
    const isReceiptFirst = states[2] === 'outdated';
    expect([round, ...states.slice(0, 2).toSorted(), states[2]]).toEqual(
      isReceiptFirst
        ? [round, 'PROPOSAL_CLOSED', 'approved', 'outdated']
        : [round, 'GROUND_CHANGED', 'GROUND_CHANGED', 'approved'],
    );
    if (isReceiptFirst) {
      // Its client owes the devolución that was paid, and gets none with the next payment.
      expect(await balancesOf(documentId)).toEqual({ ...UNPAID, cliente: DEVOLUCION });
      await pay(documentId);
      documentId = await sold();
    } else {
      await (approver === third ? operator : third).call(routes.decideProposal, {
        params: { proposalId: proposal.id },
        body: { decision: { kind: 'withdraw' } },
      });
      await undo(receipt);
      expect(await balancesOf(documentId)).toEqual(UNPAID);
    }
  }
});
