import type { RateClass } from '@anticipa/contract/rate';
import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { valuesOf, whole } from '../db/rows.ts';
import type { Log } from '../observe/log.ts';
import type { Clock } from '../work/clock.ts';

/** Requests per minute and session, or per address without a session. */
const PER_MINUTE: Record<RateClass, number> = {
  login: 60,
  read: 1800,
  write: 600,
  upload: 6000,
  stream: 60,
  report: 10,
};
const WINDOW_MS = 60_000;
/** Maximum staleness of other nodes' counts. */
const SHARE_MS = 2000;

export interface RateLimiter {
  /** Counts one request of `caller`; false if the limit of this minute is exceeded. */
  admit(rate: RateClass, caller: string): boolean;
  /** `admit` with what is left of the limit, negative once it is exceeded, and the seconds until it starts again. */
  use(rate: RateClass, caller: string): { readonly limit: number; readonly left: number; readonly seconds: number };
  /** Writes all unshared counts. */
  flush(): Promise<void>;
}

interface Bucket {
  readonly windowStart: number;
  /** Requests on all nodes as of the last sharing. */
  shared: number;
  /** Requests on this node since then. */
  own: number;
  sharedAt: number;
}

/**
 * Counts requests in memory and shares the counts through `rate_counters` every two seconds, so that several nodes enforce
 * one limit without a write per request. A limit may be exceeded by the requests of two seconds.
 */
export const createRateLimiter = (deps: { db: Database; clock: Clock; log: Log }): RateLimiter => {
  const buckets = new Map<string, Bucket>();

  const share = async (name: string, bucket: Bucket): Promise<void> => {
    const hits = bucket.own;
    bucket.own = 0;
    bucket.shared += hits;
    const [shared = 0] = await deps.db.withTransaction({ as: 'auth' }, async (executor) => {
      // Losing a second of counts in a crash is harmless; waiting for the disk at every sharing is not.
      await sql`set local synchronous_commit = off`.execute(executor);
      return valuesOf(executor, whole)`
        insert into rate_counters (bucket, window_start, hits)
        values (${name}, ${new Date(bucket.windowStart)}, ${hits})
        on conflict (bucket, window_start) do update set hits = rate_counters.hits + excluded.hits
        returning hits`;
    });
    bucket.shared = Math.max(bucket.shared, shared);
  };

  const shareQuietly = (name: string, bucket: Bucket): Promise<void> =>
    share(name, bucket).catch((error: unknown) => deps.log.warn({ err: error }, 'request counts were not shared'));

  let forgotten = 0;
  // Once per minute; scanning at each new caller would let callers cause quadratic work. A clock that is set back also starts
  // another minute.
  const forgetOthers = (windowStart: number): void => {
    if (windowStart === forgotten) return;
    forgotten = windowStart;
    for (const [name, bucket] of buckets) if (bucket.windowStart !== windowStart) buckets.delete(name);
  };

  const use: RateLimiter['use'] = (rate, who) => {
    const now = deps.clock.now().getTime();
    const windowStart = now - (now % WINDOW_MS);
    const name = `${rate}:${who}`;
    let bucket = buckets.get(name);
    if (bucket?.windowStart !== windowStart) {
      forgetOthers(windowStart);
      bucket = { windowStart, shared: 0, own: 0, sharedAt: now };
      buckets.set(name, bucket);
    }
    bucket.own += 1;
    if (Math.abs(now - bucket.sharedAt) >= SHARE_MS) {
      bucket.sharedAt = now;
      void shareQuietly(name, bucket);
    }
    const limit = PER_MINUTE[rate];
    return {
      limit,
      left: limit - bucket.shared - bucket.own,
      seconds: Math.ceil((windowStart + WINDOW_MS - now) / 1000),
    };
  };

  return {
    use,
    admit: (rate, who) => use(rate, who).left >= 0,
    flush: async () => {
      await Promise.all(
        [...buckets].map(([name, bucket]) => (bucket.own > 0 ? shareQuietly(name, bucket) : undefined)),
      );
    },
  };
};
