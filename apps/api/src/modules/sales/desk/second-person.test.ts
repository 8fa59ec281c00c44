import type { LenderSale } from '@anticipa/contract/lender';
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anOperator } from '../../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../../testing/portal.ts';
import { answerTo, requestOneSale } from '../../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../../testing/seller.ts';
import type { Answer, Session } from '../../../../testing/session.ts';

let portal: Portal;
let seller: Seller;
let maker: Session;
let checker: Session;
let checkerId: string;

const setAmounts = (perSale: string | null, perDay: string | null = null) =>
  portal.db.owner.query(
    `insert into approval_amounts (currency, per_sale, per_day) values ('MXN', $1, $2)
       on conflict (currency) do update set per_sale = $1, per_day = $2`,
    [perSale, perDay],
  );

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.pass(60_000);
  await setAmounts('200000.00');
  seller = await aSeller(portal);
  maker = seller.operator;
  const other = await anOperator(portal);
  checkerId = other.operatorId;
  checker = await portal.signIn(other.email);
});

/** A requested sale of invoices of 116,000.00. */
async function aSale(count = 2, session = seller.session) {
  const sale = await requestOneSale(session, await seller.invoices({ count }));
  const { saleId, items } = sale;
  const decisions = items.map(({ documentId }) => ({ documentId, authorised: true, motive: null }));
  return { ...sale, decisions, params: { saleId } };
}
type Sale = Awaited<ReturnType<typeof aSale>>;

const answer = async ({ saleId, decisions }: Sale, by = maker): Promise<LenderSale> =>
  (await by.call(routes.answerSale, await answerTo(by, saleId, decisions))).sale;
const seen = async ({ params }: Sale) => (await checker.call(routes.getLenderSale, { params })).seen;
const decide = (by: Session, { params }: Sale, decision: object): Promise<Answer> =>
  by.send(routes.decideAnswer, { params, body: { decision } });
const confirm = async (by: Session, sale: Sale): Promise<Answer> =>
  decide(by, sale, { kind: 'confirm', seen: await seen(sale) });
const booked = async ({ saleId }: Sale): Promise<number> =>
  (await portal.db.owner.query('select from ledger_entries where sale_id = $1', [saleId])).rows.length;
const shown = async ({ params }: Sale, by = checker) => by.call(routes.getLenderSale, { params });
const queueOf = async (queue: 'answer' | 'confirmation' | 'payout'): Promise<string[]> =>
  (await checker.call(routes.listInbox, { query: { queue } })).data.map(({ saleId }) => saleId);

describe('[OPE-03] an answer above the approval amount', () => {
  it('waits for a second person: nothing is booked before, and then as it was proposed', async () => {
    const sale = await aSale();
    const [, rejected] = sale.items;
    const decisions = sale.decisions.map((each) =>
      each.documentId === rejected?.documentId ? { ...each, authorised: false, motive: 'LENDER_DOCUMENTS' } : each,
    );
    await setAmounts('100000.00');
    await maker.call(routes.answerSale, await answerTo(maker, sale.saleId, decisions));
    const { sale: waiting, proposedAnswer } = await shown(sale);
    expect(waiting).toMatchObject({ state: 'requested', waitsForSecond: true, decisions: [] });
    expect(proposedAnswer).toMatchObject({
      isOwn: false,
      rule: 'sale',
      authorised: '116000.00',
      limit: '100000.00',
      changes: [],
      outcome: null,
      decisions: [{ authorised: true }, { authorised: false, motive: 'LENDER_DOCUMENTS' }],
    });
    expect([await booked(sale), await queueOf('answer'), await queueOf('confirmation')]).toEqual([
      0,
      [],
      [sale.saleId],
    ]);

    expect((await confirm(checker, sale)).code).toBe(null);
    const after = await shown(sale);
    expect(after.sale).toMatchObject({
      state: 'answered',
      waitsForSecond: false,
      decisions: [{ authorised: true }, { authorised: false, motive: 'LENDER_DOCUMENTS' }],
    });
    expect(after.proposedAnswer?.outcome).toMatchObject({ decision: 'confirmed', motive: null });
    expect([await booked(sale), await queueOf('confirmation')]).toEqual([1, []]);
    expect(await queueOf('payout')).toContain(sale.saleId);
    // A lost response: the second person asks again.
    expect((await confirm(checker, sale)).code).toBe(null);
    expect(await booked(sale)).toBe(1);
    const log = await portal.db.owner.query(
      `select action, actor_id, details from audit where client_id = $1 and actor_kind = 'operator'
         and action in ('proposal.made', 'proposal.decided', 'sale.confirm') order by audit_id desc limit 3`,
      [seller.client.clientId],
    );
    const proposed = { rule: 'sale', authorised: '116000.00', limit: '100000.00' };
    expect(log.rows.toReversed()).toMatchObject([
      { action: 'proposal.made', details: { change: { about: { saleId: sale.saleId }, proposed } } },
      { action: 'sale.confirm', actor_id: checkerId, details: { authorised: 1, rejected: 1 } },
      { action: 'proposal.decided', actor_id: checkerId, details: { state: 'approved' } },
    ]);
  });

  it('needs none at the amount, without an amount, or when it rejects everything', async () => {
    await setAmounts('232000.00');
    expect(await answer(await aSale())).toMatchObject({ state: 'answered' });
    await setAmounts(null);
    expect(await answer(await aSale(3))).toMatchObject({ state: 'answered' });
    await setAmounts('0.00');
    const sale = await aSale(1);
    const decisions = sale.decisions.map((each) => ({ ...each, authorised: false, motive: 'LENDER_DOCUMENTS' }));
    const { sale: ended } = await maker.call(routes.answerSale, await answerTo(maker, sale.saleId, decisions));
    expect(ended.state).toBe('cancelled');
  });

  it('is needed by what one operator authorises for a client in a day: splitting gains nothing', async () => {
    await setAmounts(null, '250000.00');
    portal.clock.set(new Date('2026-03-11T05:50:00Z')); // 23:50 in Mexico City
    const session = await portal.signIn(seller.user.email);
    const one = await portal.signIn((await anOperator(portal)).email);
    expect(await answer(await aSale(1, session), one)).toMatchObject({ state: 'answered' });
    expect(await answer(await aSale(1, session), one)).toMatchObject({ state: 'answered' });
    const third = await aSale(1, session);
    // It can be seen before the answer.
    expect((await shown(third, one)).approval).toEqual({ perSale: null, perDay: '250000.00', earlier: '232000.00' });
    expect(await answer(third, one)).toMatchObject({ state: 'requested', waitsForSecond: true });
    const another = await portal.signIn((await anOperator(portal)).email);
    expect((await shown(third, another)).approval?.earlier).toBe('0.00');
    expect((await shown(third, another)).proposedAnswer).toMatchObject({
      rule: 'day',
      authorised: '348000.00',
      limit: '250000.00',
    });
    // Another operator has an own sum, and each day begins at zero.
    expect(await answer(await aSale(1, session), another)).toMatchObject({ state: 'answered' });
    portal.clock.set(new Date('2026-03-11T06:00:00Z'));
    expect(await answer(await aSale(1, session), one)).toMatchObject({ state: 'answered' });
  });

  it('is needed by all but one of several sales that one operator answers at once', async () => {
    await setAmounts(null, '200000.00');
    const sales = [await aSale(1), await aSale(1), await aSale(1)];
    const orders = await Promise.all(sales.map((sale) => answerTo(maker, sale.saleId, sale.decisions)));
    const answers = await Promise.all(orders.map((order) => maker.call(routes.answerSale, order)));
    expect(answers.map(({ sale }) => sale.state).toSorted()).toEqual(['answered', 'requested', 'requested']);
  });

  it('is returned to its proposer with a motive, or withdrawn, and then answered anew', async () => {
    const sale = await aSale();
    await answer(sale);
    expect((await decide(checker, sale, { kind: 'withdraw' })).code).toBe('NOT_YOUR_PROPOSAL');
    const { rows } = await portal.db.owner.query(`select approval_id as id from approvals where state = 'open'`);
    expect(rows).not.toEqual([]);
    for (const { id: proposalId } of rows)
      expect(
        await checker.send(routes.decideProposal, {
          params: { proposalId },
          body: { decision: { kind: 'reject', motive: 'Falta el contrato' } },
        }),
      ).toMatchObject({ code: 'NOT_FOUND' });
    expect((await decide(checker, sale, { kind: 'return', motive: 'Falta el contrato' })).code).toBe(null);
    expect((await shown(sale)).proposedAnswer?.outcome).toMatchObject({
      decision: 'returned',
      motive: 'Falta el contrato',
    });
    expect((await confirm(checker, sale)).code).toBe('SALE_STATE_CONFLICT');
    await answer(sale);
    expect((await decide(maker, sale, { kind: 'withdraw' })).code).toBe(null);
    expect(await queueOf('answer')).toContain(sale.saleId);
    // Now the checker proposes.
    expect(await answer(sale, checker)).toMatchObject({ waitsForSecond: true });
    expect((await confirm(maker, sale)).code).toBe(null);
    expect((await shown(sale)).sale.state).toBe('answered');
  });

  it('stays as it was proposed when the amount changes, the credit line ends, or its proposer leaves', async () => {
    const sale = await aSale();
    await answer(sale);
    await setAmounts(null);
    expect(await shown(sale)).toMatchObject({ sale: { waitsForSecond: true }, proposedAnswer: { limit: '200000.00' } });
    await setAmounts('1.00');
    await portal.db.owner.query(`update credit_lines set valid_until = '2020-01-01'`);
    await portal.db.owner.query('update operators set active = false where operator_id <> $1', [checkerId]);
    expect((await confirm(checker, sale)).code).toBe(null);
    expect([(await shown(sale)).sale.state, await booked(sale)]).toEqual(['answered', 1]);
  });

  it('is proposed once, and ends in one way, when several calls come at once', async () => {
    const sale = await aSale();
    const order = await answerTo(maker, sale.saleId, sale.decisions);
    const made = await Promise.all([order, order, order].map((each) => maker.send(routes.answerSale, each)));
    expect(made.filter(({ code }) => code === null)).toHaveLength(1);
    const back = { kind: 'return', motive: 'Falta el contrato' };
    const ends = [confirm(checker, sale), decide(checker, sale, back), decide(maker, sale, { kind: 'withdraw' })];
    expect((await Promise.all(ends)).filter(({ code }) => code === null)).toHaveLength(1);
    expect(await booked(sale)).toBe((await shown(sale)).proposedAnswer?.outcome?.decision === 'confirmed' ? 1 : 0);
  });

  it('keeps others from answering or returning the sale meanwhile; the client may still cancel it', async () => {
    const sale = await aSale();
    await answer(sale);
    const { version } = await seen(sale);
    const other = await checker.send(routes.answerSale, await answerTo(checker, sale.saleId, sale.decisions));
    const back = { params: sale.params, body: { version, message: 'Falta la orden', documentIds: [] } };
    expect([other.code, (await checker.send(routes.returnSale, back)).code]).toEqual([
      'SALE_STATE_CONFLICT',
      'SALE_STATE_CONFLICT',
    ]);
    const picture = await seen(sale);
    await seller.session.call(routes.cancelPreSell, { body: { numberOfSales: [sale.numberOfSale] } });
    expect((await decide(checker, sale, { kind: 'confirm', seen: picture })).code).toBe('SALE_STATE_CONFLICT');
    expect(await booked(sale)).toBe(0);
    expect((await shown(sale)).sale).toMatchObject({ state: 'cancelled', waitsForSecond: false });
  });
});

describe('[OPE-02] the second person', () => {
  it('is another one, also for two calls at once by one with two roles', async () => {
    const { email } = await anOperator(portal, { roles: ['riesgo', 'administrador'] });
    const [one, again] = [await portal.signIn(email), await portal.signIn(email)];
    const sale = await aSale();
    const order = await answerTo(one, sale.saleId, sale.decisions);
    const early = { kind: 'confirm', seen: { ...order.body.seen, version: order.body.seen.version + 1 } };
    const [first, second] = await Promise.all([one.send(routes.answerSale, order), decide(again, sale, early)]);
    expect(first?.code).toBe(null);
    expect(second?.code).toBeOneOf(['OWN_PROPOSAL', 'SALE_STATE_CONFLICT']);
    const answers = await Promise.all([confirm(one, sale), confirm(again, sale)]);
    expect(answers.map(({ code }) => code)).toEqual(['OWN_PROPOSAL', 'OWN_PROPOSAL']);
    expect((await decide(again, sale, { kind: 'return', motive: 'Me equivoqué' })).code).toBe('OWN_PROPOSAL');
    expect(await booked(sale)).toBe(0);
  });

  it('needs the role at the moment of the confirmation', async () => {
    const sale = await aSale();
    await answer(sale);
    const { operatorId, email } = await anOperator(portal, { roles: ['riesgo', 'soporte'] });
    const third = await portal.signIn(email);
    const picture = await seen(sale);
    await portal.db.owner.query(`delete from operator_roles where operator_id = $1 and role = 'riesgo'`, [operatorId]);
    expect((await decide(third, sale, { kind: 'confirm', seen: picture })).code).toBe('ROLE_NEEDED');
  });

  it('sees what has changed since the proposal, and cannot confirm it unseen', async () => {
    const sale = await aSale();
    await answer(sale);
    const before = await seen(sale);
    await portal.db.owner.query('update client_products set active = false where client_id = $1', [
      seller.client.clientId,
    ]);
    expect((await decide(checker, sale, { kind: 'confirm', seen: before })).code).toBe('EVIDENCE_CHANGED');
    const { proposedAnswer, seen: after } = await shown(sale);
    expect(proposedAnswer?.changes).toContainEqual({
      documentId: sale.items[0]?.documentId,
      rule: 'product',
      past: 'passed',
      now: 'warning',
    });
    expect((await decide(checker, sale, { kind: 'confirm', seen: after })).code).toBe(null);
  });

  it('cannot confirm an invoice that a check forbids since', async () => {
    const sale = await aSale();
    await answer(sale);
    await portal.db.owner.query('update companies set status = 30 where company_id = $1', [seller.companyId]);
    expect((await confirm(checker, sale)).code).toBe('INVOICE_BLOCKED');
    expect(await booked(sale)).toBe(0);
  });

  it('is demanded by the tables themselves', async () => {
    const sale = await aSale();
    await answer(sale);
    const { rows } = await portal.db.owner.query<{ proposed_by: string }>(
      `select proposed_by from approvals where change -> 'about' ->> 'saleId' = $1`,
      [sale.saleId],
    );
    const makerId = rows[0]?.proposed_by;
    const settle = (by: string | undefined, state = 'approved') =>
      portal.db.owner.query(
        `update approvals set state = $1, decided_by = $2, decided_at = now(),
           motive = case $1 when 'rejected' then 'porque no' end where change -> 'about' ->> 'saleId' = $3`,
        [state, by, sale.saleId],
      );
    for (const state of ['approved', 'rejected'])
      await expect(settle(makerId, state)).rejects.toThrow('approvals_second_person');
    await expect(settle(checkerId, 'withdrawn')).rejects.toThrow('approvals_second_person');
    const book = (by: string | undefined, confirmedBy: string | null) =>
      portal.db.owner.query(
        `with items as (update sale_items set state = 'authorised' where sale_id = $1 returning sale_id)
         update sales set state = 'answered', answered_at = now(), answered_by = $2, confirmed_by = $3
         where sale_id in (select sale_id from items)`,
        [sale.saleId, by, confirmedBy],
      );
    await expect(book(makerId, checkerId)).rejects.toThrow('no second person has confirmed this answer');
    const both = portal.db.owner.query(
      'update sales set answered_at = now(), answered_by = $1, confirmed_by = $1 where sale_id = $2',
      [makerId, sale.saleId],
    );
    await expect(both).rejects.toThrow('sales_second_person');
    await portal.db.owner.query(`update sale_items set state = 'authorised' where sale_id = $1`, [sale.saleId]);
    await expect(book(makerId, null)).rejects.toThrow('needs a second person');
    await portal.db.owner.query(`update sale_items set state = 'held' where sale_id = $1`, [sale.saleId]);
    await settle(checkerId);
    await expect(settle(checkerId, 'rejected')).rejects.toThrow('decided once');
    await portal.db.owner.query(`update sales set state = 'requested' where sale_id = $1`, [sale.saleId]);
  });
});
