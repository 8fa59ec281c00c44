import type { InvoicingPort } from '../gateways/invoicing/port.ts';
import type { Mailer } from '../gateways/mail/port.ts';
import type { FileStorage } from '../gateways/storage/port.ts';
import type { TaxStatusPort } from '../gateways/tax-status/port.ts';
import type { CfdiReader } from './cfdi/reader.ts';
import type { Clock } from './clock.ts';
import type { Database } from './db/pool.ts';
import type { EventHub } from './live/event-hub.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Passwords } from './session/passwords.ts';

/** Where the server writes what happened, as fields and one sentence; never a person's data or a secret. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What commands and queries of any module may need: made once at start, passed explicitly. */
export interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly production: boolean;
  readonly dataDir: string;
  readonly storage: FileStorage;
  readonly reader: CfdiReader;
  readonly taxStatus: TaxStatusPort;
  /** Null where no provider of invoices is configured. */
  readonly invoicing: InvoicingPort | null;
  readonly passwords: Passwords;
  /** Mail leaves through the outbox; here it can only be asked whether the mail server is there. */
  readonly mailer: Pick<Mailer, 'isUp'>;
  readonly events: EventHub;
  readonly limits: RateLimiter;
  /** Address of the portal as people open it, for links in mails and answers; no trailing slash. */
  readonly baseUrl: string;
  /** Tells an unknown e-mail from a wrong password on signing in (AUTH_REVEAL_UNKNOWN_USERS). */
  readonly revealUnknownUsers: boolean;
  readonly log: Log;
}
