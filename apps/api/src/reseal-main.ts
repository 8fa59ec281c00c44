/**
 * `npm run reseal:passwords`: seals the kept passwords of the tax authority with the first of CIEC_KEYS; then the others can
 * be removed from the setting. Exit code 1 if a password was sealed with a key that is not set.
 */
import { runningClock } from './lib/clock.ts';
import { readConfig } from './lib/config.ts';
import { withOwnerUrl } from './lib/db/embedded/owner-url.ts';
import { openDatabase } from './lib/db/pool.ts';
import { WrongConfiguration } from './lib/setting-checks.ts';
import { runAs, WORKER } from './lib/transaction.ts';
import { resealPasswords } from './modules/sync/kept-passwords.ts';

try {
  const config = readConfig(process.env);
  if (config.ciecKeys.length === 0) throw new WrongConfiguration('CIEC_KEYS names the keys');
  const { resealed, lost } = await withOwnerUrl(config, async (ownerUrl) => {
    const onError = (error: Error): void => void process.stderr.write(`${error.message}\n`);
    const db = openDatabase({ ownerUrl, login: 'worker', preparesStatements: false, onError });
    try {
      return await runAs({ db, clock: runningClock() }, WORKER, (work) => resealPasswords(work, config.ciecKeys));
    } finally {
      await db.close();
    }
  });
  process.stdout.write(`${resealed} passwords sealed with the first key, ${lost} not readable.\n`);
  process.exitCode = lost === 0 ? 0 : 1;
} catch (cause) {
  if (!(cause instanceof WrongConfiguration)) throw cause;
  process.stderr.write(`${cause.message}\n`);
  process.exitCode = 2;
}
