import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Config, checkTimeZones, type RoleConfig, readConfig } from './platform/config/config.ts';
import { WrongConfiguration } from './platform/config/setting-checks.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/db/embedded/embedded.ts';
import { withOwnerUrl } from './platform/db/embedded/owner-url.ts';
import { migrate } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/pool.ts';
import { keepRehearsalApart, refuseDemoPeople } from './platform/db/purpose.ts';
import { runService, type Service } from './platform/process/child.ts';
import { type ChildProgram, createSupervisor, type Supervisor } from './platform/process/supervisor.ts';
import { type Clock, runningClock } from './platform/work/clock.ts';

const WEB = new URL('../../web/dist', import.meta.url);
const MAIN = new URL('./main.ts', import.meta.url);
const SANDBOX = new URL('../../../packages/sandbox/src/main.ts', import.meta.url);
const ROLES = ['all', 'api', 'worker', 'migrate'] as const;
type Role = (typeof ROLES)[number];
type Environment = ChildProgram['environment'];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const warn = (line: string): void => void process.stderr.write(`${line}\n`);
const lineOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

const requireDatabase = ({ databaseUrl, directUrl, ...config }: Config): RoleConfig => {
  if (databaseUrl !== undefined && directUrl !== undefined) return { ...config, databaseUrl, directUrl };
  throw new WrongConfiguration('DATABASE_URL is needed to run one role alone; without it run `npm start`');
};

/**
 * Opens the parts that API and worker share. Imports are dynamic, so that each process loads only its own code and the
 * supervisor starts fast.
 */
const openParts = async (role: 'api' | 'worker', config: RoleConfig) => {
  const [{ openOutside }, { createOutsideHealth }, { createLog }, { openErrorReporter, reportingLog }] =
    await Promise.all([
      import('./gateways/outside.ts'),
      import('./platform/outside/outside-health.ts'),
      import('./platform/observe/log.ts'),
      import('./platform/observe/error-reports.ts'),
    ]);
  const health = createOutsideHealth();
  const reporter = openErrorReporter(config, role, health);
  const log = reportingLog(createLog(role, config), reporter);
  const db = openDatabase({
    ownerUrl: config.databaseUrl,
    preparesStatements: config.databasePreparedStatements,
    login: role,
    ...(role === 'worker' && { connections: 10 }),
    onError: (err) => log.error({ err }, 'database connection lost'),
  });
  const outside = await openOutside(config, health);
  const service = (stop: () => Promise<void>): Service => ({
    onUncaught: (err) => log.error({ err }, 'an error was not caught'),
    stop: async () => {
      await stop();
      await Promise.all([db.close(), reporter?.flush()]);
    },
  });
  return { parts: { config, db, outside, log }, service };
};

const startApi = async (config: RoleConfig, clock: Clock): Promise<Service> => {
  const [{ createApp }, { parts, service }] = await Promise.all([import('./app.ts'), openParts('api', config)]);
  const app = await createApp({ ...parts, clock, webDir: fileURLToPath(WEB) });
  // A rehearsal trusts a test authority: only this machine may reach it.
  const host = config.rehearsalTrustDir === undefined ? '0.0.0.0' : '127.0.0.1';
  await app.listen({ port: config.port, host });
  return service(() => app.close());
};

const startJobs = async (config: RoleConfig, clock: Clock): Promise<Service> => {
  const [{ startWorker }, { parts, service }] = await Promise.all([import('./worker.ts'), openParts('worker', config)]);
  const stuck = Promise.withResolvers<never>();
  const worker = await startWorker({ ...parts, clock, onStuck: stuck.reject });
  return { ...service(worker.stop), failed: stuck.promise };
};

/** Starts the programs as children that share one database. */
const startChildren = async (
  supervisor: Supervisor,
  config: Config,
  shared: Environment,
): Promise<readonly string[]> => {
  const program = (name: string, file: URL, args: readonly string[]) =>
    supervisor.start({ name, file: fileURLToPath(file), args, isMostlyIdle: name !== 'api', environment: shared });
  const lines = await Promise.all([
    program('api', MAIN, ['--role', 'api']),
    program('worker', MAIN, ['--role', 'worker']),
    ...(config.production ? [] : [program('sandbox', SANDBOX, [])]),
  ]);
  return lines.flat();
};

/** Whether the database may be used; called before anything is changed in it. */
const checkDatabase = async ({ production, rehearsalTrustDir }: Config, ownerUrl: string): Promise<void> => {
  if (!production) return;
  await refuseDemoPeople(ownerUrl);
  await keepRehearsalApart(ownerUrl, rehearsalTrustDir !== undefined);
};

/** Brings the database up to date; returns the names of the migrations that ran. */
const updateDatabase = async (config: Config, ownerUrl: string): Promise<readonly string[]> => {
  await checkDatabase(config, ownerUrl);
  const applied = await migrate(ownerUrl, warn);
  // Now that there are tables.
  if (config.rehearsalTrustDir !== undefined) await checkDatabase(config, ownerUrl);
  return applied;
};

/** Runs everything on this machine: the embedded database if needed, API, worker and the demo's sandbox. */
const superviseAll = async (config: Config, clock: Clock): Promise<void> => {
  let database: EmbeddedPostgres | undefined;
  let isEnding = false;
  const end = async (code: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    await supervisor.stop();
    await database?.stop();
    process.exit(code);
  };
  const onFatal = (line: string): void => {
    warn(line);
    void end(1);
  };
  const supervisor = createSupervisor({ onEvent: warn, onFatal });
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => void end(0));

  try {
    if (config.databaseUrl === undefined) {
      const onLost = (): void => onFatal('the embedded PostgreSQL keeps failing; its log is postgres.log in DATA_DIR');
      database = await startEmbeddedPostgres({ dataDir: config.dataDir, durability: 'full', onEvent: warn, onLost });
    }
    const ownerUrl = database?.url ?? config.directUrl ?? '';
    await updateDatabase(config, ownerUrl);
    if (!config.production) {
      const [{ addRobot, seedDemo }, { openDemoPki }] = await Promise.all([
        import('./seed/demo.ts'),
        import('@anticipa/sandbox/pki'),
      ]);
      // The API pins certificates at start-up, so the demo authority must exist before.
      const makePki = async () => (await openDemoPki(config.dataDir)).lenderSealer();
      await Promise.all([makePki(), seedDemo({ ownerUrl, clock })]);
      if (database) await addRobot(ownerUrl);
    }
    await import('./platform/process/idle-memory.ts');
    const url = `http://localhost:${config.port}`;
    const lines = await startChildren(supervisor, config, () => ({
      NODE_ENV: config.production ? 'production' : 'development',
      DATABASE_URL: config.databaseUrl ?? ownerUrl,
      DATA_DIR: config.dataDir,
      PORT: String(config.port),
      PORTAL_URL: url,
      PORTAL_NOW: config.portalNow === undefined ? undefined : clock.now().toISOString(),
    }));
    say(`Anticipa is ready at ${url}`);
    for (const line of lines) say(`  ${line}`);
  } catch (cause) {
    onFatal(`Anticipa cannot start: ${lineOf(cause)}`);
  }
};

const run = async (role: Role, config: Config): Promise<void> => {
  const clock = runningClock(config.portalNow);
  if (role === 'api' || role === 'worker') {
    const program = requireDatabase(config);
    await checkDatabase(program, program.directUrl);
    return runService(role, () => (role === 'api' ? startApi : startJobs)(program, clock));
  }
  if (role === 'all') return superviseAll(config, clock);
  const applied = await withOwnerUrl(config, (ownerUrl) => updateDatabase(config, ownerUrl));
  say(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
};

const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

try {
  const { role } = parseArgs({ options: { role: { type: 'string', default: 'all' } } }).values;
  if (!isRole(role)) throw new WrongConfiguration(`--role must be one of ${ROLES.join(', ')}`);
  const config = readConfig(process.env);
  checkTimeZones();
  await run(role, config);
} catch (cause) {
  warn(`Anticipa cannot start: ${lineOf(cause)}`);
  process.exit(1);
}
