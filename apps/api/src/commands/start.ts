import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../platform/config/config.ts';
import { WrongConfiguration } from '../platform/config/setting-checks.ts';
import type { EmbeddedPostgres } from '../platform/db/embedded/embedded.ts';
import { requireMigrated } from '../platform/db/migrate.ts';
import { type Addresses, isOwnLogin, type Login, signInOf } from '../platform/db/roles.ts';
import { type ChildProgram, createSupervisor, type Supervisor } from '../platform/process/supervisor.ts';
import { checkTimeZones } from '../platform/process/time-zones.ts';
import { type Clock, runningClock } from '../platform/work/clock.ts';
import { updateDatabase } from './migrate.ts';

const MAIN = new URL('../main.ts', import.meta.url);
const ROLES = ['all', 'api', 'worker'] as const;

type Environment = ReturnType<ChildProgram['environment']>;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const warn = (line: string): void => void process.stderr.write(`${line}\n`);

/** Variables that a program does not inherit: each database but its own, and files of what it gets by value. */
const NOT_INHERITED: Environment = Object.fromEntries(
  [
    ...['DATABASE_URL', 'DATABASE_WORKER_URL', 'DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'],
    ...['NODE_ENV', 'DATA_DIR', 'PORT', 'PORTAL_NOW'],
  ]
    .flatMap((name) => [name, `${name}_FILE`])
    .map((name) => [name, undefined]),
);

/** Variables of the database for `login`: nobody can sign in with them as anybody else. */
export const databaseVariables = (login: Login, addresses: Addresses): Environment => {
  const signIn = signInOf(login, addresses);
  return {
    ...NOT_INHERITED,
    DATABASE_URL: signIn?.url,
    DATABASE_DIRECT_URL: signIn?.direct,
    DATABASE_READ_URL: signIn?.read,
  };
};

/** Starts the programs as children that share one database. */
const startChildren = async (supervisor: Supervisor, config: Config, clock: Clock, addresses: Addresses) => {
  const environment = (login: Login) => (): Environment => ({
    ...databaseVariables(login, addresses),
    NODE_ENV: config.production ? 'production' : 'development',
    DATA_DIR: config.dataDir,
    PORT: String(config.port),
    PORTAL_NOW: config.portalNow === undefined ? undefined : clock.now().toISOString(),
  });
  const program = (login: Login) =>
    supervisor.start({
      name: login,
      file: fileURLToPath(MAIN),
      args: ['start', '--role', login],
      isMostlyIdle: login !== 'api',
      environment: environment(login),
    });
  const demo = async (): Promise<readonly string[]> =>
    (await import('../demo.ts')).startStandIns(supervisor, {
      ...environment('api')(),
      PORTAL_URL: `http://localhost:${config.port}`,
    });
  const lines = await Promise.all([program('api'), program('worker'), config.production ? [] : demo()]);
  return lines.flat();
};

/** Runs everything on this machine: the embedded database if needed, API, worker and the demo's stand-ins. */
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
      const { startEmbeddedPostgres } = await import('../platform/db/embedded/embedded.ts');
      database = await startEmbeddedPostgres({ dataDir: config.dataDir, durability: 'full', onEvent: warn, onLost });
    }
    const ownerUrl = database?.url ?? config.ownerUrl ?? '';
    // With the programs' own logins alone, `migrate` is a step of its own.
    if (isOwnLogin(ownerUrl, 'api')) await requireMigrated(ownerUrl);
    else await updateDatabase(config, ownerUrl);
    if (!config.production) {
      const { seed } = await import('../demo.ts');
      await seed({ ownerUrl, clock, dataDir: config.dataDir, hasRobot: database !== undefined });
    }
    await import('../platform/process/idle-memory.ts');
    const lines = await startChildren(supervisor, config, clock, database ? { databaseUrl: database.url } : config);
    say(`Anticipa is ready at http://localhost:${config.port}`);
    for (const line of lines) say(`  ${line}`);
  } catch (cause) {
    onFatal(`Anticipa cannot start: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
};

/** `start` runs everything on this machine, `start --role api` or `worker` one program; resolves when it has begun. */
export const start = async (variables: Environment, args: readonly string[]): Promise<void> => {
  const { role: given } = parseArgs({ args: [...args], options: { role: { type: 'string', default: 'all' } } }).values;
  const role = ROLES.find((one) => one === given);
  if (role === undefined) throw new WrongConfiguration(`--role must be one of ${ROLES.join(', ')}`);
  // A worker signs nobody in. Without this key, an attacker who controls it cannot read anybody's second factor.
  const config = readConfig(variables, role === 'worker' ? ['baseUrl', 'smtpUrl'] : undefined);
  checkTimeZones();
  if (role === 'all') return superviseAll(config, runningClock(config.portalNow));
  const { runProgram } = await import('./run.ts');
  return runProgram(role, config);
};
