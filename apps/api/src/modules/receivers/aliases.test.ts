import type { Approval } from '@anticipa/contract/approvals';
import { routes } from '@anticipa/contract/routes';
import { type CompanyStatus, companyStatus, FOREIGN_RFC } from '@anticipa/domain/receiver';
import { type DemoReceiver, foreignReceivers } from '@anticipa/sandbox/demo-parties';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aClient, aCompany, aLine, anOperator, anUploadedInvoice, aUser } from '../../../testing/builders.ts';
import { someInvoices } from '../../../testing/invoice-rows.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import {
  authoriseSale,
  DUE_DATE,
  holdSale,
  payInFull,
  requestSale,
  sellAndDeposit,
} from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';
import { checkInvariants } from '../../invariants/check.ts';

let portal: Portal;
let seller: Seller;
let checker: Session;
let made = 0;

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
  checker = await portal.signIn((await anOperator(portal)).email);
});
afterAll(async () => {
  expect(await checkInvariants(portal.db.owner)).toEqual([]);
  await portal.close();
});
// Each test in a separate minute, so that rate limits do not interfere.
beforeEach(() => portal.clock.pass(60_000));

const { APPROVED, DISABLED, PENDING, REJECTED } = companyStatus;

const named = (name: string): DemoReceiver => {
  const [first] = foreignReceivers;
  if (first === undefined) throw new Error('the demo has no receiver abroad');
  return { ...first, name, abroad: { country: 'USA', taxId: '7' } };
};
const aReceiver = (status: CompanyStatus = APPROVED, client = seller.client) => {
  made += 1;
  return aCompany(portal, { client, receiver: named(`LONE STAR ${made}`), status });
};

const alike = (companyId: string, aliasOf: string) => ({ params: { companyId }, body: { aliasOf, reason: 'Grupo' } });
const asked = (...of: Parameters<typeof alike>) => seller.operator.send(routes.proposeAlias, alike(...of));
const propose = async (companyId: string, aliasOf: string): Promise<Approval> =>
  (await seller.operator.call(routes.proposeAlias, alike(companyId, aliasOf))).proposal;
const approve = ({ id, ground }: Approval, session = checker) =>
  session.send(routes.decideProposal, { params: { proposalId: id }, body: { decision: { kind: 'approve', ground } } });
const declare = async (companyId: string, aliasOf: string) =>
  expect((await approve(await propose(companyId, aliasOf))).code).toBeNull();
const receiver = async (companyId: string) =>
  (await seller.operator.call(routes.getReceiver, { params: { companyId } })).data;
const limit = (companyId: string, amount: string) =>
  seller.operator.send(routes.setReceiverLimit, {
    params: { companyId },
    body: { currency: 'MXN', clientId: null, limit: amount, reason: 'Comité del lunes' },
  });
const setStatus = (companyId: string, statusId: CompanyStatus) =>
  seller.operator.send(routes.setReceiverStatus, { params: { companyId }, body: { statusId, reason: 'Comité' } });
const hold = (documentId: string, session = seller.session) =>
  session.send(routes.setAsPreSell, { body: { documents: [{ documentId, dueDate: DUE_DATE }] } });
const companiesOf = async (documentIds: readonly string[]): Promise<string[]> => {
  const { rows } = await portal.db.owner.query<{ company_id: string }>(
    `select company_id from invoices where document_id = any($1)
     union select company_id from credit_holds where document_id = any($1)`,
    [documentIds],
  );
  return rows.map(({ company_id }) => company_id);
};

describe('[OPE-06] an alias of a receiver abroad', () => {
  it('is declared by two persons; its invoices, what they owe and the new ones are those of the main receiver', async () => {
    const other = await aClient(portal);
    await aLine(portal, { client: other });
    const otherUser = await aUser(portal, { client: other });
    const theirs = await portal.signIn(otherUser.email);
    const main = await aReceiver();
    const alias = await aReceiver(PENDING);
    const aliasName = `LONE STAR ${made}`;
    await aCompany(portal, { client: other, receiver: named(aliasName), status: PENDING });
    const ofMain = await seller.invoices({ companyId: main });
    await holdSale(seller.session, ofMain);
    const [held = '', sold = '', free = '', paid = ''] = await seller.invoices({ companyId: alias, count: 4 });
    await holdSale(seller.session, [held]);
    await sellAndDeposit(seller, [sold, paid]);
    await payInFull(seller.operator, paid);
    const [registered = ''] = await seller.invoices({ companyId: alias, status: 10 });
    const [elsewhere = ''] = await someInvoices(portal, { client: other, user: otherUser, companyId: alias });
    await holdSale(theirs, [elsewhere]);
    await seller.session.call(routes.savePaymentHabit, {
      body: {
        rfc: FOREIGN_RFC,
        razonSocial: aliasName,
        paymentDays: 45,
        weekDays: { monday: false, tuesday: true, wednesday: false, thursday: false, friday: false },
      },
    });

    const proposal = await propose(alias, main);
    expect(proposal).toMatchObject({
      change: {
        kind: 'receiver-alias',
        about: { companyId: alias },
        now: { status: 10 },
        proposed: { aliasOf: main, status: 20 },
      },
      names: { [alias]: aliasName, [main]: (await receiver(main)).name },
      effect: null,
    });
    expect((await asked(alias, main)).code).toBe('PROPOSAL_PENDING');
    expect((await approve(proposal, seller.operator)).code).toBe('OWN_PROPOSAL');
    expect((await receiver(alias)).aliasOf).toBeNull();
    expect((await approve(proposal)).body).toMatchObject({ proposal: { state: 'approved' } });

    expect(await companiesOf([...ofMain, held, sold, free, registered, elsewhere])).toEqual([main]);
    const { rows } = await portal.db.owner.query('select status from invoices where document_id = $1', [registered]);
    expect(rows).toEqual([{ status: 20 }]);
    const shown = await receiver(main);
    expect(shown).toMatchObject({
      aliasOf: null,
      aliases: [{ companyId: alias, name: aliasName, rfc: FOREIGN_RFC, taxId: '7' }],
      clients: 2,
      exposures: [{ currency: 'MXN', limit: null, held: '348000.00', owed: '116000.00' }],
    });
    expect(shown.pairs.map(({ exposures }) => exposures[0]?.held).toSorted()).toEqual(['116000.00', '232000.00']);
    expect(await receiver(alias)).toMatchObject({
      aliasOf: { companyId: main, name: shown.name },
      exposures: [{ held: '0.00', owed: '0.00' }],
    });
    const found = await seller.operator.call(routes.listReceivers, { query: { search: aliasName.toLowerCase() } });
    expect(found.data.map(({ companyId }) => companyId)).toEqual([main]);
    const waiting = await seller.operator.call(routes.listReceivers, { query: { status: '10' } });
    expect(waiting).toMatchObject({ data: [], waiting: 0 });

    // The limit of the main receiver counts both.
    expect((await limit(main, '464000.00')).code).toBeNull();
    expect((await hold(free)).code).toBe('RECEIVER_LIMIT_EXCEEDED');
    await payInFull(seller.operator, sold);
    expect((await hold(free)).code).toBeNull();
    expect((await receiver(main)).exposures).toMatchObject([{ held: '464000.00', owed: '0.00' }]);

    const spec = { receiver: named(aliasName) };
    const entered = await anUploadedInvoice(portal, { session: theirs, client: other, spec });
    expect(entered).toMatchObject({ companyId: main, receiverName: aliasName });
    const habit = await portal.db.owner.query(
      'select payment_days from payment_habits where company_id = $1 and client_id = $2',
      [main, seller.client.clientId],
    );
    expect(habit.rows).toEqual([{ payment_days: 45 }]);
    const log = await portal.db.owner.query(
      `select action, details->>'reason' as reason, actor_id from audit where subject = $1 order by audit_id`,
      [`proposal:${proposal.id}`],
    );
    expect(log.rows.map(({ action, reason }) => [action, reason])).toEqual([
      ['proposal.made', 'Grupo'],
      ['proposal.decided', null],
    ]);
    expect(new Set(log.rows.map(({ actor_id }) => actor_id)).size).toBe(2);
  });

  it('takes over sales on their way: what was held before is answered, deposited and paid', async () => {
    const [main, alias] = [await aReceiver(), await aReceiver()];
    const [documentId = ''] = await seller.invoices({ companyId: alias });
    const sales = await requestSale(seller.session, [documentId]);
    await declare(alias, main);
    for (const sale of sales) await authoriseSale(seller.operator, sale);
    const params = { saleId: sales[0]?.saleId ?? '' };
    await seller.operator.call(routes.disburseSale, { params, body: { trackingKey: 'SPEIALIAS1' } });
    expect((await receiver(main)).exposures).toMatchObject([{ held: '0.00', owed: '116000.00' }]);
    await payInFull(seller.operator, documentId);
    expect((await receiver(main)).exposures).toMatchObject([{ held: '0.00', owed: '0.00' }]);
  });

  it('has one list and one saved habit with its main receiver, under either name', async () => {
    const main = await aReceiver();
    const mainName = `LONE STAR ${made}`;
    const alias = await aReceiver();
    const aliasName = `LONE STAR ${made}`;
    await declare(alias, main);
    const habit = {
      rfc: FOREIGN_RFC,
      paymentDays: 30,
      weekDays: { monday: true, tuesday: false, wednesday: false, thursday: false, friday: false },
    };
    await seller.session.call(routes.savePaymentHabit, { body: { ...habit, razonSocial: aliasName } });
    const { data } = await seller.session.call(routes.findCompanies, {});
    const names = data.filter(({ razonSocial }) => [mainName, aliasName].includes(razonSocial));
    expect(names).toMatchObject([{ companyId: main, razonSocial: mainName, paymentDays: [{ paymentDays: 30 }] }]);
  });

  it('is refused where it would form a chain, a circle or hide a decision', async () => {
    const [main, alias, third, pending, refused] = [
      await aReceiver(),
      await aReceiver(),
      await aReceiver(),
      await aReceiver(PENDING),
      await aReceiver(REJECTED),
    ];
    const missing = '0198aaaa-0000-4000-8000-000000000001';
    expect((await asked(alias, missing)).code).toBe('NOT_FOUND');
    expect((await asked(alias, alias)).code).toBe('ALIAS_OF_ITSELF');
    expect((await asked(alias, seller.companyId)).code).toBe('ALIAS_ABROAD_AND_DOMESTIC');
    expect((await asked(seller.companyId, main)).code).toBe('ALIAS_ABROAD_AND_DOMESTIC');
    expect((await asked(alias, pending)).code).toBe('ALIAS_UNDECIDED');
    expect((await asked(refused, main)).code).toBe('ALIAS_UNDECIDED');
    await declare(alias, main);
    expect((await asked(third, alias)).code).toBe('RECEIVER_IS_ALIAS');
    expect((await asked(alias, third)).code).toBe('RECEIVER_IS_ALIAS');
    expect((await asked(main, alias)).code).toBe('RECEIVER_IS_ALIAS');
    expect((await asked(main, third)).code).toBe('RECEIVER_HAS_ALIASES');
    expect((await setStatus(alias, DISABLED)).code).toBe('RECEIVER_IS_ALIAS');
    expect((await limit(alias, '1.00')).code).toBe('RECEIVER_IS_ALIAS');
  });

  it('cannot be approved unseen once a receiver was decided on otherwise, nor beyond a limit', async () => {
    const [main, alias] = [await aReceiver(), await aReceiver(PENDING)];
    const [documentId = ''] = await seller.invoices({ companyId: alias });
    await holdSale(seller.session, [documentId]);
    const proposal = await propose(alias, main);
    await setStatus(alias, APPROVED);
    expect((await approve(proposal)).code).toBe('GROUND_CHANGED');
    await setStatus(alias, PENDING);
    await limit(main, '115999.99');
    expect((await approve(proposal)).code).toBe('RECEIVER_LIMIT_EXCEEDED');
    expect(await companiesOf([documentId])).toEqual([alias]);
    await setStatus(main, DISABLED);
    expect((await approve(proposal)).body).toMatchObject({ proposal: { state: 'outdated' } });
    const again = await propose(alias, main);
    expect(again.change.proposed).toMatchObject({ status: 30 });
  });

  it('ends what waited for its limits, and keeps its limit and payment days where the main receiver has none', async () => {
    const [main, alias] = [await aReceiver(), await aReceiver()];
    await limit(alias, '500.00');
    const raised = (await limit(alias, '900.00')).body as { proposal: Approval };
    const weekDays = { monday: true, tuesday: false, wednesday: false, thursday: false, friday: false };
    await seller.operator.call(routes.setPaymentPolicy, {
      params: { companyId: alias },
      body: { seen: null, policy: { term: 60, weekDays }, reason: 'Convenio firmado' },
    });
    await declare(alias, main);
    expect(await receiver(main)).toMatchObject({
      policy: { term: 60, weekDays },
      exposures: [{ currency: 'MXN', limit: '500.00' }],
    });
    expect((await approve(raised.proposal)).body).toMatchObject({ proposal: { state: 'outdated' } });
  });
});

describe('[OPE-06] races of an alias', () => {
  it('an alias races with the sale and the entry of its invoices: all end with the main receiver', async () => {
    const main = await aReceiver();
    for (let round = 0; round < rounds(10, 300); round += 1) {
      portal.clock.pass(20_000);
      const alias = await aReceiver();
      const receiver = named(`LONE STAR ${made}`);
      const [documentId = ''] = await seller.invoices({ companyId: alias, total: '1000.00' });
      const proposal = await propose(alias, main);
      const [sold, entered, applied] = await Promise.all([
        hold(documentId),
        anUploadedInvoice(portal, { session: seller.session, client: seller.client, spec: { receiver } }),
        approve(proposal),
      ]);
      expect([sold.code, applied.code]).toEqual([null, null]);
      expect(await companiesOf([documentId, entered.documentId])).toEqual([main]);
    }
  });

  it('an alias races with its rejection: either the alias is declared or the rejection stands', async () => {
    const main = await aReceiver();
    for (let round = 0; round < rounds(10, 300); round += 1) {
      portal.clock.pass(20_000);
      const alias = await aReceiver();
      const proposal = await propose(alias, main);
      const [decided, rejected] = await Promise.all([approve(proposal), setStatus(alias, REJECTED)]);
      const isDeclared = (decided.body as { proposal: Approval }).proposal.state === 'approved';
      expect(rejected.code).toBe(isDeclared ? 'RECEIVER_IS_ALIAS' : null);
      expect((await receiver(alias)).statusId).toBe(isDeclared ? APPROVED : REJECTED);
    }
  });

  it('two aliases race: no chain is formed', async () => {
    for (let round = 0; round < rounds(10, 300); round += 1) {
      portal.clock.pass(20_000);
      const [first, second, third] = [await aReceiver(), await aReceiver(), await aReceiver()];
      const proposals = [await propose(first, second), await propose(second, third)];
      const answers = await Promise.all(proposals.map((proposal) => approve(proposal)));
      const states = answers.map(({ body }) => (body as { proposal: Approval }).proposal.state);
      expect(states.toSorted()).toEqual(['approved', 'outdated']);
    }
  });
});
