import type { Mailer } from '../gateways/mail/port.ts';
import type { CfdiReader } from './cfdi/reader.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/pool.ts';
import type { EventHub } from './live/event-hub.ts';
import type { Outside } from './outside.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Passwords } from './session/passwords.ts';

/** Where the server writes what happened, as fields and one sentence; never a person's data or a secret. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What a job may need; the database is signed in as the worker. */
export interface JobDeps extends Outside {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a call may need: made once at start, passed explicitly. */
export interface Deps extends Omit<JobDeps, 'mailer'> {
  /** Mail leaves through the outbox; here it can only be asked whether the mail server is there. */
  readonly mailer: Pick<Mailer, 'isUp'>;
  readonly reader: CfdiReader;
  readonly passwords: Passwords;
  readonly events: EventHub;
  readonly limits: RateLimiter;
}
