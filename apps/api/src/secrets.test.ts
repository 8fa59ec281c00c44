/** Plants secrets in every setting and credential, makes each outside system fail, and looks for them where none belongs. */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@anticipa/contract/routes';
import { type ErrorReportServer, startErrorReportServer } from '@anticipa/sandbox/error-report-server';
import { type LenderServicesServer, startLenderServicesServer } from '@anticipa/sandbox/lender-calls-server';
import { type MassDownloadServer, startMassDownloadServer } from '@anticipa/sandbox/mass-download-server';
import { type BucketServer, startBucketServer } from '@anticipa/sandbox/s3-server';
import { type SieServer, startSieServer } from '@anticipa/sandbox/sie-server';
import { type SmtpCatcher, startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { type StpServer, startStpServer } from '@anticipa/sandbox/stp-server';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOfApp } from '../testing/authenticator.ts';
import { anInvoiceFile, anOperator } from '../testing/builders.ts';
import { runCron, runJobs } from '../testing/jobs.ts';
import { type Portal, startPortal } from '../testing/portal.ts';
import { linkIn } from '../testing/recovery-link.ts';
import { authorisedSale, depositOf, requestSale } from '../testing/sale-steps.ts';
import { aSeller, type Seller } from '../testing/seller.ts';
import { CIEC, PASSWORD, type Session, sessionOn } from '../testing/session.ts';
import { anAuthenticator } from '../testing/software-passkey.ts';
import { filesOf } from '../testing/sync-providers.ts';
import { aSyncingClient } from '../testing/syncing-client.ts';
import { tablesWith } from '../testing/tables-with.ts';
import { readConfig } from './platform/config/config.ts';
import { logOptions } from './platform/observe/log.ts';

const planted = (name: string): string => `Secreto-${name}-${randomUUID()}`;
const settings = {
  ciecKeys: [{ id: '2026', key: randomBytes(32) }],
  secondFactorKey: planted('second-factor'),
  stpKeyPassword: planted('stp'),
  facturama: { url: 'http://127.0.0.1:1', user: 'anticipa', password: planted('facturama') },
};
const typed = {
  wrongPassword: planted('wrong-password'),
  newPassword: planted('new-password'),
  wrongCiec: planted('ciec'),
  halfSent: planted('half-sent'),
};
const smtpPassword = planted('smtp');
const { privateKey: transferKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
/** Any line of a key's file. */
const lineOf = (pem: string | Buffer): string => String(pem).split('\n')[4] ?? '';

let portal: Portal;
let seller: Seller;
let reports: ErrorReportServer;
let services: LenderServicesServer;
let bucket: BucketServer;
let mail: SmtpCatcher;
let sie: SieServer;
let bank: StpServer;
let sat: MassDownloadServer;
let folder: string;
let visitor: Session;
/** Everything logged, with all levels and the program's serialisers, and everything answered. */
const logged: string[] = [];
const answered: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anticipa-secrets-'));
  [reports, services, bucket, mail, sie, bank, sat] = await Promise.all([
    startErrorReportServer(),
    startLenderServicesServer(),
    startBucketServer(),
    startSmtpCatcher(),
    startSieServer(),
    startStpServer({ publicKey, company: 'ANTICIPA', now: () => portal.clock.now() }),
    startMassDownloadServer({ now: () => portal.clock.now() }),
  ]);
  const stpKeyFile = join(folder, 'stp.pem');
  const cipher = { cipher: 'aes-256-cbc', passphrase: settings.stpKeyPassword } as const;
  await writeFile(stpKeyFile, transferKey.export({ type: 'pkcs8', format: 'pem', ...cipher }));
  const account = { stpUrl: bank.url, stpQueryUrl: bank.queryUrl, stpCompany: 'ANTICIPA', stpKeyFile };
  const rates = { banxicoUrl: sie.url, banxicoToken: sie.token };
  const log = pino({ ...logOptions('api', readConfig({})), level: 'debug' }, { write: (line) => logged.push(line) });
  const lenderServices = { ...readConfig({}).lenderServices, risk: { url: services.url, token: services.token } };
  portal = await startPortal({
    ...{ ...settings, ...account, ...rates, stpClabe: '646180110400000007' },
    ...{ sentryDsn: reports.dsn, lenderServices, bucket, log },
  });
  seller = await aSeller(portal);
  visitor = sessionOn(
    {
      inject: async (request) => {
        const answer = await portal.app.inject(request);
        answered.push(answer.body);
        return answer;
      },
    },
    { token: null, cookie: null },
  );
});
afterAll(async () => {
  await portal.close();
  await Promise.all([reports, services, bucket, mail, sie, bank, sat].map((server) => server.close()));
  await rm(folder, { recursive: true });
});

/** Runs the worker's jobs, with its log. */
async function work(smtpUrl: string): Promise<void> {
  const log = pino({ ...logOptions('worker', portal.config), level: 'debug' }, { write: (line) => logged.push(line) });
  const outside = { smtpUrl, log };
  const jobs = ['conserve-contracts', 'resume-syncs', 'cut-last-month', 'fetch-exchange-rate', 'poll-transfers'];
  for (const name of jobs) await runCron(portal, outside, name);
  await runJobs(portal, outside);
}

/** Uses the portal as a client's user while every system fails; returns the secrets made on the way. */
async function useThePortal(): Promise<Readonly<Record<string, string>>> {
  const { client, user } = seller;
  const { email } = user;
  await portal.db.owner.query('update clients set sync_allowed = true where client_id = $1', [client.clientId]);
  await portal.db.owner.query('update users set sync_allowed = true where client_id = $1', [client.clientId]);
  await visitor.send(routes.login, { body: { username: email, password: typed.wrongPassword } });
  await visitor.post(routes.login.path, `{"username":"${email}","password":"${typed.halfSent}"`);
  await visitor.call(routes.recoverPass, { body: { email } });
  await work(mail.smtpUrl);
  const { key } = linkIn(mail.mails().find((one) => linkIn(one.text).key !== '')?.text);
  const body = { email, password: typed.newPassword, recoverPassKey: key };
  await visitor.call(routes.setNewPassword, { body });

  const session = await visitor.signIn(email, typed.newPassword);
  const check = (password: string) =>
    session.send(routes.validateCredentials, { body: { username: client.rfc, password, userId: user.userId } });
  for (const fault of ['error-500', 'html', 'accepted-then-lost'] as const) {
    portal.syntage.script(fault, '/credentials');
    await check(typed.wrongCiec);
  }
  await check(CIEC);
  await session.call(routes.clientCredentials, { body: { syncActive: true, days: 90 } });
  portal.syntage.script('cut-off', '/extractions');
  portal.mifiel.script('altered-token');
  await requestSale(session, await seller.invoices());
  services.script('error-500');
  await session.send(routes.getInvoiceBalance, { params: { id: randomUUID() } });
  bucket.script('error-500', 'PUT');
  bucket.script('html', 'PUT');
  const { bytes } = await anInvoiceFile(portal, client);
  const fileData = Buffer.from(bytes).toString('base64');
  await session.send(routes.uploadFile, { body: { fileName: 'factura.xml', fileData } });
  const { url: calendar } = await session.call(routes.renewCalendarLink, { body: {} });
  await work(`smtp://anticipa:${smtpPassword}@127.0.0.1:1`);
  return { recoveryKey: key, token: session.token ?? '', calendar: calendar.split('/').at(-1)?.slice(0, -4) ?? '' };
}

/** Orders the transfer of a sale that the bank answers with its own error, and has the rate fetched from a system that fails. */
async function payOut(): Promise<void> {
  const sale = await authorisedSale(seller, await seller.invoices());
  await portal.db.owner.query(`update bank_accounts set clabe = '012180001234567899'`);
  await seller.operator.call(routes.orderTransfers, depositOf(sale.saleId));
  bank.script('html', '/');
  await portal.db.owner.query('delete from exchange_rates where rate_date = $1', [portal.clock.today()]);
  sie.script('error-500', '/');
  await work(mail.smtpUrl);
  await work(mail.smtpUrl);
}

/** Signs an operator in with a new passkey; one that is altered is refused. */
async function useAPasskey(): Promise<Readonly<Record<string, string>>> {
  const { email } = await anOperator(portal, { demoCode: null });
  const own = anAuthenticator(new URL(portal.config.baseUrl).origin);
  const body = { username: email, password: PASSWORD };
  const { passkey: first } = await visitor.call(routes.startSecondFactor, { body });
  const { recoveryCodes = [] } = await visitor.call(routes.login, { body: { ...body, passkey: own.create(first) } });
  const ask = async () => own.get((await visitor.call(routes.askForPasskey, { body })).passkey);
  const good = await ask();
  await visitor.call(routes.login, { body: { ...body, passkey: good } });
  const altered = { ...(await ask()), response: good.response };
  expect((await visitor.send(routes.login, { body: { ...body, passkey: altered } })).code).toBe('PASSKEY_REFUSED');
  return { recoveryCode: recoveryCodes[0] ?? '', signature: good.response.signature ?? '' };
}

/** Signs an operator in with a new authenticator app, and cuts a month that the provider cannot invoice. */
async function useTheDesk(): Promise<Readonly<Record<string, string>>> {
  const { email } = await anOperator(portal, { demoCode: null });
  const { secret } = await visitor.call(routes.startSecondFactor, { body: { username: email, password: PASSWORD } });
  await visitor.send(routes.login, { body: { username: email, password: PASSWORD, code: '123456' } });
  const { recoveryCodes = [] } = await visitor.call(routes.login, {
    body: { username: email, password: PASSWORD, code: codeOfApp(secret, portal.clock.now()) },
  });
  const { clientId } = seller.client;
  await seller.operator.send(routes.cutMonth, { body: { clientId, month: '2026-02' } });
  return { secondFactor: secret, secondFactorKey: secret.replaceAll(' ', ''), appRecovery: recoveryCodes[0] ?? '' };
}

it('no secret reaches a log, an error report, another answer or the database', async () => {
  const { syntage, mifiel, config } = portal;
  const configured = {
    ...{ syntageApiKey: syntage.apiKey, syntageWebhookSecret: syntage.webhookSecret, mifiel: mifiel.appSecret },
    ...{ bucket: bucket.secretAccessKey, services: services.token, smtpPassword },
    ...{ sentry: new URL(reports.dsn).username, database: new URL(config.directUrl).password },
    ...{ secondFactorKey: settings.secondFactorKey, stp: settings.stpKeyPassword, banxico: sie.token },
    stpKey: lineOf(transferKey.export({ type: 'pkcs8', format: 'pem' })),
    facturama: settings.facturama.password,
  };
  // A new setting of this kind belongs into the list above.
  const secretSettings = leavesOf(config).filter(([name]) => /secret(?!s)|token|password|(?<!access)key$/i.test(name));
  const known = new Set<unknown>(Object.values(configured));
  expect(secretSettings.filter(([, value]) => !known.has(value))).toEqual([]);

  await payOut();
  const made = { ...(await useThePortal()), ...(await useTheDesk()), ...(await useAPasskey()) };
  const places = { logs: logged.join('\n'), reports: JSON.stringify(reports.events()), answers: answered.join('\n') };
  expect(places.logs).toContain('a constancia is not valid: its signature is wrong');
  expect(places.logs).toContain('the transfer service did not answer');
  expect(sie.answered()).toBe(1);
  expect(places.reports).toContain('error');
  const found: string[] = [];
  for (const [name, secret] of Object.entries({ ...configured, ...typed, CIEC, PASSWORD, ...made })) {
    expect(secret.length, name).toBeGreaterThan(8);
    // A link or key that was asked for is answered once, to whom it belongs.
    const searched = name in made ? { logs: places.logs, reports: places.reports } : places;
    for (const [place, text] of Object.entries(searched)) if (text.includes(secret)) found.push(`${name} in ${place}`);
    for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')])
      for (const table of await tablesWith(portal, form)) found.push(`${name} in ${table}`);
  }
  expect(found).toEqual([]);
  expect(await tablesWith(portal, seller.client.rfc)).toContain('clients');
});

it('nothing of an e.firma reaches a log, an error report, an answer or the database', async () => {
  const log = pino({ ...logOptions('api', readConfig({})), level: 'debug' }, { write: (line) => logged.push(line) });
  const massDownload = { folder, requests: sat.url, packages: sat.url };
  const signing = await startPortal({ ciecKeys: settings.ciecKeys, massDownload, sentryDsn: reports.dsn, log });
  try {
    const own = await aSyncingClient({
      portal: signing,
      mail,
      deliver: () => runJobs(signing, { smtpUrl: mail.smtpUrl, log }),
    });
    const signer = await signing.pki.efirmaFor({ rfc: own.client.rfc, name: own.client.entityName });
    const right = planted('efirma');
    const files = filesOf(signer, right);
    const efirma = {
      certificate: files.certificate.toString('base64'),
      privateKey: files.privateKey.toString('base64'),
    };
    const give = async (password: string) => {
      const body = { username: own.client.rfc, password, efirma };
      const answer = await own.session().send(routes.validateCredentials, { body });
      answered.push(JSON.stringify(answer.body));
      return answer.status;
    };
    const wrong = planted('efirma-wrong');
    expect(await give(wrong)).toBe(422);
    for (const fault of ['error-500', 'html'] as const) {
      sat.script(fault, 'Autentica');
      expect(await give(right)).toBe(503);
    }
    expect(await give(right)).toBe(200);
    await own.change({ syncActive: true, days: 30 });
    sat.script('cut-off', 'SolicitaDescargaEmitidos');
    await own.resume();
    expect(await own.rows('select from sync_runs where client_id = $1 and last_error is not null')).toHaveLength(1);
    const opened = signer.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64').slice(100, 160);
    const places = [logged.join('\n'), JSON.stringify(reports.events()), answered.join('\n')];
    for (const secret of [right, wrong, efirma.privateKey.slice(100, 160), opened]) {
      expect(places.filter((text) => text.includes(secret))).toEqual([]);
      expect(await tablesWith(signing, secret)).toEqual([]);
      expect(await tablesWith(signing, Buffer.from(secret).toString('hex'))).toEqual([]);
    }
  } finally {
    await signing.close();
  }
});

/** The texts of a configuration with their names. */
const leavesOf = (value: unknown, name = ''): [string, string][] => {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, key));
};
