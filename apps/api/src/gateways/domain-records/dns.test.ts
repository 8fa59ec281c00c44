import { type DnsServer, startDnsServer } from '@anticipa/sandbox/dns-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domainRecordsOver } from './dns.ts';

let server: DnsServer;
beforeAll(async () => {
  server = await startDnsServer();
});
afterAll(() => server.close());

it('[MAR-12] reads the texts of a name, and tells a name without any from a look-up that failed', async () => {
  const { textsOf } = domainRecordsOver({ server: server.address, deadlineMs: 2000 });
  const long = `v=spf1 ${'include:correo.example '.repeat(20)}-all`;
  server.put('aurora.example', ['otro', long]);
  server.put('vacio.example', []);
  server.put('falla.example', 'fails');
  expect(await textsOf('aurora.example')).toEqual(['otro', long]);
  // ENODATA, and ENOTFOUND.
  expect(await textsOf('vacio.example')).toEqual([]);
  expect(await textsOf('nadie.example')).toEqual([]);
  expect(await textsOf('falla.example')).toBe(null);
});

it('[MAR-12] waits for a silent server no longer than until the deadline', async () => {
  server.put('callado.example', 'silent');
  expect(await domainRecordsOver({ server: server.address, deadlineMs: 50 }).textsOf('callado.example')).toBe(null);
});
