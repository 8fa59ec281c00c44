/** Limits of uploads: each client's files and bytes per day, and the free space below which all stop. */
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import { StorageUnavailable } from '../../gateways/storage/port.ts';
import { useToday } from '../../lib/daily-use.ts';
import type { Deps } from '../../lib/deps.ts';
import type { Caller } from '../../lib/session/context.ts';
import { attemptAs } from '../../lib/transaction.ts';
import { hasActiveProduct } from './queries.ts';

/** Whether uploads can be stored: enough space is free in a storage that can be reached. */
export async function hasRoom({ storage, config }: Pick<Deps, 'storage' | 'config'>): Promise<boolean> {
  try {
    return (await storage.freeMegabytes()) >= config.minFreeMegabytes;
  } catch (cause) {
    if (cause instanceof StorageUnavailable) return false;
    throw cause;
  }
}

/** Counts an upload before anything of it is stored, or refuses it and counts nothing. */
export async function admitUpload(deps: Deps, caller: Caller, bytes: number): Promise<Outcome<null>> {
  if (!(await hasRoom(deps))) {
    deps.log.error(
      { minFreeMegabytes: deps.config.minFreeMegabytes },
      'upload refused: too little free space, or no storage',
    );
    return refuse('SERVICE_UNAVAILABLE');
  }
  const { uploadFilesPerDay, uploadMegabytesPerDay } = deps.config;
  return attemptAs(deps, caller, async (work) => {
    if (!(await hasActiveProduct(work))) return refuse('PRODUCT_INACTIVE');
    // A second of counts lost in a crash is harmless; waiting for the disk at every upload is not.
    await sql`set local synchronous_commit = off`.execute(work.db);
    const isAdmitted =
      (await useToday(work, 'upload-files', { amount: 1, limit: uploadFilesPerDay })) &&
      (await useToday(work, 'upload-bytes', { amount: bytes, limit: uploadMegabytesPerDay * 1e6 }));
    return isAdmitted ? done(null) : refuse('DAILY_LIMIT_REACHED');
  });
}
