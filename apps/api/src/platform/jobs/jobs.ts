/** Jobs, declared in a module's jobs.ts and run by the worker. */

/** A kind of job. It may run repeatedly for the same payload, and concurrently on another node. */
export interface Job {
  readonly name: string;
  /** Schedule: the five fields of a crontab line, in UTC. */
  readonly cron?: string;
  /** Own slots of jobs that wait for the mail server. Defaults to those of all other jobs. */
  readonly slots?: 'links' | 'mails' | 'phones' | 'webhooks';
  readonly run: (payload: unknown) => Promise<void>;
}
export type Jobs = readonly Job[];
