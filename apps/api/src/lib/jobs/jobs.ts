/** What a module's jobs.ts declares; the worker runs them. */

/** One kind of work. It may run more than once for the same payload, and beside itself on another node. */
export interface Job {
  readonly name: string;
  /** When it runs by itself: a crontab line's five fields, in UTC. */
  readonly cron?: string;
  readonly run: (payload: unknown) => Promise<void>;
}
export type Jobs = readonly Job[];
