import { isClabe } from '@anticipa/domain/clabe';
import { z } from 'zod';
import { type InvoicingSettings, invoicingOf, invoicingVariables } from './invoicing-settings.ts';
import { isDsn, isSafeUrl, isWebUrl, serviceToken, serviceUrl, WrongConfiguration } from './setting-checks.ts';

/** Addresses of the outside systems, and our credentials. */
export interface OutsideSettings extends InvoicingSettings {
  /** The tax authority's status service; undefined for the demo's stand-in. */
  readonly taxStatusUrl: string | undefined;
  /** Provider of the tax-authority sync, its API key and the secret of its webhooks; undefined for the demo's stand-in. */
  readonly syntageUrl: string | undefined;
  readonly syntageApiKey: string | undefined;
  readonly syntageWebhookSecret: string | undefined;
  /** The tax authority's mass download; undefined for the provider. */
  readonly massDownload: MassDownloadSettings | undefined;
  /** Keys that seal kept passwords of the tax authority, the one in use first; none to keep no passwords. */
  readonly ciecKeys: readonly SealingKey[];
  /** The tax authority's list of article 69-B; undefined for the demo's stand-in. */
  readonly taxpayerListUrl: string | undefined;
  /** The transfer service STP: orders, queries, the lender's name and paying CLABE there; undefined for the demo's stand-in. */
  readonly stpUrl: string | undefined;
  readonly stpQueryUrl: string | undefined;
  readonly stpCompany: string | undefined;
  readonly stpClabe: string | undefined;
  /** PEM of the private key that signs orders, and its password. */
  readonly stpKeyFile: string | undefined;
  readonly stpKeyPassword: string | undefined;
  /** Provider of constancias (NOM-151) and our credentials; undefined for the demo's stand-in. */
  readonly mifielUrl: string | undefined;
  readonly mifielAppId: string | undefined;
  readonly mifielAppSecret: string | undefined;
  /** Path of the pinned root certificates of its time stamps. */
  readonly mifielRoots: string | undefined;
  /** Banxico's SIE API and our token; undefined for the demo's stand-in. In production without one, rates are typed. */
  readonly banxicoUrl: string | undefined;
  readonly banxicoToken: string | undefined;
  /** Banxico's page of CEPs; undefined for the demo's stand-in. */
  readonly cepUrl: string | undefined;
  /** The S3 bucket of the files; undefined for the data folder. */
  readonly bucket: Bucket | undefined;
  /** Error reports; undefined for none. As in `https://KEY@host/PROJECT`. */
  readonly sentryDsn: string | undefined;
  /** The lender's services that answer instead of our own modules. */
  readonly lenderServices: Readonly<Partial<Record<'base-app' | 'risk' | 'credits' | 'dispersions', ServiceSettings>>>;
}

export interface SealingKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** The folder of the clients' e.firmas, and where the service's requests and packages are. */
export interface MassDownloadSettings {
  readonly folder: string;
  readonly requests: string;
  readonly packages: string;
}

/** An S3 bucket and the key of a user who may read, write, list and delete its objects. */
export interface Bucket {
  /** URL below which the keys are, such as `https://bucket.s3.us-east-1.amazonaws.com/` or `https://host/bucket/`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Another service of the lender's. */
export interface ServiceSettings {
  /** Without a trailing slash. */
  readonly url: string;
  /** Sent as a bearer token; never leaves the server otherwise. */
  readonly token: string;
}

/** The tax authority's public service, without credentials. */
const TAX_STATUS_SERVICE = 'https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc';

const SYNTAGE_API = 'https://api.syntage.com';

const MASS_DOWNLOAD = {
  requests: 'https://cfdidescargamasivasolicitud.clouda.sat.gob.mx',
  packages: 'https://cfdidescargamasiva.clouda.sat.gob.mx',
} as const;

const MIFIEL = 'https://app.mifiel.com';
/** Its constancias prove nothing. */
const MIFIEL_SANDBOX = 'app-sandbox.mifiel.com';

/** It has moved before. */
const TAXPAYER_LIST =
  'https://wu1agsprosta001.blob.core.windows.net/agsc-publicaciones/Datos_abiertos/Documents_AGAFF/Listado_completo_69-B.csv';

const SIE_API = 'https://www.banxico.org.mx/SieAPIRest/service/v1';

const CEP_PAGE = 'https://www.banxico.org.mx/cep';

/** Some clients reach the queries by port 7002, through STP's VPN. */
const STP_ORDERS = 'https://prod.stpmex.com/speiws/rest';
const STP_QUERIES = 'https://prod.stpmex.com/efws/API';
/** Orders there pay nothing. */
const STP_TEST_HOST = /\b(?:demo|efws-dev)\.stpmex\.com\b/;

/** Ids, each with 32 bytes in base64. */
const CIEC_KEYS = /^[\w-]{1,20}:[A-Za-z0-9+/]{43}=(?:,[\w-]{1,20}:[A-Za-z0-9+/]{43}=)*$/;

/** The variables of the environment that set them. */
export const outsideVariables = {
  TAX_STATUS_URL: z.string().refine(isWebUrl, 'TAX_STATUS_URL must look like https://host/service.svc').optional(),
  SYNTAGE_URL: z.string().refine(isWebUrl, 'SYNTAGE_URL must look like https://api.syntage.com').optional(),
  SYNTAGE_API_KEY: z.string().trim().min(1, 'SYNTAGE_API_KEY must not be empty').optional(),
  SYNTAGE_WEBHOOK_SECRET: z.string().trim().min(1, 'SYNTAGE_WEBHOOK_SECRET must not be empty').optional(),
  EFIRMA_FOLDER: z.string().trim().min(1, 'EFIRMA_FOLDER must name a folder').optional(),
  MASS_DOWNLOAD_URL: serviceUrl('MASS_DOWNLOAD_URL'),
  MASS_DOWNLOAD_PACKAGES_URL: serviceUrl('MASS_DOWNLOAD_PACKAGES_URL'),
  CIEC_KEYS: z
    .string()
    .regex(CIEC_KEYS, 'CIEC_KEYS must look like 2026:BASE64,2025:BASE64, with 32 bytes each')
    .optional(),
  TAXPAYER_LIST_URL: z.string().refine(isWebUrl, 'TAXPAYER_LIST_URL must look like https://host/list.csv').optional(),
  BANXICO_URL: serviceUrl('BANXICO_URL'),
  BANXICO_TOKEN: z.string().trim().min(1, 'BANXICO_TOKEN must not be empty').optional(),
  CEP_URL: serviceUrl('CEP_URL'),
  STP_URL: serviceUrl('STP_URL'),
  STP_QUERY_URL: serviceUrl('STP_QUERY_URL'),
  STP_COMPANY: z
    .string()
    .regex(/^[A-Z0-9_]{1,15}$/, 'STP_COMPANY must have 1 to 15 of A to Z, 0 to 9 and _')
    .optional(),
  STP_CLABE: z.string().refine(isClabe, 'STP_CLABE must be a CLABE').optional(),
  STP_KEY_FILE: z.string().trim().min(1, 'STP_KEY_FILE must name a file').optional(),
  STP_KEY_PASSWORD: z.string().min(1, 'STP_KEY_PASSWORD must not be empty').optional(),
  MIFIEL_URL: z.string().refine(isWebUrl, 'MIFIEL_URL must look like https://app.mifiel.com').optional(),
  MIFIEL_APP_ID: z.string().trim().min(1, 'MIFIEL_APP_ID must not be empty').optional(),
  MIFIEL_APP_SECRET: z.string().trim().min(1, 'MIFIEL_APP_SECRET must not be empty').optional(),
  MIFIEL_ROOTS: z.string().trim().min(1, 'MIFIEL_ROOTS must name a file').optional(),
  S3_URL: z
    .string()
    .refine((text) => isWebUrl(text) && text.endsWith('/'), 'S3_URL must look like https://host/bucket/')
    .optional(),
  S3_REGION: z.string().min(1, 'S3_REGION must not be empty').default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1, 'S3_ACCESS_KEY_ID must not be empty').optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1, 'S3_SECRET_ACCESS_KEY must not be empty').optional(),
  ...invoicingVariables,
  SENTRY_DSN: z.string().refine(isDsn, 'SENTRY_DSN must look like https://key@host/project').optional(),
  BASE_APP_URL: serviceUrl('BASE_APP_URL'),
  BASE_APP_TOKEN: serviceToken('BASE_APP_TOKEN'),
  RISK_URL: serviceUrl('RISK_URL'),
  RISK_TOKEN: serviceToken('RISK_TOKEN'),
  CREDITS_URL: serviceUrl('CREDITS_URL'),
  CREDITS_TOKEN: serviceToken('CREDITS_TOKEN'),
  DISPERSIONS_URL: serviceUrl('DISPERSIONS_URL'),
  DISPERSIONS_TOKEN: serviceToken('DISPERSIONS_TOKEN'),
} as const;

type OutsideVariables = Readonly<z.output<z.ZodObject<typeof outsideVariables>>>;

/** Addresses to which credentials and clients' data are sent. */
const outsideUrls = [
  'TAX_STATUS_URL',
  'TAXPAYER_LIST_URL',
  'SYNTAGE_URL',
  'MASS_DOWNLOAD_URL',
  'MASS_DOWNLOAD_PACKAGES_URL',
  'STP_URL',
  'STP_QUERY_URL',
  'BANXICO_URL',
  'CEP_URL',
  'FACTURAMA_URL',
  'MIFIEL_URL',
  'SW_URL',
  'SENTRY_DSN',
  'S3_URL',
  'BASE_APP_URL',
  'RISK_URL',
  'CREDITS_URL',
  'DISPERSIONS_URL',
] as const;

/**
 * The outside systems of the environment, with the public services of a production.
 * Throws WrongConfiguration for half a pair of settings, and in production for an address without TLS.
 */
export function readOutside(settings: OutsideVariables, production: boolean): OutsideSettings {
  const unsafe = outsideUrls.find((name) => {
    const url = settings[name];
    return url !== undefined && !isSafeUrl(url);
  });
  if (production && unsafe) throw new WrongConfiguration(`${unsafe} must begin with https:// in production`);
  return {
    taxStatusUrl: settings.TAX_STATUS_URL ?? (production ? TAX_STATUS_SERVICE : undefined),
    syntageUrl: settings.SYNTAGE_URL ?? (production ? SYNTAGE_API : undefined),
    syntageApiKey: settings.SYNTAGE_API_KEY,
    syntageWebhookSecret: settings.SYNTAGE_WEBHOOK_SECRET,
    massDownload: massDownloadOf(settings),
    ciecKeys: (settings.CIEC_KEYS?.split(',') ?? []).map((pair) => {
      const [id = '', key = ''] = pair.split(':');
      return { id, key: Buffer.from(key, 'base64') };
    }),
    taxpayerListUrl: settings.TAXPAYER_LIST_URL ?? (production ? TAXPAYER_LIST : undefined),
    banxicoUrl: settings.BANXICO_URL ?? (settings.BANXICO_TOKEN === undefined ? undefined : SIE_API),
    banxicoToken: settings.BANXICO_TOKEN,
    cepUrl: settings.CEP_URL ?? (production ? CEP_PAGE : undefined),
    ...stpOf(settings, production),
    ...mifielOf(settings, production),
    bucket: bucketOf(settings),
    ...invoicingOf(settings, production),
    sentryDsn: settings.SENTRY_DSN,
    lenderServices: servicesOf(settings),
  };
}

/** Throws WrongConfiguration for e.firmas without a key that seals them. */
function massDownloadOf(settings: OutsideVariables): MassDownloadSettings | undefined {
  const { EFIRMA_FOLDER: folder, CIEC_KEYS: keys } = settings;
  if (folder === undefined) return undefined;
  if (keys === undefined) throw new WrongConfiguration('EFIRMA_FOLDER needs CIEC_KEYS');
  return {
    folder,
    requests: settings.MASS_DOWNLOAD_URL ?? MASS_DOWNLOAD.requests,
    packages: settings.MASS_DOWNLOAD_PACKAGES_URL ?? MASS_DOWNLOAD.packages,
  };
}

/** Every address in these settings, the public services of a production included. */
export const addressesIn = (settings: unknown): readonly string[] => {
  if (typeof settings === 'string') return isWebUrl(settings) ? [settings] : [];
  return typeof settings === 'object' && settings !== null ? Object.values(settings).flatMap(addressesIn) : [];
};

/** Throws WrongConfiguration for a token without its URL, and the reverse. */
function servicesOf(settings: OutsideVariables): OutsideSettings['lenderServices'] {
  const pairs = {
    'base-app': [settings.BASE_APP_URL, settings.BASE_APP_TOKEN],
    risk: [settings.RISK_URL, settings.RISK_TOKEN],
    credits: [settings.CREDITS_URL, settings.CREDITS_TOKEN],
    dispersions: [settings.DISPERSIONS_URL, settings.DISPERSIONS_TOKEN],
  } as const satisfies Record<keyof OutsideSettings['lenderServices'], readonly (string | undefined)[]>;
  return Object.fromEntries(
    Object.entries(pairs).flatMap(([service, [url, token]]) => {
      const name = service.toUpperCase().replace('-', '_');
      if (url === undefined && token === undefined) return [];
      if (url === undefined || token === undefined)
        throw new WrongConfiguration(`${name}_URL and ${name}_TOKEN are needed together`);
      return [[service, { url, token }]];
    }),
  );
}

/** Throws WrongConfiguration for a part of an account, and in production for STP's test systems. */
function stpOf(settings: OutsideVariables, production: boolean) {
  const { STP_COMPANY, STP_CLABE, STP_KEY_FILE, STP_URL, STP_QUERY_URL } = settings;
  const account = [STP_COMPANY, STP_CLABE, STP_KEY_FILE];
  const isGiven = STP_COMPANY !== undefined;
  if (account.some((setting) => (setting !== undefined) !== isGiven))
    throw new WrongConfiguration('STP_COMPANY, STP_CLABE and STP_KEY_FILE are needed together');
  if (production && [STP_URL, STP_QUERY_URL].some((url) => STP_TEST_HOST.test(url ?? '')))
    throw new WrongConfiguration('STP_URL and STP_QUERY_URL must not be of its test systems in production');
  return {
    stpUrl: STP_URL ?? (isGiven ? STP_ORDERS : undefined),
    stpQueryUrl: STP_QUERY_URL ?? (isGiven ? STP_QUERIES : undefined),
    stpCompany: STP_COMPANY,
    stpClabe: STP_CLABE,
    stpKeyFile: STP_KEY_FILE,
    stpKeyPassword: settings.STP_KEY_PASSWORD,
  };
}

function bucketOf(settings: OutsideVariables): Bucket | undefined {
  const {
    S3_URL: url,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings;
  if (url === undefined) return undefined;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new WrongConfiguration('S3_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  return { url, region, accessKeyId, secretAccessKey };
}

/** Throws WrongConfiguration for a part of an account, and in production for the vendor's sandbox. */
function mifielOf(settings: OutsideVariables, production: boolean) {
  const { MIFIEL_URL, MIFIEL_APP_ID, MIFIEL_APP_SECRET, MIFIEL_ROOTS } = settings;
  const account = [MIFIEL_APP_ID, MIFIEL_APP_SECRET, MIFIEL_ROOTS];
  if (new Set(account.map((setting) => setting === undefined)).size > 1)
    throw new WrongConfiguration('MIFIEL_APP_ID, MIFIEL_APP_SECRET and MIFIEL_ROOTS are needed together');
  if (production && URL.parse(MIFIEL_URL ?? '')?.host === MIFIEL_SANDBOX)
    throw new WrongConfiguration('MIFIEL_URL is of the vendor’s sandbox, which is refused in production');
  return {
    mifielUrl: MIFIEL_URL ?? (production ? MIFIEL : undefined),
    mifielAppId: MIFIEL_APP_ID,
    mifielAppSecret: MIFIEL_APP_SECRET,
    mifielRoots: MIFIEL_ROOTS,
  };
}
