/** Limits of uploads: each client's files and bytes per day, and the free space below which all stop. */
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import { StorageUnavailable } from '../../gateways/storage/port.ts';
import { flag, valuesOf } from '../../platform/db/rows.ts';
import { batches } from '../../platform/load/batches.ts';
import type { Caller, ClientId } from '../../platform/work/caller.ts';
import type { Work } from '../../platform/work/work.ts';
import type { Deps, JobDeps } from '../deps.ts';
import { consumeQuotaSql } from '../quota/daily-use.ts';

/** Whether uploads can be stored: enough space is free in a storage that can be reached. */
export async function hasRoom({ storage, config }: Pick<JobDeps, 'storage' | 'config'>): Promise<boolean> {
  try {
    return (await storage.freeMegabytes()) >= config.minFreeMegabytes;
  } catch (cause) {
    if (cause instanceof StorageUnavailable) return false;
    throw cause;
  }
}

interface Counted {
  readonly deps: Deps;
  readonly clientId: ClientId;
  readonly files: number;
  readonly bytes: number;
}

const MOST = 20;

/** Uploads of one client are counted together if all of them are within its limits. */
const byClient = batches<Counted, Outcome<null>>({
  most: MOST,
  together: async (batch) => {
    const counted = await count(batch);
    return counted.ok ? batch.map(() => counted) : null;
  },
  alone: (upload) => count([upload]),
});

/**
 * Counts an upload before anything of it is stored, or refuses it and counts nothing. One under an idempotency key is counted by
 * `countKeyed`, together with its answer, so that a repetition after a failure is not counted twice.
 */
export async function admitUpload(deps: Deps, caller: Caller, bytes: number): Promise<Outcome<null>> {
  if (!(await hasRoom(deps))) {
    deps.log.error(
      { minFreeMegabytes: deps.config.minFreeMegabytes },
      'upload refused: too little free space, or no storage',
    );
    return refuse('SERVICE_UNAVAILABLE');
  }
  const { clientId } = caller.actor;
  const counted = caller.idempotency === null ? { files: 1, bytes } : { files: 0, bytes: 0 };
  return byClient.run(clientId, { deps, clientId, ...counted });
}

const usesOf = ({ uploadFilesPerDay, uploadMegabytesPerDay }: Deps['config'], files: number, bytes: number) => ({
  'upload-files': { amount: files, limit: uploadFilesPerDay },
  'upload-bytes': { amount: bytes, limit: uploadMegabytesPerDay * 1e6 },
});

/** Counts an upload under an idempotency key, in the transaction that stores its answer; another one has been counted. */
export async function countKeyed(
  { db, today }: Work,
  { deps, caller, bytes }: { readonly deps: Deps; readonly caller: Caller; readonly bytes: number },
): Promise<Outcome<null>> {
  if (caller.idempotency === null) return done(null);
  const used = consumeQuotaSql(today, usesOf(deps.config, 1, bytes));
  const [isWithin] = await valuesOf(db, flag)`select ${used} is true`;
  return isWithin === true ? done(null) : refuse('DAILY_LIMIT_REACHED');
}

async function count(uploads: readonly Counted[]): Promise<Outcome<null>> {
  const [first] = uploads;
  if (!first) return done(null);
  const { deps, clientId } = first;
  const files = uploads.reduce((sum, one) => sum + one.files, 0);
  const size = uploads.reduce((sum, { bytes }) => sum + bytes, 0);
  const used = consumeQuotaSql(deps.clock.today(), usesOf(deps.config, files, size));
  const query = sql<{ has_product: boolean; is_within: boolean | null }>`
    select has_product, case when has_product then ${used} end as is_within from (select exists (
      select from client_products where client_id = current_client_id() and authorised and active
    ) as has_product) as owned`;
  // A second of counts lost in a crash is harmless; waiting for the disk at every upload is not.
  const [found] = await deps.db.runOnce({ as: 'tenant', clientId }, query, { isLossy: true });
  if (found?.has_product !== true) return refuse('PRODUCT_INACTIVE');
  return found.is_within === true ? done(null) : refuse('DAILY_LIMIT_REACHED');
}
