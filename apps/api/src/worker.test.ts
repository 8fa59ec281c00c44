import { routes } from '@anticipa/contract/routes';
import { type SmtpCatcher, startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOutside } from './lib/outside.ts';
import { anOperator } from './lib/testing/builders.ts';
import { logInto } from './lib/testing/log.ts';
import { aPopulatedClient, type TestObjects } from './lib/testing/populated-client.ts';
import { type Portal, startPortal } from './lib/testing/portal.ts';
import { purge } from './modules/session/jobs.ts';
import { startWorker } from './worker.ts';

let portal: Portal;
let catcher: SmtpCatcher;
let own: TestObjects;
const said: string[] = [];
const log = logInto(said);

beforeAll(async () => {
  portal = await startPortal();
  catcher = await startSmtpCatcher();
  const operator = await portal.signIn((await anOperator(portal)).email);
  own = await aPopulatedClient(portal, { operator, firstSale: 1 });
  await portal.db.owner.query('delete from outbox');
});
afterAll(async () => {
  await catcher.close();
  await portal.close();
});

const start = async () => {
  const config = { ...portal.config, smtpUrl: catcher.smtpUrl };
  return startWorker({ config, db: portal.db.worker, clock: portal.clock, outside: await openOutside(config), log });
};
const askForSummary = async (): Promise<void> => {
  const session = await portal.signIn(own.email);
  await session.call(routes.sendSummary, { body: { numberOfSales: [own.creditNumber], emails: [own.email] } });
};
const waiting = async (): Promise<number> =>
  (await portal.db.owner.query('select 1 from outbox where delivered_at is null')).rows.length;

describe('the worker', () => {
  it('[RES-03] delivers what was asked for before it started and while it runs, and then rests', async () => {
    await askForSummary();
    expect(await waiting()).toBe(1);
    const worker = await start();
    await expect.poll(() => waiting()).toBe(0);
    await askForSummary();
    await expect.poll(() => catcher.mails()).toHaveLength(2);
    expect(catcher.mails().map((mail) => mail.to)).toEqual([own.email, own.email]);
    await expect.poll(() => waiting()).toBe(0);
    await worker.stop();
    expect(said).toEqual([]);
  });

  it('sends each mail once when two of them run', async () => {
    const before = catcher.received();
    const workers = await Promise.all([start(), start()]);
    await Promise.all(Array.from({ length: 10 }, askForSummary));
    await expect.poll(() => waiting()).toBe(0);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(catcher.received() - before).toBe(10);
  });
});

describe('purging', () => {
  it('removes what nothing can need any more, and nothing younger', async () => {
    const session = await portal.signIn(own.email);
    await session.call(routes.listInvoices);
    await session.call(routes.recoverPass, { body: { email: own.email } });
    const count = async (): Promise<Record<string, number>> => {
      const { rows } = await portal.db.owner.query<Record<string, number>>(
        `select (select count(*)::int from sessions) as sessions, (select count(*)::int from session_tokens) as tokens,
          (select count(*)::int from login_attempts) as attempts, (select count(*)::int from idempotency) as answers,
          (select count(*)::int from recovery_asks) as asks`,
      );
      return rows[0] ?? {};
    };
    const deps = { db: portal.db.worker, clock: portal.clock };
    const before = await count();
    await purge(deps);
    expect(await count()).toEqual(before);
    portal.clock.set(new Date(portal.clock.now().getTime() + 31 * 24 * 3_600_000));
    await purge(deps);
    expect(await count()).toEqual({ sessions: 0, tokens: 0, attempts: 0, answers: 0, asks: 0 });
  });
});
