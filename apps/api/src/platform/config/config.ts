import { resolve } from 'node:path';
import { z } from 'zod';
import { addressesIn, type OutsideSettings, outsideVariables, readOutside } from './outside-settings.ts';
import {
  isBaseUrl,
  isDatabaseUrl,
  isNetwork,
  isOnThisMachine,
  isSafeMailServer,
  isSafeOrigin,
  isSameOwner,
  isSmtpUrl,
  port,
  WrongConfiguration,
  whole,
} from './setting-checks.ts';

export interface Config extends OutsideSettings {
  readonly port: number;
  /** Absolute path of the embedded database and the files. */
  readonly dataDir: string;
  /** Owner's URL of an external PostgreSQL; undefined for the embedded one. */
  readonly databaseUrl: string | undefined;
  /** The same database without a pooler, for uses that need their own session. Defaults to `databaseUrl`. */
  readonly directUrl: string | undefined;
  /** Whether statements are prepared, which some poolers do not support. */
  readonly preparesStatements: boolean;
  /** Initial instant of a demo's clock; undefined in production. */
  readonly portalNow: Date | undefined;
  /** Public URL of the portal, without a trailing slash; used for links in mails. */
  readonly baseUrl: string;
  /** Mail server; undefined for the demo's catcher. */
  readonly smtpUrl: string | undefined;
  /** Port of the metrics; undefined for none. */
  readonly metricsPort: number | undefined;
  readonly metricsAddress: string;
  /** Trusted proxies (addresses or CIDR ranges): their X-Forwarded-For is honoured. */
  readonly trustedProxies: string | undefined;
  /** Seals the secrets of operators' authenticator apps. */
  readonly secondFactorKey: string;
  /** Whether sign-in distinguishes an unknown e-mail from a wrong password. */
  readonly revealUnknownUsers: boolean;
  /** Daily upload limits of a client. */
  readonly uploadFilesPerDay: number;
  readonly uploadMegabytesPerDay: number;
  /** Daily limits of a client's summary and invitation mails, and its maximum of active users. */
  readonly summaryMailsPerDay: number;
  readonly invitationsPerDay: number;
  readonly usersPerClient: number;
  /** Refused files are deleted after this many days. */
  readonly refusedFilesDays: number;
  /** Uploads stop when less space is free, before the database runs out of it. */
  readonly minFreeMegabytes: number;
  readonly production: boolean;
  /**
   * Folder of the test authority that a production trusts in a rehearsal, in which everything is on this machine; undefined for
   * none.
   */
  readonly rehearsalTrustDir: string | undefined;
  /** Whether every row of a long list is checked against the contract; otherwise its first 100. */
  readonly checksWholeAnswers: boolean;
}

/** Settings of a child program, whose database URL is always set. */
export type RoleConfig = Config & { readonly databaseUrl: string; readonly directUrl: string };

/** Never used in production. */
const DEMO_KEY = 'the key of the demo, which is no secret';

// An empty variable is refused: it is nearly always a forgotten one.
const environment = z.object({
  PORT: port('PORT').default(3000),
  DATA_DIR: z.string().trim().min(1, 'DATA_DIR must name a folder').default('./data'),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, 'DATABASE_URL must look like postgresql://user:password@host:5432/database')
    .optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .refine(isDatabaseUrl, 'DATABASE_DIRECT_URL must look like postgresql://user:password@host:5432/database')
    .optional(),
  DATABASE_PREPARED_STATEMENTS: z
    .enum(['true', 'false'], { error: 'DATABASE_PREPARED_STATEMENTS must be true or false' })
    .default('true'),
  PORTAL_NOW: z.iso
    .datetime({ offset: true, error: 'PORTAL_NOW must be an instant with its zone, such as 2026-03-02T10:00:00-06:00' })
    .transform((text) => new Date(text))
    .optional(),
  BASE_URL: z.string().refine(isBaseUrl, 'BASE_URL must look like https://portal.example, without a path').optional(),
  SECOND_FACTOR_KEY: z.string().min(32, 'SECOND_FACTOR_KEY must have at least 32 characters').optional(),
  ...outsideVariables,
  METRICS_PORT: port('METRICS_PORT').optional(),
  METRICS_ADDRESS: z.union([z.ipv4(), z.ipv6()], 'METRICS_ADDRESS must be an IP address').default('127.0.0.1'),
  TRUSTED_PROXIES: z
    .string()
    .refine(
      (text) => text.split(',').every(isNetwork),
      'TRUSTED_PROXIES must be comma-separated addresses or ranges, such as 10.0.0.0/8,192.0.2.7',
    )
    .optional(),
  AUTH_REVEAL_UNKNOWN_USERS: z
    .enum(['true', 'false'], { error: 'AUTH_REVEAL_UNKNOWN_USERS must be true or false' })
    .default('false'),
  SMTP_URL: z.string().refine(isSmtpUrl, 'SMTP_URL must look like smtp://user:password@host:587').optional(),
  UPLOAD_FILES_PER_DAY: whole('UPLOAD_FILES_PER_DAY', 20_000),
  UPLOAD_MEGABYTES_PER_DAY: whole('UPLOAD_MEGABYTES_PER_DAY', 2000),
  SUMMARY_MAILS_PER_DAY: whole('SUMMARY_MAILS_PER_DAY', 500),
  INVITATIONS_PER_DAY: whole('INVITATIONS_PER_DAY', 20),
  USERS_PER_CLIENT: whole('USERS_PER_CLIENT', 100),
  REFUSED_FILES_DAYS: whole('REFUSED_FILES_DAYS', 30),
  MIN_FREE_MEGABYTES: whole('MIN_FREE_MEGABYTES', 1000),
  REHEARSAL_TRUST_DIR: z.string().trim().min(1, 'REHEARSAL_TRUST_DIR must name a folder').optional(),
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'NODE_ENV must be development, test or production' })
    .optional(),
});

/** Parses settings; throws WrongConfiguration with every problem. */
export const readConfig = (variables: Readonly<Record<string, string | undefined>>): Config => {
  const read = environment.safeParse(variables);
  if (!read.success) throw new WrongConfiguration(read.error.issues.map((issue) => issue.message).join('; '));
  const { PORT, DATA_DIR, DATABASE_URL, PORTAL_NOW, BASE_URL, SMTP_URL, NODE_ENV, ...more } = read.data;
  const direct = more.DATABASE_DIRECT_URL;
  if (direct !== undefined && !isSameOwner(URL.parse(direct), URL.parse(DATABASE_URL ?? '')))
    throw new WrongConfiguration('DATABASE_DIRECT_URL needs DATABASE_URL with the same user and password');
  // A forgotten NODE_ENV would seed the demo, with its public passwords, into a production database.
  if (DATABASE_URL !== undefined && NODE_ENV === undefined)
    throw new WrongConfiguration('NODE_ENV is required with DATABASE_URL: production, or development for a demo');
  const production = NODE_ENV === 'production';
  if (production && PORTAL_NOW !== undefined) throw new WrongConfiguration('PORTAL_NOW is refused in production');
  if (production && BASE_URL === undefined) throw new WrongConfiguration('BASE_URL is required in production');
  if (production && !isSafeOrigin(BASE_URL ?? ''))
    throw new WrongConfiguration('BASE_URL must begin with https:// in production');
  if (production && SMTP_URL === undefined) throw new WrongConfiguration('SMTP_URL is required in production');
  if (production && !isSafeMailServer(SMTP_URL ?? ''))
    throw new WrongConfiguration(
      'SMTP_URL must begin with smtps://, or end with ?requireTLS=true for STARTTLS, in production',
    );
  if (production && more.SECOND_FACTOR_KEY === undefined)
    throw new WrongConfiguration('SECOND_FACTOR_KEY is required in production');
  const outside = readOutside(more, production);
  const { REHEARSAL_TRUST_DIR: trustDir } = more;
  if (trustDir !== undefined) {
    if (!production) throw new WrongConfiguration('REHEARSAL_TRUST_DIR is for a rehearsal of a production');
    const elsewhere = addressesIn([BASE_URL, outside]).find((url) => !isOnThisMachine(url));
    if (elsewhere !== undefined || !isOnThisMachine(SMTP_URL ?? ''))
      throw new WrongConfiguration(
        `REHEARSAL_TRUST_DIR needs everything on this machine, unlike ${URL.parse(elsewhere ?? SMTP_URL ?? '')?.host}`,
      );
  }
  return {
    port: PORT,
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    directUrl: direct ?? DATABASE_URL,
    preparesStatements: more.DATABASE_PREPARED_STATEMENTS === 'true',
    portalNow: PORTAL_NOW,
    baseUrl: BASE_URL ?? `http://localhost:${PORT}`,
    smtpUrl: SMTP_URL,
    ...outside,
    metricsPort: more.METRICS_PORT,
    metricsAddress: more.METRICS_ADDRESS,
    trustedProxies: more.TRUSTED_PROXIES,
    secondFactorKey: more.SECOND_FACTOR_KEY ?? DEMO_KEY,
    revealUnknownUsers: more.AUTH_REVEAL_UNKNOWN_USERS === 'true',
    uploadFilesPerDay: more.UPLOAD_FILES_PER_DAY,
    uploadMegabytesPerDay: more.UPLOAD_MEGABYTES_PER_DAY,
    summaryMailsPerDay: more.SUMMARY_MAILS_PER_DAY,
    invitationsPerDay: more.INVITATIONS_PER_DAY,
    usersPerClient: more.USERS_PER_CLIENT,
    refusedFilesDays: more.REFUSED_FILES_DAYS,
    minFreeMegabytes: more.MIN_FREE_MEGABYTES,
    production,
    rehearsalTrustDir: trustDir === undefined ? undefined : resolve(trustDir),
    checksWholeAnswers: NODE_ENV === 'test',
  };
};

/**
 * Refuses time-zone data older than 2022f, in which Chihuahua still observes daylight saving: deposit times would be off
 * by an hour for half of the year. `offsetOf` returns a zone's offset at an instant, such as "GMT-06:00".
 */
export const checkTimeZones = (offsetOf: (zone: string, instant: Date) => string | undefined = offsetName): void => {
  if (offsetOf('America/Chihuahua', new Date('2022-12-01T12:00:00Z')) === 'GMT-06:00') return;
  throw new WrongConfiguration('the time-zone data of this Node.js is older than 2022f; use a current Node.js 24');
};

const offsetName = (zone: string, instant: Date): string | undefined =>
  new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find((part) => part.type === 'timeZoneName')?.value;
