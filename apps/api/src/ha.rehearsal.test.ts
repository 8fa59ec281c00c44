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
import { aClient, aCompany, aLine, anInvoiceFile, aUser } from '../testing/builders.ts';
import { someInvoices } from '../testing/invoice-rows.ts';
import { aLender } from '../testing/lender.ts';
import { type Cluster, startCluster, whyNoCluster } from '../testing/rehearsal/cluster.ts';
import { type Lane, type Load, startLoad } from '../testing/rehearsal/load.ts';
import { freeOrigin, type Program, sessionAt, startProgram, visitorAt } from '../testing/rehearsal/nodes.ts';
import { DUE_DATE } from '../testing/sale-steps.ts';
import { checkInvariants } from './invariants/check.ts';
import { migrate } from './platform/db/migrate.ts';
import { loginUrl } from './platform/db/roles.ts';
import { fixedClock } from './platform/work/clock.ts';

const NOW = '2026-03-10T17:00:00Z';
const CLIENTS = 3;
const SALES_PER_LANE = 3000;
/** Longest times without an acknowledged write. */
const UNPLANNED_SECONDS = 30;
const PLANNED_SECONDS = 5;

const clock = fixedClock(new Date(NOW));
let folder: string;
let cluster: Cluster;
let smtp: SmtpCatcher;
let taxStatus: TaxStatusServer;
const programs: Program[] = [];
let load: Load;

const impossible = whyNoCluster();

/** Clients that sell on every API. */
const lanesAt = async (origins: readonly string[]): Promise<Lane[]> => {
  const pki = await openDemoPki(join(folder, 'data'));
  return cluster.superuser(async (owner) => {
    const db = { owner };
    await aLender(owner, clock);
    const lanes: Lane[] = [];
    for (let number = 0; number < CLIENTS; number += 1) {
      const client = await aClient({ db, clock });
      const user = await aUser({ db, clock }, { client });
      const companyId = await aCompany({ db, clock }, { client });
      await aLine({ db }, { client, limit: '900000000.00' });
      const visitor = await visitorAt(origins[0] ?? '').signIn(user.email);
      for (const origin of origins) {
        const documentIds = await someInvoices(
          { db, clock },
          { client, user, companyId, total: '1160.00', count: SALES_PER_LANE },
        );
        lanes.push({
          session: sessionAt(origin, visitor),
          dueDate: DUE_DATE,
          documentIds,
          fileAt: () => anInvoiceFile({ pki, clock }, client),
        });
      }
    }
    return lanes;
  });
};

beforeAll(async () => {
  if (impossible !== undefined) {
    process.stderr.write(`The estate of deploy/ha was not rehearsed: ${impossible}.\n`);
    return;
  }
  // Not among the temporary files of this run: hosts have file systems mounted there.
  folder = await mkdtemp('/var/tmp/anticipa-ha-');
  cluster = await startCluster(folder);
  // The programs have passwords of their own; the owner's is used here alone.
  const [api, worker] = [loginUrl(cluster.ownerUrl, 'api'), loginUrl(cluster.ownerUrl, 'worker')];
  await migrate(cluster.ownerUrl, undefined, { databaseUrl: api, databaseWorkerUrl: worker });
  [smtp, taxStatus] = await Promise.all([startSmtpCatcher(), startTaxStatusServer()]);
  const settings = (role: 'api' | 'worker') => ({
    NODE_ENV: 'development',
    DATABASE_URL: loginUrl(cluster.ownerUrl, role, cluster.pooledUrl),
    DATABASE_DIRECT_URL: loginUrl(cluster.ownerUrl, role),
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: smtp.smtpUrl,
    TAX_STATUS_URL: taxStatus.url,
    PORTAL_NOW: NOW,
    UPLOAD_FILES_PER_DAY: '1000000',
    UPLOAD_MEGABYTES_PER_DAY: '1000000',
  });
  await openDemoPki(join(folder, 'data'));
  const origins = [await freeOrigin(), await freeOrigin()];
  for (const origin of origins)
    programs.push(await startProgram('api', { ...settings('api'), PORT: new URL(origin).port }));
  programs.push(await startProgram('worker', settings('worker')));
  load = startLoad(await lanesAt(origins));
}, 900_000);

afterAll(async () => {
  if (impossible !== undefined) return;
  for (const program of programs) await program.end();
  cluster?.close();
  await Promise.all([smtp?.close(), taxStatus?.close()]);
  await rm(folder, { recursive: true, force: true });
}, 120_000);

/** Rows that are there of those that were acknowledged. */
const present = (owner: pg.Client, table: string, column: string, ids: readonly string[]) =>
  owner
    .query<{ count: number }>(`select count(*)::int from ${table} where ${column} = any($1::uuid[])`, [ids])
    .then(({ rows }) => rows[0]?.count ?? 0);

/** The number of acknowledged invoices and sales that the primary does not have. */
const lost = async (): Promise<number> => {
  const uploads = [...load.acknowledged.uploads];
  const sales = [...load.acknowledged.sales];
  return cluster.superuser(async (owner) => {
    const found = [
      await present(owner, 'invoices', 'document_id', uploads),
      await present(owner, 'sales', 'sale_id', sales),
    ];
    return uploads.length + sales.length - (found[0] ?? 0) - (found[1] ?? 0);
  });
};

/** The longest time without an answered call since an instant, in seconds. */
const gapSince = (startedAt: number): number => {
  const instants = [startedAt, ...load.answeredAt.filter((at) => at > startedAt), performance.now()];
  return Math.max(...instants.slice(1).map((at, place) => at - (instants[place] ?? at))) / 1000;
};

const goesOn = async (): Promise<void> => {
  const since = performance.now();
  for (let lane = 0; lane < CLIENTS * 2; lane += 1)
    await expect.poll(() => load.lastSale(lane), { timeout: 120_000, interval: 200 }).toBeGreaterThan(since);
};

/** Plays an event under load, and checks what it cost. */
const play = async (name: string, most: number, happen: () => Promise<void>): Promise<void> => {
  await cluster.untilWhole();
  await goesOn();
  const startedAt = performance.now();
  await happen();
  await goesOn();
  const failed = load.failures.filter(({ at }) => at > startedAt);
  const others = failed.filter(({ because }) => !because.includes('503'));
  const figures = {
    event: name,
    seconds: Math.round(gapSince(startedAt) * 10) / 10,
    lost: await lost(),
    unavailable: failed.length - others.length,
    others: others.length,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  expect(others.map(({ because }) => because)).toEqual([]);
  expect(figures).toMatchObject({ lost: 0, others: 0 });
  expect(figures.seconds).toBeLessThan(most);
};

const LONG = 600_000;

/** A case that needs the estate. */
const event = (name: string, most: number, happen: () => Promise<void>): void =>
  void it(`[OPE-47] ${name}`, async () => (impossible === undefined ? play(name, most, happen) : undefined), LONG);

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

it(
  'every sale was made once, and the books are right',
  async () => {
    if (impossible !== undefined) return;
    await load.stop();
    await cluster.untilWhole();
    await cluster.superuser(async (superuser) => {
      const { rows } = await superuser.query<{ sales: number }>('select count(*)::int as sales from sales');
      expect(rows).toEqual([{ sales: load.acknowledged.sales.length }]);
      expect(await checkInvariants(superuser)).toEqual([]);
    });
  },
  LONG,
);
