import { route } from '@anticipa/contract/route';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  addressOf,
  call,
  callForFile,
  callUnlessKnown,
  configureApi,
  newUuid,
  request,
  ServerUnreachable,
} from './api-client.ts';

const download = route({
  method: 'GET',
  path: '/api/file/:id/content',
  summary: 'A file.',
  audience: 'client',
  right: 'consult',
});

/** Other files share the modules that are loaded, and with them what is configured here. */
afterAll(() => void vi.resetModules());

describe('the address of a call', () => {
  it('fills in placeholders and query, encoded', () => {
    expect(
      addressOf(download, { params: { id: 'a/b ñ' }, query: { q: 'á&b', none: undefined, many: ['1', '2'] } }),
    ).toBe('/api/file/a%2Fb%20%C3%B1/content?q=%C3%A1%26b&many=1&many=2');
  });

  it('has no question mark without a query', () => {
    expect(addressOf(download, { params: { id: '1' }, query: {} })).toBe('/api/file/1/content');
  });
});

describe('the reachability of the server', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    configureApi({ onReachable: () => {} });
  });

  it.each([
    [200, true],
    [404, true],
    [500, true],
    [503, true],
    [502, false],
    [504, false],
  ])('after an answer of %s is %s: a proxy answers for a server that is down', async (status, expected) => {
    const reported: boolean[] = [];
    configureApi({ onReachable: (reachable) => reported.push(reachable) });
    vi.stubGlobal('fetch', async () => new Response('', { status }));
    await request({ ...download, path: '/api/files' }, {}).catch(() => null);
    expect(reported).toEqual([expected]);
  });
});

describe('random UUIDs', () => {
  it('makes random UUIDs of version 4, never the same', () => {
    const keys = Array.from({ length: 1000 }, newUuid);
    expect(new Set(keys).size).toBe(1000);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('a call', () => {
  interface Sent extends RequestInit {
    readonly path: string;
  }
  let sent: Sent[] = [];
  let respond = (): Response => Response.json({});
  const listing = { ...download, path: '/api/files' } as const;
  const posting = { ...listing, method: 'POST', rate: 'write' } as const;
  const saving = { ...posting, body: z.unknown() } as const;

  beforeEach(() => {
    sent = [];
    respond = () => Response.json({});
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      sent.push({ ...init, path });
      return respond();
    });
  });
  afterEach(() => {
    configureApi({ token: () => null, onReachable: () => {} });
    vi.unstubAllGlobals();
  });
  const headers = () => Object.fromEntries(new Headers(sent.at(-1)?.headers));

  it('carries the token, the idempotency key and the last event', async () => {
    configureApi({ token: () => 'secret' });
    await request(posting, { idempotencyKey: 'key', lastEventId: 'a.1' });
    expect(headers()).toEqual({
      accept: 'application/json',
      authorization: 'Bearer secret',
      'idempotency-key': 'key',
      'last-event-id': 'a.1',
    });
    expect(sent[0]).toMatchObject({ path: '/api/files', method: 'POST', credentials: 'same-origin' });
  });

  it('carries no token and no body where there is none', async () => {
    await request(listing, {});
    expect(headers()).toEqual({ accept: 'application/json' });
    expect(sent[0]).not.toHaveProperty('body');
    expect(sent[0]).not.toHaveProperty('keepalive');
  });

  it('sends its body as JSON, a form as it is', async () => {
    await request(saving, { body: { a: 'ñ' } });
    expect([headers()['content-type'], sent[0]?.body]).toEqual(['application/json', '{"a":"ñ"}']);
    const form = new FormData();
    await request(saving, { body: form });
    expect([headers()['content-type'], sent[1]?.body]).toEqual([undefined, form]);
  });

  it.each([{ keepalive: true }, { leaving: true }])('completes after the page is closed: %o', async (how) => {
    await request(posting, how);
    expect(sent[0]?.keepalive).toBe(true);
  });

  it('keeps the version of a list, and its content while the server has no newer one', async () => {
    respond = () => Response.json({ a: 1 }, { headers: { etag: 'W/"2"' } });
    expect(await callUnlessKnown(listing, {}, null)).toEqual({ version: 'W/"2"', answer: { a: 1 } });
    expect(headers()).not.toHaveProperty('if-none-match');
    respond = () => new Response(null, { status: 304 });
    expect(await callUnlessKnown(listing, {}, 'W/"2"')).toBeNull();
    expect(headers()['if-none-match']).toBe('W/"2"');
  });

  it('has no content where the answer has none', async () => {
    respond = () => new Response(null, { status: 204 });
    await expect(call(listing, {})).resolves.toBeUndefined();
  });

  it('fails with the server’s text, code and details', async () => {
    const details = [{ path: 'a', code: 'INVOICE_REJECTED', message: 'No pasó' }];
    const error = { code: 'QUOTE_CHANGED', message: 'El precio cambió.', details, requestId: 'r-1' };
    respond = () => Response.json({ error }, { status: 409 });
    await expect(call(listing, {})).rejects.toMatchObject({ ...error, name: 'ApiRefusal', status: 409 });
  });

  it.each([
    [401, 'NO_SESSION'],
    [500, 'UNEXPECTED'],
    [502, 'UNEXPECTED'],
    [404, 'INVALID_REQUEST'],
  ])('fails with a text of its own after a %d without one', async (status, code) => {
    respond = () => new Response('<html>', { status });
    await expect(call(listing, {})).rejects.toMatchObject({ status, code, message: expect.stringMatching(/Intenta/) });
  });

  it('is unanswered without a network or with half an answer, and aborted on request', async () => {
    const stop = new AbortController();
    respond = () => new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('cut')) }));
    await expect(call(listing, {})).rejects.toBeInstanceOf(ServerUnreachable);
    respond = () => {
      throw new TypeError('Failed to fetch');
    };
    await expect(call(listing, {})).rejects.toBeInstanceOf(ServerUnreachable);
    stop.abort();
    await expect(call(listing, { signal: stop.signal })).rejects.toBeInstanceOf(TypeError);
  });

  it.each([
    ["attachment; filename*=UTF-8''A%C3%B1o%201.xml", 'Año 1.xml'],
    ['attachment; filename="A-12.xml"', 'A-12.xml'],
    ['attachment', 'archivo'],
  ])('names a file after the header %s', async (disposition, name) => {
    respond = () => new Response('<a/>', { headers: { 'content-disposition': disposition } });
    const file = await callForFile(listing, {});
    expect([file.name, await file.blob.text()]).toEqual([name, '<a/>']);
  });
});
