/**
 * A portal in production, in this process, from an empty database: every setting names a stand-in, which calls back over HTTP. Only the clock is
 * fake.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@anticipa/contract/routes';
import { type OperatorRole, operatorRoles } from '@anticipa/domain/operator';
import { type Rehearsal, startRehearsal } from '@anticipa/sandbox/rehearsal';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../src/app.ts';
import { openOutside } from '../src/gateways/outside.ts';
import { checkInvariants } from '../src/invariants/check.ts';
import { invoiceJobs } from '../src/modules/invoices/recheck/jobs.ts';
import { addOperator } from '../src/modules/operators/commands.ts';
import { type RoleConfig, readConfig } from '../src/platform/config/config.ts';
import type { Jobs } from '../src/platform/jobs/jobs.ts';
import { type FixedClock, fixedClock } from '../src/platform/work/clock.ts';
import { workerJobs } from '../src/worker.ts';
import { codeOfApp } from './authenticator.ts';
import type { TestDatabase } from './connections.ts';
import { freePort } from './free-port.ts';
import { runDue } from './jobs.ts';
import { LOWEST_COST } from './passwords.ts';
import { linkIn } from './recovery-link.ts';
import { CIEC, type Session, sessionOn } from './session.ts';

/** Password of everybody. */
export const PRODUCTION_PASSWORD = 'Lirio-77-caoba';

export interface Production {
  readonly db: TestDatabase;
  readonly app: FastifyInstance;
  readonly clock: FixedClock;
  readonly config: RoleConfig;
  readonly systems: Rehearsal;
  /** Jobs of the worker. */
  readonly jobs: Jobs;
  /** Warnings and errors logged since the last call, oldest first. */
  takeLog(): readonly string[];
  /** Runs scheduled jobs, and the jobs that they and earlier calls have queued. */
  work(...scheduled: readonly string[]): Promise<void>;
  visitor(): Session;
  /** Signs in, an operator with a code of the authenticator app. */
  signIn(email: string, proof?: { readonly code?: string }): Promise<Session>;
  /** Adds an operator as the command does; returns the link that it prints. */
  inviteOperator(email: string, roles: readonly OperatorRole[]): Promise<string>;
  /** Adds an operator with every role, who enrols an authenticator app. */
  anOperator(email: string): Promise<EnrolledOperator>;
  /** The link of the newest invitation mailed to somebody. */
  invitationOf(email: string): Promise<string>;
  /** The way in of a client's administrator: the invitation that came by mail, then a password. */
  acceptInvitation(email: string): Promise<void>;
  /** Shuts down; throws if an invariant is broken. */
  close(): Promise<void>;
}

/** A code is accepted once, so that they sign in at most once in half a minute. */
export interface EnrolledOperator {
  /** The code that the authenticator app shows now. */
  code(): string;
  signIn(): Promise<Session>;
}

interface Start {
  readonly now: Date;
  /** Migrated and empty. */
  readonly db: TestDatabase;
  /** The built web application; by default none is served. */
  readonly webDir?: string;
}

/** Number of jobs that a worker runs at once. */
const JOBS_AT_ONCE = 5;

/** Call in `beforeAll`, and `close`, which closes the database too, in `afterAll`. */
export async function startProduction({ now, db, webDir }: Start): Promise<Production> {
  const clock = fixedClock(now);
  const folder = await mkdtemp(join(tmpdir(), 'anticipa-production-'));
  const port = await freePort();
  const portalUrl = `http://localhost:${port}`;
  const systems = await startRehearsal({ folder, portalUrl, ciec: CIEC, now: () => clock.now() });
  const variables = { ...systems.environment, PORT: String(port), DATA_DIR: folder, DATABASE_URL: db.ownerUrl };
  const config = { ...readConfig(variables), databaseUrl: db.ownerUrl, directUrl: db.ownerUrl };
  const logged: string[] = [];
  const tell = ({ err, code }: { readonly err?: unknown; readonly code?: unknown }, message: string): void => {
    const reason = err ?? code;
    logged.push(reason === undefined ? message : `${message}: ${reason}`);
  };
  const parts = { config, clock, log: { info: () => undefined, warn: tell, error: tell } };
  const outside = await openOutside(config);
  const app = await createApp({
    ...parts,
    db: db.api,
    outside,
    webDir: webDir ?? join(folder, 'no-web-app'),
    hashCost: LOWEST_COST,
  });
  // A production logs each request.
  app.log.level = 'warn';
  await app.listen({ port, host: '127.0.0.1' });
  const jobs = jobsAtOnce({ ...parts, db: db.worker, outside: await openOutside(config) });
  const people = peopleOf({ app, db, clock, config });
  const work: Production['work'] = async (...scheduled) => {
    for (const name of scheduled) await jobs.find((one) => one.name === name)?.run({});
    await runDue({ db, jobs, slots: JOBS_AT_ONCE });
  };
  const invitationOf: Production['invitationOf'] = async (invited) => {
    await work();
    const mail = systems.mail.mails().find(({ to, text }) => to.includes(invited) && text.includes('/recoverPass#'));
    return /https?:\S+\/recoverPass#\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  };
  return {
    db,
    app,
    clock,
    config,
    systems,
    jobs,
    takeLog: () => logged.splice(0),
    work,
    ...people,
    invitationOf,
    acceptInvitation: async (invited) => {
      const { key, email } = linkIn(await invitationOf(invited));
      const body = { email, password: PRODUCTION_PASSWORD, recoverPassKey: key };
      await people.visitor().call(routes.setNewPassword, { body });
    },
    close: async () => {
      await app.close();
      const broken = await checkInvariants(db.owner);
      await Promise.all([db.close(), systems.close()]);
      await rm(folder, { recursive: true, force: true });
      if (broken.length > 0) throw new Error(`invariants are broken: ${JSON.stringify(broken, null, 2)}`);
    },
  };
}

/** The worker's jobs, without the pauses between the questions that they ask the tax authority at night. */
function jobsAtOnce(parts: Parameters<typeof workerJobs>[0]): Jobs {
  const { taxStatus } = parts.outside;
  const rechecks = invoiceJobs({ ...parts, taxStatus, pause: () => Promise.resolve() });
  return workerJobs(parts).map((job) => rechecks.find(({ name }) => name === job.name) ?? job);
}

function peopleOf({ app, db, clock, config }: Pick<Production, 'app' | 'db' | 'clock' | 'config'>) {
  const visitor = () => sessionOn(app, { token: null, cookie: null });
  const signIn: Production['signIn'] = async (email, proof = {}) => {
    const { token } = await visitor().call(routes.login, {
      body: { username: email, password: PRODUCTION_PASSWORD, ...proof },
    });
    return sessionOn(app, { token, cookie: null });
  };
  const inviteOperator: Production['inviteOperator'] = async (email, roles) => {
    const now = { at: clock.now(), today: clock.today() };
    const parts = { actor: { kind: 'system' }, requestId: null, address: null, ...now } as const;
    const operator = { email, name: email.split('@')[0] ?? email, roles };
    const added = await db.api.attempt({ as: 'operator' }, (executor) =>
      addOperator({ ...parts, db: executor }, operator),
    );
    if (!added.ok) throw new Error(added.code);
    return `${config.baseUrl}/recoverPass#${new URLSearchParams({ k: added.value, e: email })}`;
  };
  const anOperator: Production['anOperator'] = async (email) => {
    const { key } = linkIn(await inviteOperator(email, operatorRoles));
    const password = PRODUCTION_PASSWORD;
    await visitor().call(routes.setNewPassword, { body: { email, password, recoverPassKey: key } });
    const { secret } = await visitor().call(routes.startSecondFactor, { body: { username: email, password } });
    const code = () => codeOfApp(secret, clock.now());
    return { code, signIn: () => signIn(email, { code: code() }) };
  };
  return { visitor, signIn, inviteOperator, anOperator };
}
