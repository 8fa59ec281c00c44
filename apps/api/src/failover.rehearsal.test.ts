/**
 * Two servers, two APIs and a worker under load: the primary is killed, a standby is away, and a whole host freezes. Part of
 * `npm run test:full`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDemoPki } from '@anticipa/sandbox/pki';
import { type SmtpCatcher, startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { startTaxStatusServer, type TaxStatusServer } from '@anticipa/sandbox/tax-status-server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { aClient, aCompany, aLine, anInvoiceFile, aUser } from '../testing/builders.ts';
import { freePort } from '../testing/free-port.ts';
import { someInvoices } from '../testing/invoice-rows.ts';
import { aLender } from '../testing/lender.ts';
import { type Lane, type Load, startLoad } from '../testing/rehearsal/load.ts';
import { eventsAt, freeOrigin, type Program, sessionAt, startProgram, visitorAt } from '../testing/rehearsal/nodes.ts';
import { hasPooler, type Pooler, startPooler } from '../testing/rehearsal/pooler.ts';
import {
  type Address,
  anAddress,
  promote,
  type Server,
  startPrimary,
  startStandby,
} from '../testing/rehearsal/servers.ts';
import { DUE_DATE } from '../testing/sale-steps.ts';
import { checkInvariants } from './invariants/check.ts';
import { migrate } from './platform/db/migrate.ts';
import { fixedClock } from './platform/work/clock.ts';

const NOW = '2026-03-10T17:00:00Z';
const CLIENTS = 3;
const SALES_PER_LANE = 2000;

const clock = fixedClock(new Date(NOW));
let parent: string;
let address: Address;
let pooler: Pooler | null = null;
let servers: readonly [Server, Server];
let smtp: SmtpCatcher;
let taxStatus: TaxStatusServer;
let settings: NodeJS.ProcessEnv;
const origins: string[] = [];
const programs: Program[] = [];
const streams: Awaited<ReturnType<typeof eventsAt>>[] = [];
let load: Load;
let client: { readonly clientId: string };
let userId: string;

const anOwner = async (): Promise<pg.Client> => {
  const owner = new pg.Client({ connectionString: address.url });
  owner.on('error', () => undefined);
  await owner.connect();
  return owner;
};

const startApi = async (origin: string, more: NodeJS.ProcessEnv = {}): Promise<Program> =>
  startProgram('api', { ...settings, PORT: new URL(origin).port, ...more });

/** Settings of the second API: it uses a pooler if there is one. */
const behindPooler = async (): Promise<NodeJS.ProcessEnv> => {
  if (!hasPooler()) return {};
  pooler = await startPooler(parent, address.url, await freePort());
  return {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: address.url,
    DATABASE_PREPARED_STATEMENTS: 'false',
  };
};

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'anticipa-rehearsal-'));
  const primary = await startPrimary(parent, 'a');
  address = await anAddress(primary);
  await migrate(address.url);
  servers = [primary, await startStandby(parent, 'b', primary)];
  [smtp, taxStatus] = await Promise.all([startSmtpCatcher(), startTaxStatusServer()]);
  settings = {
    NODE_ENV: 'development',
    DATABASE_URL: address.url,
    DATA_DIR: join(parent, 'data'),
    SMTP_URL: smtp.smtpUrl,
    TAX_STATUS_URL: taxStatus.url,
    PORTAL_NOW: NOW,
    // More than the load writes in its minutes.
    UPLOAD_FILES_PER_DAY: '1000000',
    UPLOAD_MEGABYTES_PER_DAY: '1000000',
  };
  const pki = await openDemoPki(join(parent, 'data'));
  const owner = await anOwner();
  const db = { owner };
  await aLender(owner, clock);
  origins.push(await freeOrigin(), await freeOrigin());
  const [first = '', second = ''] = origins;
  programs.push(await startApi(first), await startApi(second, await behindPooler()));
  programs.push(await startProgram('worker', settings));

  const lanes: Lane[] = [];
  for (let number = 0; number < CLIENTS; number += 1) {
    const one = await aClient({ db, clock });
    const user = await aUser({ db, clock }, { client: one });
    client = one;
    userId = user.userId;
    const companyId = await aCompany({ db, clock }, { client: one });
    await aLine({ db }, { client: one, limit: '900000000.00' });
    const visitor = await visitorAt(origins[0] ?? '').signIn(user.email);
    const rows = { client: one, user, companyId, total: '1160.00', count: SALES_PER_LANE };
    for (const origin of origins) {
      const session = sessionAt(origin, visitor);
      const documentIds = await someInvoices({ db, clock }, rows);
      lanes.push({ session, dueDate: DUE_DATE, documentIds, fileAt: () => anInvoiceFile({ pki, clock }, one) });
      if (number === 0) streams.push(await eventsAt(origin, session));
    }
  }
  await owner.end();
  load = startLoad(lanes);
});

afterAll(async () => {
  for (const server of servers) server.thaw();
  for (const stream of streams) await stream.close();
  for (const program of programs) await program.end();
  await pooler?.close();
  address.close();
  for (const server of servers) await server.stop();
  await Promise.all([smtp.close(), taxStatus.close()]);
  await rm(parent, { recursive: true, force: true });
});

/** Every client sells on both APIs, both APIs receive events, and the worker delivers, all after `since`. */
const goesOn = async (since: number): Promise<void> => {
  const mails = smtp.received();
  for (const lane of Array.from({ length: CLIENTS * 2 }, (_, number) => number))
    await expect.poll(() => load.lastSale(lane), { timeout: 60_000 }).toBeGreaterThan(since);
  for (const stream of streams) await expect.poll(() => stream.last()).toBeGreaterThan(since);
  // One that the loss interrupted waits for the next sweep of the outbox.
  const received = async (): Promise<number> => {
    await leaveMessage();
    return smtp.received();
  };
  await expect.poll(received, { interval: 2000 }).toBeGreaterThan(mails);
};

const leaveMessage = async (): Promise<void> => {
  const owner = await anOwner();
  await owner.query(
    `insert into outbox (client_id, outbox_id, kind, payload, message_id, created_at)
     select $1, id, 'password-changed', $2, format('<%s@portal.anticipa.mx>', id), now() from gen_random_uuid() id`,
    [client.clientId, JSON.stringify({ userId })],
  );
  await owner.end();
};

/** Seconds since `startedAt`. */
const since = (startedAt: number): number => (performance.now() - startedAt) / 1000;

const readiness = async (origin: string): Promise<{ readonly status: number; readonly seconds: number }> => {
  const startedAt = performance.now();
  const { status } = await visitorAt(origin).get('/health/ready');
  return { status, seconds: since(startedAt) };
};

const nothingIsLost = async (on: Server): Promise<void> => {
  const { uploads, sales } = load.acknowledged;
  const present = async (table: string, column: string, ids: readonly string[]): Promise<number> => {
    const list = ids.map((id) => `'${id}'`).join(',');
    const rows = await on.query<{ count: number }>(`select count(*)::int from ${table} where ${column} in (${list})`);
    return rows[0]?.count ?? -1;
  };
  const given = { uploads: [...uploads], sales: [...sales] };
  expect(await present('invoices', 'document_id', given.uploads)).toBe(given.uploads.length);
  expect(await present('sales', 'sale_id', given.sales)).toBe(given.sales.length);
};

describe(`an estate under load${hasPooler() ? ', one API behind PgBouncer' : ''}`, () => {
  it('loses nothing when the primary is killed, and continues on its standby', async () => {
    const [primary, standby] = servers;
    await goesOn(performance.now());
    const killedAt = performance.now();
    await primary.kill();
    await promote(standby);
    address.moveTo(standby);
    await goesOn(killedAt);
    await nothingIsLost(standby);
    for (const origin of origins) expect((await readiness(origin)).status).toBe(200);
    await primary.stop();
    servers = [standby, await startStandby(parent, primary.name, standby)];
    await goesOn(performance.now());
  });

  it('is not ready while commits wait for a standby that is away, and is again afterwards', async () => {
    const [, standby] = servers;
    standby.freeze();
    for (const origin of origins) {
      await expect.poll(async () => (await readiness(origin)).status).toBe(503);
      expect((await readiness(origin)).seconds).toBeLessThan(10);
    }
    standby.thaw();
    for (const origin of origins) await expect.poll(async () => (await readiness(origin)).status).toBe(200);
    await goesOn(performance.now());
  });

  it('leaves a frozen host within seconds: calls, events, jobs and SIGTERM', async () => {
    const [primary, standby] = servers;
    primary.freeze();
    expect(await programs.shift()?.end()).toBeLessThan(10);
    await promote(standby);
    address.moveTo(standby);
    const movedAt = performance.now();
    // The first API ended, and its stream with it.
    await streams.shift()?.close();
    for (const stream of streams) await expect.poll(() => stream.last(), { timeout: 30_000 }).toBeGreaterThan(movedAt);
    programs.push(await startApi(origins[0] ?? ''));
    await goesOn(performance.now());
    await nothingIsLost(standby);
  });

  it('is not ready on an old primary that returns', async () => {
    const [old] = servers;
    old.thaw();
    // A commit that waits for a standby keeps all later notifications waiting.
    const waiting = old
      .query(`select pg_notify('portal_events', ''), pg_logical_emit_message(true, 'anticipa', 'waits')`)
      .catch(() => undefined);
    const isWaiting = async () =>
      (await old.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)).length > 0;
    await expect.poll(isWaiting).toBe(true);
    const oldAddress = await anAddress(old);
    onTestFinished(() => oldAddress.close());
    const origin = await freeOrigin();
    const api = await startProgram('api', { ...settings, DATABASE_URL: oldAddress.url, PORT: new URL(origin).port });
    expect((await readiness(origin)).status).toBe(503);
    await api.end();
    await old.query(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
    await waiting;
  });

  it('is not ready on an old primary that commits without a standby, once it has used the new one', async () => {
    const [old, current] = servers;
    await old.query(`alter system set synchronous_standby_names = ''`);
    await old.query('select pg_reload_conf()');
    const moving = await anAddress(current);
    onTestFinished(() => moving.close());
    const origin = await freeOrigin();
    const api = await startProgram('api', { ...settings, DATABASE_URL: moving.url, PORT: new URL(origin).port });
    onTestFinished(async () => void (await api.end()));
    expect((await readiness(origin)).status).toBe(200);
    moving.moveTo(old);
    moving.cut();
    await expect.poll(async () => (await readiness(origin)).status).toBe(503);
    moving.moveTo(current);
    moving.cut();
    await expect.poll(async () => (await readiness(origin)).status).toBe(200);
  });

  it('no call waits for longer than ten seconds', () => {
    const { seconds, because } = load.longestFailure();
    expect(seconds - load.usualSeconds(), because).toBeLessThan(10);
  });

  it('has sold every sale once, with all invariants', async () => {
    await load.stop();
    const [, current] = servers;
    const rows = await current.query<{ sales: number }>('select count(*)::int as sales from sales');
    expect(rows).toEqual([{ sales: load.acknowledged.sales.length }]);
    expect(load.acknowledged.sales.length).toBeGreaterThan(100);
    const owner = await anOwner();
    onTestFinished(() => owner.end());
    expect(await checkInvariants(owner)).toEqual([]);
  });
});
