import { route } from '@anticipa/contract/route';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressOf, configureApi, newUuid, request } from './api-client.ts';

const download = route({
  method: 'GET',
  path: '/api/file/:id/content',
  summary: 'A file.',
  audience: 'client',
  rate: 'read',
  idempotency: 'none',
  errors: [],
});

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
  it('are of version 4 and never the same', () => {
    const keys = Array.from({ length: 1000 }, newUuid);
    expect(new Set(keys).size).toBe(1000);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
