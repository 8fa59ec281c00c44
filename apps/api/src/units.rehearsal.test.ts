/** The units of `deploy/systemd` under a real systemd, with the settings of a production. Part of `npm run test:full`. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { type Address, anAddress, type Server, startPrimary } from '../testing/rehearsal/servers.ts';
import { lackForSystemd, type Machine, startSystemd } from '../testing/rehearsal/systemd.ts';

const lack = lackForSystemd();
const UNITS = '/opt/source/deploy/systemd';
const PASSWORD = 'a-password-of-the-rehearsal';

let parent: string;
let server: Server;
let address: Address;
let machine: Machine;
let port: number;

const asUser = (url: string, user: string): string => {
  const own = new URL(url);
  own.username = user;
  own.password = PASSWORD;
  return own.href;
};

/** Makes what an operator puts into /etc/anticipa, and a package whose program is the one of this project. */
const makeFiles = (folder: string, url: string): void => {
  mkdirSync(join(folder, 'etc/secrets'), { recursive: true, mode: 0o700 });
  mkdirSync(join(folder, 'opt/server'), { recursive: true });
  const root = join(import.meta.dirname, '../../..');
  cpSync(join(root, 'tools/package/anticipa.sh'), join(folder, 'opt/anticipa'));
  writeFileSync(join(folder, 'opt/server/main.js'), `await import('/opt/source/apps/api/src/main.ts');\n`);
  writeFileSync(join(folder, 'opt/package.json'), '{"type":"module"}');
  cpSync(join(root, 'deploy/systemd/settings.env'), join(folder, 'etc/settings.env'));
  const secrets = {
    'database-owner-url': url,
    'database-api-url': asUser(url, 'anticipa_api'),
    'database-worker-url': asUser(url, 'anticipa_worker'),
    'database-checks-url': url,
    'smtp-url': 'smtps://mail.example',
    'second-factor-key': 'k'.repeat(32),
  };
  for (const [name, secret] of Object.entries(secrets))
    writeFileSync(join(folder, 'etc/secrets', name), `${secret}\n`, { mode: 0o600 });
};

beforeAll(async () => {
  if (lack !== undefined) return void process.stderr.write(`The units are not started: ${lack}.\n`);
  parent = await mkdtemp(join(tmpdir(), 'anticipa-units-'));
  server = await startPrimary(parent, 'a');
  address = await anAddress(server);
  port = await freePort();
  makeFiles(join(parent, 'files'), address.url);
  machine = await startSystemd(join(parent, 'machine'), join(parent, 'files'));
  const install = await machine.run(`set -e
    cp -r --no-preserve=ownership /opt/files/opt /opt/anticipa
    cp -r --no-preserve=ownership /opt/files/etc /etc/anticipa
    echo NODE=/opt/node/node >> /etc/anticipa/settings.env
    cp ${UNITS}/*.service ${UNITS}/*.timer /etc/systemd/system
    systemd-sysusers ${UNITS}/anticipa.sysusers.conf
    systemctl daemon-reload`);
  if (!install.succeeded) throw new Error(install.output);
});

afterAll(async () => {
  await machine?.stop();
  address?.close();
  await server?.stop();
  if (parent !== undefined) await rm(parent, { recursive: true, force: true });
});

const shown = async (unit: string, property: string): Promise<string> =>
  (await machine.run(`systemctl show --value -p ${property} ${unit}`)).output;

it('[OPE-45] systemd migrates, and starts an API and a worker that keep their secrets in files', async () => {
  if (lack !== undefined) return;
  const api = `anticipa-api@${port}.service`;
  const isReady = `curl -fs http://127.0.0.1:${port}/health/ready`;
  const started = await machine.run(`systemctl start ${api} anticipa-worker || journalctl --no-pager`);
  expect(started).toEqual({ succeeded: true, output: '' });
  await machine.until(isReady);
  expect(await shown('anticipa-migrate', 'ActiveState')).toBe('active');
  await machine.until(`${isReady} | grep -E '"lastScheduled":[0-9]'`);
  expect(await shown('anticipa-worker', 'NRestarts')).toBe('0');

  const sessions = `select distinct usename from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() and usename is not null order by 1`;
  expect(await server.query(sessions)).toMatchObject([{ usename: 'anticipa_api' }, { usename: 'anticipa_worker' }]);
  const environment = await machine.run(`cat /proc/$(systemctl show --value -p MainPID ${api})/environ`);
  expect(environment.output).toContain('DATABASE_URL_FILE=/run/credentials/');
  expect(environment.output).not.toContain(PASSWORD);

  expect((await machine.run(`systemctl kill --signal=KILL ${api}`)).succeeded).toBe(true);
  await machine.until(`[ $(systemctl show --value -p NRestarts ${api}) = 1 ] && ${isReady}`);
});

it('[OPE-45] the nightly check of the books leaves its result to node_exporter', async () => {
  if (lack !== undefined) return;
  const folder = '/var/lib/prometheus/node-exporter';
  const checked = await machine.run(
    `mkdir -p ${folder} && systemctl start anticipa-migrate anticipa-check && systemctl start anticipa-check.timer && cat ${folder}/anticipa.prom`,
  );
  expect(checked).toMatchObject({ succeeded: true, output: expect.stringMatching(/^anticipa_invariants_broken 0$/m) });
});

it.each(['anticipa-migrate.service', 'anticipa-api@3000.service', 'anticipa-worker.service', 'anticipa-check.service'])(
  '[OPE-45] %s is valid, and exposed to little',
  async (unit) => {
    if (lack !== undefined) return;
    expect(await machine.run(`systemd-analyze verify ${unit}`)).toEqual({ succeeded: true, output: '' });
    const file = `${UNITS}/${unit.replace('3000', '')}`;
    // 20 is 2.0.
    const judged = await machine.run(`systemd-analyze security --no-pager --offline=true --threshold=20 ${file}`);
    expect(judged).toMatchObject({ succeeded: true });
  },
);

it('Node.js does not start where memory is never made executable, so the units allow that', async () => {
  if (lack !== undefined) return;
  const under = (isDenied: string) =>
    machine.run(`systemd-run --quiet --wait -p MemoryDenyWriteExecute=${isDenied} /opt/node/node -e 0`);
  expect(await under('no')).toMatchObject({ succeeded: true });
  expect(await under('yes')).toMatchObject({ succeeded: false });
});
