import type { Config } from '../platform/config/config.ts';
import { withOwnerUrl } from '../platform/db/embedded/owner-url.ts';
import { migrate } from '../platform/db/migrate.ts';
import { keepRehearsalApart, refuseDemoPeople } from '../platform/db/purpose.ts';

const warn = (line: string): void => void process.stderr.write(`${line}\n`);

const checkPurpose = async ({ production, rehearsalTrustDir }: Config, ownerUrl: string): Promise<void> => {
  if (!production) return;
  await refuseDemoPeople(ownerUrl);
  await keepRehearsalApart(ownerUrl, rehearsalTrustDir !== undefined);
};

/**
 * Brings the database up to date, after a check that it may be used; returns the names of the migrations that ran. The programs
 * sign in afterwards with the passwords in their settings.
 */
export const updateDatabase = async (config: Config, ownerUrl: string): Promise<readonly string[]> => {
  await checkPurpose(config, ownerUrl);
  const applied = await migrate(ownerUrl, warn, config);
  // Now that there are tables.
  if (config.rehearsalTrustDir !== undefined) await checkPurpose(config, ownerUrl);
  return applied;
};

/** Brings the database up to date and says what that was. */
export const migrateDatabase = async (config: Config): Promise<number> => {
  const applied = await withOwnerUrl(config, (ownerUrl) => updateDatabase(config, ownerUrl));
  process.stdout.write(applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`);
  return 0;
};
