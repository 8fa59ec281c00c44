import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

export interface Config {
  readonly port: number;
  /** Absolute path; holds the embedded database and, without an object store, the files. */
  readonly dataDir: string;
  /** Owner's URL of an outside PostgreSQL; undefined means the embedded one. */
  readonly databaseUrl: string | undefined;
  /** The instant at which a demo's clock starts to run; never set in production. */
  readonly portalNow: Date | undefined;
  /** Address of the portal as people open it, without a trailing slash: what links in mails are made from. */
  readonly baseUrl: string;
  /** Mail server; undefined means the demo's catcher, which production does not have. */
  readonly smtpUrl: string | undefined;
  /** The tax authority's status service; undefined means the demo's stand-in. */
  readonly taxStatusUrl: string | undefined;
  /** Addresses or ranges of the proxies in front, whose X-Forwarded-For is believed; undefined means none. */
  readonly trustedProxies: string | undefined;
  /** Whether signing in tells an unknown e-mail from a wrong password. */
  readonly revealUnknownUsers: boolean;
  readonly production: boolean;
}

/** Settings of a program that runs beside others: it is told where the database is. */
export type RoleConfig = Config & { readonly databaseUrl: string };

/** A setting is wrong; the message is the one line that the person who started the program reads. */
export class WrongConfiguration extends Error {
  override readonly name = 'WrongConfiguration';
}

const DATABASE_PROTOCOLS = new Set(['postgres:', 'postgresql:']);

const isDatabaseUrl = (text: string): boolean => {
  const url = URL.parse(text);
  if (url === null || !DATABASE_PROTOCOLS.has(url.protocol)) return false;
  return url.username !== '' && url.password !== '' && url.pathname.length > 1;
};

const isBaseUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
};

/** What browsers keep the session's cookie for, and what no network on the way can read: https, or this machine. */
const isSafeOrigin = (origin: string): boolean => /^https:|^http:\/\/localhost(?::|$)/.test(origin);

/** The tax authority's own service, public and without credentials. */
const TAX_STATUS_SERVICE = 'https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc';

const isWebUrl = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  return isIP(address) !== 0 && rest.length === 0 && (bits === undefined || /^\d{1,3}$/.test(bits));
};

const isSmtpUrl = (text: string): boolean => /^smtps?:$/.test(URL.parse(text)?.protocol ?? '');

// An empty variable is refused like a wrong one: it is nearly always one that somebody forgot to fill.
const environment = z.object({
  PORT: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'PORT must be a number from 1 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'PORT must be a number from 1 to 65535')
    .default(3000),
  DATA_DIR: z.string().trim().min(1, 'DATA_DIR must name a folder').default('./data'),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, 'DATABASE_URL must look like postgresql://user:password@host:5432/database')
    .optional(),
  PORTAL_NOW: z.iso
    .datetime({ offset: true, error: 'PORTAL_NOW must be an instant with its zone, such as 2026-03-02T10:00:00-06:00' })
    .transform((text) => new Date(text))
    .optional(),
  BASE_URL: z.string().refine(isBaseUrl, 'BASE_URL must look like https://portal.example, without a path').optional(),
  TAX_STATUS_URL: z.string().refine(isWebUrl, 'TAX_STATUS_URL must look like https://host/service.svc').optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine(
      (text) => text.split(',').every(isNetwork),
      'TRUSTED_PROXIES must be addresses or ranges with commas between, such as 10.0.0.0/8,192.0.2.7',
    )
    .optional(),
  AUTH_REVEAL_UNKNOWN_USERS: z
    .enum(['true', 'false'], { error: 'AUTH_REVEAL_UNKNOWN_USERS must be true or false' })
    .default('false'),
  SMTP_URL: z.string().refine(isSmtpUrl, 'SMTP_URL must look like smtp://user:password@host:587').optional(),
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'NODE_ENV must be development, test or production' })
    .default('development'),
});

/** Reads the settings out of an environment; throws WrongConfiguration with everything that is wrong with them. */
export const readConfig = (variables: Readonly<Record<string, string | undefined>>): Config => {
  const read = environment.safeParse(variables);
  if (!read.success) throw new WrongConfiguration(read.error.issues.map((issue) => issue.message).join('; '));
  const { PORT, DATA_DIR, DATABASE_URL, PORTAL_NOW, BASE_URL, SMTP_URL, NODE_ENV, ...more } = read.data;
  const production = NODE_ENV === 'production';
  if (production && PORTAL_NOW !== undefined) throw new WrongConfiguration('PORTAL_NOW is refused in production');
  if (production && BASE_URL === undefined) throw new WrongConfiguration('BASE_URL is needed in production');
  if (production && !isSafeOrigin(BASE_URL ?? ''))
    throw new WrongConfiguration('BASE_URL must begin with https:// in production');
  if (production && SMTP_URL === undefined) throw new WrongConfiguration('SMTP_URL is needed in production');
  if (production && more.TAX_STATUS_URL?.startsWith('http:'))
    throw new WrongConfiguration('TAX_STATUS_URL must begin with https:// in production');
  return {
    port: PORT,
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    portalNow: PORTAL_NOW,
    baseUrl: BASE_URL ?? `http://localhost:${PORT}`,
    smtpUrl: SMTP_URL,
    taxStatusUrl: more.TAX_STATUS_URL ?? (production ? TAX_STATUS_SERVICE : undefined),
    trustedProxies: more.TRUSTED_PROXIES,
    revealUnknownUsers: more.AUTH_REVEAL_UNKNOWN_USERS === 'true',
    production,
  };
};

/**
 * Refuses time-zone data older than 2022f, in which Chihuahua still moves its clocks: deposit times would be told an
 * hour wrong in half of the year. `offsetOf` gives a zone's name of its offset at an instant.
 */
export const checkTimeZones = (offsetOf: (zone: string, instant: Date) => string | undefined = offsetName): void => {
  if (offsetOf('America/Chihuahua', new Date('2022-12-01T12:00:00Z')) === 'GMT-06:00') return;
  throw new WrongConfiguration('the time-zone data of this Node.js is older than 2022f; use a current Node.js 24');
};

const offsetName = (zone: string, instant: Date): string | undefined =>
  new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find((part) => part.type === 'timeZoneName')?.value;
