import { randomUUID } from 'node:crypto';
import type { Passkey, PasskeyOptions, SecondFactorProof } from '@anticipa/contract/passkeys';
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOfApp } from '../../../testing/authenticator.ts';
import { aClient, anOperator, aUser } from '../../../testing/builders.ts';
import type { Portal } from '../../../testing/portal.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { type Answer, PASSWORD, sessionOn } from '../../../testing/session.ts';
import { type Authenticator, anAuthenticator } from '../../../testing/software-passkey.ts';

const ORIGIN = 'https://portal.example';

let mails: PortalWithMail;
let portal: Portal;
beforeAll(async () => {
  mails = await startPortalWithMail({ baseUrl: ORIGIN });
  ({ portal } = mails);
});
afterAll(() => mails.close());

let email: string;
let operatorId: string;
let mine: Authenticator;
beforeEach(async () => {
  portal.clock.pass(16 * 60_000);
  ({ email, operatorId } = await anOperator(portal, {
    email: `key-${randomUUID().slice(0, 8)}@example.test`,
    demoCode: null,
  }));
  mine = anAuthenticator(ORIGIN);
});

const credential = (): { username: string; password: string } => ({ username: email, password: PASSWORD });
const enter = (proof: { readonly passkey?: Passkey; readonly code?: string } = {}): Promise<Answer> =>
  portal.visitor.send(routes.login, { body: { ...credential(), ...proof } });
const firstChallenge = async () =>
  (await portal.visitor.call(routes.startSecondFactor, { body: credential() })).passkey;
const challenge = async (): Promise<PasskeyOptions> =>
  (await portal.visitor.call(routes.askForPasskey, { body: credential() })).passkey;
const enrol = async () =>
  routes.login.response.parse((await enter({ passkey: mine.create(await firstChallenge()) })).body);
/** A session by the passkey, as a caller. */
const session = async () => {
  const { token } = routes.login.response.parse((await enter({ passkey: mine.get(await challenge()) })).body);
  return sessionOn(portal.app, { token, cookie: null });
};

describe('an operator with a passkey', () => {
  it('[OPE-01] enrols it at the first sign-in with ten recovery codes, and signs in with it', async () => {
    expect((await enter()).code).toBe('SECOND_FACTOR_MISSING');
    const { recoveryCodes = [] } = await enrol();
    expect(recoveryCodes).toHaveLength(10);
    expect((await enter()).code).toBe('SECOND_FACTOR_NEEDED');
    const options = await challenge();
    expect(options).toMatchObject({ rpId: 'portal.example', allowCredentials: [{ id: mine.id }] });
    const again = await enter({ passkey: mine.get(options) });
    expect(again.status).toBe(200);
    expect(routes.login.response.parse(again.body)).not.toHaveProperty('recoveryCodes');
    expect((await enter({ code: recoveryCodes[0] ?? '' })).status).toBe(200);
    expect((await enter({ code: recoveryCodes[0] ?? '' })).code).toBe('WRONG_CODE');
  });

  it('[OPE-01] signs each challenge once, in five minutes, for this host and origin only', async () => {
    mine = anAuthenticator(ORIGIN, { counts: false });
    await enrol();
    const options = await challenge();
    const used = mine.get(options);
    expect((await enter({ passkey: used })).status).toBe(200);
    expect((await enter({ passkey: used })).code).toBe('PASSKEY_REFUSED');
    const refusal = async (passkey: (options: PasskeyOptions) => Passkey) => {
      portal.clock.pass(16 * 60_000);
      return (await enter({ passkey: passkey(await challenge()) })).code;
    };
    const inTime = await challenge();
    portal.clock.pass(5 * 60_000 - 1);
    expect((await enter({ passkey: mine.get(inTime) })).status).toBe(200);
    const late = await challenge();
    portal.clock.pass(5 * 60_000);
    expect((await enter({ passkey: mine.get(late) })).code).toBe('PASSKEY_REFUSED');
    const stranger = anAuthenticator(ORIGIN);
    expect(await refusal((asked) => stranger.get(asked))).toBe('PASSKEY_REFUSED');
    expect(await refusal((asked) => ({ ...stranger.get(asked), id: mine.id, rawId: mine.id }))).toBe('PASSKEY_REFUSED');
    expect(await refusal((asked) => stranger.create(asked))).toBe('PASSKEY_REFUSED');
    expect(await refusal((asked) => ({ ...mine.get(asked), response: { clientDataJSON: 'AAAA' } }))).toBe(
      'PASSKEY_REFUSED',
    );
    expect(await refusal(() => mine.get({ challenge: '' }))).toBe('PASSKEY_REFUSED');
    expect((await enter({ passkey: mine.get(await challenge()) })).status).toBe(200);
  });

  it.each([
    ['another origin', 'https://portal.example.evil.test', 'portal.example'],
    ['another host', ORIGIN, 'evil.test'],
  ])('[OPE-01] a passkey of %s is not enrolled', async (_name, origin, host) => {
    const other = anAuthenticator(origin, { host });
    expect((await enter({ passkey: other.create(await firstChallenge()) })).code).toBe('PASSKEY_REFUSED');
    expect((await enter()).code).toBe('SECOND_FACTOR_MISSING');
  });

  it('[OPE-01] replaces neither it nor the pending secret by the password alone', async () => {
    const { secret } = await portal.visitor.call(routes.startSecondFactor, { body: credential() });
    await enrol();
    expect((await portal.visitor.refusal(routes.startSecondFactor, { body: credential() })).code).toBe(
      'NO_SECOND_FACTOR_DUE',
    );
    expect((await enter({ passkey: anAuthenticator(ORIGIN).create(await challenge()) })).code).toBe('PASSKEY_REFUSED');
    await portal.db.owner.query(`update operators set totp_pending = 'x' where operator_id = $1`, [operatorId]);
    expect(secret).toHaveLength(32);
    expect((await enter({ code: '123456' })).code).toBe('WRONG_CODE');
  });

  it('[OPE-01] counts refused passkeys like wrong codes', async () => {
    await enrol();
    const failures = async () => {
      const { rowCount } = await portal.db.owner.query(
        'select from login_attempts where account = $1 and not succeeded',
        [`Second-factor:${operatorId}`],
      );
      return rowCount;
    };
    const before = (await failures()) ?? 0;
    const stranger = anAuthenticator(ORIGIN);
    expect((await enter({ passkey: stranger.get(await challenge()) })).code).toBe('PASSKEY_REFUSED');
    expect(await failures()).toBe(before + 1);
    await portal.db.owner.query(
      `insert into login_attempts (account, address, attempted_at, succeeded)
       select $1, '203.0.113.9', $2, false from generate_series(1, 10)`,
      [`Second-factor:${operatorId}`, portal.clock.now()],
    );
    expect((await enter({ passkey: mine.get(await challenge()) })).code).toBe('TOO_MANY_REQUESTS');
  });

  it('[OPE-01] adds and removes others by a second factor it has, is mailed each change, and keeps one', async () => {
    const { recoveryCodes = [] } = await enrol();
    const own = await session();
    const begin = () => own.call(routes.beginPasskey, { body: {} });
    /** A change proven by the operator's passkey. */
    const proven = async (prove: Authenticator = mine) => {
      const { passkey, proof } = await begin();
      if (proof === null) throw new Error('there is no passkey to prove');
      return { passkey, proof: { passkey: prove.get(proof) } };
    };
    expect((await own.call(routes.listPasskeys)).data.map(({ id }) => id)).toEqual([mine.id]);
    const last = { id: mine.id, proof: (await proven()).proof };
    expect((await own.refusal(routes.removePasskey, { body: last })).code).toBe('LAST_SECOND_FACTOR');

    const spare = anAuthenticator(ORIGIN);
    const add = (passkey: Passkey, proof: SecondFactorProof) =>
      own.send(routes.addPasskey, { body: { passkey, proof } });
    const foreign = await proven();
    const evil = anAuthenticator('https://evil.test').create(foreign.passkey);
    expect((await add(evil, foreign.proof)).code).toBe('PASSKEY_REFUSED');
    expect((await add(spare.create(foreign.passkey), foreign.proof)).code).toBe('PASSKEY_REFUSED');
    const begun = await proven();
    expect(begun.passkey).toMatchObject({ excludeCredentials: [{ id: mine.id }] });
    const added = await add(spare.create(begun.passkey), begun.proof);
    expect(
      routes.addPasskey.response
        .parse(added.body)
        .data.map(({ id }) => id)
        .toSorted(),
    ).toEqual([mine.id, spare.id].toSorted());
    expect((await add(spare.create(begun.passkey), begun.proof)).code).toBe('PASSKEY_REFUSED');

    const remove = (id: string, proof: SecondFactorProof) => own.send(routes.removePasskey, { body: { id, proof } });
    const [code = ''] = recoveryCodes;
    expect((await remove(mine.id, { code })).body).toMatchObject({ data: [{ id: spare.id }] });
    expect((await remove(mine.id, (await proven(spare)).proof)).body).toMatchObject({ data: [{ id: spare.id }] });
    expect((await enter({ passkey: spare.get(await challenge()) })).status).toBe(200);
    expect((await enter({ passkey: mine.get(await challenge()) })).code).toBe('PASSKEY_REFUSED');

    await mails.deliver();
    expect(
      mails
        .mailsTo(email)
        .map(({ subject }) => subject)
        .toSorted(),
    ).toEqual([
      'Se agregó una llave de acceso',
      'Se quitó una llave de acceso',
      'Se registró tu segundo factor',
      'Se usó uno de tus códigos de recuperación',
    ]);
  });

  it('[OPE-01] does not lose or gain a factor by a stolen session', async () => {
    await enrol();
    const stolen = await session();
    const thief = anAuthenticator(ORIGIN);
    const { passkey } = await stolen.call(routes.beginPasskey, { body: {} });
    const made = thief.create(passkey);
    const refusals: (string | null)[] = [];
    for (const proof of [{ passkey: made }, { passkey: thief.get(await challenge()) }, { code: '123456' }]) {
      // Longer than the delay after some failures from one place.
      portal.clock.pass(45_000);
      refusals.push((await stolen.send(routes.addPasskey, { body: { passkey: made, proof } })).code);
      portal.clock.pass(45_000);
      refusals.push((await stolen.send(routes.removePasskey, { body: { id: mine.id, proof } })).code);
    }
    const { secret } = await stolen.call(routes.beginAuthenticator, { body: {} });
    portal.clock.pass(45_000);
    const code = codeOfApp(secret, portal.clock.now());
    refusals.push((await stolen.send(routes.addAuthenticator, { body: { code, proof: { code } } })).code);
    expect(refusals).toEqual([...Array(4).fill('PASSKEY_REFUSED'), ...Array(3).fill('WRONG_CODE')]);
    expect((await stolen.call(routes.listPasskeys)).data.map(({ id }) => id)).toEqual([mine.id]);
    expect(await stolen.call(routes.getAuthenticator)).toEqual({ hasApp: false });
  });
});

it('[OPE-01] neither an operator without a passkey nor a client is asked for one', async () => {
  expect((await portal.visitor.refusal(routes.askForPasskey, { body: credential() })).code).toBe('NO_PASSKEY');
  const user = await aUser(portal, { client: await aClient(portal) });
  const body = { username: user.email, password: PASSWORD };
  expect((await portal.visitor.refusal(routes.askForPasskey, { body })).code).toBe('NO_PASSKEY');
});

describe('an authenticator app beside a passkey', () => {
  it('[OPE-01] is added later by a code of its secret, and signs in; passkey and recovery codes stay', async () => {
    const { recoveryCodes = [] } = await enrol();
    const own = await session();
    const refused = 'AUTHENTICATOR_REFUSED';
    /** Proof by one of the recovery codes, each of which works once. */
    const proven = (code: string, place: number) => ({ code, proof: { code: recoveryCodes[place] ?? '' } });
    expect(await own.call(routes.getAuthenticator)).toEqual({ hasApp: false });
    expect((await own.refusal(routes.addAuthenticator, { body: proven('123456', 1) })).code).toBe(refused);
    const { secret } = await own.call(routes.beginAuthenticator, { body: {} });
    const codeNow = () => codeOfApp(secret, portal.clock.now());
    expect((await enter({ code: codeNow() })).code).toBe('WRONG_CODE');
    const body = { code: codeNow() };
    expect(await own.call(routes.addAuthenticator, { body: proven(body.code, 2) })).toEqual({ hasApp: true });
    expect((await enter(body)).code).toBe('WRONG_CODE');
    portal.clock.pass(60_000);
    expect((await enter({ code: codeNow() })).status).toBe(200);
    expect((await enter({ passkey: mine.get(await challenge()) })).status).toBe(200);
    expect((await enter({ code: recoveryCodes[0] ?? '' })).status).toBe(200);
    expect((await own.refusal(routes.beginAuthenticator, { body: {} })).code).toBe('NO_SECOND_FACTOR_DUE');
    expect((await own.refusal(routes.addAuthenticator, { body: proven(body.code, 3) })).code).toBe(refused);
    await own.call(routes.removePasskey, { body: { id: mine.id, proof: { code: recoveryCodes[4] ?? '' } } });
  });
});
