import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { WrongConfiguration } from '../../config/setting-checks.ts';
import { requireMigrated } from '../migrate.ts';
import { type Login, loginUrl, signInOf } from '../roles.ts';
import { embeddedUrl, startEmbeddedPostgres } from './embedded.ts';
import { FolderInUse } from './folder-lock.ts';

/** URL of the running embedded server, from the files in its data folder. */
const runningUrl = (dataDir: string): string => {
  const socketFolder = readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[4] ?? '';
  return embeddedUrl(readFileSync(join(dataDir, 'pg-password'), 'utf8').trim(), socketFolder);
};

/**
 * Runs `work` on the portal's database, for command-line tools: the external one, the running embedded one, or the
 * embedded one started for this purpose. A data folder without a database is refused.
 */
export const withOwnerUrl = async <T>(
  config: Pick<Config, 'ownerUrl' | 'dataDir'>,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> => {
  if (config.ownerUrl !== undefined) return work(config.ownerUrl);
  if (!existsSync(join(config.dataDir, 'pg'))) {
    throw new WrongConfiguration(
      `there is no database in ${config.dataDir}; start the portal once, or set DATA_DIR or DATABASE_URL`,
    );
  }
  try {
    const onEvent = (line: string): void => void process.stderr.write(`${line}\n`);
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, durability: 'full', onEvent });
    try {
      return await work(postgres.url);
    } finally {
      await postgres.stop();
    }
  } catch (cause) {
    if (!(cause instanceof FolderInUse)) throw cause;
    return work(runningUrl(config.dataDir));
  }
};

/**
 * Works like `withOwnerUrl`, for tools that need the tables: refuses a database without every migration of this
 * program.
 */
export const withMigratedUrl = <T>(
  config: Pick<Config, 'ownerUrl' | 'dataDir'>,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> =>
  withOwnerUrl(config, async (ownerUrl) => {
    await requireMigrated(ownerUrl);
    return work(ownerUrl);
  });

/** Works like `withMigratedUrl` for tools that sign in as one of the programs. */
export const withLoginUrl = <T>(config: Config, login: Login, work: (url: string) => Promise<T>): Promise<T> =>
  withOwnerUrl({ dataDir: config.dataDir, ownerUrl: signInOf(login, config)?.direct }, async (url) => {
    const own = loginUrl(url, login);
    await requireMigrated(own);
    return work(own);
  });
