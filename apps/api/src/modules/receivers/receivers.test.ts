import { routes } from '@anticipa/contract/routes';
import { companyStatus } from '@anticipa/domain/receiver';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aClient,
  aCompany,
  aLine,
  anOperator,
  anUploadedInvoice,
  aUser,
  secondReceiver,
} from '../../../testing/builders.ts';
import { someInvoices } from '../../../testing/invoice-rows.ts';
import { untilRowIsAwaited, untilTupleIsAwaited } from '../../../testing/locks.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { DUE_DATE, holdSale, requestSale, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let seller: Seller;
let checker: Session;

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
  checker = await portal.signIn((await anOperator(portal)).email);
});
afterAll(() => portal.close());

const { APPROVED, DISABLED, PENDING, REJECTED_FOR_PLD } = companyStatus;

const decide = (companyId: string, statusId: number) =>
  seller.operator.call(routes.setReceiverStatus, {
    params: { companyId },
    body: { statusId, reason: 'Comité del lunes' },
  });
const limit = (companyId: string, amount: string | null, clientId: string | null = null) =>
  seller.operator.call(routes.setReceiverLimit, {
    params: { companyId },
    body: { currency: 'MXN', clientId, limit: amount, reason: 'Comité del lunes' },
  });
const refusedLimit = (amount: string | null) =>
  seller.operator.refusal(routes.setReceiverLimit, {
    params: { companyId: seller.companyId },
    body: { currency: 'MXN', clientId: null, limit: amount, reason: 'Comité del lunes' },
  });
/** A second person approves it if it is higher. */
const limitWithApproval = async (companyId: string, amount: string | null, clientId: string | null = null) => {
  const { proposal } = await limit(companyId, amount, clientId);
  if (proposal === null) return;
  const decision = { kind: 'approve', ground: proposal.ground };
  await checker.call(routes.decideProposal, { params: { proposalId: proposal.id }, body: { decision } });
};
const receiver = async (companyId = seller.companyId) =>
  (await seller.operator.call(routes.getReceiver, { params: { companyId } })).data;
const exposures = async () => (await receiver()).exposures;
const stateOf = async (documentIds: readonly string[]) => {
  const { rows } = await portal.db.owner.query<{ status: number; motive: string | null }>(
    'select status, motive from invoices where document_id = any($1) order by folio::integer',
    [documentIds],
  );
  return rows.map(({ status, motive }) => motive ?? status);
};
const hold = (documentIds: readonly string[]) =>
  seller.session.send(routes.setAsPreSell, {
    body: { documents: documentIds.map((documentId) => ({ documentId, dueDate: DUE_DATE, purchaseOrder: 'OC1' })) },
  });
const cancelHeld = (numberOfSale: number) =>
  seller.session.call(routes.cancelPreSell, { body: { numberOfSales: [numberOfSale] } });

describe('[OPE-06] a decision on a receiver', () => {
  it('releases the confirmed invoices that wait for it, of every client, and rejects those outside a sale', async () => {
    const { client, user } = seller;
    const other = await aClient(portal);
    const theirs = { client: other, user: await aUser(portal, { client: other }) };
    const pending = { receiver: secondReceiver(), status: PENDING };
    const companyId = await aCompany(portal, { client, ...pending });
    await aCompany(portal, { client: other, ...pending });
    const own = await someInvoices(portal, { client, user, companyId, status: 10, count: 2 });
    const [elsewhere = ''] = await someInvoices(portal, { ...theirs, companyId, status: 10 });
    await portal.db.owner.query(`update invoices set verification = 'pending' where document_id = $1`, [own[1]]);

    const { data, waiting } = await seller.operator.call(routes.listReceivers, { query: { status: '10' } });
    expect(waiting).toBe(1);
    expect(data).toMatchObject([
      {
        companyId,
        statusId: PENDING,
        released: { invoices: 2, clients: 2 },
        rejected: { invoices: 3, clients: 2 },
        unsold: [{ currency: 'MXN', amount: '348000.00' }],
        clients: 2,
        name: secondReceiver().name,
      },
    ]);
    const names = (await receiver(companyId)).pairs.map(({ clientId, name }) => [clientId, name]);
    const name = secondReceiver().name;
    expect(names.toSorted()).toEqual([client, other].map(({ clientId }) => [clientId, name]).toSorted());
    const approved = await decide(companyId, APPROVED);
    expect(approved).toMatchObject({ data: { statusId: APPROVED }, moved: { invoices: 2, clients: 2 } });
    expect(await stateOf(own)).toEqual([20, 10]);
    expect(await stateOf([elsewhere])).toEqual([20]);
    expect((await seller.operator.call(routes.listReceivers, { query: { status: '10' } })).data).toEqual([]);

    expect((await decide(companyId, REJECTED_FOR_PLD)).moved).toEqual({ invoices: 3, clients: 2 });
    expect(await stateOf(own)).toEqual(['RECEIVER_REJECTED', 'RECEIVER_REJECTED']);
    const search = secondReceiver().rfc.slice(0, 6).toLowerCase();
    const found = await seller.operator.call(routes.listReceivers, { query: { search } });
    expect(found.data).toMatchObject([{ companyId, statusId: REJECTED_FOR_PLD }]);
    const { rows } = await portal.db.owner.query(
      `select details from audit where action = 'receiver.status' order by recorded_at, audit_id`,
    );
    expect(rows.map(({ details }) => [details.before, details.after, details.reason])).toEqual([
      [PENDING, APPROVED, 'Comité del lunes'],
      [APPROVED, REJECTED_FOR_PLD, 'Comité del lunes'],
    ]);
  });

  it('leaves invoices in a sale to its answer', async () => {
    const documentIds = await seller.invoices();
    await requestSale(seller.session, documentIds);
    await decide(seller.companyId, DISABLED);
    expect(await stateOf(documentIds)).toEqual([25]);
    await decide(seller.companyId, APPROVED);
  });
});

describe('[OPE-06] the limit of a receiver', () => {
  it('counts what is held and owed until it is paid, and stops the sale that exceeds it', async () => {
    const [before = { held: '0.00', owed: '0.00' }] = await exposures();
    await sellAndDeposit(seller, await seller.invoices());
    const [held] = await holdSale(seller.session, await seller.invoices());
    const taken = Number(before.held) + Number(before.owed) + 232_000;
    expect(await exposures()).toEqual([
      {
        currency: 'MXN',
        limit: null,
        held: (Number(before.held) + 116_000).toFixed(2),
        owed: (Number(before.owed) + 116_000).toFixed(2),
      },
    ]);
    await limit(seller.companyId, (taken + 115_999.99).toFixed(2));
    const documentIds = await seller.invoices();
    expect(await hold(documentIds)).toMatchObject({
      status: 409,
      code: 'RECEIVER_LIMIT_EXCEEDED',
      body: { error: { details: [{ path: documentIds[0] }] } },
    });
    await limitWithApproval(seller.companyId, (taken + 116_000).toFixed(2));
    await holdSale(seller.session, documentIds);
    await cancelHeld(held?.numberOfSale ?? 0);
    await limitWithApproval(seller.companyId, null);
  });

  it('the limit of one client leaves the others alone', async () => {
    const { client, companyId } = seller;
    await limit(companyId, '1.00', client.clientId);
    expect(await hold(await seller.invoices())).toMatchObject({ code: 'RECEIVER_LIMIT_EXCEEDED' });
    const other = await aClient(portal);
    await aLine(portal, { client: other });
    const user = await aUser(portal, { client: other });
    await aCompany(portal, { client: other });
    const theirs = await someInvoices(portal, { client: other, user, companyId });
    await holdSale(await portal.signIn(user.email), theirs);
    await limitWithApproval(companyId, null, client.clientId);
    const unlinked = await aClient(portal);
    const body = { currency: 'MXN', clientId: unlinked.clientId, limit: '1.00', reason: 'Comité' };
    expect(await seller.operator.refusal(routes.setReceiverLimit, { params: { companyId }, body })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('holds for concurrent sales of several clients: exactly what fits is sold', async () => {
    const { companyId } = seller;
    const sellers = await Promise.all(
      [1, 2].map(async () => {
        const client = await aClient(portal);
        await aLine(portal, { client, limit: '9000000.00' });
        const user = await aUser(portal, { client });
        await aCompany(portal, { client });
        const documentIds = await someInvoices(portal, { client, user, companyId, count: 10 });
        return { session: await portal.signIn(user.email), documentIds };
      }),
    );
    const [{ held = '0', owed = '0' } = {}] = await exposures();
    await limit(companyId, (Number(held) + Number(owed) + 5 * 116_000).toFixed(2));
    const answers = await Promise.all(
      sellers.flatMap(({ session, documentIds }) =>
        documentIds.map((documentId) =>
          session.send(routes.setAsPreSell, { body: { documents: [{ documentId, dueDate: DUE_DATE }] } }),
        ),
      ),
    );
    const codes = Map.groupBy(answers, ({ code }) => code ?? 'sold');
    expect([codes.get('sold')?.length, codes.get('RECEIVER_LIMIT_EXCEEDED')?.length]).toEqual([5, 15]);
    await limitWithApproval(companyId, null);
  });
});

describe('[OPE-05] [OPE-06] a higher limit', () => {
  it('waits for a second person, who sees what is owed; a lower one applies at once', async () => {
    const { companyId, client } = seller;
    const limitNow = async () => (await exposures())[0]?.limit ?? null;
    expect((await limit(companyId, '9000000')).proposal).toBeNull();
    expect(await limitNow()).toBe('9000000.00');
    expect((await refusedLimit('9000000.00')).code).toBe('NOTHING_CHANGED');
    const { proposal, data } = await limit(companyId, '9000000.01');
    const [{ held, owed } = { held: '', owed: '' }] = data.exposures;
    expect(proposal).toMatchObject({
      change: {
        kind: 'receiver-limit',
        about: { companyId, clientId: null, currency: 'MXN' },
        before: { limit: '9000000.00' },
        now: { limit: '9000000.00' },
        proposed: { limit: '9000000.01' },
      },
      names: { [companyId]: data.name },
      effect: { used: owed, held, excess: '0.00' },
    });
    expect(await limitNow()).toBe('9000000.00');
    expect((await refusedLimit(null)).code).toBe('PROPOSAL_PENDING');
    const decide = (session: Session, ground: string | null | undefined) =>
      session.send(routes.decideProposal, {
        params: { proposalId: proposal?.id ?? '' },
        body: { decision: { kind: 'approve', ground } },
      });
    expect((await decide(seller.operator, proposal?.ground)).code).toBe('OWN_PROPOSAL');
    await limit(companyId, '8000000.00');
    expect((await decide(checker, proposal?.ground)).code).toBe('GROUND_CHANGED');
    const waiting = (await checker.call(routes.listProposals, { query: { waiting: 'true' } })).data;
    expect(waiting).toMatchObject([{ change: { before: { limit: '9000000.00' }, now: { limit: '8000000.00' } } }]);
    expect((await decide(checker, waiting[0]?.ground)).code).toBeNull();
    expect(await limitNow()).toBe('9000000.01');

    await limit(companyId, '5.00', client.clientId);
    const ofPair = (await limit(companyId, null, client.clientId)).proposal;
    expect(ofPair).toMatchObject({
      change: { about: { clientId: client.clientId }, proposed: { limit: null } },
      names: { [client.clientId]: client.entityName },
      effect: { available: null },
    });
    await limitWithApproval(companyId, null);
    await seller.operator.call(routes.decideProposal, {
      params: { proposalId: ofPair?.id ?? '' },
      body: { decision: { kind: 'withdraw' } },
    });
    expect((await receiver()).pairs.find(({ clientId }) => clientId === client.clientId)?.exposures).toMatchObject([
      { currency: 'MXN', limit: '5.00' },
    ]);
    await limitWithApproval(companyId, null, client.clientId);
  });
});

describe('[OPE-06] the programme of a receiver', () => {
  const programme = (clientId: string, fbProgramme: boolean) =>
    seller.operator.send(routes.setProgramme, {
      params: { companyId: seller.companyId },
      body: { clientId, fbProgramme, reason: 'Convenio firmado' },
    });

  it('decides the product of new invoices; those that are in keep theirs', async () => {
    const client = await aClient(portal);
    await aCompany(portal, { client });
    const session = await portal.signIn((await aUser(portal, { client })).email);
    const first = await anUploadedInvoice(portal, { session, client });
    expect((await programme(client.clientId, true)).code).toBeNull();
    const second = await anUploadedInvoice(portal, { session, client });
    const productOf = async (documentId: string) =>
      (await portal.db.owner.query('select product from invoices where document_id = $1', [documentId])).rows[0]
        ?.product;
    expect([await productOf(first.documentId), await productOf(second.documentId)]).toEqual(['BI', 'FB']);
    const pair = (await receiver()).pairs.find(({ clientId }) => clientId === client.clientId);
    expect(pair).toMatchObject({ fbProgramme: true });
  });

  it('needs a client with the product that is linked to the receiver', async () => {
    const without = await aClient(portal, { products: { BI: {} } });
    await aCompany(portal, { client: without });
    expect((await programme(without.clientId, true)).code).toBe('PRODUCT_INACTIVE');
    expect((await programme((await aClient(portal)).clientId, true)).code).toBe('NOT_FOUND');
  });
});

describe('[OPE-06] races', () => {
  it('a receiver disabled while its invoice is sold: sold before, or rejected', async () => {
    for (let round = 0; round < rounds(50, 1000); round += 1) {
      // Many rounds stay within the rate limits.
      portal.clock.pass(1000);
      const [documentId = ''] = await seller.invoices({ total: '1000.00' });
      const [sold] = await Promise.all([hold([documentId]), decide(seller.companyId, DISABLED)]);
      const [state] = await stateOf([documentId]);
      expect([sold.status, state]).toEqual(sold.status === 200 ? [200, 25] : [422, 'RECEIVER_DISABLED']);
      await decide(seller.companyId, APPROVED);
    }
  });
});

it('[DIN-116] the second of two operators who change payment days at once is refused in words and saves nothing', async () => {
  const { operator, companyId } = seller;
  const { owner } = portal.db;
  const weekDays = { monday: false, tuesday: true, wednesday: false, thursday: false, friday: true };
  const { policy: seen } = await receiver();
  const change = (by: Session, term: number, of = seen) =>
    by.send(routes.setPaymentPolicy, {
      params: { companyId },
      body: { seen: of, policy: { term, weekDays }, reason: 'Convenio con el receptor' },
    });
  await owner.query('begin');
  await owner.query('select from companies where company_id = $1 for update', [companyId]);
  const first = change(operator, 45);
  await untilRowIsAwaited(owner);
  const second = change(checker, 60);
  await untilTupleIsAwaited(owner);
  await owner.query('commit');
  expect([(await first).code, (await second).code]).toEqual([null, 'POLICY_CHANGED']);
  const { policy: saved } = await receiver();
  expect(saved).toEqual({ term: 45, weekDays });
  expect((await change(checker, 60, saved)).code).toBe(null);
  const { rows } = await owner.query(
    `select details -> 'before' ->> 'term' as before, details -> 'after' ->> 'term' as after from audit
     where action = 'receiver.policy' and subject = $1 order by audit_id`,
    [`receiver:${companyId}`],
  );
  expect(rows).toEqual([
    { before: null, after: '45' },
    { before: '45', after: '60' },
  ]);
});
