import { randomUUID } from 'node:crypto';
import {
  type Approval,
  type ApprovalKind,
  approvalRoles,
  type Changes,
  changeSchema,
} from '@anticipa/contract/approvals';
import { routes } from '@anticipa/contract/routes';
import { ACCOUNT_BLOCKED_FROM } from '@anticipa/domain/approval';
import { clabeOf } from '@anticipa/domain/clabe';
import { type OperatorRole, operatorRoles } from '@anticipa/domain/operator';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aClient, aCompany, anOperator, aUser, type TestClient, type TestUser } from '../../../testing/builders.ts';
import { firstBrand } from '../../../testing/lender-start.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { authorisedSale, payInFull } from '../../../testing/sale-steps.ts';
import { aSeller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';
import { approvalHandlers } from '../../approval-handlers.ts';
import { runAs } from '../../platform/work/transaction.ts';
import { submit } from './submit.ts';

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
const propose = async (change: object, over: object = {}): Promise<Approval> =>
  (await maker.call(routes.propose, { body: body(change, over) })).proposal;
const approve = (session: Session, { id, ground }: Approval) =>
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

it('[OPE-05] a changed account receives neither deposit nor devolución for 24 hours, unless two people release it', async () => {
  const { portal } = mails;
  const seller = await aSeller(portal);
  client = seller.client;
  const sale = await authorisedSale({ session: seller.session, operator: maker }, await seller.invoices());
  const place = { product: sale.product, currency: sale.currency };
  const early = await maker.send(routes.propose, { body: body(release, place) });
  expect(early.code).toBe('ACCOUNT_NOT_COOLING');
  expect((await approve(checker, await propose(account, place))).code).toBeNull();
  const deposit = { params: { saleId: sale.saleId }, body: { trackingKey: 'RELEASE1' } };
  expect((await maker.send(routes.disburseSale, deposit)).code).toBe('ACCOUNT_COOLING');
  const proposal = await propose(release, place);
  expect(proposal.change).toMatchObject({
    kind: 'account-release',
    now: { bank: 'Banorte', clabe: CLABE },
    proposed: { paysFrom: null },
  });
  expect((await approve(maker, proposal)).code).toBe('OWN_PROPOSAL');
  expect((await maker.send(routes.disburseSale, deposit)).code).toBe('ACCOUNT_COOLING');
  expect((await approve(checker, proposal)).body).toMatchObject({ proposal: { state: 'approved' } });
  expect((await maker.send(routes.disburseSale, deposit)).code).toBeNull();
  // Devoluciones go to the same account, so they wait too.
  const [{ documentId = '' } = {}] = sale.items;
  await payInFull(maker, documentId);
  const { payouts } = await maker.call(routes.listPayables);
  const { amount = '' } = payouts.find(({ clientId }) => clientId === client.clientId) ?? {};
  const due = { body: { clientId: client.clientId, currency: sale.currency, amount, trackingKey: 'RELEASE2' } };
  const next = { kind: 'bank-account', proposed: { clabe: clabeOf('01258000000000099') } };
  expect((await approve(checker, await propose(next, place))).code).toBeNull();
  expect((await maker.send(routes.confirmPayout, due)).code).toBe('ACCOUNT_COOLING');
  expect((await approve(checker, await propose(release, place))).code).toBeNull();
  expect((await maker.send(routes.confirmPayout, due)).code).toBeNull();
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
  expect(shown.data.find(({ id }) => id === proposal.id)?.change).toMatchObject({
    before: { clabe: CLABE },
    now: next.proposed,
  });
  mails.pass(24 * 60);
  const late = await portal.signIn((await anOperator(portal)).email);
  expect((await approve(late, proposal)).body).toMatchObject({ proposal: { state: 'outdated' } });
});

it('[DIN-13] a blocked CLABE stays blocked for a product that gets it later, and one confirmation releases it for all products', async () => {
  const { owner } = mails.portal.db;
  const first = clabeOf('01218000123456789');
  await owner.query('update bank_accounts set clabe = $2, pays_from = $3 where client_id = $1', [
    client.clientId,
    first,
    ACCOUNT_BLOCKED_FROM,
  ]);
  const blocked = async () =>
    (
      await owner.query(
        `select product, currency from bank_accounts where client_id = $1 and pays_from = $2 order by 1, 2`,
        [client.clientId, ACCOUNT_BLOCKED_FROM],
      )
    ).rows.map(({ product, currency }) => `${product} ${currency}`);
  const old = { kind: 'bank-account', proposed: { clabe: first } };
  expect((await approve(checker, await propose(account))).code).toBeNull();
  expect(await blocked()).toEqual(['BI USD', 'FB MXN', 'FB USD']);
  expect((await approve(checker, await propose(old))).code).toBeNull();
  expect(await blocked()).toEqual(['BI MXN', 'BI USD', 'FB MXN', 'FB USD']);
  await mails.deliver();
  const texts = mails.mailsTo(administrator.email).map(({ text }) => text);
  expect(texts.map((text) => text.includes('Recibirá depósitos'))).toEqual([false, false]);
  expect((await approve(checker, await propose(release, { product: 'FB' }))).code).toBeNull();
  expect(await blocked()).toEqual([]);
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

/** One change of each kind; a new kind does not compile without an entry. Answers need a sale and have another test. */
const ofEachKind = (
  companyId: string,
  operatorId: string,
): { readonly [K in Exclude<ApprovalKind, 'answer'>]: Omit<Changes[K], 'kind'> } => {
  const { clientId } = client;
  const place = { clientId, product: 'BI', currency: 'MXN' } as const;
  const id = randomUUID();
  const terms = { interestRate: '24', advancePercent: '90', moratoryRate: '48', daysInYear: 360 } as const;
  const currency = 'MXN';
  const money = { amount: '1.00', currency } as const;
  const payment = {
    ...money,
    valueDate: '2026-03-10',
    trackingKey: 'CLAVE1',
    source: 'REFERENCIA',
    bank: 'BBVA',
  } as const;
  const account = { bank: 'BBVA', clabe: CLABE };
  const before = null;
  return {
    'credit-line': {
      about: place,
      before,
      proposed: { ...terms, limit: '1.00', multiCurrency: false, validUntil: null },
    },
    'bank-account': { about: place, before, proposed: account },
    'account-release': { about: place, before, proposed: { paysFrom: null } },
    'fiscal-data': {
      about: { clientId },
      before,
      proposed: { entityName: 'OTRA', fiscalRegime: '601', postalCode: '64000', branch: 'MTY' },
    },
    'sale-terms': {
      about: { clientId },
      before,
      proposed: {
        ...{ from: '2026-06-01', ivaRegime: 'exento', ivaRate: '16', earlyRebate: false },
        ...{ ivaOnCollection: true, collectedBy: 'lender', withRecourse: true },
        ...{ openingRate: '0', openingMXN: '0.00', openingUSD: '0.00' },
      },
    },
    'client-state': { about: { clientId }, before, proposed: { state: 'closed' } },
    operator: { about: { operatorId }, before, proposed: { active: true } },
    'second-factor': { about: { operatorId }, before, proposed: { secondFactor: false } },
    'person-factor': { about: { clientId, userId: randomUUID() }, before, proposed: { secondFactor: false } },
    'receiver-limit': { about: { companyId, clientId: null, currency }, before, proposed: { limit: null } },
    'receiver-alias': { about: { companyId }, before, proposed: { aliasOf: id, status: 20 } },
    'lender-account': {
      about: { currency },
      before,
      proposed: { ...account, beneficiary: 'Aurora', account: '0123456789', swift: null },
    },
    'clabe-range': { about: { company: 'NUEVA' }, before, proposed: { prefix: '646180' } },
    'own-account': { about: { account: 'CARTERA' }, before, proposed: { number: '106-01' } },
    'account-format': { about: { program: 'coi' }, before, proposed: { levels: '4-3-3', separator: '-' } },
    'estimate-terms': {
      about: { from: '2026-12-01' },
      before,
      proposed: { stage2From: 31, stage3From: 90, percent1: '1.00', percent2: '20.00', percent3: '60.00' },
    },
    brand: { about: { of: 'lender' }, before, proposed: firstBrand },
    terms: { about: { version: '9' }, before, proposed: { inForceFrom: '2026-04-01', body: 'Texto' } },
    'client-factors': { about: { of: 'clients' }, before, proposed: { requiredFrom: '2026-12-01' } },
    'approval-amounts': {
      about: { currency },
      before,
      proposed: { perSale: null, perDay: '1.00', perPayment: null, paymentsPerDay: null, surplusPercent: '1.00' },
    },
    'exchange-rate': {
      about: { date: mails.portal.clock.today() },
      before,
      proposed: { tipoCambio: '20', source: 'DOF' },
    },
    alert: { about: { alertId: id }, before, proposed: { attended: true } },
    payment: { about: { trackingKey: 'CLAVE1' }, before, proposed: { ...payment, payer: 'debtor', reference: 'AN1' } },
    shortfall: { about: { documentId: id }, before, proposed: { ...money, invoices: [id] } },
    extension: {
      about: { clientId: client.clientId, documentId: id },
      before,
      proposed: { dueDate: '2026-05-08', rate: '24', perDay: '77.33', interest: '1082.67', iva: '173.23' },
    },
    adjustment: {
      about: { documentId: id },
      before,
      proposed: { invoices: [id], adjustment: 'recourse', effect: '1.00', currency },
    },
    'payment-return': {
      about: { purpose: 'deposit', id, trackingKey: 'PAGO1' },
      before,
      proposed: { outcome: 'returned', reference: 'REGRESO1', clientId, label: '1' },
    },
    'bank-fee': { about: { lineId: id }, before, proposed: { currency, tax: 'apart', fee: '1.00', iva: '0.00' } },
    'manual-entry': {
      about: { manualId: id },
      before,
      proposed: {
        ...{ valueDate: '2026-03-10', currency, evidence: 'factura A-1', isReversal: false },
        lines: [{ debit: 'GASTOS_GENERALES', credit: 'ACREEDORES', amount: '1.00' }],
      },
    },
    'lender-payments': {
      about: { batch: id },
      before,
      proposed: { way: 'order', currency, total: '1.00', rule: 'payment', limit: '0.00', payments: [] },
    },
    'portfolio-load': {
      about: { loadId: id },
      before,
      proposed: { state: 'booked', fileName: 'cartera.xlsx', cutOn: '2026-03-31' },
    },
    'cut-reversal': { about: { clientId, month: '2026-02' }, before, proposed: { cfdi: ['INT-1'] } },
    reversal: {
      about: { clientId, kind: 'collection', id },
      before,
      proposed: { money: 'gone', trackingKey: 'CLAVE2', invoices: [id] },
    },
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
  const changes = Object.entries(ofEachKind(await aCompany(portal, { client }), concerned.operatorId)).map(
    ([kind, change]) => changeSchema.parse({ kind, ...change }),
  );
  for (const change of changes)
    await runAs({ db: portal.db.api, clock: portal.clock }, { actor, requestId: null, idempotency: null }, (work) =>
      submit<ApprovalKind>(work, approvalHandlers[change.kind], change, 'así lo pidió'),
    );
  await mails.deliver();
  const subjectsTo = (email: string) => mails.mailsTo(email).map(({ subject }) => subject);
  for (const { role, email } of people)
    expect([role, subjectsTo(email).length]).toEqual([
      role,
      changes.filter(({ kind }) => new Set<string>(approvalRoles[kind]).has(role)).length,
    ]);
  expect(new Set(people.flatMap(({ email }) => subjectsTo(email))).size).toBe(changes.length);
  expect(subjectsTo(proposer.email)).toEqual([]);
  expect(subjectsTo(concerned.email)).toHaveLength(subjectsTo(emailOf('administrador')).length - 2);
  const mail = mails
    .mailsTo(emailOf('contabilidad'))
    .find(({ subject }) => subject === 'Un cambio de datos fiscales espera aprobación');
  expect(mail?.text).toContain(client.entityName);
});

it('[OPE-24] mails once a day that a change waits, also if it was withdrawn and proposed again before the mail went', async () => {
  const { portal } = mails;
  const risk = await anOperator(portal, { roles: ['tesoreria'] });
  const withdraw = ({ id }: Approval) =>
    maker.call(routes.decideProposal, { params: { proposalId: id }, body: { decision: { kind: 'withdraw' } } });
  await withdraw(await propose(account));
  await withdraw(await propose(account));
  const last = await propose({ kind: 'bank-account', proposed: { clabe: clabeOf('01258000000000099') } });
  await mails.deliver();
  await withdraw(last);
  await propose(account);
  await mails.deliver();
  const subject = 'Un cambio de una cuenta para depósitos espera aprobación';
  expect(mails.mailsTo(risk.email).map((mail) => mail.subject)).toEqual([subject]);
});

it('[OPE-24] mails an answer that waits for a second person, unless it was withdrawn in the meantime', async () => {
  const { portal } = mails;
  await portal.db.owner.query(`insert into approval_amounts (currency, per_sale) values ('MXN', 1)
    on conflict (currency) do update set per_sale = 1`);
  const seller = await aSeller(portal);
  const risk = await anOperator(portal, { roles: ['riesgo'] });
  const answered = async () => authorisedSale({ session: seller.session, operator: maker }, await seller.invoices());
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
