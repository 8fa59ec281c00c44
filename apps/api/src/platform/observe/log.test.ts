/** The programs as production runs them: personal data in their logs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathOf } from '@anticipa/contract/path';
import { recoverPass } from '@anticipa/contract/recovery';
import type { Route } from '@anticipa/contract/route';
import { routes } from '@anticipa/contract/routes';
import { type SmtpCatcher, startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { freePort } from '../../../testing/free-port.ts';
import { aPopulatedClient, type TestObjects } from '../../../testing/populated-client.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { linkIn } from '../../../testing/recovery-link.ts';
import { routeInputs } from '../../../testing/route-inputs.ts';
import { type Input, PASSWORD } from '../../../testing/session.ts';

let portal: Portal;
let catcher: SmtpCatcher;
let own: TestObjects;
let base: string;
let logged = '';
const programs: ChildProcess[] = [];

/** Starts a program of the portal in production, with its log collected. */
const startProgram = (role: 'api' | 'worker', port: number): void => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts'), 'start', '--role', role], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      NODE_NO_WARNINGS: '1',
      PORT: String(port),
      DATA_DIR: portal.dataDir,
      DATABASE_URL: portal.config.databaseUrl,
      BASE_URL: base,
      SMTP_URL: catcher.smtpUrl,
      TAX_STATUS_URL: 'https://localhost:1/status',
      SECOND_FACTOR_KEY: 'a key of this test, which is no secret',
    },
  });
  for (const output of [child.stdout, child.stderr])
    output.on('data', (bytes: Buffer) => {
      logged += bytes.toString();
    });
  programs.push(child);
};

beforeAll(async () => {
  [portal, catcher] = await Promise.all([startPortal(), startSmtpCatcher()]);
  const operator = await portal.signIn((await anOperator(portal)).email);
  own = await aPopulatedClient(portal, { operator, firstSale: 1 });
  const port = await freePort();
  base = `http://localhost:${port}`;
  startProgram('api', port);
  startProgram('worker', port);
  await vi.waitUntil(
    async () => {
      expect(
        programs.map(({ exitCode }) => exitCode),
        logged,
      ).toEqual([null, null]);
      return (await fetch(`${base}/health/live`).catch(() => null))?.ok;
    },
    { timeout: 100_000 },
  );
});
afterAll(async () => {
  for (const child of programs.filter(({ exitCode }) => exitCode === null)) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  await Promise.all([portal.close(), catcher.close()]);
});

interface Credentials {
  readonly bearer: string;
  readonly cookie: string;
}

/** Sends a call to the program, and waits for the whole answer. */
const send = async (route: Route, input: Input, { bearer, cookie }: Credentials): Promise<Response> => {
  const url = `${base}${pathOf(route, input.params ?? {})}?${new URLSearchParams(input.query ?? {})}`;
  const abort = new AbortController();
  const response = await fetch(url, {
    method: route.method,
    signal: abort.signal,
    headers: {
      authorization: `Bearer ${bearer}`,
      cookie,
      ...(route.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(input.key === undefined ? {} : { 'idempotency-key': input.key }),
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) abort.abort();
  return response;
};

const signIn = async (email: string): Promise<Credentials> => {
  const answer = await send(
    routes.login,
    { body: { username: email, password: PASSWORD } },
    { bearer: 'none', cookie: '' },
  );
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { token } = routes.login.response.parse(await answer.json());
  return { bearer: token, cookie };
};

it('no call and no mail leaves a key, a credential, an e-mail or an RFC in a log', async () => {
  const credentials = await signIn(own.email);
  const canary = 'canary-in-a-query';
  for (const [name, { own: inputOf }] of Object.entries(routeInputs)) {
    const route: Route | undefined = Object.entries(routes).find(([known]) => known === name)?.[1];
    if (route === undefined || name === 'logout' || name === 'endSession') continue;
    const input = inputOf(own);
    await send(route, input, credentials);
    await send(route, { ...input, query: { ...input.query, canary } }, credentials);
  }
  await fetch(`${base}/%E0%A4%A?${canary}`);
  for (const path of ['/recoverPass', '/api/nothing', '/nothing'])
    await fetch(`${base}${path}?k=${canary}&e=${own.email}`);

  await send(recoverPass, { body: { email: own.email } }, credentials);
  const keyMailed = () =>
    catcher
      .mails()
      .map(({ text }) => linkIn(text).key)
      .find((key) => key !== '');
  await expect.poll(keyMailed, { timeout: 60_000 }).toMatch(/^[\w-]{43}$/);

  await expect.poll(() => logged.match(/request completed/g)?.length, { timeout: 10_000 }).toBeGreaterThan(100);
  const secrets = [
    canary,
    credentials.bearer,
    credentials.cookie.split('=')[1],
    PASSWORD,
    keyMailed(),
    own.email,
    own.rfc,
  ];
  for (const secret of secrets) {
    expect(secret).toMatch(/./);
    expect(logged).not.toContain(secret);
  }
  expect(logged).toContain('"route":"/api/client/:rfc"');
});
