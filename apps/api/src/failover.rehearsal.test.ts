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
import type { TestUser } from '../testing/builders.ts';
import { freePort } from '../testing/free-port.ts';
import { openLanes } from '../testing/rehearsal/lanes.ts';
import { compare, DONE, type Load, startLoad } from '../testing/rehearsal/load.ts';
import {
  type Entrance,
  eventsAt,
  freeOrigin,
  type Program,
  startProgram,
  visitorAt,
} from '../testing/rehearsal/nodes.ts';
import { hasPooler, type Pooler, startPooler } from '../testing/rehearsal/pooler.ts';
import {
  type Address,
  anAddress,
  promote,
  type Server,
  startPrimary,
  startStandby,
} from '../testing/rehearsal/servers.ts';
import { checkInvariants } from './invariants/check.ts';
import { migrate } from './platform/db/migrate.ts';
import { fixedClock } from './platform/work/clock.ts';

const NOW = '2026-03-10T17:00:00Z';
const SALES_PER_LANE = 2000;

const clock = fixedClock(new Date(NOW));
let parent: string;
let address: Address;
let pooler: Pooler | null = null;
let servers: readonly [Server, Server];
let smtp: SmtpCatcher;
let taxStatus: TaxStatusServer;
let settings: NodeJS.ProcessEnv;
let apis: readonly [Entrance, Entrance];
const programs: Program[] = [];
const streams: Awaited<ReturnType<typeof eventsAt>>[] = [];
let load: Load;
let user: TestUser;

const anOwner = async (): Promise<pg.Client> => {
  const owner = new pg.Client({ connectionString: address.url });
  owner.on('error', () => undefined);
  await owner.connect();
  return owner;
};

const startApi = async ({ origin }: Entrance, more: NodeJS.ProcessEnv = {}): Promise<Program> =>
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
  apis = [{ origin: await freeOrigin() }, { origin: await freeOrigin() }];
  programs.push(await startApi(apis[0]), await startApi(apis[1], await behindPooler()));
  programs.push(await startProgram('worker', settings));

  const owner = await anOwner();
  const lanes = await openLanes({ owner, clock, pki, apis, salesPerLane: SALES_PER_LANE });
  await owner.end();
  for (const [place, api] of apis.entries()) {
    const lane = lanes[place];
    if (lane === undefined) throw new Error('the first client has a lane on each API');
    user = lane.user;
    streams.push(await eventsAt(api, lane.session));
  }
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
  await expect.poll(() => load.goesOnSince(since), { timeout: 60_000 }).toBe(true);
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
    [user.clientId, JSON.stringify({ userId: user.userId })],
  );
  await owner.end();
};

/** Seconds since `startedAt`. */
const since = (startedAt: number): number => (performance.now() - startedAt) / 1000;

const readiness = async (api: Entrance): Promise<{ readonly status: number; readonly seconds: number }> => {
  const startedAt = performance.now();
  const { status } = await visitorAt(api).get('/health/ready');
  return { status, seconds: since(startedAt) };
};

/** Everything that the load was told is there, and once. */
const nothingIsLost = (on: Server): Promise<void> =>
  load.atRest(async (acknowledged) => {
    expect(compare(acknowledged, await on.query(DONE))).toEqual({ lost: 0, twice: 0 });
  });

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
    for (const api of apis) expect((await readiness(api)).status).toBe(200);
    await primary.stop();
    servers = [standby, await startStandby(parent, primary.name, standby)];
    await goesOn(performance.now());
  });

  it('is not ready while commits wait for a standby that is away, and is again afterwards', async () => {
    const [, standby] = servers;
    standby.freeze();
    for (const api of apis) {
      await expect.poll(async () => (await readiness(api)).status).toBe(503);
      expect((await readiness(api)).seconds).toBeLessThan(10);
    }
    standby.thaw();
    for (const api of apis) await expect.poll(async () => (await readiness(api)).status).toBe(200);
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
    programs.push(await startApi(apis[0]));
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
    const program = await startProgram('api', {
      ...settings,
      DATABASE_URL: oldAddress.url,
      PORT: new URL(origin).port,
    });
    expect((await readiness({ origin })).status).toBe(503);
    await program.end();
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
    const program = await startProgram('api', { ...settings, DATABASE_URL: moving.url, PORT: new URL(origin).port });
    onTestFinished(async () => void (await program.end()));
    expect((await readiness({ origin })).status).toBe(200);
    moving.moveTo(old);
    moving.cut();
    await expect.poll(async () => (await readiness({ origin })).status).toBe(503);
    moving.moveTo(current);
    moving.cut();
    await expect.poll(async () => (await readiness({ origin })).status).toBe(200);
  });

  it('no call waits for longer than ten seconds', () => {
    const { seconds, because } = load.longestFailure();
    expect(seconds - load.usualSeconds(), because).toBeLessThan(10);
  });

  it('has done everything once, with all invariants', async () => {
    await load.stop();
    const [, current] = servers;
    expect(load.writtenAt.length).toBeGreaterThan(700);
    await nothingIsLost(current);
    const owner = await anOwner();
    onTestFinished(() => owner.end());
    expect(await checkInvariants(owner)).toEqual([]);
  });
});
