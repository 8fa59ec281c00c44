/** The second factor of a client's people; `second-factor.test.ts` and `passkeys.test.ts` try the same code as operators. */
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOfApp } from '../../../testing/authenticator.ts';
import { aClient, aUser, type TestClient } from '../../../testing/builders.ts';
import { publishTodaysRate } from '../../../testing/interest.ts';
import { BASE_URL } from '../../../testing/jobs.ts';
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
});
