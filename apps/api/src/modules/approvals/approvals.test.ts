import type { Approval } from '@anticipa/contract/approvals';
import { routes } from '@anticipa/contract/routes';
import { addDays } from '@anticipa/domain/calendar';
import { clabeOf } from '@anticipa/domain/clabe';
import type { OperatorRole } from '@anticipa/domain/operator';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { atLimit } from '../../../testing/at-limit.ts';
import { aClient, aLine, anOperator, type TestClient } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { authorisedSale } from '../../../testing/sale-steps.ts';
import { aSeller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
/** Both with every role. */
let maker: Session;
let checker: Session;
let makerId: string;
let client: TestClient;

const asOperator = async (roles?: readonly OperatorRole[]) => {
  const { operatorId, email } = await anOperator(portal, roles ? { roles } : {});
  return { operatorId, email, session: await portal.signIn(email) };
};

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  // Each test in a separate minute, so that rate limits do not interfere.
  portal.clock.pass(60_000);
  ({ session: maker, operatorId: makerId } = await asOperator());
  ({ session: checker } = await asOperator());
  client = await aClient(portal);
  await aLine(portal, { client });
});

const ofLine = (proposed: object, over: object = {}) => ({
  clientId: client.clientId,
  product: 'BI',
  currency: 'MXN',
  reason: 'baja de ventas',
  change: { kind: 'credit-line', proposed },
  ...over,
});
const ofAccount = (clabe = clabeOf('90158000000000077'), over: object = {}) =>
  ofLine({}, { change: { kind: 'bank-account', proposed: { clabe } }, ...over });
const propose = async (body: object, session = maker): Promise<Approval> =>
  (await session.call(routes.propose, { body })).proposal;
const decide = (session: Session, { id }: Pick<Approval, 'id'>, decision: object) =>
  session.send(routes.decideProposal, { params: { proposalId: id }, body: { decision } });
const approve = (session: Session, proposal: Approval) =>
  decide(session, proposal, { kind: 'approve', ground: proposal.ground });
const limit = async (): Promise<string | undefined> => {
  const { rows } = await portal.db.owner.query<{ credit_limit: string }>(
    'select credit_limit from credit_lines where client_id = $1',
    [client.clientId],
  );
  return rows[0]?.credit_limit;
};
const waiting = async (): Promise<readonly Approval[]> =>
  (await checker.call(routes.listProposals, { query: { waiting: 'true', clientId: client.clientId } })).data;

describe('the second person', () => {
  it('[OPE-02] [OPE-05] applies a change of a line, shown with its effect; the first one cannot', async () => {
    const proposal = await propose(ofLine({ limit: 3_000_000, interestRate: 24 }));
    expect(proposal).toMatchObject({
      state: 'open',
      reason: 'baja de ventas',
      change: {
        kind: 'credit-line',
        about: { clientId: client.clientId, product: 'BI', currency: 'MXN' },
        before: { limit: '5000000.00', interestRate: '24' },
        now: { limit: '5000000.00', interestRate: '24' },
        proposed: { limit: '3000000.00', interestRate: '24', validUntil: null },
      },
      names: { [client.clientId]: client.entityName },
      effect: { used: '0.00', held: '0.00', available: '3000000.00', excess: '0.00' },
    });
    expect(await waiting()).toEqual([proposal]);
    expect((await approve(maker, proposal)).code).toBe('OWN_PROPOSAL');
    expect((await decide(maker, proposal, { kind: 'reject', motive: 'me arrepentí' })).code).toBe('OWN_PROPOSAL');
    expect(await limit()).toBe('5000000.00');
    const applied = await approve(checker, proposal);
    expect(applied.body).toMatchObject({ proposal: { state: 'approved', ground: null } });
    expect(await limit()).toBe('3000000.00');
    expect((await approve(checker, proposal)).code).toBe('PROPOSAL_CLOSED');
    expect(await waiting()).toEqual([]);
  });

  it('[OPE-02] is another person, also for two calls at once by one with two roles', async () => {
    const one = await asOperator(['soporte', 'tesoreria']);
    const proposal = await propose(ofAccount(), one.session);
    const again = await portal.signIn(one.email);
    const answers = await Promise.all([approve(one.session, proposal), approve(again, proposal)]);
    expect(answers.map(({ code }) => code)).toEqual(['OWN_PROPOSAL', 'OWN_PROPOSAL']);
    expect(await waiting()).toHaveLength(1);
  });

  it('[OPE-02] is demanded by the table itself, and a decision is final there', async () => {
    const { id } = await propose(ofLine({ limit: '1000000.00' }));
    const settle = (state: string, by: string | null) =>
      portal.db.owner.query(
        `update approvals set state = $1, decided_by = $2, decided_at = now(),
           motive = case when $1 = 'rejected' then 'porque no' end where approval_id = $3`,
        [state, by, id],
      );
    for (const state of ['approved', 'rejected', 'outdated'])
      for (const by of [makerId, null]) await expect(settle(state, by)).rejects.toThrow('approvals_second_person');
    await settle('withdrawn', makerId);
    const reopen = portal.db.owner.query(
      `update approvals set state = 'open', decided_by = null, decided_at = null where approval_id = $1`,
      [id],
    );
    await expect(reopen).rejects.toThrow('decided once');
  });

  it('[OPE-02] needs the role at the moment of the decision', async () => {
    const other = await asOperator(['riesgo', 'soporte']);
    const proposal = await propose(ofLine({ limit: '1000000.00' }));
    await portal.db.owner.query(`delete from operator_roles where operator_id = $1 and role = 'riesgo'`, [
      other.operatorId,
    ]);
    expect((await approve(other.session, proposal)).code).toBe('ROLE_NEEDED');
    expect((await other.session.send(routes.propose, { body: ofLine({ limit: '2.00' }) })).code).toBe('ROLE_NEEDED');
  });

  it('[OPE-02] one of several second persons at once wins', async () => {
    const third = (await asOperator()).session;
    for (let round = 0; round < rounds(5, 100); round += 1) {
      portal.clock.pass(60_000);
      await checker.call(routes.products);
      const proposal = await propose(ofLine({ limit: `${1000 + round}.00` }));
      const answers = await Promise.all([
        approve(checker, proposal),
        approve(third, proposal),
        decide(maker, proposal, { kind: 'withdraw' }),
      ]);
      expect(answers.map(({ code }) => code).toSorted()).toEqual(['PROPOSAL_CLOSED', 'PROPOSAL_CLOSED', null]);
      const isWithdrawn = answers[2]?.code === null;
      expect((await limit()) === `${1000 + round}.00`).toBe(!isWithdrawn);
    }
  });
});

describe('a proposal', () => {
  it('waits alone for its line, also against another at the same moment', async () => {
    const bodies = [ofLine({ limit: '1.00' }), ofLine({ limit: '2.00' })];
    const answers = await Promise.all(bodies.map((body) => maker.send(routes.propose, { body })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['PROPOSAL_PENDING', null]);
  });

  const use = (amount: string) =>
    portal.db.owner.query('update credit_lines set used = $1 where client_id = $2', [amount, client.clientId]);

  it('[OPE-05] is not applied after its ground has moved, until the new picture is approved', async () => {
    const proposal = await propose(ofLine({ limit: '100000.00' }));
    await use('150000');
    expect((await approve(checker, proposal)).code).toBe('GROUND_CHANGED');
    const [seen] = await waiting();
    if (seen === undefined) throw new Error('nothing waits');
    expect(seen.effect).toEqual({ used: '150000.00', held: '0.00', available: '0.00', excess: '50000.00' });
    // More of the same does not matter.
    await use('160000');
    expect((await approve(checker, seen)).code).toBeNull();
    expect(await limit()).toBe('100000.00');
    await use('0');
  });

  it('expires at the end of the fifth business day and makes room for another', async () => {
    // The third Monday of March is a holiday, and one of the lender's own is added.
    portal.clock.set(new Date('2026-03-11T01:30:00Z'));
    await portal.db.owner.query(`insert into extra_holidays values ('2026-03-12', 'Aniversario')`);
    onTestFinished(async () => void (await portal.db.owner.query(`delete from extra_holidays`)));
    maker = (await asOperator()).session;
    const proposal = await propose(ofLine({ limit: '1.00' }));
    const listed = async (waiting: 'true' | 'false') => {
      const { session } = await asOperator();
      return (await session.call(routes.listProposals, { query: { waiting, clientId: client.clientId } })).data;
    };
    await atLimit(portal.clock, new Date('2026-03-20T06:00:00Z'), {
      before: async () => expect(await listed('true')).toMatchObject([{ id: proposal.id }]),
      after: async () => expect(await listed('true')).toEqual([]),
    });
    const [first, second] = [(await asOperator()).session, (await asOperator()).session];
    expect((await approve(second, proposal)).code).toBe('PROPOSAL_CLOSED');
    expect(await listed('false')).toMatchObject([{ id: proposal.id, state: 'expired', decidedBy: null }]);
    expect((await approve(second, await propose(ofLine({ limit: '2.00' }), first))).code).toBeNull();
  });

  it('loses its base when the product is switched off, and is rejected with a motive', async () => {
    const proposal = await propose(ofLine({ limit: '1.00' }));
    await portal.db.owner.query('update client_products set authorised = false where client_id = $1', [
      client.clientId,
    ]);
    expect((await approve(checker, proposal)).body).toMatchObject({ proposal: { state: 'outdated' } });
    expect((await maker.send(routes.propose, { body: ofLine({ limit: '1.00' }) })).code).toBe('PRODUCT_INACTIVE');
    await portal.db.owner.query('update client_products set authorised = true where client_id = $1', [client.clientId]);
    const next = await propose(ofLine({ limit: '1.00' }));
    const rejected = await decide(checker, next, { kind: 'reject', motive: 'falta el acta' });
    expect(rejected.body).toMatchObject({ proposal: { state: 'rejected', motive: 'falta el acta' } });
    expect(await limit()).toBe('5000000.00');
  });

  it('is refused if nothing changes, if a new line is incomplete, or if the CLABE is wrong', async () => {
    const refusal = async (body: object) => (await maker.send(routes.propose, { body })).code;
    expect(await refusal(ofLine({ limit: '5000000.00', multiCurrency: false }))).toBe('NOTHING_CHANGED');
    expect(await refusal(ofLine({ limit: '1.00' }, { currency: 'USD' }))).toBe('TERMS_INCOMPLETE');
    expect(await refusal(ofLine({ limit: '1000000000000000.00' }))).toBe('INVALID_REQUEST');
    // The highest one can be shown wherever limits are added up.
    await approve(checker, await propose(ofLine({ limit: '999999999999.99' })));
    expect((await maker.call(routes.getOverview)).lines).toContainEqual(
      expect.objectContaining({ currency: 'MXN', limit: expect.stringMatching(/^1?\d{12}\.\d{2}$/) }),
    );
    expect(await maker.refusal(routes.propose, { body: ofAccount('012180001234567890') })).toMatchObject({
      code: 'CLABE_INVALID',
      details: [{ path: 'change.proposed.clabe' }],
    });
  });

  it('[OPE-05] sets the last day of new sales on a line, from today on, or takes it away', async () => {
    const today = portal.clock.today();
    const refused = await maker.refusal(routes.propose, { body: ofLine({ validUntil: addDays(today, -1) }) });
    expect(refused).toMatchObject({ code: 'VALIDITY_OVER', details: [{ path: 'change.proposed.validUntil' }] });
    const ending = await propose(ofLine({ validUntil: today }));
    expect(ending.change).toMatchObject({ now: { validUntil: null }, proposed: { validUntil: today } });
    const validity = async () =>
      (await maker.call(routes.getLenderClient, { params: { clientId: client.clientId } })).client.lines[0]?.validUntil;
    expect(await validity()).toBeNull();
    await approve(checker, ending);
    expect(await validity()).toBe(today);
    await approve(checker, await propose(ofLine({ validUntil: null })));
    expect(await validity()).toBeNull();
  });

  it('[OPE-04] opens a line that did not exist', async () => {
    const terms = {
      limit: '90000.00',
      interestRate: '12.5',
      advancePercent: '80',
      daysInYear: 365,
      moratoryRate: '30',
      multiCurrency: true,
    };
    const proposal = await propose(ofLine(terms, { currency: 'USD' }));
    expect(proposal.change).toMatchObject({ before: null, now: null, proposed: { ...terms, validUntil: null } });
    expect((await approve(checker, proposal)).code).toBeNull();
    const { rows } = await portal.db.owner.query(
      `select credit_limit, trim_scale(interest_rate) as rate, days_in_year, is_multi_currency from credit_lines
       where client_id = $1 and currency = 'USD'`,
      [client.clientId],
    );
    expect(rows).toEqual([{ credit_limit: '90000.00', rate: '12.5', days_in_year: 365, is_multi_currency: true }]);
  });
});

it('[OPE-05] an account that was changed receives no deposit for 24 hours', async () => {
  const seller = await aSeller(portal);
  client = seller.client;
  const sale = await authorisedSale({ session: seller.session, operator: maker }, await seller.invoices());
  const proposal = await propose(ofAccount(undefined, { product: sale.product, currency: sale.currency }));
  expect((await approve(checker, proposal)).code).toBeNull();
  const deposit = { params: { saleId: sale.saleId }, body: { trackingKey: 'COOLING1' } };
  const refusal = async () => (await (await asOperator()).session.send(routes.disburseSale, deposit)).code;
  expect(await refusal()).toBe('ACCOUNT_COOLING');
  await atLimit(portal.clock, 24 * 3_600_000, {
    before: async () => expect(await refusal()).toBe('ACCOUNT_COOLING'),
    after: async () => expect(await refusal()).toBeNull(),
  });
});

it('[OPE-23] tax data and the branch of a client change with a second person, before and after are in the log', async () => {
  const present = { entityName: client.entityName, fiscalRegime: '601', postalCode: '64000', branch: 'MTY' };
  const of = (over: object) => ({
    params: { clientId: client.clientId },
    body: { proposed: { ...present, ...over }, reason: 'nueva constancia' },
  });
  const refusal = async (over: object) => maker.refusal(routes.proposeFiscalData, of(over));
  expect(await refusal({})).toMatchObject({ code: 'NOTHING_CHANGED' });
  expect(await refusal({ fiscalRegime: '612' })).toMatchObject({
    code: 'FISCAL_REGIME_INVALID',
    details: [{ path: 'proposed.fiscalRegime' }],
  });
  expect(await refusal({ branch: 'Ninguna' })).toMatchObject({ code: 'NOT_FOUND' });
  const { proposal } = await maker.call(routes.proposeFiscalData, of({ postalCode: '06600' }));
  expect(proposal).toMatchObject({
    change: { about: { clientId: client.clientId }, now: present, proposed: { ...present, postalCode: '06600' } },
    names: { [client.clientId]: client.entityName },
  });
  expect(await refusal({ postalCode: '06700' })).toMatchObject({ code: 'PROPOSAL_PENDING' });
  expect((await waiting()).map(({ id }) => id)).toEqual([proposal.id]);
  expect((await approve(maker, proposal)).code).toBe('OWN_PROPOSAL');
  const shown = async () =>
    (await maker.call(routes.getLenderClient, { params: { clientId: client.clientId } })).client;
  expect(await shown()).toMatchObject({ ...present, pending: 1 });
  expect((await approve(checker, proposal)).code).toBeNull();
  expect(await shown()).toMatchObject({ ...present, postalCode: '06600', pending: 0 });
  const { data } = await checker.call(routes.listTimeline, { params: { clientId: client.clientId }, query: {} });
  const entries = data.flatMap((each) =>
    each.kind === 'entry' && each.entry.action === 'proposal.made' ? each.entry : [],
  );
  expect(entries[0]).toMatchObject({
    changes: [
      { field: 'propuesta', before: null, after: `Datos fiscales de ${client.entityName}` },
      { field: 'Código postal', before: '64000', after: '06600' },
    ],
    reason: 'nueva constancia',
  });
});
