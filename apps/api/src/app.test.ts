import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorResponse, type Route } from '@anticipa/contract/route';
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Portal, startPortal } from '../testing/portal.ts';
import { isOnNewestTimeline } from './modules/health/timeline.ts';
import { isForPrograms } from './platform/http/answers.ts';

let portal: Portal;
beforeAll(async () => {
  const webDir = await mkdtemp(join(tmpdir(), 'anticipa-web-'));
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><!--brand--><title>{{name}}</title>');
  writeFileSync(join(webDir, 'login.html'), '<!doctype html><title>Iniciar sesión</title>');
  writeFileSync(join(webDir, 'lender.html'), '<!doctype html><title>Mesa</title>');
  writeFileSync(join(webDir, 'assets/app-1a2b3c.js'), `const text = '${'x'.repeat(3000)}';`);
  portal = await startPortal({ webDir });
});
afterAll(() => portal.close());

const all = Object.entries(routes) as [string, Route][];
/** Those for programs have a document of their own. */
const own = all.filter(([, { path }]) => !isForPrograms(path));

describe('the API document', () => {
  interface Operation {
    readonly operationId: string;
    readonly security: readonly object[];
    readonly responses: Readonly<Record<string, { readonly content: Record<string, { readonly schema: object }> }>>;
    readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
  }
  interface Document {
    readonly openapi: string;
    readonly servers: readonly object[];
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, object>> };
  }
  let answered: Promise<Document> | undefined;
  const documentOf = (): Promise<Document> =>
    (answered ??= portal.visitor.get('/api/openapi.json').then(({ body }) => body as Document));
  const operationOf = (document: Document, route: Route): Operation | undefined =>
    document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];

  it('[API-02] describes exactly the routes of the contract', async () => {
    const document = await documentOf();
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: portal.config.baseUrl }]);
    // Paths that differ in the names of their placeholders alone are the same one.
    const forms = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    expect(new Set(forms).size).toBe(forms.length);
    const described = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((one) => one.operationId),
    );
    expect(described.sort()).toEqual(own.map(([name]) => name).sort());
  });

  it.each(own)('[API-02] describes %s by its validation schemas', async (_name, route) => {
    const document = await documentOf();
    const operation = operationOf(document, route);
    const resolved = (schema: object | undefined): object | undefined =>
      schema &&
      JSON.parse(JSON.stringify(schema), (_key, part: { readonly $ref?: string } | null) =>
        typeof part?.$ref === 'string' ? resolved(document.components.schemas[part.$ref.replace(/.*\//, '')]) : part,
      );
    const plain = (schema: z.ZodType, io: 'input' | 'output') => {
      const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
      return JSON.parse(JSON.stringify(rest)) as object;
    };
    expect(operation?.requestBody?.content['application/json']?.schema).toEqual(
      route.body && plain(route.body, 'input'),
    );
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(
      route.consumes ? [route.consumes] : route.body ? ['application/json'] : [],
    );
    if (route.response)
      expect(resolved(operation?.responses['200']?.content['application/json']?.schema)).toEqual(
        plain(route.response, 'output'),
      );
    expect(operation?.security).toHaveLength(route.audience === 'public' ? 0 : 1);
    expect(Object.keys(operation?.responses ?? {})).toContain(route.audience === 'public' ? '500' : '401');
  });

  it('has a readable page without scripts or external resources', async () => {
    const page = await portal.visitor.get('/api/docs');
    const html = page.bytes.toString();
    expect(page.status).toBe(200);
    for (const [, route] of own) expect(html).toContain(`${route.method} ${route.path}`);
    expect(html).not.toMatch(/<script|https?:\/\/(?!json-schema)/);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });
});

describe('registration', () => {
  it('opens no method outside the contract', async () => {
    for (const method of ['DELETE', 'PATCH', 'OPTIONS'] as const)
      for (const [, route] of all) {
        const answer = await portal.app.inject({ method, url: route.path });
        expect([404, 400, 415]).toContain(answer.statusCode);
      }
  });
});

it('[API-01] answers HEAD as GET, without the body', async () => {
  for (const url of [
    '/health/live',
    '/api/getSession',
    '/api/files',
    '/api/openapi.json',
    '/',
    '/profile',
    '/api/no',
  ]) {
    const [get, head] = await Promise.all(
      (['GET', 'HEAD'] as const).map((method) => portal.app.inject({ method, url })),
    );
    expect([url, head?.statusCode, head?.headers['content-type']]).toEqual([
      url,
      get?.statusCode,
      get?.headers['content-type'],
    ]);
    expect(head?.payload).toBe('');
  }
});

describe('every response', () => {
  it('has security headers', async () => {
    const { headers } = await portal.visitor.get('/api/getSession');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers.server ?? headers['x-powered-by']).toBeUndefined();
  });

  it('no response to a call is cacheable, in any spelling of its URL', async () => {
    for (const url of ['/%61pi/getSession', '/api/getSessio%6e/', 'http://elsewhere.test/api/getSession']) {
      const { status, headers } = await portal.visitor.get(url);
      expect({ url, status, kept: headers['cache-control'] }).toEqual({ url, status: 200, kept: 'no-store' });
    }
  });

  it('[API-03] has the standard error body, even for unknown routes', async () => {
    const { get, post } = portal.visitor;
    for (const answer of [await get('/api/nothing/here'), await post('/api/nothing', {})]) {
      expect(answer.status).toBe(404);
      expect(errorResponse.parse(answer.body).error).toMatchObject({ code: 'NOT_FOUND', details: [] });
    }
  });

  it('is compressed, and given to one address ten times a minute', async () => {
    const ask = { url: '/api/openapi.json', headers: { 'accept-encoding': 'br' }, remoteAddress: '192.0.2.5' };
    const answers = await Promise.all(Array.from({ length: 11 }, () => portal.app.inject(ask)));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    expect(answers[0]?.headers['content-encoding']).toBe('br');
  });
});

it('[API-03] an aborted body is not logged as our error', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': '50' };
  const simulate = { end: false, split: false, error: true, close: false };
  const broken = await portal.app.inject({ method: 'POST', url: routes.login.path, headers, payload: '{', simulate });
  expect([broken.statusCode, broken.json().error.code]).toEqual([400, 'INVALID_REQUEST']);
  expect(portal.log.filter(({ level }) => level === 'error')).toEqual([]);
});

describe('the web app', () => {
  const page = { accept: 'text/html,application/xhtml+xml' };

  it('is served for every path that is not a call, uncached', async () => {
    for (const [url, title] of [
      ['/', 'Crédito Aurora'],
      ['/paymentReferences', 'Crédito Aurora'],
      ['/anything/deep?k=1', 'Crédito Aurora'],
      ['/loginless', 'Crédito Aurora'],
      ['/login', 'Iniciar sesión'],
      ['/login/?returnTo=%2F', 'Iniciar sesión'],
      ['/lenders', 'Crédito Aurora'],
      ['/lender', 'Mesa'],
      ['/lender/messages?estado=1', 'Mesa'],
      ['/api', 'Crédito Aurora'],
    ] as const) {
      const answer = await portal.visitor.get(url, page);
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(answer.bytes.toString()).toContain(`<title>${title}</title>`);
    }
  });

  it('[RUT-02] leads a browser home from an address that cannot be decoded', async () => {
    expect((await portal.visitor.get('/%ff', page)).headers.location).toBe('/');
    expect((await portal.visitor.get('/%ff', {})).code).toBe('INVALID_REQUEST');
  });

  it('lets browsers cache hashed files for a year, and answers 404 for missing ones', async () => {
    const file = await portal.visitor.get('/assets/app-1a2b3c.js');
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: expect.any(String),
    });
    expect(file.headers['content-security-policy']).toBeUndefined();
    expect((await portal.visitor.get('/', page)).headers).toMatchObject({ 'x-frame-options': 'DENY' });
    expect((await portal.visitor.get('/assets/app-000000.js', page)).status).toBe(404);
  });

  it('[API-03] refuses unsatisfiable ranges and conditions', async () => {
    for (const asked of [
      { range: 'bytes=99999999-' },
      { range: 'bytes=5-1' },
      { 'if-match': '"another"' },
      { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    ]) {
      const answer = await portal.visitor.get('/assets/app-1a2b3c.js', { ...page, ...asked });
      expect({ asked, status: answer.status, code: answer.code }).toEqual({
        asked,
        status: 400,
        code: 'INVALID_REQUEST',
      });
    }
    expect(portal.log.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('health', () => {
  it('is live and ready while the database has the current schema', async () => {
    expect((await portal.visitor.get('/health/live')).body).toEqual({ status: 'ok' });
    expect((await portal.visitor.get('/health/ready')).status).toBe(200);
  });

  it('shows since when the oldest due job and the last schedule have been waiting', async () => {
    const { owner } = portal.db;
    await owner.query('delete from graphile_worker._private_known_crontabs');
    const before = await portal.visitor.call(routes.ready);
    expect(before.jobs).toEqual({ areLate: false, oldestDue: 0, lastScheduled: null });
    await owner.query(`select graphile_worker.add_job('some-job', run_at => now() - interval '90 seconds')`);
    await owner.query(`select graphile_worker.add_job('later-job', run_at => now() + interval '90 seconds')`);
    await owner.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       values ('some', now(), now() - interval '3 minutes'), ('other', now(), now() - interval '5 minutes')`,
    );
    const { areLate, oldestDue, lastScheduled } = (await portal.visitor.call(routes.ready)).jobs;
    expect([areLate, Math.round(oldestDue / 60), Math.round((lastScheduled ?? 0) / 60)]).toEqual([true, 2, 3]);
    await owner.query('delete from graphile_worker._private_jobs');
    await owner.query('delete from graphile_worker._private_known_crontabs');
  });

  it('is not ready on a database that lacks a migration', async () => {
    await portal.db.owner.query(`update schema_migrations set name = 'x' || name where name = '1001-platform.sql'`);
    expect((await portal.visitor.get('/health/ready')).code).toBe('SERVICE_UNAVAILABLE');
    await portal.db.owner.query(
      `update schema_migrations set name = substr(name, 2) where name = 'x1001-platform.sql'`,
    );
  });

  it('is not ready on a database that takes no writes', async () => {
    const { owner, ownerUrl } = portal.db;
    const name = new URL(ownerUrl).pathname.slice(1);
    const reconnect = async (): Promise<void> => {
      await owner.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and usename = 'anticipa_api'`,
        [name],
      );
      const isBack = () =>
        portal.db.api.ping().then(
          () => true,
          () => false,
        );
      await expect.poll(isBack).toBe(true);
    };
    await owner.query(`alter database ${name} set default_transaction_read_only = on`);
    await reconnect();
    for (const _ of [1, 2, 3]) expect((await portal.visitor.get('/health/ready')).code).toBe('SERVICE_UNAVAILABLE');
    await owner.query(`alter database ${name} reset default_transaction_read_only`);
    await reconnect();
    expect((await portal.visitor.get('/health/ready')).status).toBe(200);
  });

  it('is not ready on a primary that a promotion has left behind', async () => {
    const { rows } = await portal.db.owner.query('select system_identifier::text as system from pg_control_system()');
    isOnNewestTimeline(portal.db.api, { system: rows[0].system, number: 99 });
    expect((await portal.visitor.get('/health/ready')).code).toBe('SERVICE_UNAVAILABLE');
    isOnNewestTimeline(portal.db.api, { system: 'another database', number: 1 });
    expect((await portal.visitor.get('/health/ready')).status).toBe(200);
  });

  it('answers 503 with Retry-After while the database is unavailable, stays live, and recovers', async () => {
    const url = new URL(portal.db.ownerUrl);
    const name = url.pathname.slice(1);
    await portal.db.owner.query(`alter database ${name} connection limit 0`);
    await portal.db.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = 'anticipa_api'`,
      [name],
    );
    const away = await portal.visitor.get('/health/ready');
    expect([away.status, away.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(away.headers['retry-after']).toBeDefined();
    expect((await portal.visitor.get('/health/live')).status).toBe(200);
    await portal.db.owner.query(`alter database ${name} connection limit -1`);
    expect((await portal.visitor.get('/health/ready')).status).toBe(200);
  });
});

it('warns once of a proxy that is not trusted', async () => {
  const warnings = () => portal.log.filter(({ message }) => message.includes('TRUSTED_PROXIES'));
  const trusting = await startPortal({ trustedProxies: '127.0.0.1' });
  onTestFinished(() => trusting.close());
  for (const one of [portal, trusting, portal])
    await one.app.inject({ url: '/health/live', headers: { 'x-forwarded-for': '192.0.2.7' } });
  expect(warnings()).toHaveLength(1);
  // A user of the proxy's own machine.
  await trusting.app.inject({ url: '/health/live', headers: { 'x-forwarded-for': '127.0.0.1' } });
  expect(trusting.log).toEqual([]);
});
