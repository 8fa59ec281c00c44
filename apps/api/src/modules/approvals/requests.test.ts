/** Requests of clients: a higher line, and another account for deposits. */
import type { Approval } from '@anticipa/contract/approvals';
import { routes } from '@anticipa/contract/routes';
import { clabeOf } from '@anticipa/domain/clabe';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aClient, anOperator, aUser, type TestClient, type TestUser } from '../../../testing/builders.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { aSeller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

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
  const { portal } = mails;
  maker = await portal.signIn((await anOperator(portal)).email);
  checker = await portal.signIn((await anOperator(portal)).email);
  client = await aClient(portal);
  administrator = await aUser(portal, { client, isAdmin: true });
});

const approve = (session: Session, { id, ground }: Approval) =>
  session.send(routes.decideProposal, {
    params: { proposalId: id },
    body: { decision: { kind: 'approve', ground } },
  });

const place = { product: 'BI', currency: 'MXN' } as const;
const reason = 'crecen las ventas';
const requestsOf = async (session: Session) => (await session.call(routes.listRequests)).data;
const waitingOf = async () =>
  (await maker.call(routes.listClientRequests)).data.filter(({ clientId }) => clientId === client.clientId);
const answer = (session: Session, requestId: string, given: object) =>
  session.send(routes.answerRequest, { params: { clientId: client.clientId, requestId }, body: { answer: given } });
const proposalOf = async () =>
  (await checker.call(routes.listProposals, { query: { waiting: 'true', clientId: client.clientId } })).data;

it('[EFE-11] a higher line that a client asks for waits for riesgo, and is given by a proposal or declined with a motive', async () => {
  const { portal } = mails;
  const { client: selling, session: seller } = await aSeller(portal);
  client = selling;
  administrator = await aUser(portal, { client, isAdmin: true });
  const session = await portal.signIn(administrator.email);
  const ask = (amount: string, over: object = {}) =>
    seller.send(routes.requestLine, { body: { ...place, amount, reason, ...over } });
  const lineNow = async () =>
    (await session.call(routes.getCreditInformation, { query: { product: 'BI' } })).lines.find(
      ({ creditCurrency }) => creditCurrency === 'MXN',
    );
  const line = await lineNow();
  expect((await ask(line?.creditLimit ?? '')).code).toBe('LINE_NOT_HIGHER');
  const asked = '90000000.00';
  expect((await ask(asked)).code).toBeNull();
  expect((await ask(asked)).code).toBe('PROPOSAL_PENDING');
  const [first] = await waitingOf();
  expect(first).toMatchObject({
    kind: 'line',
    amount: asked,
    limit: line?.creditLimit,
    reason,
    state: 'open',
    ended: null,
  });
  const { requestId = '' } = first ?? {};

  const tesoreria = await portal.signIn((await anOperator(portal, { roles: ['tesoreria'] })).email);
  expect((await answer(tesoreria, requestId, { kind: 'decline', motive: 'no procede' })).code).toBe('ROLE_NEEDED');
  const given = { kind: 'propose', limit: '80000000.00', reason: 'buen historial' };
  expect((await answer(maker, requestId, given)).code).toBeNull();
  expect((await answer(maker, requestId, given)).code).toBe('PROPOSAL_CLOSED');
  const withdrawal = { params: { requestId } };
  expect((await session.send(routes.withdrawRequest, withdrawal)).code).toBe('PROPOSAL_CLOSED');

  expect(await requestsOf(seller)).toMatchObject([{ state: 'proposed', mayWithdraw: false, isBack: false }]);

  // A second person who rejects it leaves it with the lender, which reads why; the client sees whose turn it is.
  const [refused] = await proposalOf();
  const rejection = { decision: { kind: 'reject', motive: 'pide menos' } };
  await checker.call(routes.decideProposal, { params: { proposalId: refused?.id ?? '' }, body: rejection });
  expect((await waitingOf())[0]).toMatchObject({ state: 'open', ended: { state: 'rejected', motive: 'pide menos' } });
  expect(await requestsOf(seller)).toMatchObject([{ state: 'open', motive: null, mayWithdraw: true, isBack: true }]);

  expect((await answer(maker, requestId, given)).code).toBeNull();
  const [proposal] = await proposalOf();
  if (proposal) expect((await approve(checker, proposal)).code).toBeNull();
  expect(await requestsOf(seller)).toMatchObject([{ state: 'approved', amount: asked, granted: '80000000.00' }]);
  expect((await lineNow())?.creditLimit).toBe('80000000.00');
  await mails.deliver();
  expect(mails.mailsTo(administrator.email).map(({ subject }) => subject)).toEqual([
    'Aprobamos tu solicitud: línea de Anticipo Índice en MXN',
  ]);
  // The change and its instant are on the page of the contract.
  const { changes } = await seller.call(routes.getContractTerms);
  expect(changes).toMatchObject([
    { kind: 'credit-line', before: { limit: line?.creditLimit }, after: { limit: '80000000.00' } },
  ]);
  const stranger = await portal.signIn((await aUser(portal, { client: await aClient(portal) })).email);
  expect((await stranger.call(routes.getContractTerms)).changes).toEqual([]);
  expect(await requestsOf(stranger)).toEqual([]);
  expect((await stranger.send(routes.withdrawRequest, withdrawal)).code).toBe('NOT_FOUND');

  expect((await ask(asked)).code).toBeNull();
  const [second] = await waitingOf();
  const motive = 'La cartera está concentrada en un pagador';
  expect((await answer(maker, second?.requestId ?? '', { kind: 'decline', motive })).code).toBeNull();
  expect(await requestsOf(seller)).toContainEqual(expect.objectContaining({ state: 'declined', motive }));
  await portal.db.owner.query(`update terms_versions set body = repeat('Cláusula. ', 200)`);
  expect((await seller.call(routes.getContractTerms)).contract?.body).toHaveLength(2000);
  expect(await waitingOf()).toEqual([]);
});

it('[EFE-12] an account that a client proposes needs a fresh factor, its own tax id and two people, and then waits 24 hours', async () => {
  const { portal } = mails;
  const second = await aUser(portal, { client, isAdmin: true });
  const other = await portal.signIn((await aUser(portal, { client })).email);
  const session = await portal.signIn(administrator.email);
  const cover = Buffer.from('%PDF-1.7 carátula');
  const wanted = { ...place, clabe: CLABE, holderRFC: client.rfc, cover: cover.toString('base64'), reason };
  const ask = (over: object = {}, by = session) => by.send(routes.requestAccount, { body: { ...wanted, ...over } });
  expect((await ask({}, other)).code).toBe('NOT_ALLOWED');
  expect((await ask()).code).toBe('FRESH_FACTOR_NEEDED');
  await portal.db.owner.query(`update sessions set factor_at = $1`, [portal.clock.now()]);
  expect((await ask({ clabe: `${CLABE.slice(0, -1)}${(Number(CLABE.at(-1)) + 1) % 10}` })).code).toBe('CLABE_INVALID');
  expect((await ask({ holderRFC: 'XAXX010101000' })).code).toBe('ACCOUNT_HOLDER_DIFFERS');
  expect((await ask({ cover: Buffer.from('GIF89a').toString('base64') })).code).toBe('INVALID_REQUEST');
  expect((await ask()).code).toBeNull();
  await mails.deliver();
  for (const { email } of [administrator, second])
    expect(mails.mailsTo(email).map(({ subject }) => subject)).toEqual([
      'Alguien de tu empresa propuso otra cuenta para tus depósitos',
    ]);
  const clabeNow = async () => {
    const { rows } = await portal.db.owner.query<{ clabe: string; pays_from: Date | null }>(
      `select clabe, pays_from from bank_accounts where client_id = $1 and product = 'BI' and currency = 'MXN'`,
      [client.clientId],
    );
    return rows[0];
  };
  const before = await clabeNow();

  const [request] = await waitingOf();
  const account = { bank: 'Banorte', ending: CLABE.slice(-4), holderRFC: client.rfc };
  expect(request).toMatchObject({ account: { ...account, clabe: CLABE }, hasCover: true });
  const params = { clientId: client.clientId, requestId: request?.requestId ?? '' };
  const { base64 } = await maker.call(routes.getRequestCover, { params });
  expect(Buffer.from(base64, 'base64').equals(cover)).toBe(true);
  const riesgo = await portal.signIn((await anOperator(portal, { roles: ['riesgo'] })).email);
  // An operator who may not answer the request sees only the last four digits.
  const { data: seen } = await riesgo.call(routes.listClientRequests);
  expect(seen.find(({ clientId }) => clientId === client.clientId)?.account).toEqual({ ...account, clabe: null });
  const given = { kind: 'propose', reason: 'lo confirmó por teléfono' };
  expect((await answer(riesgo, params.requestId, given)).code).toBe('ROLE_NEEDED');
  expect((await answer(maker, params.requestId, given)).code).toBeNull();
  expect(await clabeNow()).toEqual(before);
  const [proposal] = await proposalOf();
  if (proposal) {
    expect((await approve(maker, proposal)).code).toBe('OWN_PROPOSAL');
    expect((await approve(checker, proposal)).code).toBeNull();
  }
  const after = await clabeNow();
  expect(after?.clabe).toBe(CLABE);
  expect(after?.pays_from?.getTime()).toBeGreaterThan(portal.clock.now().getTime() + 23 * 3_600_000);
  expect(await requestsOf(other)).toMatchObject([
    { state: 'approved', account: { bank: 'Banorte', ending: CLABE.slice(-4) } },
  ]);
  await mails.deliver();
  for (const { email } of [administrator, second])
    expect(mails.mailsTo(email).map(({ subject }) => subject)).toContain('Cambió la cuenta de tus depósitos');
});

it('[EFE-11] a request whose proposal expired waits for the lender again, and its client sees that and may withdraw it', async () => {
  const { portal } = mails;
  const { client: selling, user, session: first } = await aSeller(portal);
  client = selling;
  await first.call(routes.requestLine, { body: { ...place, amount: '90000000.00', reason } });
  const [{ requestId } = { requestId: '' }] = await waitingOf();
  const propose = () => answer(maker, requestId, { kind: 'propose', limit: '80000000.00', reason: 'buen historial' });
  /** More than five business days, after which all sessions have ended. */
  const passTenDays = async () => {
    mails.pass(10 * 24 * 60);
    maker = await portal.signIn((await anOperator(portal, { roles: ['riesgo'] })).email);
    checker = await portal.signIn((await anOperator(portal, { roles: ['riesgo'] })).email);
    return portal.signIn(user.email);
  };
  const inToday = async () =>
    (await maker.call(routes.getToday)).figures.find(({ figure }) => figure === 'requests')?.count ?? 0;
  expect((await propose()).code).toBeNull();
  const whileProposed = await inToday();
  const session = await passTenDays();
  expect(await requestsOf(session)).toMatchObject([{ state: 'open', mayWithdraw: true, isBack: true }]);
  expect((await waitingOf())[0]).toMatchObject({ state: 'open', ended: { state: 'expired', motive: null } });
  expect(await inToday()).toBe(whileProposed + 1);

  expect((await propose()).code).toBeNull();
  expect(await requestsOf(session)).toMatchObject([{ state: 'proposed', mayWithdraw: false, isBack: false }]);
  expect((await session.send(routes.withdrawRequest, { params: { requestId } })).code).toBe('PROPOSAL_CLOSED');
  const later = await passTenDays();
  expect((await later.send(routes.withdrawRequest, { params: { requestId } })).code).toBeNull();
  expect(await requestsOf(later)).toMatchObject([{ state: 'withdrawn', isBack: false }]);
  expect((await propose()).code).toBe('PROPOSAL_CLOSED');
});

it('[EFE-12] an administrator who proposes and withdraws without end reaches the limit of the day', async () => {
  const { portal } = mails;
  const session = await portal.signIn(administrator.email);
  await portal.db.owner.query(`update sessions set factor_at = $1`, [portal.clock.now()]);
  const ask = () =>
    session.send(routes.requestAccount, { body: { ...place, clabe: CLABE, holderRFC: client.rfc, reason } });
  const withdraw = async () => {
    const [request] = await requestsOf(session);
    return session.send(routes.withdrawRequest, { params: { requestId: request?.requestId ?? '' } });
  };
  expect([(await ask()).code, (await withdraw()).code]).toEqual([null, null]);
  mails.pass(1);
  await portal.db.owner.query(`update daily_use set used = 19 where resource = 'requests' and client_id = $1`, [
    client.clientId,
  ]);
  expect([(await ask()).code, (await withdraw()).code, (await ask()).code]).toEqual([
    null,
    null,
    'DAILY_LIMIT_REACHED',
  ]);
});
