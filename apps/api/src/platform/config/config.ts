import { readFileSync } from 'node:fs';
import { isClabe } from '@anticipa/domain/clabe';
import { z } from 'zod';
import type { SealingKey } from '../work/sealing.ts';
import {
  baseUrl,
  bucketUrl,
  databaseUrl,
  dsn,
  file,
  flag,
  folder,
  isOnThisMachine,
  isSafeMailServer,
  isSafeOrigin,
  isSafeUrl,
  key,
  networks,
  port,
  secret,
  serviceUrl,
  smtpUrl,
  text,
  token,
  WrongConfiguration,
  webUrl,
  whole,
} from './setting-checks.ts';

/** Never used in production. */
const DEMO_KEY = 'the key of the demo, which is no secret';

/** Ids, each with 32 bytes in base64. */
const SEALING_KEYS = /^[\w-]{1,20}:[A-Za-z0-9+/]{43}=(?:,[\w-]{1,20}:[A-Za-z0-9+/]{43}=)*$/;

/**
 * Each setting, read from the variable of its name: `dataDir` from DATA_DIR. An empty variable is refused: it is nearly
 * always a forgotten one.
 */
const settings = z.object({
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

type Settings = Readonly<z.output<typeof settings>>;
type Name = keyof Settings;

function sealingKey(pair: string): SealingKey {
  const [id = '', key = ''] = pair.split(':');
  return { id, key: Buffer.from(key, 'base64') };
}

/** Public services that a production uses unless it is set otherwise; the list of taxpayers has moved before. */
const PUBLIC = {
  taxStatusUrl: 'https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc',
  syntageUrl: 'https://api.syntage.com',
  taxpayerListUrl:
    'https://wu1agsprosta001.blob.core.windows.net/agsc-publicaciones/Datos_abiertos/Documents_AGAFF/Listado_completo_69-B.csv',
  cepUrl: 'https://www.banxico.org.mx/cep',
  mifielUrl: 'https://app.mifiel.com',
} satisfies Partial<Settings>;

/** Addresses of the systems in which we have an account. Some clients reach STP's queries by port 7002, through its VPN. */
const addressesOf = (given: Settings): Partial<Settings> => ({
  ...(given.nodeEnv === 'production' && PUBLIC),
  ...(given.efirmaFolder !== undefined && {
    massDownloadUrl: 'https://cfdidescargamasivasolicitud.clouda.sat.gob.mx',
    massDownloadPackagesUrl: 'https://cfdidescargamasiva.clouda.sat.gob.mx',
  }),
  ...(given.banxicoToken !== undefined && { banxicoUrl: 'https://www.banxico.org.mx/SieAPIRest/service/v1' }),
  ...(given.stpCompany !== undefined && {
    stpUrl: 'https://prod.stpmex.com/speiws/rest',
    stpQueryUrl: 'https://prod.stpmex.com/efws/API',
  }),
  ...(given.facturamaUser !== undefined && { facturamaUrl: 'https://api.facturama.mx' }),
  ...(given.swUser !== undefined && { swUrl: 'https://services.sw.com.mx' }),
});

const together = (...names: readonly Name[]) => [names, names] as const;

/** Settings any of which needs all the others. */
const NEEDED: readonly (readonly [any: readonly Name[], all: readonly Name[]])[] = [
  together('stpCompany', 'stpClabe', 'stpKeyFile'),
  together('mifielAppId', 'mifielAppSecret', 'mifielRoots'),
  together('baseAppUrl', 'baseAppToken'),
  together('riskUrl', 'riskToken'),
  together('creditsUrl', 'creditsToken'),
  together('dispersionsUrl', 'dispersionsToken'),
  [
    ['facturamaUrl', 'facturamaUser', 'facturamaPassword'],
    ['facturamaUser', 'facturamaPassword'],
  ],
  [
    ['swUrl', 'swUser', 'swPassword'],
    ['swUser', 'swPassword'],
  ],
  [['swUser'], ['csdCertificateFile', 'csdKeyFile', 'csdPassword']],
  [['s3Url'], ['s3AccessKeyId', 's3SecretAccessKey']],
];

type Mistake = readonly [message: string, isMade: (given: Settings) => boolean];

const MISTAKES: readonly Mistake[] = [
  [
    'DATABASE_DIRECT_URL and DATABASE_READ_URL need DATABASE_URL with the same user and password',
    ({ databaseDirectUrl: direct, databaseReadUrl: standby, databaseUrl: url = '' }) =>
      [direct, standby].some((other) => other !== undefined && credentialsOf(other) !== credentialsOf(url)),
  ],
  // A forgotten NODE_ENV would seed the demo, with its public passwords, into a production database.
  [
    'DATABASE_WORKER_URL and DATABASE_OWNER_URL need DATABASE_URL',
    ({ databaseUrl: url, databaseWorkerUrl: worker, databaseOwnerUrl: owner }) =>
      url === undefined && (worker ?? owner) !== undefined,
  ],
  [
    'NODE_ENV is required with DATABASE_URL: production, or development for a demo',
    ({ databaseUrl: url, nodeEnv }) => url !== undefined && nodeEnv === undefined,
  ],
  [
    'FACTURAMA_USER and SW_USER are two invoicing providers; set one',
    ({ facturamaUser, swUser }) => facturamaUser !== undefined && swUser !== undefined,
  ],
  [
    'SECOND_FACTOR_OTHER_KEY needs another SECOND_FACTOR_KEY',
    ({ secondFactorKey, secondFactorOtherKey: other }) =>
      other !== undefined && (secondFactorKey === undefined || secondFactorKey === other),
  ],
  [
    'EFIRMA_FOLDER needs CIEC_KEYS',
    ({ efirmaFolder, ciecKeys }) => efirmaFolder !== undefined && ciecKeys.length === 0,
  ],
  [
    'REHEARSAL_TRUST_DIR is for a rehearsal of a production',
    ({ rehearsalTrustDir, nodeEnv }) => rehearsalTrustDir !== undefined && nodeEnv !== 'production',
  ],
];

const credentialsOf = (url: string): string => `${URL.parse(url)?.username}:${URL.parse(url)?.password}`;

const isAt = (url: string | undefined, hosts: RegExp): boolean => hosts.test(URL.parse(url ?? '')?.host ?? '');

const MISTAKES_OF_A_PRODUCTION: readonly Mistake[] = [
  ['PORTAL_NOW is refused in production', ({ portalNow }) => portalNow !== undefined],
  ['BASE_URL is required in production', (given) => given.baseUrl === undefined],
  ['BASE_URL must begin with https:// in production', (given) => !isSafeOrigin(given.baseUrl ?? '')],
  ['SMTP_URL is required in production', (given) => given.smtpUrl === undefined],
  [
    'SMTP_URL must begin with smtps://, or end with ?requireTLS=true for STARTTLS, in production',
    (given) => !isSafeMailServer(given.smtpUrl ?? ''),
  ],
  ['SECOND_FACTOR_KEY is required in production', ({ secondFactorKey }) => secondFactorKey === undefined],
  // Stamps are worthless there, constancias prove nothing, and orders pay nothing.
  [
    'FACTURAMA_URL or SW_URL is of a vendor’s sandbox, which is refused in production',
    ({ facturamaUrl, swUrl }) => isAt(facturamaUrl ?? swUrl, /^(?:apisandbox\.facturama|services\.test\.sw\.com)\.mx$/),
  ],
  [
    'MIFIEL_URL is of the vendor’s sandbox, which is refused in production',
    ({ mifielUrl }) => isAt(mifielUrl, /^app-sandbox\.mifiel\.com$/),
  ],
  [
    'STP_URL and STP_QUERY_URL must not be of its test systems in production',
    ({ stpUrl, stpQueryUrl }) => [stpUrl, stpQueryUrl].some((url) => isAt(url, /\b(?:demo|efws-dev)\.stpmex\.com\b/)),
  ],
];

const variableOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const listed = (names: readonly Name[]): string =>
  names
    .map(variableOf)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ');

/** Addresses to which credentials and clients' data are sent. */
const addressesIn = (given: Settings): [name: string, address: string][] =>
  Object.entries(given).flatMap(([name, value]) =>
    /(?:Url|Dsn)$/.test(name) && !/^(?:database\w*|base|smtp)Url$/.test(name) && typeof value === 'string'
      ? [[name, value]]
      : [],
  );

/** The first mistake in settings each of which is right for itself. */
function mistakeIn(given: Settings): string | undefined {
  const isProduction = given.nodeEnv === 'production';
  const made = [...MISTAKES, ...(isProduction ? MISTAKES_OF_A_PRODUCTION : [])].find(([, isMade]) => isMade(given));
  if (made) return made[0];
  const isGiven = (name: Name): boolean => given[name] !== undefined;
  const half = NEEDED.find(([any, all]) => any.some(isGiven) && !all.every(isGiven));
  if (half)
    return half[0].length === 1
      ? `${listed(half[0])} needs ${listed(half[1])}`
      : `${listed(half[1])} are needed together`;
  const addresses = addressesIn(given);
  const unsafe = isProduction && addresses.find(([, address]) => !isSafeUrl(address));
  if (unsafe) return `${variableOf(unsafe[0])} must begin with https:// in production`;
  const elsewhere = [given.baseUrl ?? '', given.smtpUrl ?? '', ...addresses.map(([, address]) => address)].find(
    (address) => !isOnThisMachine(address),
  );
  if (given.rehearsalTrustDir === undefined || elsewhere === undefined) return undefined;
  return `REHEARSAL_TRUST_DIR needs everything on this machine, unlike ${URL.parse(elsewhere)?.host}`;
}

const isWhole = <K extends string>(
  parts: Readonly<Record<K, string | undefined>>,
): parts is Readonly<Record<K, string>> => !Object.values(parts).includes(undefined);

/** The settings of one system, if it has all of them. */
const account = <K extends string>(parts: Readonly<Record<K, string | undefined>>) =>
  isWhole(parts) ? parts : undefined;

/** The settings with what follows from them. */
const configOf = (given: Settings) => ({
  ...given,
  /** On 127.0.0.1 in a rehearsal, which trusts a test authority: only this machine may reach it. */
  host: given.rehearsalTrustDir === undefined ? (given.host ?? '0.0.0.0') : '127.0.0.1',
  directUrl: given.databaseDirectUrl ?? given.databaseUrl,
  ownerUrl: given.databaseOwnerUrl ?? given.databaseDirectUrl ?? given.databaseUrl,
  baseUrl: given.baseUrl ?? `http://localhost:${given.port}`,
  secondFactorKey: given.secondFactorKey ?? DEMO_KEY,
  production: given.nodeEnv === 'production',
  logLevel: given.logLevel ?? (given.nodeEnv === 'production' ? ('info' as const) : ('warn' as const)),
  /** Whether every row of a long list is checked against the contract; otherwise its first 100. */
  checksWholeAnswers: given.nodeEnv === 'test',
  massDownload: account({
    folder: given.efirmaFolder,
    requests: given.massDownloadUrl,
    packages: given.massDownloadPackagesUrl,
  }),
  /** The S3 bucket of the files; undefined for the data folder. */
  bucket: account({
    url: given.s3Url,
    region: given.s3Region,
    accessKeyId: given.s3AccessKeyId,
    secretAccessKey: given.s3SecretAccessKey,
  }),
  facturama: account({ url: given.facturamaUrl, user: given.facturamaUser, password: given.facturamaPassword }),
  sw: account({ url: given.swUrl, user: given.swUser, password: given.swPassword }),
  csd: account({ certificate: given.csdCertificateFile, key: given.csdKeyFile, password: given.csdPassword }),
  lenderServices: {
    'base-app': account({ url: given.baseAppUrl, token: given.baseAppToken }),
    risk: account({ url: given.riskUrl, token: given.riskToken }),
    credits: account({ url: given.creditsUrl, token: given.creditsToken }),
    dispersions: account({ url: given.dispersionsUrl, token: given.dispersionsToken }),
  },
});

export type Config = Readonly<ReturnType<typeof configOf>>;

/** Settings of a child program, whose database URL is always set. */
export type RoleConfig = Config & { readonly databaseUrl: string; readonly directUrl: string };

/** The variable of each setting with its default; undefined for one without a fixed default. */
export const defaults: ReadonlyMap<string, unknown> = new Map(
  Object.entries(settings.shape).map(([name, setting]) => [variableOf(name), setting.safeParse(undefined).data]),
);

type Variables = Readonly<Record<string, string | undefined>>;

/** The value of a variable: its own, or the content of the file that the variable with `_FILE` names. */
const settingOf = (variable: string, variables: Variables): string | undefined => {
  const given = variables[variable];
  const path = variables[`${variable}_FILE`];
  if (path === undefined) return given;
  if (given !== undefined) throw new WrongConfiguration(`${variable} and ${variable}_FILE are both set; set one`);
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    throw new WrongConfiguration(`${variable}_FILE names a file that cannot be read: ${path}`, { cause });
  }
};

/**
 * Parses settings, each from its variable or from the file that the variable with `_FILE` names, as secrets are mounted; throws
 * WrongConfiguration with every wrong form, or with the first mistake.
 */
export const readConfig = (variables: Variables): Config => {
  const values = Object.keys(settings.shape).map((name) => [name, settingOf(variableOf(name), variables)] as const);
  const read = settings.safeParse(Object.fromEntries(values.filter(([, value]) => value !== undefined)));
  if (!read.success)
    throw new WrongConfiguration(
      read.error.issues.map(({ path, message }) => `${variableOf(String(path[0]))} ${message}`).join('; '),
    );
  const given = { ...addressesOf(read.data), ...read.data };
  const mistake = mistakeIn(given);
  if (mistake !== undefined) throw new WrongConfiguration(mistake);
  return configOf(given);
};
