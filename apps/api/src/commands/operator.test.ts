import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setNewPassword } from '@anticipa/contract/recovery';
import { login, startSecondFactor } from '@anticipa/contract/session';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Portal, startPortal } from '../../testing/portal.ts';
import { linkIn } from '../../testing/recovery-link.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

/** Runs a command against a database, as in production. */
const runOn = (ownerUrl: string, ...args: readonly string[]) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../main.ts'), ...args], {
    encoding: 'utf8',
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      NODE_NO_WARNINGS: '1',
      NODE_ENV: 'production',
      DATABASE_URL: ownerUrl,
      BASE_URL: 'https://portal.example',
      SMTP_URL: 'smtps://mail.example',
      SECOND_FACTOR_KEY: 'k'.repeat(32),
      PORTAL_NOW: undefined,
    },
  });
  return { status, stdout, stderr };
};
const operator = (...args: readonly string[]) => runOn(portal.db.ownerUrl, 'operator', ...args);

it('[OPE-01] the first operator sets a password by the printed link, once, and enrols at the first sign-in', async () => {
  const email = `first-${randomUUID().slice(0, 8)}@example.test`;
  const first = operator('add', email.toUpperCase(), '--role', 'administrador', '--role', 'riesgo');
  expect([first.status, first.stderr]).toEqual([0, '']);
  const again = operator('invite', email);
  const [old, link] = [linkIn(first.stdout), linkIn(again.stdout)];
  expect(link).toMatchObject({ email, origin: 'https://portal.example' });
  const password = 'mesa-de-credito-2026';
  const set = (key: string) => portal.visitor.send(setNewPassword, { body: { email, password, recoverPassKey: key } });
  portal.clock.set(new Date());
  expect((await set(old.key)).code).toBe('INVALID_KEY');
  expect((await set(link.key)).status).toBe(200);
  expect((await set(link.key)).code).toBe('INVALID_KEY');
  const body = { username: email, password };
  expect((await portal.visitor.send(login, { body })).code).toBe('SECOND_FACTOR_MISSING');
  expect((await portal.visitor.send(startSecondFactor, { body })).status).toBe(200);
  // It was sealed with the key of the portal of this test, which the command does not have.
  expect(runOn(portal.db.ownerUrl, 'reseal')).toEqual({
    status: 1,
    stdout: 'Authenticator apps of operators: 0 sealed with the key in use, 1 not readable.\n',
    stderr: '',
  });
  const { rows } = await portal.db.owner.query(
    'select role from operator_roles join operators using (operator_id) where email = $1 order by role',
    [email],
  );
  expect(rows).toEqual([{ role: 'administrador' }, { role: 'riesgo' }]);
  expect(operator('add', email, '--role', 'riesgo')).toMatchObject({ status: 2, stdout: '' });
  expect(operator('invite', email)).toMatchObject({ status: 2, stdout: '' });
});

it.each([
  [['add', 'a@b.mx']],
  [['add', 'a@b.mx', '--role', 'dueño']],
  [['remove', 'a@b.mx']],
  [['add', 'nobody', '--role', 'riesgo']],
])('refuses %j in one line', (args) => {
  const { status, stdout, stderr } = operator(...args);
  expect({ status, stdout, lines: stderr.trim().split('\n').length }).toEqual({ status: 2, stdout: '', lines: 1 });
});

it('[OPE-01] asks for the first start of the portal, in one line, while the database is empty', () => {
  const empty = new URL(portal.db.ownerUrl);
  empty.pathname = '/postgres';
  expect(runOn(empty.href, 'operator', 'add', 'a@b.mx', '--role', 'riesgo')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'the database is not ready for this version; run `anticipa migrate`\n',
  });
});
