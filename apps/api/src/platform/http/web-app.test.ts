import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveWebApp } from './web-app.ts';

const app = Fastify();
beforeAll(async () => {
  const webDir = await mkdtemp(join(tmpdir(), 'anticipa-web-'));
  mkdirSync(join(webDir, 'assets'));
  for (const page of ['index', 'login', 'lender']) writeFileSync(join(webDir, `${page}.html`), page);
  await serveWebApp(app, webDir, async () => ({ name: 'Aurora', mark: '', icon: '', style: '', shown: {} }));
});
afterAll(() => app.close());

it.each([
  ['', 200, 404],
  ['*/*', 200, 404],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 200, 200],
  ['text/html, application/json;q=0.9', 200, 200],
  ['application/json, text/plain, */*', 404, 404],
  ['application/json, text/html;q=0.5', 404, 404],
])('[RUT-01] "%s" gets %i at the address of a screen, %i below that of the calls', async (accept, screen, call) => {
  const statusAt = async (url: string) => (await app.inject({ url, headers: { accept } })).statusCode;
  expect([await statusAt('/profile'), await statusAt('/api/no')]).toEqual([screen, call]);
  expect(await statusAt('/assets/app-000000.js')).toBe(404);
});

it('serves no file outside its folder', async () => {
  for (const url of [
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
  ])
    expect((await app.inject(url)).payload).toMatch(/^index$|NOT_FOUND|^\{"message":"Route/);
});
