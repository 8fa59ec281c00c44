import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SignInFile } from '../db/sign-in-file.ts';
import { isOnThisMachine, isSafeMailServer, isSafeOrigin, isSafeUrl, WrongConfiguration } from './setting-checks.ts';
import { type Settings, settings } from './settings.ts';

/** Never used in production. */
const DEMO_KEY = 'the key of the demo, which is no secret';

type Name = keyof Settings;

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
  ...(given.whatsappToken !== undefined && { whatsappUrl: 'https://graph.facebook.com' }),
  ...(given.swUser !== undefined && { swUrl: 'https://services.sw.com.mx' }),
});

const together = (...names: readonly Name[]) => [names, names] as const;

/** Settings any of which needs all the others. */
const NEEDED: readonly (readonly [any: readonly Name[], all: readonly Name[]])[] = [
  together('stpCompany', 'stpClabe', 'stpKeyFile'),
  together('mifielAppId', 'mifielAppSecret', 'mifielRoots'),
  together('whatsappToken', 'whatsappPhoneId', 'whatsappNumber', 'whatsappAppSecret', 'whatsappVerifyToken'),
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

/** Settings that a production cannot do without, in those programs that use them. */
const NECESSARY = ['baseUrl', 'smtpUrl', 'secondFactorKey'] as const;
export type Necessary = (typeof NECESSARY)[number];

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
  ['BASE_URL must begin with https:// in production', ({ baseUrl }) => baseUrl !== undefined && !isSafeOrigin(baseUrl)],
  [
    'SMTP_URL must begin with smtps://, or end with ?requireTLS=true for STARTTLS, in production',
    ({ smtpUrl }) => smtpUrl !== undefined && !isSafeMailServer(smtpUrl),
  ],
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
    'PUSH_URL is for a rehearsal: browsers name their push service themselves',
    ({ pushUrl, rehearsalTrustDir }) => pushUrl !== undefined && rehearsalTrustDir === undefined,
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
    /(?:Url|Dsn|Endpoint)$/.test(name) && !/^(?:database\w*|base|smtp)Url$/.test(name) && typeof value === 'string'
      ? [[name, value]]
      : [],
  );

/** The first mistake in settings each of which is right for itself. */
function mistakeIn(given: Settings, needed: readonly Necessary[]): string | undefined {
  const isProduction = given.nodeEnv === 'production';
  const made = [...MISTAKES, ...(isProduction ? MISTAKES_OF_A_PRODUCTION : [])].find(([, isMade]) => isMade(given));
  if (made) return made[0];
  const missing = needed.find((name) => given[name] === undefined);
  if (isProduction && missing) return `${variableOf(missing)} is required in production`;
  const isGiven = (name: Name): boolean => given[name] !== undefined;
  const half = NEEDED.find(([any, all]) => any.some(isGiven) && !all.every(isGiven));
  if (half)
    return half[0].length === 1
      ? `${listed(half[0])} needs ${listed(half[1])}`
      : `${listed(half[1])} are needed together`;
  const addresses = addressesIn(given);
  const unsafe = isProduction && addresses.find(([, address]) => !isSafeUrl(address));
  if (unsafe) return `${variableOf(unsafe[0])} must begin with https:// in production`;
  const elsewhere = [given.baseUrl, given.smtpUrl, ...addresses.map(([, address]) => address)].find(
    (address) => address !== undefined && !isOnThisMachine(address),
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
  // A program of a production that does not need it gets one that opens nothing.
  secondFactorKey: given.secondFactorKey ?? (given.nodeEnv === 'production' ? randomUUID() : DEMO_KEY),
  production: given.nodeEnv === 'production',
  logLevel: given.logLevel ?? (given.nodeEnv === 'production' ? ('info' as const) : ('warn' as const)),
  /** Whether every row of a long list is checked against the contract; otherwise its first 100. */
  checksWholeAnswers: given.nodeEnv === 'test',
  /** The OpenTelemetry collector of the traces. */
  collector: { endpoint: given.otelExporterOtlpEndpoint, headers: given.otelExporterOtlpHeaders ?? {} },
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

/** The settings, and the files of those with passwords of the database, which are replaced while programs run. */
export type Config = Readonly<ReturnType<typeof configOf>> & {
  readonly signInFiles: Readonly<Record<'api' | 'worker', string | undefined>>;
};

/** Settings of a child program, whose database URL is always set. */
export type RoleConfig = Config & {
  readonly databaseUrl: string;
  readonly directUrl: string;
  readonly signIn?: SignInFile | undefined;
};

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
 * WrongConfiguration with every wrong form, or with the first mistake. `needed`: those that the program uses; defaults to all.
 */
export const readConfig = (variables: Variables, needed: readonly Necessary[] = NECESSARY): Config => {
  const values = Object.keys(settings.shape).map((name) => [name, settingOf(variableOf(name), variables)] as const);
  const read = settings.safeParse(Object.fromEntries(values.filter(([, value]) => value !== undefined)));
  if (!read.success)
    throw new WrongConfiguration(
      read.error.issues.map(({ path, message }) => `${variableOf(String(path[0]))} ${message}`).join('; '),
    );
  const given = { ...addressesOf(read.data), ...read.data };
  const mistake = mistakeIn(given, needed);
  if (mistake !== undefined) throw new WrongConfiguration(mistake);
  const { DATABASE_URL_FILE: api, DATABASE_WORKER_URL_FILE: worker } = variables;
  return { ...configOf(given), signInFiles: { api, worker: given.databaseWorkerUrl === undefined ? api : worker } };
};
