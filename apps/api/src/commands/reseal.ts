import { efirmasIn } from '../gateways/invoice-sync/efirma.ts';
import { resealApps } from '../modules/sign-in/sealed-secret.ts';
import { resealPasswords } from '../modules/sync/kept-passwords.ts';
import type { Config } from '../platform/config/config.ts';
import { withLoginUrl } from '../platform/db/embedded/owner-url.ts';
import { type Database, openDatabase } from '../platform/db/pool.ts';
import type { Login } from '../platform/db/roles.ts';
import { runningClock } from '../platform/work/clock.ts';
import { runAs, WORKER } from '../platform/work/transaction.ts';

interface Resealed {
  readonly resealed: number;
  readonly lost: number;
}

const onDatabase = <T>(config: Config, login: Login, work: (db: Database) => Promise<T>): Promise<T> =>
  withLoginUrl(config, login, async (url) => {
    const onError = (error: Error): void => void process.stderr.write(`${error.message}\n`);
    const db = openDatabase({ url, login, preparesStatements: false, onError });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  });

/**
 * Seals everything kept sealed with the keys in use: the first of CIEC_KEYS and SECOND_FACTOR_KEY; then the other keys can be
 * removed from the settings. The programs may be running. Exit code 1 if none of the given keys opens something.
 */
export const reseal = async (config: Config): Promise<number> => {
  const clock = runningClock();
  const parts: [what: string, done: Resealed][] = [
    [
      'Authenticator apps of operators',
      await onDatabase(config, 'api', (db) =>
        db.withTransaction({ as: 'auth' }, (executor) => resealApps({ db: executor }, config)),
      ),
    ],
  ];
  if (config.ciecKeys.length > 0)
    parts.push([
      'Passwords of the tax authority',
      await onDatabase(config, 'worker', (db) =>
        runAs({ db, clock }, WORKER, (work) => resealPasswords(work, config.ciecKeys)),
      ),
    ]);
  if (config.massDownload)
    parts.push(['e.firmas', await efirmasIn(config.massDownload.folder, config.ciecKeys).reseal()]);
  for (const [what, { resealed, lost }] of parts)
    process.stdout.write(`${what}: ${resealed} sealed with the key in use, ${lost} not readable.\n`);
  return parts.every(([, { lost }]) => lost === 0) ? 0 : 1;
};
