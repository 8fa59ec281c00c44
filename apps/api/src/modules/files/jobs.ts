/** Deletes refused files past their retention. */

import type { Jobs } from '../../platform/jobs/jobs.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import type { JobDeps } from '../deps.ts';
import { refusedBefore } from './queries.ts';

const DAY_MS = 24 * 3_600_000;
const BATCH = 500;

/** Returns the number of deleted files. */
async function purgeRefused(deps: JobDeps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - deps.config.refusedFilesDays * DAY_MS);
  const old = await runAs(deps, WORKER, (work) => refusedBefore(work, before, BATCH));
  if (old.length === 0) return 0;
  // The bytes first: without a row they would never be found again.
  for (const { client_id: clientId, sha256, is_shared: isShared } of old)
    if (!isShared) await deps.storage.remove(clientId, sha256);
  await runAs(deps, WORKER, ({ db }) =>
    db
      .deleteFrom('files')
      .where(
        'file_id',
        'in',
        old.map((file) => file.file_id),
      )
      // Skips a file that was uploaded again in the meantime.
      .where('created_at', '<', before)
      .where('motive', 'is not', null)
      .execute(),
  );
  return old.length + (await purgeRefused(deps));
}

export const filesJobs = (deps: JobDeps): Jobs => [
  {
    name: 'purge-refused-files',
    cron: '37 * * * *',
    run: async () => {
      const deleted = await purgeRefused(deps);
      if (deleted > 0) deps.log.info({ deleted }, 'refused files deleted');
    },
  },
];
