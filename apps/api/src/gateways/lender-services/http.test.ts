import { startLenderServicesServer } from '@anticipa/sandbox/lender-calls-server';
import { expect, it, onTestFinished } from 'vitest';
import { lenderServicesOver } from './http.ts';

it.each<[number, object]>([
  // Our token, our pace or the time that the service takes: no fault of the user.
  [401, { kind: 'unavailable', isUnknown: false }],
  [403, { kind: 'unavailable', isUnknown: false }],
  [408, { kind: 'unavailable', isUnknown: false }],
  [429, { kind: 'unavailable', isUnknown: false }],
  [500, { kind: 'unavailable', isUnknown: true }],
  [503, { kind: 'unavailable', isUnknown: true }],
  [200, { kind: 'answered', status: 200, body: { data: [] } }],
  [404, { kind: 'answered', status: 404, body: { data: [] } }],
  [409, { kind: 'answered', status: 409, body: { data: [] } }],
])('an answer of a service of the lender with the status %i', async (status, expected) => {
  const server = await startLenderServicesServer();
  onTestFinished(() => server.close());
  const port = lenderServicesOver({ services: { risk: { url: server.url, token: server.token } } });
  server.prepare(status, { data: [] });
  const client = { clientId: 'c', rfc: 'PEÑ990101AA1', userId: 'u' };
  expect(await port.ask('risk', { client, method: 'GET', path: '/a', query: {}, body: undefined, key: 'k' })).toEqual(
    expected,
  );
});
