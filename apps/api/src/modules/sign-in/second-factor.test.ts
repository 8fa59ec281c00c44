import { randomUUID } from 'node:crypto';
import { login, startSecondFactor } from '@anticipa/contract/session';
import { demoCode } from '@anticipa/sandbox/demo-parties';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { aClient, anOperator, aUser } from '../../../testing/builders.ts';
import { logInto } from '../../../testing/log.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { type Answer, PASSWORD } from '../../../testing/session.ts';
import { tablesWith } from '../../../testing/tables-with.ts';
import { createApp } from '../../app.ts';
import { openOutside } from '../../gateways/outside.ts';
import { attemptsOf } from '../session/known-places.ts';
import { resealApps, type SecondFactorKeys } from './sealed-secret.ts';
import { codeAt } from './totp.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

let email: string;
let operatorId: string;
beforeEach(async () => {
  portal.clock.pass(16 * 60_000);
  ({ email, operatorId } = await anOperator(portal, {
    email: `operator-${randomUUID().slice(0, 8)}@example.test`,
    demoCode: null,
  }));
});

const enter = (code?: string, password = PASSWORD): Promise<Answer> =>
  portal.visitor.send(login, { body: { username: email, password, ...(code === undefined ? {} : { code }) } });

const STEP_MS = 30_000;
/** A code of a step in which none was used. */
const nextCode = (secret: Buffer): string => {
  portal.clock.pass(2 * STEP_MS);
  return codeAt(secret, portal.clock.now());
};

const bytesOf = (text: string): Buffer => {
  const bits = [...text].map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'));
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

const pendingSecret = async (): Promise<Buffer> => {
  const { secret } = await portal.visitor.call(startSecondFactor, { body: { username: email, password: PASSWORD } });
  return bytesOf(secret);
};

const enrol = async (): Promise<{ readonly secret: Buffer; readonly recoveryCodes: readonly string[] }> => {
  const secret = await pendingSecret();
  const { recoveryCodes = [] } = login.response.parse((await enter(nextCode(secret))).body);
  return { secret, recoveryCodes };
};

const audited = async (action: string): Promise<number> => {
  const { rowCount } = await portal.db.owner.query('select from audit where subject = $1 and action = $2', [
    `operator:${operatorId}`,
    action,
  ]);
  return rowCount ?? 0;
};

describe('an operator without a second factor', () => {
  it('[OPE-01] signs in only after enrolling one, and gets ten recovery codes once', async () => {
    expect((await enter()).code).toBe('SECOND_FACTOR_MISSING');
    expect((await enter('123456')).code).toBe('WRONG_CODE');
    const { secret: text, uri } = await portal.visitor.call(startSecondFactor, {
      body: { username: email, password: PASSWORD },
    });
    expect(text).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/Cr%C3%A9dito%20Aurora:${encodeURIComponent(email)}?secret=${text}&issuer=Cr%C3%A9dito%20Aurora`,
    );
    expect((await enter()).code).toBe('SECOND_FACTOR_MISSING');

    const { secret, recoveryCodes } = await enrol();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect(await audited('second-factor.enrolled')).toBe(1);
    expect((await enter()).code).toBe('SECOND_FACTOR_NEEDED');
    const again = await enter(nextCode(secret));
    expect(login.response.parse(again.body)).not.toHaveProperty('recoveryCodes');
    // A stolen password does not replace the factor.
    expect(
      (await portal.visitor.refusal(startSecondFactor, { body: { username: email, password: PASSWORD } })).code,
    ).toBe('NO_SECOND_FACTOR_DUE');
  });

  it('[OPE-01] learns nothing without the password', async () => {
    expect((await enter(undefined, 'wrong-password')).code).toBe('WRONG_PASSWORD');
    const refused = await portal.visitor.refusal(startSecondFactor, {
      body: { username: email, password: 'wrong-password' },
    });
    expect(refused.code).toBe('WRONG_PASSWORD');
  });
});

describe('an operator with a second factor', () => {
  it('[OPE-01] uses each code once, of concurrent uses one wins', async () => {
    const { secret } = await enrol();
    const code = nextCode(secret);
    const answers = await Promise.all([enter(code), enter(code), enter(code)]);
    expect(answers.map((answer) => answer.code).toSorted()).toEqual(['WRONG_CODE', 'WRONG_CODE', null]);
    expect((await enter(code)).code).toBe('WRONG_CODE');
  });

  it('[OPE-01] has a secret that no table contains, and opens no other operator’s account', async () => {
    const pending = await pendingSecret();
    expect(await tablesWith(portal, pending.toString('hex'))).toEqual([]);
    const { secret } = await enrol();
    expect(await tablesWith(portal, secret.toString('hex'))).toEqual([]);
    const other = await anOperator(portal, { email: `other-${operatorId.slice(0, 8)}@example.test`, demoCode: null });
    await portal.db.owner.query(
      `update operators set totp_secret = (select totp_secret from operators where operator_id = $1)
       where operator_id = $2`,
      [operatorId, other.operatorId],
    );
    ({ email } = other);
    expect((await enter(nextCode(secret))).code).toBe('WRONG_CODE');
  });

  it('[OPE-01] enters with each recovery code once, however it is typed', async () => {
    const { recoveryCodes } = await enrol();
    const [first = '', second = ''] = recoveryCodes;
    expect((await enter(first.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await enter(first)).code).toBe('WRONG_CODE');
    expect((await enter(second)).status).toBe(200);
    expect(await audited('second-factor.recovered')).toBe(2);
    const { rows } = await portal.db.owner.query<{ text: string }>(
      `select encode(code_hash, 'escape') as text from operator_recovery_codes where operator_id = $1`,
      [operatorId],
    );
    expect(rows).toHaveLength(8);
    for (const { text } of rows) for (const code of recoveryCodes) expect(text).not.toContain(code.slice(0, 4));
  });

  it('[OPE-01] may try ten codes in a quarter of an hour', async () => {
    const { secret } = await enrol();
    const codes: (string | null)[] = [];
    // Longer than the delay after some failures from one place.
    for (let attempt = 0; attempt < 12; attempt += 1) {
      portal.clock.pass(45_000);
      codes.push((await enter(String(attempt).padStart(6, '0'))).code);
    }
    expect(codes.slice(0, 6)).toEqual(Array(6).fill('WRONG_CODE'));
    expect(codes.filter((code) => code === 'WRONG_CODE').length).toBeLessThanOrEqual(10);
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
    portal.clock.pass(16 * 60_000);
    expect((await enter(nextCode(secret))).status).toBe(200);
  });
});

describe('[OPE-41] while the key of second factors is replaced', () => {
  const next = { secondFactorKey: 'n'.repeat(32) };
  /** Signs in at an API on the same database whose settings have these keys. */
  const statusAt = async (keys: SecondFactorKeys, secret: Buffer): Promise<number> => {
    const config = { ...portal.config, ...keys };
    const { db, clock, hashCost } = portal;
    const log = logInto([]);
    const outside = await openOutside(config);
    const app = await createApp({ config, db: db.api, clock, outside, webDir: portal.dataDir, log, hashCost });
    onTestFinished(() => app.close());
    const payload = { username: email, password: PASSWORD, code: nextCode(secret) };
    return (await app.inject({ method: 'POST', url: login.path, payload })).statusCode;
  };
  const reseal = (keys: SecondFactorKeys) =>
    portal.db.api.withTransaction({ as: 'auth' }, (db) => resealApps({ db }, keys));

  it('each API opens what the others seal, and the former key opens nothing afterwards', async () => {
    const old = { secondFactorKey: portal.config.secondFactorKey };
    const both = { ...next, secondFactorOtherKey: old.secondFactorKey };
    const { secret } = await enrol();
    await portal.visitor.call(startSecondFactor, {
      body: { username: (await anOperator(portal, { demoCode: null })).email, password: PASSWORD },
    });
    expect([await statusAt(next, secret), await statusAt(both, secret)]).toEqual([401, 200]);

    // A secret that a test above copied to another operator opens with no key.
    const { lost } = await reseal(old);
    const resealed = (await reseal(next)).lost - lost;
    expect(resealed).toBeGreaterThanOrEqual(2);
    expect(await reseal(both)).toEqual({ resealed, lost });
    expect(await reseal(both)).toEqual({ resealed: 0, lost });
    expect([await statusAt(next, secret), await statusAt(old, secret)]).toEqual([200, 401]);
    // An API that was not yet restarted has both keys, the former one in use.
    const before = { ...old, secondFactorOtherKey: next.secondFactorKey };
    expect(await statusAt(before, secret)).toBe(200);
    expect(await reseal(before)).toEqual({ resealed, lost });
  });

  it('strangers who fail meanwhile do not shut an operator out of a known address', async () => {
    const both = { ...next, secondFactorOtherKey: portal.config.secondFactorKey };
    const { secret } = await enrol();
    await portal.db.owner.query(
      `insert into login_attempts (account, address, attempted_at, succeeded)
       select $1, '203.0.113.1', $2, false from generate_series(1, 100)`,
      [attemptsOf(email, both), portal.clock.now()],
    );
    expect(await statusAt(both, secret)).toBe(200);
  });
});

it('[OPE-01] sign-ins with another name do not use up the codes of an operator', async () => {
  const { secret } = await enrol();
  const body = { username: `second-factor:${operatorId}`, password: PASSWORD };
  for (let attempt = 0; attempt < 12; attempt += 1) {
    portal.clock.pass(45_000);
    await portal.visitor.send(login, { body });
  }
  expect((await enter(nextCode(secret))).code).toBeNull();
});

it('[FAC-01] a client’s user needs no code without a factor, and one once it is on', async () => {
  ({ email } = await aUser(portal, { client: await aClient(portal) }));
  expect((await enter()).status).toBe(200);
  const { secret } = await enrol();
  expect((await enter()).code).toBe('SECOND_FACTOR_NEEDED');
  expect((await enter(nextCode(secret))).status).toBe(200);
});

it('[OPE-01] the code of the demo works as often as wanted, and never in production', async () => {
  ({ email } = await anOperator(portal));
  expect([(await enter(demoCode)).code, (await enter(demoCode)).code]).toEqual([null, null]);
  const production = await startPortal({ production: true });
  onTestFinished(() => production.close());
  const { email: theirs } = await anOperator(production);
  const tryIn = async (code?: string) =>
    (await production.visitor.send(login, { body: { username: theirs, password: PASSWORD, ...(code && { code }) } }))
      .code;
  expect([await tryIn(), await tryIn(demoCode)]).toEqual(['SECOND_FACTOR_MISSING', 'WRONG_CODE']);
});
