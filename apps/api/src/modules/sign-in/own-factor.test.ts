/** The second factor of a client's people; `second-factor.test.ts` and `passkeys.test.ts` try the same code as operators. */
import { routes } from '@anticipa/contract/routes';
import { addDays } from '@anticipa/domain/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOfApp } from '../../../testing/authenticator.ts';
import { aClient, anOperator, aUser, type TestClient } from '../../../testing/builders.ts';
import { signInFresh } from '../../../testing/fresh-factor.ts';
import { publishTodaysRate } from '../../../testing/interest.ts';
import { BASE_URL } from '../../../testing/jobs.ts';
import { changePerson, createPerson } from '../../../testing/people.ts';
import type { Portal } from '../../../testing/portal.ts';
import { NEW_PASSWORD, type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { holdSale } from '../../../testing/sale-steps.ts';
import { aSeller } from '../../../testing/seller.ts';
import { PASSWORD, type Session, sessionOn } from '../../../testing/session.ts';
import { anAuthenticator } from '../../../testing/software-passkey.ts';

const MINUTE_MS = 60_000;

let mailPortal: PortalWithMail;
let portal: Portal;
let client: TestClient;
let email: string;
beforeAll(async () => {
  mailPortal = await startPortalWithMail();
  ({ portal } = mailPortal);
  client = await aClient(portal);
});
afterAll(() => mailPortal.close());
beforeEach(async () => {
  portal.clock.pass(16 * MINUTE_MS);
  ({ email } = await aUser(portal, { client, isAdmin: true }));
});

interface Signed {
  readonly session: Session;
  readonly recoveryCodes: readonly string[];
}

const tryIn = (proof: object = {}, password = PASSWORD) =>
  portal.visitor.send(routes.login, { body: { username: email, password, ...proof } });
const signIn = async (proof: object = {}, password = PASSWORD): Promise<Signed> => {
  const answer = await tryIn(proof, password);
  const { token, recoveryCodes = [] } = routes.login.response.parse(answer.body);
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? null;
  return { session: sessionOn(portal.app, { token, cookie }), recoveryCodes };
};
const begin = () => portal.visitor.call(routes.startSecondFactor, { body: { username: email, password: PASSWORD } });
const codeOf = (secret: string): { readonly code: string } => {
  portal.clock.pass(MINUTE_MS);
  return { code: codeOfApp(secret, portal.clock.now()) };
};
/** Turns the app on; returns its secret, and the session. */
const turnOn = async (): Promise<Signed & { readonly secret: string }> => {
  const { secret } = await begin();
  return { ...(await signIn(codeOf(secret))), secret };
};
const sql = async <T>(query: string, ...values: readonly unknown[]): Promise<T[]> =>
  (await portal.db.owner.query(query, [...values])).rows as T[];
const subjects = async (): Promise<string[]> => {
  await mailPortal.deliver();
  return mailPortal.mailsTo(email).map(({ subject }) => subject);
};

describe('the second factor of a client’s person', () => {
  it('[FAC-01] is optional: an app is turned on with the password, then asked for, and each of ten recovery codes works once', async () => {
    await signIn();
    const { secret, recoveryCodes } = await turnOn();
    expect(recoveryCodes).toHaveLength(10);
    expect([(await tryIn()).code, (await tryIn({ code: '000000' })).code]).toEqual([
      'SECOND_FACTOR_NEEDED',
      'WRONG_CODE',
    ]);
    expect((await tryIn(codeOf(secret))).status).toBe(200);
    const [code = ''] = recoveryCodes;
    expect([(await tryIn({ code })).status, (await tryIn({ code })).status]).toEqual([200, 401]);
    expect(await subjects()).toEqual(
      expect.arrayContaining(['Activaste tu segundo factor', 'Se usó uno de tus códigos de recuperación']),
    );
    expect(
      await sql(
        `select distinct action from audit where client_id = $1 and action like 'second-factor.%' order by 1`,
        client.clientId,
      ),
    ).toEqual([{ action: 'second-factor.enrolled' }, { action: 'second-factor.recovered' }]);
  });

  it('[FAC-02] [AVI-02] is a passkey, to which others are added and from which the last is not taken', async () => {
    const [mine, next] = [anAuthenticator(BASE_URL), anAuthenticator(BASE_URL)];
    const { passkey } = await begin();
    const { session } = await signIn({ passkey: mine.create(passkey) });
    const asked = await portal.visitor.call(routes.askForPasskey, { body: { username: email, password: PASSWORD } });
    expect((await tryIn({ passkey: mine.get(asked.passkey) })).status).toBe(200);
    const challenge = async () => {
      const { passkey: made, proof } = await session.call(routes.beginPasskey, { body: {} });
      if (proof === null) throw new Error('no known passkey');
      return { made, proof };
    };
    const adding = await challenge();
    const body = { passkey: next.create(adding.made), proof: { passkey: mine.get(adding.proof) } };
    expect((await session.call(routes.addPasskey, { body })).data.map(({ id }) => id)).toEqual([mine.id, next.id]);
    const remove = async (id: string) => {
      const { proof } = await challenge();
      return session.send(routes.removePasskey, { body: { id, proof: { passkey: next.get(proof) } } });
    };
    expect([(await remove(mine.id)).code, (await remove(next.id)).code]).toEqual([null, 'LAST_SECOND_FACTOR']);
    expect(await subjects()).toEqual(
      expect.arrayContaining(['Se agregó una llave de acceso', 'Se quitó una llave de acceso']),
    );
    const { data } = await session.call(routes.listNotices, { query: { event: 'factor-changed' } });
    expect(data.map(({ label }) => label)).toEqual(expect.arrayContaining(['passkey-added', 'passkey-removed']));
  });

  it('[FAC-01] outlives a new password, is changed by nobody without it, and is turned off with it', async () => {
    const { secret, session } = await turnOn();
    const off = (proof: object) => session.send(routes.dropSecondFactor, { body: { proof } });
    expect((await off({ code: '111111' })).code).toBe('WRONG_CODE');
    const { key } = await mailPortal.ask(email);
    await mailPortal.use(key, { email });
    expect((await tryIn({}, NEW_PASSWORD)).code).toBe('SECOND_FACTOR_NEEDED');
    const { session: again } = await signIn(codeOf(secret), NEW_PASSWORD);
    expect((await again.send(routes.dropSecondFactor, { body: { proof: codeOf(secret) } })).code).toBeNull();
    expect((await tryIn({}, NEW_PASSWORD)).status).toBe(200);
    expect(await subjects()).toContain('Se desactivó tu segundo factor');
    expect(
      await sql('select from account_recovery_codes join accounts using (account_id) where email = $1', email),
    ).toEqual([]);
  });

  it('[FAC-03] is asked of everybody once an administrator with one says so, also of who enters from another company', async () => {
    const { session, secret } = await turnOn();
    const rules = { isRequired: true, freshAbove: null };
    const other = await aClient(portal);
    const person = await aUser(portal, { client });
    const stranger = await aUser(portal, { client: other });
    await aUser(portal, { client, email: stranger.email });
    await sql('update users set joined_at = null where client_id = $1 and email = $2', client.clientId, stranger.email);
    const asStranger = await portal.signIn(stranger.email);

    const asPerson = await portal.signIn(person.email);
    expect((await asPerson.send(routes.setFactorRules, { body: rules })).code).toBe('NOT_ALLOWED');
    expect(await session.call(routes.setFactorRules, { body: rules })).toEqual(rules);
    const body = { username: person.email, password: PASSWORD };
    expect((await portal.visitor.send(routes.login, { body })).code).toBe('SECOND_FACTOR_MISSING');
    const enter = { params: { clientId: client.clientId }, body: {} };
    expect((await asStranger.send(routes.enterCompany, enter)).code).toBe('SECOND_FACTOR_MISSING');
    expect((await session.send(routes.dropSecondFactor, { body: { proof: codeOf(secret) } })).code).toBe(
      'LAST_SECOND_FACTOR',
    );
    portal.clock.pass(11 * MINUTE_MS);
    expect((await session.send(routes.setFactorRules, { body: { ...rules, isRequired: false } })).code).toBe(
      'FRESH_FACTOR_NEEDED',
    );
    await session.call(routes.proveFactor, { body: { proof: codeOf(secret) } });
    expect((await session.send(routes.setFactorRules, { body: { ...rules, isRequired: false } })).code).toBeNull();
  });

  it('[FAC-04] is asked for again by a sale above the company’s amount, dollars at the rate of the day, and by none below', async () => {
    const seller = await aSeller(portal);
    ({ email } = seller.user);
    const { secret, session } = await turnOn();
    portal.clock.pass(11 * MINUTE_MS);
    const above = (amount: string) =>
      sql('update clients set fresh_factor_above = $2 where client_id = $1', seller.client.clientId, amount);
    /** Everything before the acceptance; returns the acceptance. */
    const prepare = async (ids: readonly string[]) => {
      const held = await holdSale(session, ids);
      const { terms } = await session.call(routes.processPreSells, {
        body: { numberOfSales: held.map((sale) => sale.numberOfSale) },
      });
      const acceptedTerms = { version: terms.version, hash: terms.hash };
      const body = { invoices: ids.map((documentId) => ({ documentId })), acceptedTerms };
      return async () => (await session.send(routes.requestAuthorization, { body })).code;
    };
    const accept = await prepare(await seller.invoices({ count: 2, total: '116000.00' }));
    await above('231999.99');
    expect(await accept()).toBe('FRESH_FACTOR_NEEDED');
    await above('232000.00');
    expect(await accept()).toBeNull();

    const inDollars = await prepare(await seller.invoices({ count: 1, currency: 'USD', total: '10000.00' }));
    await publishTodaysRate(portal);
    await above('172499.99');
    expect(await inDollars()).toBe('FRESH_FACTOR_NEEDED');
    await session.call(routes.proveFactor, { body: { proof: codeOf(secret) } });
    expect(await inDollars()).toBeNull();
  });

  it('[FAC-05] guards the grants that open guarded steps, so that a stolen session makes no accomplice', async () => {
    const { session, secret } = await turnOn();
    portal.clock.pass(11 * MINUTE_MS);
    const person = await aUser(portal, { client, saleRight: 'prepare' });
    const change = async (grants: object) => (await changePerson(session, person.userId, grants)).code;
    const above = (amount: string | null) =>
      sql('update clients set fresh_factor_above = $2 where client_id = $1', client.clientId, amount);
    expect((await createPerson(session, { isAdmin: true })).code).toBe('FRESH_FACTOR_NEEDED');
    expect(await change({ isAdmin: true })).toBe('FRESH_FACTOR_NEEDED');
    await above('1000.00');
    expect((await createPerson(session, {})).code).toBe('FRESH_FACTOR_NEEDED');
    expect(await change({ saleRight: 'accept' })).toBe('FRESH_FACTOR_NEEDED');
    expect((await createPerson(session, { saleRight: 'prepare' })).code).toBeNull();
    expect(await change({ saleRight: 'consult' })).toBeNull();
    await above(null);
    expect(await change({ saleRight: 'accept' })).toBeNull();
    expect([await change({ active: false }), await change({ active: true }), await change({ active: false })]).toEqual([
      null,
      null,
      null,
    ]);
    await above('1000.00');
    // Access comes back with the right that was left.
    expect(await change({ active: true })).toBe('FRESH_FACTOR_NEEDED');
    expect(await change({ active: true, saleRight: 'prepare' })).toBeNull();
    await session.call(routes.proveFactor, { body: { proof: codeOf(secret) } });
    expect(await change({ isAdmin: true })).toBeNull();
    portal.clock.pass(11 * MINUTE_MS);
    expect(await change({ isAdmin: false })).toBeNull();
  });

  it('[FAC-05] a proof counts once, for the session that it was made in, and for ten minutes', async () => {
    const { session, secret } = await turnOn();
    const { session: other } = await signIn(codeOf(secret));
    portal.clock.pass(11 * MINUTE_MS);
    const makeKey = async (by: Session) =>
      (await by.send(routes.createApiKey, { body: { name: 'ERP', scopes: ['read'] } })).code;
    const proof = codeOf(secret);
    await session.call(routes.proveFactor, { body: { proof } });
    expect((await other.send(routes.proveFactor, { body: { proof } })).code).toBe('WRONG_CODE');
    expect([await makeKey(session), await makeKey(other)]).toEqual([null, 'FRESH_FACTOR_NEEDED']);
    portal.clock.pass(10 * MINUTE_MS);
    expect(await makeKey(session)).toBe('FRESH_FACTOR_NEEDED');
  });

  /** Notices of the removal. Their reader signs in without the factor. */
  const noticesOfRemoval = async () => {
    const own = await portal.signIn(email);
    const { data } = await own.call(routes.listNotices, { query: { event: 'factor-changed' } });
    return data.filter(({ label }) => label === 'second-factor-cleared');
  };

  it('[FAC-07] a colleague who administers takes a lost one away, not one’s own, not one of a person of several companies', async () => {
    const lost = await turnOn();
    const { userId } = (await lost.session.call(routes.getSession)).user ?? { userId: '' };
    const loser = email;
    ({ email } = await aUser(portal, { client, isAdmin: true }));
    const { session: boss, secret } = await turnOn();
    portal.clock.pass(11 * MINUTE_MS);
    const input = { params: { userId }, body: { reason: 'perdió su teléfono' } };
    const clear = async (by: Session) => (await by.send(routes.clearPersonFactor, input)).code;
    expect([await clear(lost.session), await clear(boss)]).toEqual(['OWN_FACTOR', 'FRESH_FACTOR_NEEDED']);
    await boss.call(routes.proveFactor, { body: { proof: codeOf(secret) } });
    const elsewhere = await aUser(portal, { client: await aClient(portal), email: loser });
    expect(await clear(boss)).toBe('FACTOR_KEPT_BY_SUPPORT');
    await sql('update users set active = false where user_id = $1', elsewhere.userId);

    const { user } = await boss.call(routes.clearPersonFactor, input);
    expect(user).toMatchObject({ userId, hasSecondFactor: false });
    expect([await clear(boss), (await lost.session.send(routes.getFactorRules)).code]).toEqual([
      'NO_FACTOR',
      'NO_SESSION',
    ]);
    email = loser;
    expect((await subjects()).filter((subject) => subject === 'Se quitó tu segundo factor')).toHaveLength(1);
    expect(await noticesOfRemoval()).toHaveLength(1);
    expect((await tryIn()).status).toBe(200);
    await sql('update clients set factor_required = true where client_id = $1', client.clientId);
    expect((await tryIn()).code).toBe('SECOND_FACTOR_MISSING');
    await sql('update clients set factor_required = false where client_id = $1', client.clientId);
    const cleared = (await boss.call(routes.listActivity)).data.filter(
      ({ action }) => action === 'second-factor.cleared',
    );
    expect(cleared).toHaveLength(1);
  });

  it('[FAC-07] support takes it away with a second person, also in the other companies', async () => {
    const lost = await turnOn();
    const { userId } = (await lost.session.call(routes.getSession)).user ?? { userId: '' };
    const other = await aUser(portal, { client: await aClient(portal), email });
    const maker = await portal.signIn((await anOperator(portal, { roles: ['soporte'] })).email);
    const checker = await portal.signIn((await anOperator(portal, { roles: ['administrador'] })).email);
    const propose = (clientId: string, of: string) =>
      maker.send(routes.proposePersonFactor, {
        params: { clientId, userId: of },
        body: { reason: 'perdió su teléfono' },
      });
    expect((await propose(client.clientId, other.userId)).code).toBe('NOT_FOUND');
    const { proposal } = routes.proposePersonFactor.response.parse((await propose(client.clientId, userId)).body);
    expect((await propose(client.clientId, userId)).code).toBe('PROPOSAL_PENDING');
    const decide = (by: Session) =>
      by.send(routes.decideProposal, {
        params: { proposalId: proposal.id },
        body: { decision: { kind: 'approve', ground: proposal.ground } },
      });
    expect((await decide(maker)).code).toBe('OWN_PROPOSAL');
    expect((await lost.session.send(routes.getFactorRules)).code).toBeNull();
    expect((await decide(checker)).code).toBeNull();
    expect((await lost.session.send(routes.getFactorRules)).code).toBe('NO_SESSION');
    expect(await noticesOfRemoval()).toHaveLength(1);
    expect((await tryIn()).status).toBe(200);
    expect((await propose(client.clientId, userId)).code).toBe('NO_FACTOR');
    const boss = await portal.signIn((await aUser(portal, { client, isAdmin: true })).email);
    const [told] = (await boss.call(routes.listActivity)).data.filter(
      ({ action }) => action === 'second-factor.cleared',
    );
    expect(told).toMatchObject({ by: 'La financiera', changes: [] });
  });

  it('[FAC-07] a removal and a use at once leave no session that was proven by the lost factor', async () => {
    const boss = await signInFresh(portal, (await aUser(portal, { client, isAdmin: true })).email);
    for (let round = 0; round < 4; round += 1) {
      ({ email } = await aUser(portal, { client }));
      const { secret, session } = await turnOn();
      const { userId } = (await session.call(routes.getSession)).user ?? { userId: '' };
      const code = codeOf(secret);
      const [cleared] = await Promise.all([
        boss.send(routes.clearPersonFactor, { params: { userId }, body: { reason: 'perdió su teléfono' } }),
        tryIn(code),
        session.send(routes.proveFactor, { body: { proof: code } }),
      ]);
      expect(cleared.code).toBeNull();
      const proven = `select from sessions where user_id = $1 and ended_at is null and factor_at is not null`;
      expect(await sql(proven, userId)).toEqual([]);
    }
  });

  it('[FAC-08] the lender asks everybody for one from a day on: until then it reminds, from then on the sign-in enrols', async () => {
    const maker = await portal.signIn((await anOperator(portal)).email);
    const checker = await portal.signIn((await anOperator(portal)).email);
    const change = async (requiredFrom: string | null) => {
      const body = { reason: 'acuerdo del comité', change: { kind: 'client-factors', proposed: { requiredFrom } } };
      const { proposal } = await maker.call(routes.proposeSetting, { body });
      const decision = { kind: 'approve', ground: proposal?.ground };
      await checker.call(routes.decideProposal, { params: { proposalId: proposal?.id ?? '' }, body: { decision } });
    };
    const { session: early } = await signIn();
    const due = async () => (await early.call(routes.getSession)).user?.factorDueOn;
    expect(await due()).toBeNull();
    const today = portal.clock.today();
    const tomorrow = addDays(today, 1);
    await change(tomorrow);
    expect([await due(), (await tryIn()).status]).toEqual([tomorrow, 200]);
    await sql(`update client_factors set required_from = $1`, today);
    expect((await tryIn()).code).toBe('SECOND_FACTOR_MISSING');
    expect((await early.call(routes.getFactorRules)).lenderFrom).toEqual({ date: today, isInForce: true });
    const elsewhere = await aClient(portal);
    await aUser(portal, { client: elsewhere, email });
    const enter = { params: { clientId: elsewhere.clientId }, body: {} };
    expect((await early.send(routes.enterCompany, enter)).code).toBe('SECOND_FACTOR_MISSING');
    const { session, secret } = await turnOn();
    expect((await session.call(routes.getSession)).user?.factorDueOn).toBeNull();
    expect((await session.send(routes.dropSecondFactor, { body: { proof: codeOf(secret) } })).code).toBe(
      'LAST_SECOND_FACTOR',
    );
    await change(null);
    expect((await session.send(routes.dropSecondFactor, { body: { proof: codeOf(secret) } })).code).toBeNull();
    expect((await tryIn()).status).toBe(200);
  });
});
