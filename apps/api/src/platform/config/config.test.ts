import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import Fastify from 'fastify';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkTimeZones } from '../process/time-zones.ts';
import { defaults, readConfig } from './config.ts';

const DATABASE = 'postgresql://owner:secret@db.example:5432/anticipa';
const DIRECT = 'postgresql://owner:secret@db.example:5433/anticipa';
const STANDBY = 'postgresql://owner:secret@standby.example:5432/anticipa';

const limits = {
  uploadFilesPerDay: 20_000,
  uploadMegabytesPerDay: 2000,
  summaryMailsPerDay: 500,
  invitationsPerDay: 20,
  usersPerClient: 100,
  refusedFilesDays: 30,
  minFreeMegabytes: 1000,
};

const SECOND_FACTOR_KEY = 'k'.repeat(32);
const facturama = { FACTURAMA_USER: 'anticipa', FACTURAMA_PASSWORD: 'secret' };
const sw = {
  SW_USER: 'anticipa',
  SW_PASSWORD: 'secret',
  CSD_CERTIFICATE_FILE: '/srv/csd.cer',
  CSD_KEY_FILE: '/srv/csd.key',
  CSD_PASSWORD: 'secret',
};
const production = {
  NODE_ENV: 'production',
  BASE_URL: 'https://portal.example',
  SMTP_URL: 'smtps://mail.example',
  SECOND_FACTOR_KEY,
};

describe('the settings', () => {
  it('settings have defaults', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '0.0.0.0',
      dataDir: resolve('./data'),
      databaseUrl: undefined,
      databasePreparedStatements: true,
      portalNow: undefined,
      baseUrl: 'http://localhost:3000',
      smtpUrl: undefined,
      taxStatusUrl: undefined,
      taxpayerListUrl: undefined,
      banxicoUrl: undefined,
      banxicoToken: undefined,
      ciecKeys: [],
      mifielUrl: undefined,
      mifielAppId: undefined,
      mifielAppSecret: undefined,
      mifielRoots: undefined,
      whatsappTemplate: 'aviso_portal',
      sentryDsn: undefined,
      metricsPort: undefined,
      workerMetricsPort: undefined,
      logLevel: 'warn',
      metricsAddress: '127.0.0.1',
      lenderServices: {},
      ...{ signInFiles: {}, collector: { headers: {} } },
      s3Region: 'us-east-1',
      trustedProxies: undefined,
      secondFactorKey: expect.any(String),
      authRevealUnknownUsers: false,
      ...limits,
      production: false,
      checksWholeAnswers: false,
    });
  });

  it('parses the settings', () => {
    const variables = {
      PORT: '8080',
      HOST: '::',
      DATA_DIR: '/srv/anticipa',
      DATABASE_URL: DATABASE,
      DATABASE_DIRECT_URL: DIRECT,
      DATABASE_READ_URL: STANDBY,
      DATABASE_PREPARED_STATEMENTS: 'false',
      BASE_URL: 'https://portal.example',
      SMTP_URL: 'smtps://anticipa:secret@mail.example',
      TRUSTED_PROXIES: '10.0.0.0/8,2001:db8::7',
      AUTH_REVEAL_UNKNOWN_USERS: 'true',
      SECOND_FACTOR_KEY,
      REFUSED_FILES_DAYS: '7',
      ...facturama,
      SYNTAGE_API_KEY: 'key',
      BANXICO_TOKEN: 'token-of-banxico',
      SYNTAGE_WEBHOOK_SECRET: 'secret',
      EFIRMA_FOLDER: '/srv/efirmas',
      CIEC_KEYS: [1, 2].map((byte) => `${2027 - byte}:${Buffer.alloc(32, byte).toString('base64')}`).join(','),
      MIFIEL_APP_ID: 'app',
      MIFIEL_APP_SECRET: 'app-secret',
      MIFIEL_ROOTS: '/srv/roots.pem',
      SENTRY_DSN: 'https://key@errors.example/7',
      RISK_URL: 'https://risk.example/v1',
      METRICS_PORT: '9464',
      WORKER_METRICS_PORT: '9465',
      METRICS_ADDRESS: '::1',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi,x-tenant=7',
      RISK_TOKEN: 'token-of-the-risk-service',
      NODE_ENV: 'production',
    };
    expect(readConfig(variables)).toEqual({
      port: 8080,
      host: '::',
      dataDir: '/srv/anticipa',
      databaseUrl: DATABASE,
      databaseDirectUrl: DIRECT,
      databaseReadUrl: STANDBY,
      directUrl: DIRECT,
      ownerUrl: DIRECT,
      databasePreparedStatements: false,
      portalNow: undefined,
      baseUrl: 'https://portal.example',
      smtpUrl: 'smtps://anticipa:secret@mail.example',
      taxStatusUrl: 'https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc',
      sentryDsn: 'https://key@errors.example/7',
      metricsPort: 9464,
      workerMetricsPort: 9465,
      logLevel: 'info',
      metricsAddress: '::1',
      otelExporterOtlpEndpoint: 'https://collector.example',
      otelExporterOtlpHeaders: { authorization: 'Basic YTpi', 'x-tenant': '7' },
      collector: {
        endpoint: 'https://collector.example',
        headers: { authorization: 'Basic YTpi', 'x-tenant': '7' },
      },
      signInFiles: {},
      riskUrl: 'https://risk.example/v1',
      riskToken: 'token-of-the-risk-service',
      lenderServices: { risk: { url: 'https://risk.example/v1', token: 'token-of-the-risk-service' } },
      taxpayerListUrl:
        'https://wu1agsprosta001.blob.core.windows.net/agsc-publicaciones/Datos_abiertos/Documents_AGAFF/Listado_completo_69-B.csv',
      cepUrl: 'https://www.banxico.org.mx/cep',
      banxicoUrl: 'https://www.banxico.org.mx/SieAPIRest/service/v1',
      banxicoToken: 'token-of-banxico',
      syntageUrl: 'https://api.syntage.com',
      syntageApiKey: 'key',
      syntageWebhookSecret: 'secret',
      efirmaFolder: '/srv/efirmas',
      massDownloadUrl: 'https://cfdidescargamasivasolicitud.clouda.sat.gob.mx',
      massDownloadPackagesUrl: 'https://cfdidescargamasiva.clouda.sat.gob.mx',
      massDownload: {
        folder: '/srv/efirmas',
        requests: 'https://cfdidescargamasivasolicitud.clouda.sat.gob.mx',
        packages: 'https://cfdidescargamasiva.clouda.sat.gob.mx',
      },
      ciecKeys: [
        { id: '2026', key: Buffer.alloc(32, 1) },
        { id: '2025', key: Buffer.alloc(32, 2) },
      ],
      mifielUrl: 'https://app.mifiel.com',
      mifielAppId: 'app',
      mifielAppSecret: 'app-secret',
      mifielRoots: '/srv/roots.pem',
      whatsappTemplate: 'aviso_portal',
      s3Region: 'us-east-1',
      ...{ facturamaUrl: 'https://api.facturama.mx', facturamaUser: 'anticipa', facturamaPassword: 'secret' },
      facturama: { url: 'https://api.facturama.mx', user: 'anticipa', password: 'secret' },
      trustedProxies: '10.0.0.0/8,2001:db8::7',
      secondFactorKey: SECOND_FACTOR_KEY,
      authRevealUnknownUsers: true,
      ...limits,
      refusedFilesDays: 7,
      nodeEnv: 'production',
      production: true,
      checksWholeAnswers: false,
    });
    expect(readConfig({ PORTAL_NOW: '2026-03-02T10:00:00-06:00' }).portalNow).toEqual(new Date('2026-03-02T16:00:00Z'));
  });

  it('each setting can come from a file, without the end of its last line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'anticipa-settings-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'second-factor-key');
    writeFileSync(file, `${SECOND_FACTOR_KEY}\n`);
    expect(readConfig({ SECOND_FACTOR_KEY_FILE: file }).secondFactorKey).toBe(SECOND_FACTOR_KEY);
    expect(() => readConfig({ SECOND_FACTOR_KEY_FILE: file, SECOND_FACTOR_KEY })).toThrow('are both set');
    expect(() => readConfig({ SMTP_URL_FILE: join(folder, 'none') })).toThrow('SMTP_URL_FILE names a file that cannot');
    // A setting of its own, which names a file.
    expect(readConfig({ STP_KEY_FILE: file, STP_COMPANY: 'LENDER', STP_CLABE: '646180110400000007' }).stpKeyFile).toBe(
      file,
    );
  });

  it.each([
    [{ PORT: '' }, 'PORT must be'],
    [{ PORT: '0' }, 'PORT must be'],
    [{ PORT: '65536' }, 'PORT must be'],
    [{ PORT: '-1' }, 'PORT must be'],
    [{ PORT: '3000.5' }, 'PORT must be'],
    [{ PORT: 'http' }, 'PORT must be'],
    [{ DATA_DIR: ' ' }, 'DATA_DIR must name a folder'],
    [{ DATABASE_URL: '' }, 'DATABASE_URL must look like'],
    [{ DATABASE_URL: 'mysql://a:b@host/db' }, 'DATABASE_URL must look like'],
    [{ DATABASE_URL: 'postgresql://owner@host/db' }, 'DATABASE_URL must look like'],
    [{ DATABASE_URL: 'postgresql://owner:secret@host' }, 'DATABASE_URL must look like'],
    [{ DATABASE_DIRECT_URL: 'localhost' }, 'DATABASE_DIRECT_URL must look like'],
    [{ DATABASE_DIRECT_URL: DIRECT }, 'DATABASE_DIRECT_URL and DATABASE_READ_URL need DATABASE_URL'],
    [{ DATABASE_READ_URL: STANDBY }, 'DATABASE_DIRECT_URL and DATABASE_READ_URL need DATABASE_URL'],
    [{ DATABASE_WORKER_URL: DATABASE }, 'need DATABASE_URL'],
    [{ DATABASE_OWNER_URL: DATABASE }, 'need DATABASE_URL'],
    [{ HOST: 'localhost' }, 'HOST must be an IP address'],
    [{ DATABASE_URL: DATABASE.replace('secret', 'other'), DATABASE_DIRECT_URL: DIRECT }, 'the same user and password'],
    [{ DATABASE_PREPARED_STATEMENTS: 'off' }, 'DATABASE_PREPARED_STATEMENTS must be'],
    [{ PORTAL_NOW: 'yesterday' }, 'PORTAL_NOW must be an instant'],
    [{ PORTAL_NOW: '2026-03-02T10:00:00' }, 'PORTAL_NOW must be an instant'],
    [{ PORTAL_NOW: '2026-03-02T10:00:00Z', NODE_ENV: 'production' }, 'PORTAL_NOW is refused in production'],
    [{ BASE_URL: '' }, 'BASE_URL must look like'],
    [{ BASE_URL: 'portal.example' }, 'BASE_URL must look like'],
    [{ BASE_URL: 'https://portal.example/' }, 'BASE_URL must look like'],
    [{ BASE_URL: 'https://portal.example/app' }, 'BASE_URL must look like'],
    [{ BASE_URL: 'javascript:alert(1)' }, 'BASE_URL must look like'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must look like'],
    [{ SYNTAGE_URL: 'syntage.example' }, 'SYNTAGE_URL must look like'],
    [{ STP_COMPANY: 'ANTICIPA' }, 'STP_COMPANY, STP_CLABE and STP_KEY_FILE are needed together'],
    [{ STP_CLABE: '646180110400000008' }, 'STP_CLABE must be a CLABE'],
    [{ STP_URL: 'https://prod.stpmex.com/' }, 'STP_URL must look like'],
    [{ SYNTAGE_API_KEY: ' ' }, 'SYNTAGE_API_KEY must not be empty'],
    [{ SYNTAGE_WEBHOOK_SECRET: '' }, 'SYNTAGE_WEBHOOK_SECRET must not be empty'],
    [{ EFIRMA_FOLDER: '/srv/efirmas' }, 'EFIRMA_FOLDER needs CIEC_KEYS'],
    [{ CIEC_KEYS: `2026:${'A'.repeat(22)}==` }, 'CIEC_KEYS must look like'],
    [{ MIFIEL_URL: 'mifiel.example' }, 'MIFIEL_URL must look like'],
    [{ MIFIEL_APP_ID: ' ' }, 'MIFIEL_APP_ID must not be empty'],
    [
      { MIFIEL_APP_ID: 'app', MIFIEL_APP_SECRET: 'secret' },
      'MIFIEL_APP_ID, MIFIEL_APP_SECRET and MIFIEL_ROOTS are needed together',
    ],
    [{ ...production, MIFIEL_URL: 'https://app-sandbox.mifiel.com' }, 'MIFIEL_URL is of the vendor’s sandbox'],
    [{ ...production, MIFIEL_URL: 'http://mifiel.example' }, 'MIFIEL_URL must begin with https:// in production'],
    [{ S3_URL: 'https://host/bucket' }, 'S3_URL must look like'],
    [{ S3_URL: 'https://host/bucket/', S3_ACCESS_KEY_ID: 'a' }, 'S3_URL needs'],
    [{ TAX_STATUS_URL: 'status.example' }, 'TAX_STATUS_URL must look like'],
    [{ TAXPAYER_LIST_URL: 'list.csv' }, 'TAXPAYER_LIST_URL must look like'],
    [{ METRICS_PORT: '70000' }, 'METRICS_PORT must be a number from 1 to 65535'],
    [{ LOG_LEVEL: 'debug' }, 'LOG_LEVEL must be error, warn or info'],
    [{ METRICS_ADDRESS: 'metrics' }, 'METRICS_ADDRESS must be an IP address'],
    [{ FACTURAMA_USER: 'anticipa' }, 'FACTURAMA_USER and FACTURAMA_PASSWORD are needed together'],
    [{ FACTURAMA_URL: 'https://api.facturama.mx' }, 'FACTURAMA_USER and FACTURAMA_PASSWORD are needed together'],
    [
      { ...production, ...facturama, FACTURAMA_URL: 'https://apisandbox.facturama.mx' },
      'FACTURAMA_URL or SW_URL is of a vendor’s sandbox',
    ],
    [
      { ...production, ...facturama, FACTURAMA_URL: 'http://facturama.example' },
      'FACTURAMA_URL must begin with https://',
    ],
    [{ ...facturama, ...sw }, 'two invoicing providers'],
    [{ ...sw, CSD_PASSWORD: undefined }, 'SW_USER needs CSD_CERTIFICATE_FILE'],
    [{ ...production, ...sw, SW_URL: 'https://services.test.sw.com.mx' }, 'of a vendor’s sandbox'],
    [{ SENTRY_DSN: 'https://errors.example/7' }, 'SENTRY_DSN must look like'],
    [{ ...production, SENTRY_DSN: 'http://key@errors.example/7' }, 'SENTRY_DSN must begin with https://'],
    [{ RISK_URL: 'https://risk.example/' }, 'RISK_URL must look like'],
    [{ BASE_APP_URL: 'https://base.example' }, 'BASE_APP_URL and BASE_APP_TOKEN are needed together'],
    [{ CREDITS_URL: 'https://x.example', CREDITS_TOKEN: 'short' }, 'CREDITS_TOKEN must have at least 16 characters'],
    ...['BASE_APP', 'RISK', 'CREDITS', 'DISPERSIONS'].map((name): [Record<string, string>, string] => [
      { ...production, [`${name}_URL`]: 'http://lender.example', [`${name}_TOKEN`]: 'k'.repeat(32) },
      `${name}_URL must begin with https://`,
    ]),
    [{ TRUSTED_PROXIES: 'proxy.example' }, 'TRUSTED_PROXIES must be comma-separated'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8, x' }, 'TRUSTED_PROXIES must be comma-separated'],
    [{ TRUSTED_PROXIES: '10.0.0.0/99' }, 'TRUSTED_PROXIES must be comma-separated'],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES must be comma-separated'],
    [{ TRUSTED_PROXIES: '10.0.0.0/08' }, 'TRUSTED_PROXIES must be comma-separated'],
    [{ TRUSTED_PROXIES: '2001:db8::/129' }, 'TRUSTED_PROXIES must be comma-separated'],
    [{ TRUSTED_PROXIES: 'fe80::1%eth0' }, 'TRUSTED_PROXIES must be comma-separated'],
    [{ MIN_FREE_MEGABYTES: '0' }, 'MIN_FREE_MEGABYTES must be a whole number'],
    [{ UPLOAD_FILES_PER_DAY: '1e3' }, 'UPLOAD_FILES_PER_DAY must be a whole number'],
    [{ AUTH_REVEAL_UNKNOWN_USERS: 'yes' }, 'AUTH_REVEAL_UNKNOWN_USERS must be'],
    [{ NODE_ENV: 'production' }, 'BASE_URL is required in production'],
    [{ NODE_ENV: 'production', BASE_URL: 'http://portal.example' }, 'BASE_URL must begin with https:// in production'],
    [{ ...production, SMTP_URL: undefined }, 'SMTP_URL is required in production'],
    [{ ...production, SECOND_FACTOR_KEY: undefined }, 'SECOND_FACTOR_KEY is required in production'],
    [{ SECOND_FACTOR_KEY, SECOND_FACTOR_OTHER_KEY: SECOND_FACTOR_KEY }, 'needs another SECOND_FACTOR_KEY'],
    [{ SECOND_FACTOR_KEY: 'short' }, 'SECOND_FACTOR_KEY must have at least 32 characters'],
    [{ ...production, SMTP_URL: 'smtp://mail.example' }, 'SMTP_URL must begin with smtps://'],
    [{ ...production, SMTP_URL: 'smtp://a:b@mail.example?requireTLS=false' }, 'SMTP_URL must begin with smtps://'],
    [{ ...production, SMTP_URL: 'smtp://localhost.example' }, 'SMTP_URL must begin with smtps://'],
    [{ ...production, SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' }, 'SMTP_URL must begin with'],
    [{ ...production, SMTP_URL: 'smtp://mail.example?requireTLS=true&tls.rejectUnauthorized=false' }, 'SMTP_URL must'],
    [{ DATABASE_URL: DATABASE }, 'NODE_ENV is required with DATABASE_URL'],
    [{ ...production, MASS_DOWNLOAD_URL: 'http://sat.example' }, 'MASS_DOWNLOAD_URL must begin with https://'],
    [{ ...production, STP_URL: 'http://stp.example/rest' }, 'STP_URL must begin with https:// in production'],
    [{ ...production, STP_URL: 'https://demo.stpmex.com:7024/speiws/rest' }, 'must not be of its test systems'],
    [{ ...production, SYNTAGE_URL: 'http://syntage.example' }, 'SYNTAGE_URL must begin with https:// in production'],
    [
      { ...production, S3_URL: 'http://host/bucket/', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
      'S3_URL must begin with https:// in production',
    ],
    [{ ...production, TAX_STATUS_URL: 'http://sat.example' }, 'TAX_STATUS_URL must begin with https:// in production'],
    [{ ...production, TAXPAYER_LIST_URL: 'http://sat.example' }, 'TAXPAYER_LIST_URL must begin with https://'],
    [{ ...production, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example' }, 'must begin with https://'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'x y' }, 'OTEL_EXPORTER_OTLP_HEADERS must look like name=value'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be'],
    [{ PORT: 'x', NODE_ENV: 'y' }, 'PORT must be a number from 1 to 65535; NODE_ENV must be'],
  ])('refuses settings with one line: %o', (variables, line) => {
    expect(() => readConfig(variables)).toThrow(line);
    expect(() => readConfig(variables)).not.toThrow('\n');
  });
});

it.each([
  'smtp://a:b@mail.example:587?requireTLS=true',
  'smtp://localhost:25',
  'smtp://127.0.0.1:1025',
  'smtp://[::1]',
])('in production mail may travel by %s', (smtpUrl) => {
  expect(readConfig({ ...production, SMTP_URL: smtpUrl })).toMatchObject({ smtpUrl });
});

describe('the secrets of a production', () => {
  const own = (user: string) => DIRECT.replace('owner', user);
  const lenderServices = ['BASE_APP', 'RISK', 'CREDITS', 'DISPERSIONS'].flatMap((name) => [
    [`${name}_URL`, 'https://lender.example'],
    [`${name}_TOKEN`, `token-of-${name}-of-the-lender`],
  ]);
  /** Every secret but those of an invoicing provider, of which there is one. */
  const whole: Readonly<Record<string, string>> = {
    ...production,
    ...{
      DATABASE_URL: own('anticipa_api'),
      DATABASE_DIRECT_URL: own('anticipa_api'),
      DATABASE_READ_URL: own('anticipa_api'),
    },
    ...{ DATABASE_WORKER_URL: own('anticipa_worker'), DATABASE_OWNER_URL: DIRECT },
    SMTP_URL: 'smtps://anticipa:secret@mail.example',
    SECOND_FACTOR_OTHER_KEY: 'o'.repeat(32),
    CIEC_KEYS: `2026:${Buffer.alloc(32, 1).toString('base64')}`,
    ...{ SYNTAGE_API_KEY: 'key', SYNTAGE_WEBHOOK_SECRET: 'secret', BANXICO_TOKEN: 'token-of-banxico' },
    ...{
      STP_COMPANY: 'LENDER',
      STP_CLABE: '646180110400000007',
      STP_KEY_FILE: '/key.pem',
      STP_KEY_PASSWORD: ' secret ',
    },
    ...{ MIFIEL_APP_ID: 'app', MIFIEL_APP_SECRET: 'secret', MIFIEL_ROOTS: '/roots.pem' },
    ...{ WHATSAPP_TOKEN: 'token-of-meta', WHATSAPP_PHONE_ID: '106540352242922', WHATSAPP_NUMBER: '528112345678' },
    ...{ WHATSAPP_APP_SECRET: 'secret', WHATSAPP_VERIFY_TOKEN: 'secret', PUSH_KEY: 'k'.repeat(43) },
    ...{ S3_URL: 'https://host/bucket/', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' },
    SENTRY_DSN: 'https://key@errors.example/7',
    ...Object.fromEntries(lenderServices),
  };
  const secrets = [...defaults.keys()].filter((name) =>
    /(?:PASSWORD|SECRET|KEYS?|KEY_ID|TOKEN|DSN)$|^(?:DATABASE|SMTP)\w*_URL$/.test(name),
  );
  const folder = mkdtempSync(join(tmpdir(), 'anticipa-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(secrets)('[OPE-42] %s is accepted from a file', (name) => {
    const given: Readonly<Record<string, string>> = { ...whole, ...(/^(?:SW|CSD)_/.test(name) ? sw : facturama) };
    const file = join(folder, name);
    writeFileSync(file, `${given[name]}\n`);
    const { [name]: _ = expect.fail(), ...others } = given;
    expect(readConfig({ ...others, [`${name}_FILE`]: file })).toEqual({
      ...readConfig(given),
      signInFiles: expect.anything(),
    });
  });
});

it('docs/settings.md names each setting with its default, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/settings.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([A-Z\d_]+)` +\| (.+?) +\|/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  expect(rows.map(([name]) => name).toSorted()).toEqual([...defaults.keys(), 'NODE_COMPILE_CACHE'].toSorted());
  const fixed = [...defaults].filter(([, value]) => value !== undefined && !Array.isArray(value));
  const written = fixed.map(([name, value]) => [
    name,
    `\`${name === 'DATA_DIR' ? `./${relative('.', String(value))}` : value}\``,
  ]);
  expect(Object.fromEntries(rows)).toMatchObject(Object.fromEntries(written));
});

it('trusted proxies that are accepted can be parsed by the framework', () => {
  for (const networks of ['10.0.0.0/8,2001:db8::7', '192.0.2.7/32', '::ffff:10.0.0.0/104', '2001:db8::/1']) {
    const { trustedProxies = '' } = readConfig({ TRUSTED_PROXIES: networks });
    expect(() => Fastify({ trustProxy: trustedProxies })).not.toThrow();
  }
});

describe('the time-zone data', () => {
  it('the time-zone data of this Node.js is recent enough', () => {
    expect(() => checkTimeZones()).not.toThrow();
  });

  it('the data is refused if Chihuahua has its former winter time', () => {
    expect(() => checkTimeZones(() => 'GMT-07:00')).toThrow('older than 2022f');
  });
});
