import { randomUUID } from 'node:crypto';
import type { Proposal } from '@anticipa/contract/proposals';
import { routes } from '@anticipa/contract/routes';
import { clabeOf } from '@anticipa/domain/clabe';
import { type OperatorRole, operatorRoles } from '@anticipa/domain/operator';
import { type ProposalKind, proposalKinds, proposalRoles } from '@anticipa/domain/proposal';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aClient, aCompany, anOperator, aUser, type TestClient, type TestUser } from '../../../testing/builders.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { authoriseSale, requestSale } from '../../../testing/sale-steps.ts';
import { aSeller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';
import { provenClient } from '../../platform/work/caller.ts';
import { runAs } from '../../platform/work/transaction.ts';
import { submit } from './commands.ts';
import type { Subject } from './subjects.ts';

const CLABE = clabeOf('07258000000000077');

let mails: PortalWithMail;
/** Both with every role. */
let maker: Session;
let checker: Session;
let client: TestClient;
let administrator: TestUser;
beforeAll(async () => {
  mails = await startPortalWithMail();
});
afterAll(() => mails.close());
beforeEach(async () => {
  mails.pass(1);
  const { portal } = mails;
  maker = await portal.signIn((await anOperator(portal)).email);
  checker = await portal.signIn((await anOperator(portal)).email);
  client = await aClient(portal);
  administrator = await aUser(portal, { client, isAdmin: true });
});

const body = (change: object, over: object = {}) => ({
  clientId: client.clientId,
  product: 'BI',
  currency: 'MXN',
  reason: 'lo confirmó por teléfono',
  change,
  ...over,
});
const account = { kind: 'bank-account', proposed: { clabe: CLABE } };
const release = { kind: 'account-release' };
const propose = async (change: object, over: object = {}): Promise<Proposal> =>
  (await maker.call(routes.propose, { body: body(change, over) })).proposal;
const approve = (session: Session, { id, ground }: Proposal) =>
  session.send(routes.decideProposal, {
    params: { proposalId: id },
    body: { decision: { kind: 'approve', ground } },
  });

it('[OPE-05] mails every administrator of the client the old and the new account, not the others', async () => {
  const other = await aUser(mails.portal, { client });
  const second = await aUser(mails.portal, { client, isAdmin: true });
  const proposal = await propose(account);
  await mails.deliver();
  expect(mails.mailsTo(administrator.email)).toEqual([]);
  expect((await approve(checker, proposal)).code).toBeNull();
  await mails.deliver();
  expect(mails.mailsTo(other.email)).toEqual([]);
  for (const { email } of [administrator, second]) {
    const [mail, ...more] = mails.mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Cambió la cuenta de tus depósitos');
    for (const part of [`Banorte, terminación ${CLABE.slice(-4)}`, 'Banco, terminación 7891', 'Recibirá depósitos'])
      expect(mail?.text).toContain(part);
    expect(mail?.text).not.toContain(CLABE);
  }
});

it('[OPE-05] two people release a changed account before its 24 hours are over', async () => {
  const { portal } = mails;
  const seller = await aSeller(portal);
  client = seller.client;
  const [sale] = await requestSale(seller.session, await seller.invoices());
  if (sale === undefined) throw new Error('nothing was requested');
  await authoriseSale(maker, sale);
  const place = { product: sale.product, currency: sale.currency };
  const early = await maker.send(routes.propose, { body: body(release, place) });
  expect(early.code).toBe('ACCOUNT_NOT_COOLING');
  expect((await approve(checker, await propose(account, place))).code).toBeNull();
  const deposit = { params: { saleId: sale.saleId }, body: { trackingKey: 'RELEASE1' } };
  expect((await maker.send(routes.disburseSale, deposit)).code).toBe('ACCOUNT_COOLING');
  const proposal = await propose(release, place);
  const kept = (field: string, value: string) => ({ field, past: value, now: value, proposed: value });
  expect(proposal).toMatchObject({
    kind: 'account-release',
    changes: [kept('bank', 'Banorte'), kept('clabe', CLABE), { field: 'paysFrom', proposed: 'now' }],
  });
  expect((await approve(maker, proposal)).code).toBe('OWN_PROPOSAL');
  expect((await maker.send(routes.disburseSale, deposit)).code).toBe('ACCOUNT_COOLING');
  expect((await approve(checker, proposal)).body).toMatchObject({ proposal: { state: 'APLICADA' } });
  expect((await maker.send(routes.disburseSale, deposit)).code).toBeNull();
});

it('[OPE-05] a release needs a role for accounts, holds for the account shown, and ends with the 24 hours', async () => {
  const { portal } = mails;
  expect((await approve(checker, await propose(account))).code).toBeNull();
  const proposal = await propose(release);
  const risk = await portal.signIn((await anOperator(portal, { roles: ['riesgo'] })).email);
  expect((await approve(risk, proposal)).code).toBe('ROLE_NEEDED');
  const next = { kind: 'bank-account', proposed: { clabe: clabeOf('01258000000000099') } };
  expect((await approve(checker, await propose(next))).code).toBeNull();
  expect((await approve(checker, proposal)).code).toBe('GROUND_CHANGED');
  const shown = await checker.call(routes.listProposals, { query: { waiting: 'true', clientId: client.clientId } });
  expect(shown.data.find(({ id }) => id === proposal.id)?.changes).toContainEqual({
    field: 'clabe',
    past: CLABE,
    now: next.proposed.clabe,
    proposed: next.proposed.clabe,
  });
  mails.pass(24 * 60);
  const late = await portal.signIn((await anOperator(portal)).email);
  expect((await approve(late, proposal)).body).toMatchObject({ proposal: { state: 'SIN_BASE' } });
});

it('[OPE-08] logs who has read a proposed account, and not who has read other proposals', async () => {
  const read = async () =>
    (
      await mails.portal.db.owner.query(
        `select 1 from audit where action = 'client.read' and client_id = $1 and actor_kind = 'operator'`,
        [client.clientId],
      )
    ).rowCount;
  const list = () => checker.call(routes.listProposals, { query: { waiting: 'true', clientId: client.clientId } });
  await propose({
    kind: 'credit-line',
    proposed: {
      limit: '1000.00',
      interestRate: '24',
      advancePercent: '90',
      daysInYear: 360,
      moratoryRate: '48',
      multiCurrency: false,
    },
  });
  await list();
  expect(await read()).toBe(0);
  await propose(account);
  await list();
  await list();
  expect(await read()).toBe(1);
});

/** One of each kind; a new kind does not compile without its own. */
const ofEachKind = (companyId: string, operatorId: string): Readonly<Record<ProposalKind, Subject>> => {
  const clientId = provenClient(client.clientId);
  const place = { clientId, product: 'BI', currency: 'MXN' } as const;
  return {
    'credit-line': { kind: 'credit-line', ...place },
    'bank-account': { kind: 'bank-account', ...place },
    'account-release': { kind: 'account-release', ...place },
    'fiscal-data': { kind: 'fiscal-data', clientId },
    operator: { kind: 'operator', operatorId },
    'second-factor': { kind: 'second-factor', operatorId },
    'receiver-limit': { kind: 'receiver-limit', companyId, clientId: null, currency: 'MXN' },
    'receiver-alias': { kind: 'receiver-alias', companyId },
    'lender-account': { kind: 'lender-account', setting: 'MXN' },
    'clabe-range': { kind: 'clabe-range', setting: 'NUEVA' },
    terms: { kind: 'terms', setting: '9' },
    'approval-amounts': { kind: 'approval-amounts', setting: 'MXN' },
    'exchange-rate': { kind: 'exchange-rate', setting: mails.portal.clock.today() },
    alert: { kind: 'alert', setting: randomUUID() },
    payment: { kind: 'payment', setting: 'CLAVE1' },
    shortfall: { kind: 'shortfall', setting: randomUUID() },
  };
};

it('[OPE-24] mails every kind of proposal once to those who may decide, not to its proposer nor whom it concerns', async () => {
  const { portal } = mails;
  await portal.db.owner.query('update operators set active = false');
  const people: { readonly role: OperatorRole; readonly email: string }[] = [];
  for (const role of operatorRoles) people.push({ role, ...(await anOperator(portal, { roles: [role] })) });
  const proposer = await anOperator(portal);
  const concerned = await anOperator(portal, { roles: ['administrador'] });
  const emailOf = (wanted: OperatorRole) => people.find(({ role }) => role === wanted)?.email ?? '';
  const roles = new Set(operatorRoles);
  const actor = { kind: 'operator', sessionId: randomUUID(), ...proposer, roles } as const;
  const subjects = ofEachKind(await aCompany(portal, { client }), concerned.operatorId);
  const content = { before: null, proposed: { reference: 'AN110000000141' }, reason: 'así lo pidió' };
  for (const kind of proposalKinds)
    await runAs({ db: portal.db.api, clock: portal.clock }, { actor, requestId: null, idempotency: null }, (work) =>
      submit(work, subjects[kind], content),
    );
  await mails.deliver();
  const subjectsTo = (email: string) => mails.mailsTo(email).map(({ subject }) => subject);
  for (const { role, email } of people)
    expect([role, subjectsTo(email).length]).toEqual([
      role,
      proposalKinds.filter((kind) => proposalRoles[kind].includes(role)).length,
    ]);
  expect(new Set(people.flatMap(({ email }) => subjectsTo(email))).size).toBe(proposalKinds.length);
  expect(subjectsTo(proposer.email)).toEqual([]);
  expect(subjectsTo(concerned.email)).toHaveLength(subjectsTo(emailOf('administrador')).length - 2);
  const [mail] = mails.mailsTo(emailOf('contabilidad'));
  expect(mail?.subject).toBe('Un cambio de datos fiscales espera aprobación');
  expect(mail?.text).toContain(client.entityName);
});

it('[OPE-24] mails an answer that waits for a second person, unless it was withdrawn in the meantime', async () => {
  const { portal } = mails;
  await portal.db.owner.query(`insert into approval_amounts (currency, per_sale) values ('MXN', 1)
    on conflict (currency) do update set per_sale = 1`);
  const seller = await aSeller(portal);
  const risk = await anOperator(portal, { roles: ['riesgo'] });
  const answered = async () => {
    const [sale] = await requestSale(seller.session, await seller.invoices());
    if (sale === undefined) throw new Error('nothing was requested');
    await authoriseSale(maker, sale);
    return sale;
  };
  const sale = await answered();
  await mails.deliver();
  const [mail, ...more] = mails.mailsTo(risk.email);
  expect(mail?.subject).toBe('La respuesta a una venta espera a una segunda persona');
  expect(mail?.text).toContain(`/lender/sales/${sale.saleId}`);
  const decision = { kind: 'withdraw' };
  await maker.call(routes.decideAnswer, { params: { saleId: (await answered()).saleId }, body: { decision } });
  await mails.deliver();
  expect([...more, ...mails.mailsTo(risk.email)]).toHaveLength(1);
  await portal.db.owner.query('delete from approval_amounts');
});
