import { efirmasIn } from '../gateways/invoice-sync/efirma.ts';
import { resealPasswords } from '../modules/sync/kept-passwords.ts';
import type { Config } from '../platform/config/config.ts';
import { WrongConfiguration } from '../platform/config/setting-checks.ts';
import { withLoginUrl } from '../platform/db/embedded/owner-url.ts';
import { openDatabase } from '../platform/db/pool.ts';
import { runningClock } from '../platform/work/clock.ts';
import { runAs, WORKER } from '../platform/work/transaction.ts';

/**
 * Seals the kept passwords and e.firmas with the first of CIEC_KEYS; then the others can be removed from the setting. Exit code 1 if
 * one was sealed with a key that is not set.
 */
export const reseal = async (config: Config): Promise<number> => {
  if (config.ciecKeys.length === 0) throw new WrongConfiguration('CIEC_KEYS names the keys');
  const passwords = await withLoginUrl(config, 'worker', async (url) => {
    const onError = (error: Error): void => void process.stderr.write(`${error.message}\n`);
    const db = openDatabase({ url, login: 'worker', preparesStatements: false, onError });
    try {
      return await runAs({ db, clock: runningClock() }, WORKER, (work) => resealPasswords(work, config.ciecKeys));
    } finally {
      await db.close();
    }
  });
  const efirmas = config.massDownload
    ? await efirmasIn(config.massDownload.folder, config.ciecKeys).reseal()
    : { resealed: 0, lost: 0 };
  const lost = passwords.lost + efirmas.lost;
  process.stdout.write(
    `${passwords.resealed} passwords and ${efirmas.resealed} e.firmas sealed with the first key, ${lost} not readable.\n`,
  );
  return lost === 0 ? 0 : 1;
};
