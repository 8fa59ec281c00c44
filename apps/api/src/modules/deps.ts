import type { Mailer } from '../gateways/mail/port.ts';
import type { Outside } from '../gateways/outside.ts';
import type { CfdiReader } from '../platform/cfdi/reader.ts';
import type { Config, RoleConfig } from '../platform/config/config.ts';
import type { EdgeDeps } from '../platform/http/http.ts';
import type { EventHub } from '../platform/live/event-hub.ts';
import type { RateLimiter } from '../platform/load/rate-limit.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Passwords } from '../platform/work/passwords.ts';
import type { Opening } from '../platform/work/transaction.ts';

/** The portal that runs: its version, and the commit that its package was built from. */
export interface Build {
  readonly version: string;
  readonly commit: string;
}

/** Dependencies of jobs; the database is signed in as the worker. */
export interface JobDeps extends Outside, Opening {
  /** A worker needs no keys of second factors. */
  readonly config: Omit<Config, 'secondFactorKey' | 'secondFactorOtherKey'>;
  readonly log: Log;
}

/** Dependencies of calls, created once at start-up. */
export interface Deps extends Omit<JobDeps, 'mailer'>, EdgeDeps {
  readonly config: RoleConfig;
  readonly build: Build;
  /** Mail is sent through the outbox; calls can only check whether the mail server is up. */
  readonly mailer: Pick<Mailer, 'isUp'>;
  readonly reader: CfdiReader;
  /** Whether invoices can be verified: an authority is pinned. */
  readonly hasAuthority: boolean;
  readonly passwords: Passwords;
  readonly events: EventHub;
  readonly limits: RateLimiter;
}
