import { randomUUID } from 'node:crypto';
import type { Approval } from '@anticipa/contract/approvals';
import { type RouteName, routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anOperator, aUser } from '../../../testing/builders.ts';
import { callsInViews } from '../../../testing/calls-in-views.ts';
import { untilRowIsAwaited } from '../../../testing/locks.ts';
import type { Portal } from '../../../testing/portal.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { aPayment, approvalOf, authoriseSale, collect, DUE_DATE, requestOneSale } from '../../../testing/sale-steps.ts';
import { aSeller } from '../../../testing/seller.ts';
import { PASSWORD, type Session } from '../../../testing/session.ts';
import { snapshotOf } from '../../../testing/snapshot.ts';
import { aSealingKey } from '../../../testing/sync-providers.ts';
import { aSyncingClient } from '../../../testing/syncing-client.ts';
import { aView } from '../../../testing/views.ts';

const DAY_MS = 24 * 3_600_000;

let mails: PortalWithMail;
let portal: Portal;
let start: Date;
let support: Session;
let second: Session;
beforeAll(async () => {
  mails = await startPortalWithMail({ ciecKeys: [aSealingKey('2026', 1)] });
  ({ portal } = mails);
  start = portal.clock.now();
});
afterAll(() => mails.close());
beforeEach(async () => {
  portal.clock.set(start);
  await signIn();
});

const signIn = async (): Promise<void> => {
  support = await portal.signIn((await anOperator(portal, { roles: ['soporte'] })).email);
  second = await portal.signIn((await anOperator(portal, { roles: ['riesgo'] })).email);
};

interface Named {
  readonly clientId: string;
}
const asked = ({ clientId }: Named, state: 'open' | 'closed') => ({
  params: { clientId },
  body: { state, reason: 'terminó su contrato' },
});
const propose = async (client: Named, state: 'open' | 'closed'): Promise<Approval> =>
  (await support.call(routes.proposeClientState, asked(client, state))).proposal;
const change = async (client: Named, state: 'open' | 'closed'): Promise<void> => {
  const { proposal } = await second.call(routes.decideProposal, approvalOf(await propose(client, state)));
  expect(proposal.state).toBe('approved');
};
const closingOf = ({ clientId }: Named) => support.call(routes.getClosing, { params: { clientId } });
const stateOf = async ({ clientId }: Named) =>
  (await support.call(routes.getLenderClient, { params: { clientId } })).client;

it('[OPE-85] shows the open sale, the credit, the balance to pay out and the CFDI to issue, and closes with none of them', async () => {
  const seller = await aSeller(portal);
  const { client, operator } = seller;
  const invoices = await seller.invoices();
  const sale = await requestOneSale(seller.session, invoices);
  const { saleId, numberOfSale } = sale;
  expect(await closingOf(client)).toMatchObject({
    figures: { sales: 1, credit: 0, proposals: 0 },
    sales: [{ saleId, numberOfSale, isOpen: true }],
  });
  expect((await support.send(routes.proposeClientState, asked(client, 'closed'))).code).toBe('CLIENT_NOT_SETTLED');
  await authoriseSale(operator, sale);
  await operator.call(routes.disburseSale, { params: { saleId }, body: { trackingKey: 'CIERRE1' } });
  const inCredit = await closingOf(client);
  expect(inCredit).toMatchObject({ figures: { sales: 0, credit: 1 }, sales: [{ saleId, isOpen: false }] });
  expect(inCredit.balances.map(({ account, amount }) => [account, amount])).toContainEqual(['CARTERA', '116000.00']);
  portal.clock.set(new Date(`${DUE_DATE}T18:00:00Z`));
  const cashier = await portal.signIn((await anOperator(portal)).email);
  await collect(cashier, aPayment({ documentIds: invoices }, { valueDate: DUE_DATE }));
  await signIn();
  const settled = await closingOf(client);
  expect(settled.figures).toMatchObject({ sales: 0, credit: 0 });
  expect(settled.figures.cfdi).toBeGreaterThan(0);
  const due = settled.balances.find(({ account }) => account === 'POR_DEPOSITAR');
  const amount = due?.amount.replace('-', '');
  await cashier.call(routes.confirmPayout, {
    body: { clientId: client.clientId, currency: 'MXN', amount, trackingKey: 'DEVUELTO1' },
  });
  const paidOut = await closingOf(client);
  expect(paidOut.balances.map(({ account }) => account)).toEqual(['IVA_POR_FACTURAR']);
  expect((await support.send(routes.proposeClientState, asked(client, 'closed'))).code).toBe('CLIENT_NOT_SETTLED');
});

it('[OPE-85] needs a second person, who is refused while something is open, and is undone the same way', async () => {
  const { client } = await aSeller(portal);
  const administrator = await aUser(portal, { client, isAdmin: true });
  const proposal = await propose(client, 'closed');
  expect((await support.send(routes.decideProposal, approvalOf(proposal))).code).toBe('OWN_PROPOSAL');
  expect((await support.send(routes.proposeClientState, asked(client, 'closed'))).code).toBe('PROPOSAL_PENDING');
  const { proposal: line } = await second.call(routes.propose, {
    body: {
      clientId: client.clientId,
      product: 'BI',
      currency: 'MXN',
      reason: 'revisión anual',
      change: { kind: 'credit-line', proposed: { limit: '1000.00' } },
    },
  });
  expect((await second.send(routes.decideProposal, approvalOf(proposal))).code).toBe('CLIENT_NOT_SETTLED');
  expect((await stateOf(client)).state).toBe('open');
  await second.call(routes.decideProposal, {
    params: { proposalId: line.id },
    body: { decision: { kind: 'withdraw' } },
  });
  await second.call(routes.decideProposal, approvalOf(proposal));
  await mails.deliver();
  expect(mails.mailsTo(administrator.email).map(({ subject }) => subject)).toEqual([
    'Se cerró la cuenta de tu empresa',
  ]);
  expect((await support.send(routes.proposeClientState, asked(client, 'closed'))).code).toBe('NOTHING_CHANGED');
  const { clientId } = client;
  const product = { product: 'BI', authorised: true, active: true, reason: 'firmó otra vez' };
  const sync = { allowed: true, reason: 'firmó otra vez' };
  expect((await support.send(routes.setClientProduct, { params: { clientId }, body: product })).code).toBe(
    'CLIENT_CLOSED',
  );
  expect((await support.send(routes.setClientSync, { params: { clientId }, body: sync })).code).toBe('CLIENT_CLOSED');
  await change(client, 'open');
  expect(await stateOf(client)).toMatchObject({ state: 'open', readsUntil: null });
  const { rows } = await portal.db.owner.query(
    `select action, details ->> 'after' as after from audit where client_id = $1 and action like 'client.%ed' order by audit_id`,
    [clientId],
  );
  expect(rows).toEqual([
    { action: 'client.closed', after: 'closed' },
    { action: 'client.reopened', after: 'open' },
  ]);
});

const ofUsers = (Object.keys(routes) as RouteName[]).filter(
  (name) => routes[name].audience === 'client' || routes[name].audience === 'session',
);

it('[OPE-86] the people of a closed client read, and each other call of theirs is refused and changes nothing', async () => {
  const seller = await aSeller(portal);
  const { client } = seller;
  const administrator = await aUser(portal, { client, isAdmin: true });
  const session = await portal.signIn(administrator.email);
  const { signedUrl } = await session.call(routes.signedUrl, { query: { filename: 'a.xml', clientRFC: client.rfc } });
  await change(client, 'closed');
  await mails.deliver();
  const ofSessions = ['logout', 'listSessions', 'endSession', 'listCompanies', 'enterCompany', 'declineCompany'];
  const ofFactors = [
    'listPasskeys',
    'beginPasskey',
    'addPasskey',
    'removePasskey',
    'getAuthenticator',
    'beginAuthenticator',
    'addAuthenticator',
  ];
  const own = [...ofSessions, ...ofFactors];
  const before = await snapshotOf(portal.db.owner);
  for (const name of ofUsers.filter((one) => !callsInViews.has(one) && !own.includes(one))) {
    const route = routes[name];
    const ids = [...route.path.matchAll(/:(\w+)/g)].map(([, param = '']) => [param, randomUUID()]);
    expect([name, (await session.send(route, { params: Object.fromEntries(ids), body: {} })).code]).toEqual([
      name,
      'CLIENT_CLOSED',
    ]);
  }
  const { pathname, search } = new URL(signedUrl);
  const put = await portal.app.inject({
    method: 'PUT',
    url: pathname + search,
    payload: '<a/>',
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(put.json()).toMatchObject({ error: { code: 'CLIENT_CLOSED' } });
  expect(await snapshotOf(portal.db.owner)).toEqual(before);
  for (const name of ['getHome', 'listInvoices', 'listSales', 'listPayers', 'getStatement'] as const)
    expect([name, (await session.send(routes[name], { params: { rfc: client.rfc } })).code]).not.toContain(
      'CLIENT_CLOSED',
    );
  expect((await session.call(routes.getSession)).user?.readsUntil).toBe((await stateOf(client)).readsUntil);
  const colleague = await portal.signIn(administrator.email);
  const sessions = (await session.call(routes.listSessions)).data;
  const sessionId = sessions.find((one) => !one.current)?.sessionId ?? '';
  await session.call(routes.endSession, { params: { sessionId }, body: {} });
  expect((await colleague.send(routes.getHome)).code).toBe('NO_SESSION');
  await change(client, 'open');
  expect((await session.send(routes.saveSurvey, { body: {} })).code).not.toBe('CLIENT_CLOSED');
  const other = await aSeller(portal);
  expect((await other.session.call(routes.getSession)).user?.readsUntil).toBeNull();
});

it('[OPE-86] nobody of a closed client signs in once the time for reading is over, nor sees it as an operator', async () => {
  const { client } = await aSeller(portal);
  const administrator = await aUser(portal, { client, isAdmin: true });
  await change(client, 'closed');
  const view = await aView(support, client);
  expect((await view.send(routes.getHome)).code).toBeNull();
  const session = await portal.signIn(administrator.email);
  portal.clock.pass(90 * DAY_MS - 1000);
  const late = await portal.signIn(administrator.email);
  portal.clock.pass(1000);
  expect((await late.send(routes.getHome)).code).toBe('NO_SESSION');
  expect((await session.send(routes.getHome)).code).toBe('NO_SESSION');
  const credential = { username: administrator.email, password: PASSWORD };
  expect((await portal.visitor.send(routes.login, { body: credential })).code).toBe('USER_NOT_ACTIVE');
});

it('[OPE-86] a sale that is on its way when its client is closed is refused', async () => {
  const { client, session, invoices } = await aSeller(portal);
  const documents = (await invoices()).map((documentId) => ({ documentId, dueDate: DUE_DATE, purchaseOrder: 'OC1' }));
  const { owner } = portal.db;
  await owner.query('begin');
  await owner.query('select from clients where client_id = $1 for update', [client.clientId]);
  await owner.query(
    `update clients set client_state = 'closed', reads_until = now() + interval '1 day' where client_id = $1`,
    [client.clientId],
  );
  const selling = session.send(routes.setAsPreSell, { body: { documents } });
  await untilRowIsAwaited(owner).finally(() => owner.query('commit'));
  expect((await selling).code).toBe('CLIENT_CLOSED');
});

it('[OPE-86] closing disconnects the client from the tax authority, and its password is deleted', async () => {
  const syncing = await aSyncingClient(mails);
  const { client } = syncing;
  await syncing.connect();
  const kept = async () =>
    (await portal.db.owner.query('select from sync_passwords where client_id = $1', [client.clientId])).rowCount;
  expect((await closingOf(client)).figures).toMatchObject({ sync: 1 });
  await mails.deliver();
  await portal.db.owner.query(`update sync_runs set state = 'finished', ended_at = now() where client_id = $1`, [
    client.clientId,
  ]);
  expect(await kept()).toBe(1);
  await change(client, 'closed');
  await mails.deliver();
  expect(await kept()).toBe(0);
  expect((await stateOf(client)).sync).toEqual({ allowed: false, active: false });
  expect((await syncing.session().send(routes.satsync, { body: {} })).code).toBe('CLIENT_CLOSED');
});
