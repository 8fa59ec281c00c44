/** Each setting with its form and its default. */
import { isClabe } from '@anticipa/domain/clabe';
import { z } from 'zod';
import type { SealingKey } from '../work/sealing.ts';
import {
  baseUrl,
  bucketUrl,
  databaseUrl,
  dnsServer,
  dsn,
  file,
  flag,
  folder,
  key,
  networks,
  otlpHeaders,
  port,
  secret,
  serviceUrl,
  smtpUrl,
  text,
  token,
  webUrl,
  whole,
} from './setting-checks.ts';

/** Ids, each with 32 bytes in base64. */
const SEALING_KEYS = /^[\w-]{1,20}:[A-Za-z0-9+/]{43}=(?:,[\w-]{1,20}:[A-Za-z0-9+/]{43}=)*$/;

/**
 * Each setting, read from the variable of its name: `dataDir` from DATA_DIR. An empty variable is refused: it is nearly
 * always a forgotten one.
 */
export const settings = z.object({
  port: port.default(3000),
  /** Address on which the API listens; `::` means all IPv4 and IPv6 addresses. */
  host: z.union([z.ipv4(), z.ipv6()], 'must be an IP address').optional(),
  /** Folder of the embedded database and the files. */
  dataDir: folder.prefault('./data'),
  /** Where the API, or whatever else is started, signs in to an external PostgreSQL; undefined for the embedded one. */
  databaseUrl: databaseUrl.optional(),
  /** Where a worker signs in. Defaults to `databaseUrl`. */
  databaseWorkerUrl: databaseUrl.optional(),
  /** The owner, whom migrations need, and the checks of the books. Defaults to `databaseUrl`. */
  databaseOwnerUrl: databaseUrl.optional(),
  /** The same database without a pooler, for uses that need their own session. Defaults to `databaseUrl`. */
  databaseDirectUrl: databaseUrl.optional(),
  /** A standby for the API's long reads; undefined to read everything from the primary. */
  databaseReadUrl: databaseUrl.optional(),
  /** Some poolers do not support them. */
  databasePreparedStatements: flag.default(true),
  /** Initial instant of a demo's clock; undefined in production. */
  portalNow: z.iso
    .datetime({ offset: true, error: 'must be an instant with its zone, such as 2026-03-02T10:00:00-06:00' })
    .transform((instant) => new Date(instant))
    .optional(),
  /** Public URL of the portal, without a trailing slash; used for links in mails. */
  baseUrl: baseUrl.optional(),
  /** Seals the secrets of operators' authenticator apps. While it is being replaced, the other key, next or former, opens them too. */
  secondFactorKey: key.optional(),
  secondFactorOtherKey: key.optional(),
  /** The tax authority's status service; undefined for the demo's stand-in. */
  taxStatusUrl: webUrl('https://host/service.svc').optional(),
  /** Provider of the tax-authority sync, its API key and the secret of its webhooks; undefined for the demo's stand-in. */
  syntageUrl: webUrl('https://api.syntage.com').optional(),
  syntageApiKey: text.optional(),
  syntageWebhookSecret: text.optional(),
  /** The tax authority's mass download: the clients' e.firmas, its requests and its packages; undefined for the provider. */
  efirmaFolder: folder.optional(),
  massDownloadUrl: serviceUrl.optional(),
  massDownloadPackagesUrl: serviceUrl.optional(),
  /** Keys that seal kept passwords of the tax authority, the one in use first; none to keep no passwords. */
  ciecKeys: z
    .string()
    .regex(SEALING_KEYS, 'must look like 2026:BASE64,2025:BASE64, with 32 bytes each')
    .transform((keys) => keys.split(',').map(sealingKey))
    .default([]),
  /** The tax authority's list of article 69-B; undefined for the demo's stand-in. */
  taxpayerListUrl: webUrl('https://host/list.csv').optional(),
  /** Banxico's SIE API and our token; undefined for the demo's stand-in. In production without one, rates are typed. */
  banxicoUrl: serviceUrl.optional(),
  banxicoToken: text.optional(),
  /** Banxico's page of CEPs; undefined for the demo's stand-in. */
  cepUrl: serviceUrl.optional(),
  /** The transfer service STP: orders, queries, the lender's name and paying CLABE there; undefined for the demo's stand-in. */
  stpUrl: serviceUrl.optional(),
  stpQueryUrl: serviceUrl.optional(),
  stpCompany: z
    .string()
    .regex(/^[A-Z0-9_]{1,15}$/, 'must have 1 to 15 of A to Z, 0 to 9 and _')
    .optional(),
  stpClabe: z.string().refine(isClabe, 'must be a CLABE').optional(),
  /** PEM of the private key that signs orders, and its password. */
  stpKeyFile: file.optional(),
  stpKeyPassword: secret.optional(),
  /** Provider of constancias (NOM-151) and our credentials; undefined for the demo's stand-in. */
  mifielUrl: webUrl('https://app.mifiel.com').optional(),
  mifielAppId: text.optional(),
  mifielAppSecret: text.optional(),
  /** Path of the pinned root certificates of its time stamps. */
  mifielRoots: file.optional(),
  /** Meta's WhatsApp Cloud API: the token, the ids of the number, the secrets of the webhook; undefined without WhatsApp. */
  whatsappUrl: webUrl('https://graph.facebook.com').optional(),
  whatsappToken: secret.optional(),
  whatsappPhoneId: z
    .string()
    .regex(/^\d{6,20}$/, 'must be the id of a phone number')
    .optional(),
  whatsappNumber: z
    .string()
    .regex(/^\d{8,15}$/, 'must be digits with the country code')
    .optional(),
  whatsappAppSecret: secret.optional(),
  whatsappVerifyToken: secret.optional(),
  /** The approved template of notices. */
  whatsappTemplate: text.default('aviso_portal'),
  /** The stand-in for the push services of the browsers, in a rehearsal. */
  pushUrl: webUrl('http://127.0.0.1:4000').optional(),
  /** Private key of web push (VAPID), in base64url; undefined without push. */
  pushKey: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url')
    .optional(),
  /** The DNS server that is asked about the domain of the sender of mails; undefined for those of the machine. */
  dnsServer: dnsServer.optional(),
  /** URL below which the keys of the bucket are, such as `https://bucket.s3.us-east-1.amazonaws.com/` or `https://host/bucket/`. */
  s3Url: bucketUrl.optional(),
  s3Region: text.default('us-east-1'),
  /** Key of a user who may read, write, list and delete its objects. */
  s3AccessKeyId: secret.optional(),
  s3SecretAccessKey: secret.optional(),
  /** Facturama's Multiemisor API, where the lender has uploaded its CSD. */
  facturamaUrl: webUrl('https://api.facturama.mx').optional(),
  facturamaUser: secret.optional(),
  facturamaPassword: secret.optional(),
  /** SW Sapien, which stamps what we seal with the CSD. */
  swUrl: webUrl('https://services.sw.com.mx').optional(),
  swUser: secret.optional(),
  swPassword: secret.optional(),
  csdCertificateFile: secret.optional(),
  csdKeyFile: secret.optional(),
  csdPassword: secret.optional(),
  /** OpenTelemetry's own variables: a collector that takes OTLP over HTTP; undefined for none. `name=value,name=value`. */
  otelExporterOtlpEndpoint: webUrl('http://localhost:4318').optional(),
  otelExporterOtlpHeaders: otlpHeaders.optional(),
  /** Error reports; undefined for none. As in `https://KEY@host/PROJECT`. */
  sentryDsn: dsn.optional(),
  /** The lender's services that answer instead of our own modules; a token never leaves the server otherwise. */
  baseAppUrl: serviceUrl.optional(),
  baseAppToken: token.optional(),
  riskUrl: serviceUrl.optional(),
  riskToken: token.optional(),
  creditsUrl: serviceUrl.optional(),
  creditsToken: token.optional(),
  dispersionsUrl: serviceUrl.optional(),
  dispersionsToken: token.optional(),
  /** Ports of the metrics of API and worker, which may run on one machine; undefined for none. */
  metricsPort: port.optional(),
  workerMetricsPort: port.optional(),
  metricsAddress: z.union([z.ipv4(), z.ipv6()], 'must be an IP address').default('127.0.0.1'),
  /** Trusted proxies (addresses or CIDR ranges): their X-Forwarded-For is honoured. */
  trustedProxies: networks.optional(),
  /** Whether sign-in distinguishes an unknown e-mail from a wrong password. */
  authRevealUnknownUsers: flag.default(false),
  logLevel: z.enum(['error', 'warn', 'info'], 'must be error, warn or info').optional(),
  /** Mail server; undefined for the demo's catcher. */
  smtpUrl: smtpUrl.optional(),
  /** Daily limits of a client's uploads, and of its summary and invitation mails. */
  uploadFilesPerDay: whole.default(20_000),
  uploadMegabytesPerDay: whole.default(2000),
  summaryMailsPerDay: whole.default(500),
  invitationsPerDay: whole.default(20),
  /** Most active users of a client. */
  usersPerClient: whole.default(100),
  /** Refused files are deleted after this many days. */
  refusedFilesDays: whole.default(30),
  /** Uploads stop when less space is free, before the database runs out of it. */
  minFreeMegabytes: whole.default(1000),
  /**
   * Folder of the test authority that a production trusts in a rehearsal, in which everything is on this machine; undefined for
   * none.
   */
  rehearsalTrustDir: folder.optional(),
  nodeEnv: z.enum(['development', 'test', 'production'], 'must be development, test or production').optional(),
});

export type Settings = Readonly<z.output<typeof settings>>;

function sealingKey(pair: string): SealingKey {
  const [id = '', key = ''] = pair.split(':');
  return { id, key: Buffer.from(key, 'base64') };
}
