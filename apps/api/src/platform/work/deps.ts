import type { Mailer } from '../../gateways/mail/port.ts';
import type { Outside } from '../../gateways/outside.ts';
import type { CfdiReader } from '../cfdi/reader.ts';
import type { Config, RoleConfig } from '../config/config.ts';
import type { Database } from '../db/pool.ts';
import type { EventHub } from '../live/event-hub.ts';
import type { RateLimiter } from '../load/rate-limit.ts';
import type { Clock } from './clock.ts';
import type { Passwords } from './passwords.ts';

/** Structured log; never personal data or secrets. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Dependencies of jobs; the database is signed in as the worker. */
export interface JobDeps extends Outside {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Dependencies of calls, created once at start-up. */
export interface Deps extends Omit<JobDeps, 'mailer'> {
  readonly config: RoleConfig;
  /** Mail is sent through the outbox; calls can only check whether the mail server is up. */
  readonly mailer: Pick<Mailer, 'isUp'>;
  readonly reader: CfdiReader;
  /** Whether invoices can be verified: an authority is pinned. */
  readonly hasAuthority: boolean;
  readonly passwords: Passwords;
  readonly events: EventHub;
  readonly limits: RateLimiter;
}
