/**
 * The estate of `deploy/ha` under load: Patroni with three etcd nodes and a synchronous standby, HAProxy and PgBouncer from Debian 13.
 * Prints a line for each event. Part of `npm run test:full` where it can be built: it needs root, debootstrap and, once, the network.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDemoPki } from '@anticipa/sandbox/pki';
import { type SmtpCatcher, startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { startTaxStatusServer, type TaxStatusServer } from '@anticipa/sandbox/tax-status-server';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endRestored, makeBackup, restoreAt } from '../testing/rehearsal/backups.ts';
import { type Cluster, startCluster, whyNoCluster } from '../testing/rehearsal/cluster.ts';
import { openEarlier, whyNoEarlier } from '../testing/rehearsal/earlier.ts';
import type { Host } from '../testing/rehearsal/hosts.ts';
import { openLanes } from '../testing/rehearsal/lanes.ts';
import { compare, DONE, type Load, startLoad } from '../testing/rehearsal/load.ts';
import {
  type Entrance,
  freeOrigin,
  migrateAs,
  type Program,
  present,
  startProgram,
  type Version,
} from '../testing/rehearsal/nodes.ts';
import { checkInvariants } from './invariants/check.ts';
import { fixedClock } from './platform/work/clock.ts';

const NOW = '2026-03-10T17:00:00Z';
const SALES_PER_LANE = 3000;
/** Longest times without an acknowledged write. */
const UNPLANNED_SECONDS = 30;
const PLANNED_SECONDS = 5;

const clock = fixedClock(new Date(NOW));
let folder: string;
let cluster: Cluster;
let smtp: SmtpCatcher;
let taxStatus: TaxStatusServer;
const apis: readonly Entrance[] = [{ origin: '' }, { origin: '' }];
/** The programs behind them. */
const apiPrograms: Program[] = [];
let worker: Program;
let load: Load;

const impossible = whyNoCluster() ?? whyNoEarlier();

/** The same for both versions: the owner's URL, from which each program derives its own sign-in. */
const settings = (): NodeJS.ProcessEnv => ({
  NODE_ENV: 'development',
  DATABASE_URL: cluster.pooledUrl,
  DATABASE_DIRECT_URL: cluster.ownerUrl,
  DATA_DIR: join(folder, 'data'),
  SMTP_URL: smtp.smtpUrl,
  TAX_STATUS_URL: taxStatus.url,
  // A clock that is set back voids sessions.
  PORTAL_NOW: new Date(clock.now().getTime() + performance.now()).toISOString(),
  UPLOAD_FILES_PER_DAY: '1000000',
  UPLOAD_MEGABYTES_PER_DAY: '1000000',
});

/** Starts an API of a version, and leads the clients of `api` to it. */
const startApi = async (api: Entrance, version: Version): Promise<Program> => {
  const origin = await freeOrigin();
  const program = await startProgram('api', { ...settings(), PORT: new URL(origin).port }, version);
  api.origin = origin;
  return program;
};

beforeAll(async () => {
  if (impossible !== undefined) {
    process.stderr.write(`The estate of deploy/ha was not rehearsed: ${impossible}.\n`);
    return;
  }
  const earlier = openEarlier();
  // Not among the temporary files of this run: hosts have file systems mounted there.
  folder = await mkdtemp('/var/tmp/anticipa-ha-');
  cluster = await startCluster(folder);
  [smtp, taxStatus] = await Promise.all([startSmtpCatcher(), startTaxStatusServer()]);
  await migrateAs(earlier, settings());
  const pki = await openDemoPki(join(folder, 'data'));
  for (const api of apis) apiPrograms.push(await startApi(api, earlier));
  worker = await startProgram('worker', settings(), earlier);
  const lanes = await cluster.superuser((owner) =>
    openLanes({ owner, clock, pki, apis, salesPerLane: SALES_PER_LANE }),
  );
  // As autovacuum would do soon; a failover before that would undo its counts.
  await cluster.superuser((owner) => owner.query('analyze'));
  load = startLoad(lanes);
}, 900_000);

afterAll(async () => {
  if (impossible !== undefined) return;
  for (const program of [...apiPrograms, worker]) await program?.end();
  cluster?.close();
  await Promise.all([smtp?.close(), taxStatus?.close()]);
  await rm(folder, { recursive: true, force: true });
}, 120_000);

/** The longest time without an acknowledged write since an instant, in seconds. */
const gapSince = (startedAt: number): number => {
  const instants = [startedAt, ...load.writtenAt.filter((at) => at > startedAt), performance.now()];
  return Math.max(...instants.slice(1).map((at, place) => at - (instants[place] ?? at))) / 1000;
};

const goesOn = async (): Promise<void> => {
  const since = performance.now();
  await expect.poll(() => load.goesOnSince(since), { timeout: 120_000, interval: 200 }).toBe(true);
};

/** Numbers of things that were acknowledged and are lost, and that were done more often than acknowledged. */
const balance = () =>
  load.atRest((acknowledged) =>
    cluster.superuser(async (owner) => compare(acknowledged, (await owner.query<{ what: string }>(DONE)).rows)),
  );

const clockOf = async (server: pg.Client): Promise<string> =>
  (await server.query<{ now: string }>('select clock_timestamp()::text as now')).rows[0]?.now ?? '';

const isRestoring = async (server: pg.Client): Promise<boolean | undefined> =>
  (await server.query<{ is: boolean }>('select pg_is_in_recovery() as is')).rows[0]?.is;

/** Writes to the log of a server without space until it stops; the files of the log that are there already last for a while. */
const useUpLog = async (server: pg.Client): Promise<void> => {
  const { rows } = await server.query<{ files: number }>('select count(*)::int as files from pg_ls_waldir()');
  for (let file = 0; file <= (rows[0]?.files ?? 0); file += 1)
    await server.query(`select pg_logical_emit_message(false, 'full', 'disk'), pg_switch_wal()`);
};

/** Plays an event under load, and checks what it cost. */
const play = async (name: string, most: number, happen: () => Promise<void>): Promise<void> => {
  await cluster.untilWhole();
  await goesOn();
  const startedAt = performance.now();
  await happen();
  await goesOn();
  const seconds = Math.round(gapSince(startedAt) * 10) / 10;
  const failed = load.failures.filter(({ at }) => at > startedAt);
  const others = failed.filter(({ because }) => !because.includes('503'));
  const figures = {
    event: name,
    seconds,
    most,
    ...(await balance()),
    unavailable: failed.length - others.length,
    others: others.length,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  expect(others.map(({ because }) => because)).toEqual([]);
  expect(figures).toMatchObject({ lost: 0, twice: 0, others: 0 });
  expect(figures.seconds).toBeLessThan(most);
};

const LONG = 600_000;

/** A case that needs the estate. */
const event = (name: string, most: number, happen: () => Promise<void>): void =>
  void it(`[OPE-47] ${name}`, async () => (impossible === undefined ? play(name, most, happen) : undefined), LONG);

event('the portal is upgraded by one version', PLANNED_SECONDS, async () => {
  await migrateAs(present, settings());
  await goesOn();
  for (const [place, api] of apis.entries()) {
    const old = apiPrograms[place];
    apiPrograms[place] = await startApi(api, present);
    await old?.end();
    await goesOn();
  }
  await worker.end();
  worker = await startProgram('worker', settings());
});

event('the primary is killed', UNPLANNED_SECONDS, async () => {
  const primary = await cluster.primary();
  primary.signal('SIGKILL', /patroni|postgres/);
  await cluster.untilReplaced(primary);
  cluster.startNode(primary);
});

event('the host of the primary freezes, and returns', UNPLANNED_SECONDS, async () => {
  const primary = await cluster.primary();
  primary.signal('SIGSTOP');
  await cluster.untilReplaced(primary);
  primary.signal('SIGCONT');
});

event('the primary is changed on purpose', PLANNED_SECONDS, () => cluster.switchover());

event('an etcd node is lost', PLANNED_SECONDS, async () => {
  cluster.witness.signal('SIGKILL', /etcd/);
  await goesOn();
  cluster.startEtcd(cluster.witness);
});

event('two etcd nodes are lost', PLANNED_SECONDS, async () => {
  const primary = await cluster.primary();
  const away: readonly Host[] = [cluster.witness, await cluster.standby()];
  for (const host of away) host.signal('SIGKILL', /etcd /);
  await cluster.untilWithoutEtcd(primary);
  for (const host of away) cluster.startEtcd(host);
});

event('a backup is made, and restored to the moment before a mistake', PLANNED_SECONDS, async () => {
  await makeBackup(cluster.witness, 'full');
  await goesOn();
  await makeBackup(cluster.witness, 'incr');
  await goesOn();
  const { before, instant } = await load.atRest(async (acknowledged) => ({
    before: [...acknowledged],
    instant: await cluster.superuser(clockOf),
  }));
  await goesOn();
  await cluster.untilArchived();
  const host = await cluster.standby();
  const address = await restoreAt(host, instant);
  await cluster.superuser(async (restored) => {
    await expect.poll(() => isRestoring(restored), { timeout: 60_000 }).toBe(false);
    const { rows } = await restored.query<{ what: string }>(DONE);
    expect(compare(before, rows)).toEqual({ lost: 0, twice: 0 });
    expect(await checkInvariants(restored)).toEqual([]);
  }, address);
  await endRestored(host);
});

event('a standby is made anew from the backup', UNPLANNED_SECONDS, async () => {
  const standby = await cluster.standby();
  await cluster.reinit(standby);
  await cluster.untilWhole();
  expect(standby.log()).toContain('replica has been created using pgbackrest');
});

event('the disk of the primary is full', UNPLANNED_SECONDS, async () => {
  const primary = await cluster.primary();
  const since = performance.now();
  await primary.run('root', 'sh', '-c', 'cat /dev/zero > /var/lib/postgresql/filler || true');
  // Tables cannot grow.
  await expect.poll(() => load.failures.at(-1)?.at ?? 0, { timeout: 60_000 }).toBeGreaterThan(since);
  await expect(cluster.superuser(useUpLog, `${primary.address}:5432/postgres`)).rejects.toThrow();
  await cluster.untilReplaced(primary);
  await goesOn();
  await primary.run('root', 'rm', '/var/lib/postgresql/filler');
  await cluster.untilWhole();
});

it(
  'every sale was made once, and the books are right',
  async () => {
    if (impossible !== undefined) return;
    await load.stop();
    await cluster.untilWhole();
    expect(await balance()).toEqual({ lost: 0, twice: 0 });
    expect(await cluster.superuser(checkInvariants)).toEqual([]);
  },
  LONG,
);
