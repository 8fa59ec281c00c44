import { fileURLToPath } from 'node:url';
import type { Config, RoleConfig } from '../platform/config/config.ts';
import { WrongConfiguration } from '../platform/config/setting-checks.ts';
import { openDatabase } from '../platform/db/pool.ts';
import { refuseForeignDatabase } from '../platform/db/purpose.ts';
import { type Login, signInOf } from '../platform/db/roles.ts';
import { signInFile } from '../platform/db/sign-in-file.ts';
import { openStandby, withStandby } from '../platform/db/standby.ts';
import { runService, type Service } from '../platform/process/child.ts';
import { type Clock, runningClock } from '../platform/work/clock.ts';
import { commit, version } from '../version.ts';

const WEB = new URL('../../../web/dist', import.meta.url);

/** Opens the parts that API and worker share. Imports are dynamic, so that each process loads only its own code. */
const openParts = async (role: Login, config: RoleConfig, isOwner: boolean) => {
  const [
    { openOutside },
    { createOutsideHealth },
    { createLog },
    { openErrorReporter, reportingLog },
    { openSpanExporter },
  ] = await Promise.all([
    import('../gateways/outside.ts'),
    import('../platform/outside/outside-health.ts'),
    import('../platform/observe/log.ts'),
    import('../platform/observe/error-reports.ts'),
    import('../platform/observe/otlp.ts'),
  ]);
  const health = createOutsideHealth();
  const reporter = openErrorReporter(config, role, health);
  const log = reportingLog(createLog(role, config), reporter);
  const spans = openSpanExporter(config.collector, role, version);
  if (isOwner && config.production)
    log.warn({}, `DATABASE_URL names the owner; the ${role} needs only the password of its own role`);
  const { databaseReadUrl: readUrl, databasePreparedStatements: preparesStatements, signIn } = config;
  const options = {
    url: config.databaseUrl,
    signIn,
    preparesStatements,
    login: role,
    onError: (err: Error) => log.error({ err }, 'database connection lost'),
  };
  const primary = openDatabase({ ...options, ...(role === 'worker' && { connections: 10 }) });
  // It connects when the books are read.
  const patient = openDatabase({ ...options, connections: 1, answerMs: 10 * 60_000 });
  const db =
    readUrl === undefined
      ? primary
      : withStandby(primary, openStandby({ url: readUrl, login: role, signIn, preparesStatements }), {
          log,
          login: role,
        });
  log.info({ version, commit, node: process.version }, 'started');
  const outside = await openOutside(config, health, runningClock(config.portalNow).now);
  const service = (stop: () => Promise<void>): Service => ({
    onUncaught: (err) => log.error({ err }, 'an error was not caught'),
    stop: async () => {
      await stop();
      await Promise.all([db.close(), patient.close(), reporter?.flush(), spans?.close()]);
    },
  });
  return { parts: { config, db, patient, outside, log }, service };
};

type Parts = Awaited<ReturnType<typeof openParts>>;

const startApi = async ({ parts, service }: Parts, clock: Clock): Promise<Service> => {
  const { createApp } = await import('../app.ts');
  const { config } = parts;
  const app = await createApp({ ...parts, clock, webDir: fileURLToPath(WEB) });
  await app.listen({ port: config.port, host: config.host });
  return service(() => app.close());
};

const startJobs = async ({ parts, service }: Parts, clock: Clock): Promise<Service> => {
  const { startWorker } = await import('../worker.ts');
  const stuck = Promise.withResolvers<never>();
  const worker = await startWorker({ ...parts, clock, onStuck: stuck.reject });
  return { ...service(worker.stop), failed: stuck.promise };
};

/** Runs an API or a worker until it receives a signal to stop. No program opens a demo's database, and a production opens no rehearsal's either. */
export const runProgram = async (role: Login, given: Config): Promise<void> => {
  const signIn = signInOf(role, given);
  if (signIn === undefined) throw new WrongConfiguration('DATABASE_URL is needed to run one role alone');
  const { url, direct, read } = signIn;
  const file = given.signInFiles[role];
  const config: RoleConfig = {
    ...given,
    databaseUrl: url,
    directUrl: direct,
    databaseReadUrl: read,
    signIn: file === undefined ? undefined : signInFile(file, role),
  };
  if (config.production) await refuseForeignDatabase(config.directUrl, config.rehearsalTrustDir !== undefined);
  const clock = runningClock(config.portalNow);
  await runService(role, async () => {
    const parts = await openParts(role, config, signIn.isOwner);
    return role === 'api' ? startApi(parts, clock) : startJobs(parts, clock);
  });
};
