import { findCompanies } from '@anticipa/contract/receivers';
import { notifyError } from '@anticipa/contract/reports';
import { type ErrorReportServer, startErrorReportServer } from '@anticipa/sandbox/error-report-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aClient, aUser } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';

let production: Portal;
let demo: Portal;
let errors: ErrorReportServer;
beforeAll(async () => {
  errors = await startErrorReportServer();
  production = await startPortal({ production: true, sentryDsn: errors.dsn });
  demo = await startPortal();
});
afterAll(async () => {
  await Promise.all([production.close(), demo.close()]);
  await errors.close();
});
beforeEach(() => {
  for (const { clock } of [production, demo]) clock.pass(60_000);
});

const report = { errorId: 'e-1', error: 'TypeError: x is undefined', component: 'SalesScreen', uri: '/profile' };
const reportsOf = (portal: Portal) => portal.log.filter((line) => line.message === 'error reported by a browser');

it('[API-05] a report of the browser is logged only in production, with the same answer elsewhere', async () => {
  const answers = [];
  for (const portal of [production, demo]) answers.push(await portal.visitor.send(notifyError, { body: report }));
  for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, { status: 'success' }]);
  expect(reportsOf(demo)).toEqual([]);
  expect(reportsOf(production)).toEqual([
    {
      level: 'error',
      message: 'error reported by a browser',
      fields: { report: { errorId: 'e-1', error: report.error, component: 'SalesScreen', path: '/profile' } },
    },
  ]);
});

it('[API-05] cannot inject log lines, and logs no keys, tokens, e-mails or queries', async () => {
  const key = 'k'.repeat(43);
  const body = {
    errorId: 'e-2\n{"level":"error"}',
    error: `failed\r\nfor ana@norte.demo with Bearer ${key}\u2028and\u001bmore`,
    component: `Recover ${key}`,
    uri: `/recoverPass?k=${key}&e=ana@norte.demo#${key}`,
  };
  const answer = await production.visitor.send(notifyError, { body });
  expect(answer.body).toEqual({ status: 'success' });
  const logged = JSON.stringify(reportsOf(production).at(-1)?.fields);
  expect(logged).toContain('/recoverPass');
  expect(logged).not.toContain(key);
  expect(logged).not.toContain('ana@');
  expect(logged).not.toMatch(/\\n|\\r|\\u001b|\u2028/);
});

it('[API-08] reaches the error service, as faults of the server do, without what is not allow-listed', async () => {
  const body = { ...report, error: 'TypeError: cannot sell for ana@norte.demo', uri: '/factura/ANO150401AB9?k=secret' };
  await production.visitor.send(notifyError, { body });
  const session = await production.signIn((await aUser(production, { client: await aClient(production) })).email);
  const { owner } = production.db;
  await owner.query('alter table company_links rename to hidden_links');
  const answer = await session.send(findCompanies, {});
  await owner.query('alter table hidden_links rename to company_links');
  expect(answer.status).toBe(500);
  await expect
    .poll(() => errors.events())
    .toContainEqual(
      expect.objectContaining({
        platform: 'javascript',
        tags: { service: 'api', component: 'SalesScreen', path: '…' },
        exception: { values: [{ type: 'BrowserError', value: 'TypeError cannot sell for …' }] },
      }),
    );
  await expect
    .poll(() => errors.events())
    .toContainEqual(
      expect.objectContaining({
        logger: 'request failed unexpectedly',
        tags: expect.objectContaining({ service: 'api' }),
      }),
    );
  expect(errors.problems()).toEqual([]);
  expect(JSON.stringify(errors.events())).not.toMatch(/ana@|ANO150401AB9|secret/);
});

it('[API-05] accepts at most 4 kB, ten times a minute from one address', async () => {
  const large = await production.visitor.send(notifyError, { body: { ...report, error: 'x'.repeat(4096) } });
  expect([large.status, large.code]).toEqual([413, 'BODY_TOO_LARGE']);
  expect(large.bytes.toString()).not.toContain('xxx');
  const long = await production.visitor.send(notifyError, { body: { ...report, error: 'x'.repeat(2001) } });
  expect(long.code).toBe('INVALID_REQUEST');
  const answers = [];
  for (let count = 0; count < 10; count += 1)
    answers.push((await production.visitor.send(notifyError, { body: report })).status);
  expect(answers.filter((status) => status === 200)).toHaveLength(8);
  expect(answers.slice(8)).toEqual([429, 429]);
});
