/**
 * A portal for tests: in-process HTTP, a database of its own, real files, properly sealed invoices and the tax
 * authority's stand-in on loopback. Only the clock is fake.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiVersion } from '@anticipa/contract/v1/versions';
import { type MifielServer, startMifielServer } from '@anticipa/sandbox/mifiel-server';
import { type DemoPki, openDemoPki } from '@anticipa/sandbox/pki';
import { type SyntageServer, startSyntageServer } from '@anticipa/sandbox/syntage-server';
import { startTaxStatusServer, type TaxStatusServer } from '@anticipa/sandbox/tax-status-server';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import { createApp } from '../src/app.ts';
import { massDownload } from '../src/gateways/invoice-sync/mass-download.ts';
import { syntageOver } from '../src/gateways/invoice-sync/syntage.ts';
import { openOutside } from '../src/gateways/outside.ts';
import { taxStatusOver } from '../src/gateways/tax-status/http.ts';
import { checkInvariants } from '../src/invariants/check.ts';
import { type Config, type RoleConfig, readConfig } from '../src/platform/config/config.ts';
import type { Database } from '../src/platform/db/pool.ts';
import { openErrorReporter, reportingLog } from '../src/platform/observe/error-reports.ts';
import type { Log } from '../src/platform/observe/log.ts';
import { createOutsideHealth } from '../src/platform/outside/outside-health.ts';
import { type FixedClock, fixedClock } from '../src/platform/work/clock.ts';
import type { HashCost } from '../src/platform/work/passwords.ts';
import { aLender } from './lender.ts';
import { LOWEST_COST } from './passwords.ts';
import { CIEC, type Session, sessionOn } from './session.ts';
import { createTestDatabase, reuseTestDatabase, type TestDatabase } from './test-database.ts';

/** Tuesday 10 March 2026, 19:30 in Mexico City, when it is Wednesday in UTC. */
export const START = new Date('2026-03-11T01:30:00Z');

export interface Portal {
  readonly db: TestDatabase;
  readonly app: FastifyInstance;
  readonly clock: FixedClock;
  readonly taxStatus: TaxStatusServer;
  readonly syntage: SyntageServer;
  readonly mifiel: MifielServer;
  readonly pki: DemoPki;
  readonly dataDir: string;
  readonly config: RoleConfig;
  /** Cost of hashing passwords. */
  readonly hashCost: HashCost;
  /** Logged warnings and errors, newest last. */
  readonly log: readonly { readonly level: 'warn' | 'error'; readonly message: string; readonly fields: object }[];
  /** A visitor without a session. */
  readonly visitor: Session;
  /** Signs in over HTTP; throws if refused. `password` defaults to PASSWORD. */
  signIn(email: string, password?: string): Promise<Session>;
  /** Shuts down; throws if the test file broke an invariant. */
  close(): Promise<void>;
}

/** Generous timeouts, so that a busy machine does not look like an unreachable tax authority. */
export const patientTaxStatus = ({ url }: TaxStatusServer) =>
  taxStatusOver({ address: async () => url, deadlineMs: 60_000, saleDeadlineMs: 60_000 });

/** The same for the tax authority's mass download, if it is set, or else the provider of the sync. */
export const patientSync = ({ syntage, config, clock }: Pick<Portal, 'syntage' | 'clock'> & { config: Config }) =>
  config.massDownload
    ? massDownload({ ...config.massDownload, keys: config.ciecKeys, now: clock.now, deadlineMs: 60_000 })
    : syntageOver({ address: async () => syntage.url, apiKey: async () => syntage.apiKey, deadlineMs: 60_000 });

interface PortalOptions {
  readonly now?: string;
  readonly webDir?: string;
  /** Instead of `Portal.log`. */
  readonly log?: Log;
  /** Cost of hashing passwords. Defaults to the lowest. */
  readonly hashCost?: HashCost;
  /** A database that no other file has used, for tests of its statistics or with many rows. */
  readonly inNewDatabase?: boolean;
  /** Versions of the calls for programs, other than those of the contract. */
  readonly apiVersions?: readonly ApiVersion[];
  /** The API's database. Defaults to `api` of the given one. */
  readonly over?: (db: TestDatabase) => Database;
}

/** Starts a portal with the lender's own data and no clients; call in `beforeAll`, and `close` in `afterAll`. */
export const startPortal = async (options: Partial<Config> & PortalOptions = {}): Promise<Portal> => {
  const {
    now,
    webDir,
    hashCost = LOWEST_COST,
    log: given,
    inNewDatabase = false,
    over,
    apiVersions,
    ...overrides
  } = options;
  const clock = fixedClock(now === undefined ? START : new Date(now));
  const [db, dataDir, taxStatus, syntage] = await Promise.all([
    inNewDatabase ? createTestDatabase() : reuseTestDatabase(),
    mkdtemp(join(tmpdir(), 'anticipa-portal-')),
    startTaxStatusServer(),
    startSyntageServer({ password: CIEC, apiKey: randomUUID(), webhookSecret: randomUUID(), now: () => clock.now() }),
  ]);
  // One authority per run, because generating its keys takes longer than most tests.
  await symlink(inject('pkiFolder'), join(dataDir, 'demo-pki'));
  const pki = await openDemoPki(dataDir);
  const mifiel = await startMifielServer({
    signer: await pki.timestamper(),
    appSecret: randomUUID(),
    now: () => clock.now(),
  });
  await aLender(db.owner, clock);
  const lines: Portal['log'][number][] = [];
  const log: Log = given ?? {
    info: () => undefined,
    warn: (fields, message) => void lines.push({ level: 'warn', message, fields }),
    error: (fields, message) => void lines.push({ level: 'error', message, fields }),
  };
  const config = {
    ...readConfig({ NODE_ENV: 'test' }),
    dataDir,
    taxStatusUrl: taxStatus.url,
    syntageUrl: syntage.url,
    syntageApiKey: syntage.apiKey,
    syntageWebhookSecret: syntage.webhookSecret,
    mifielUrl: mifiel.url,
    mifielAppId: mifiel.appId,
    mifielAppSecret: mifiel.appSecret,
    mifielRoots: join(dataDir, 'demo-pki', 'authority.cer'),
    ...overrides,
    databaseUrl: db.ownerUrl,
    directUrl: db.ownerUrl,
  };
  const health = createOutsideHealth();
  const outside = {
    ...(await openOutside(config, health, clock.now)),
    taxStatus: patientTaxStatus(taxStatus),
    invoiceSync: patientSync({ syntage, config, clock }),
  };
  const reporter = openErrorReporter(config, 'api', health);
  const app = await createApp({
    config,
    db: over?.(db) ?? db.api,
    clock,
    outside,
    webDir: webDir ?? join(dataDir, 'no-web-app'),
    log: reportingLog(log, reporter),
    hashCost,
    ...(apiVersions && { apiVersions }),
  });
  const visitor = sessionOn(app, { token: null, cookie: null });
  return {
    db,
    app,
    clock,
    taxStatus,
    syntage,
    mifiel,
    pki,
    dataDir,
    config,
    hashCost,
    log: lines,
    visitor,
    signIn: (email, password) => visitor.signIn(email, password),
    close: async () => {
      await app.close();
      await reporter?.flush();
      const broken = await checkInvariants(db.owner);
      await Promise.all([
        db.close(),
        taxStatus.close(),
        syntage.close(),
        mifiel.close(),
        rm(dataDir, { recursive: true, force: true }),
      ]);
      if (broken.length > 0) throw new Error(`invariants are broken: ${JSON.stringify(broken, null, 2)}`);
    },
  };
};
