/** A standby that streams from its primary: paused, frozen, gone, promoted. Part of `npm run test:full`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient } from '../../../testing/builders.ts';
import { aLender } from '../../../testing/lender.ts';
import {
  type Address,
  anAddress,
  promote,
  type Server,
  startPrimary,
  startStandby,
} from '../../../testing/rehearsal/servers.ts';
import { checkInvariants } from '../../invariants/check.ts';
import { fixedClock } from '../work/clock.ts';
import { migrate } from './migrate.ts';
import { withOwnerClient } from './owner-client.ts';
import { type Context, type Database, openDatabase } from './pool.ts';
import type { Login } from './roles.ts';
import { flag, valuesOf, whole } from './rows.ts';
import { openStandby, withStandby } from './standby.ts';

let parent: string;
let servers: readonly [primary: Server, standby: Server];
let addresses: readonly [primary: Address, standby: Address];
let owner: pg.Client;
let db: Database;
const lines: string[] = [];
const clientIds: string[] = [];

const clock = fixedClock(new Date('2026-03-10T17:00:00Z'));
/** Keeps how fit the standby was found by each line of the log. */
const keep = (fields: object): void => void lines.push('standby' in fields ? String(fields.standby) : 'current');
const withStandbyAt = (url: string, login: Login = 'api'): Database => {
  const first = openDatabase({ url: addresses[0].url, login, onError: () => undefined });
  const log = { info: keep, warn: keep, error: keep };
  return withStandby(first, openStandby({ url, login, preparesStatements: true }), { log, login });
};

const addClient = async (): Promise<void> => {
  clientIds.push((await aClient({ db: { owner }, clock })).clientId);
};

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'anticipa-standby-'));
  const primary = await startPrimary(parent, 'a');
  const address = await anAddress(primary);
  await migrate(address.url);
  owner = new pg.Client({ connectionString: address.url });
  await owner.connect();
  await aLender(owner, clock);
  servers = [primary, await startStandby(parent, 'b', primary)];
  // As many estates have it: commits wait for no standby.
  await primary.query(`alter system set synchronous_standby_names = ''`);
  await primary.query('select pg_reload_conf()');
  addresses = [address, await anAddress(servers[1])];
  db = withStandbyAt(addresses[1].url);
  await addClient();
  await addClient();
});
afterAll(async () => {
  servers[1].thaw();
  await Promise.all([db.close(), owner.end()]);
  for (const address of addresses) address.close();
  for (const server of servers) await server.stop();
  await rm(parent, { recursive: true, force: true });
});

/** Where a long read ran, and how many clients it saw. */
const read = (
  context: Context = { as: 'operator' },
  of: Database = db,
): Promise<readonly [server: string, clients: number | undefined]> =>
  of.readLong(context, async (executor) => {
    const [isStandby] = await valuesOf(executor, flag)`select pg_is_in_recovery()`;
    const [count] = await valuesOf(executor, whole)`select count(*)::int from clients`;
    return [isStandby ? 'standby' : 'primary', count] as const;
  });
const isRead = async (server: string): Promise<void> => {
  await expect.poll(async () => (await read())[0]).toBe(server);
};

it('[OPE-40] a read sees what was committed just before, on the standby, and only a client’s own rows', async () => {
  await isRead('standby');
  for (let round = 0; round < 10; round += 1) {
    await addClient();
    expect(await read()).toEqual([expect.any(String), clientIds.length]);
  }
  expect(await read()).toEqual(['standby', clientIds.length]);
  expect(await read({ as: 'tenant', clientId: clientIds[0] ?? '' })).toEqual(['standby', 1]);
  const worker = withStandbyAt(addresses[1].url, 'worker');
  expect(await read({ as: 'worker' }, worker)).toEqual(['standby', clientIds.length]);
  await worker.close();
});

it('the checks of the books run on a standby', async () => {
  expect(await withOwnerClient(addresses[1].url, checkInvariants)).toEqual([]);
});

it('[OPE-40] a standby that replays nothing is left for the primary, and read again once it has caught up', async () => {
  const [, standby] = servers;
  await standby.query('select pg_wal_replay_pause()');
  await addClient();
  expect(await read()).toEqual(['primary', clientIds.length]);
  await standby.query('select pg_wal_replay_resume()');
  await isRead('standby');
});

it('[OPE-40] a frozen standby, and one that is gone, delay reads but fail none', async () => {
  servers[1].freeze();
  await addClient();
  expect(await read()).toEqual(['primary', clientIds.length]);
  servers[1].thaw();
  await isRead('standby');
  await servers[1].kill();
  await addClient();
  expect(await read()).toEqual(['primary', clientIds.length]);
  servers = [servers[0], await startStandby(parent, 'b', servers[0])];
  await servers[0].query(`alter system set synchronous_standby_names = ''`);
  await servers[0].query('select pg_reload_conf()');
  addresses[1].moveTo(servers[1]);
  await isRead('standby');
});

it('[OPE-40] a standby that was promoted is not read, and neither is one that follows another primary', async () => {
  await promote(servers[1]);
  await addClient();
  expect(await read()).toEqual(['primary', clientIds.length]);
  const other = await startStandby(parent, 'c', servers[1]);
  await servers[1].query(`alter system set synchronous_standby_names = ''`);
  await servers[1].query('select pg_reload_conf()');
  // It is far ahead of the primary.
  await servers[1].query(`select pg_switch_wal() from generate_series(1, 2), pg_logical_emit_message(false, '', 'x')`);
  addresses[1].moveTo(other);
  await db.close();
  db = withStandbyAt(addresses[1].url);
  expect(await read()).toEqual(['primary', clientIds.length]);
  await other.stop();
  const losses = ['late', 'current', 'away', 'current', 'away', 'current', 'no standby'];
  expect(lines).toEqual([...losses, 'of another history']);
});
