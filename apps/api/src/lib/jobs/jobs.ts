/** What a module's jobs.ts declares; the worker runs them. */
import type { TaxStatusPort } from '../../gateways/tax-status/port.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/pool.ts';
import type { Log } from '../deps.ts';

/** What a job may need; the database is signed in as the worker. */
export interface JobDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly taxStatus: TaxStatusPort;
  readonly log: Log;
}

/** One kind of work. It may run more than once for the same payload, and beside itself on another node. */
export interface Job {
  readonly name: string;
  /** When it runs by itself: a crontab line's five fields, in UTC. */
  readonly cron?: string;
  readonly run: (payload: unknown) => Promise<void>;
}
export type Jobs = readonly Job[];
