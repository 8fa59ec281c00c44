import { serveOnLoopback } from '@anticipa/sandbox/loopback';
import { expect, it } from 'vitest';
import { failureOf } from '../../../testing/invoicing-providers.ts';
import { circuitBreaker } from '../../platform/outside/outside-call.ts';
import { providerCaller } from './provider-call.ts';

it.each([
  // Neither credentials nor pace let the provider look at the order.
  [401, 'not done'],
  [403, 'not done'],
  [429, 'not done'],
  [500, 'unknown'],
  [503, 'unknown'],
])('an order that is answered with the status %i is %s', async (status, outcome) => {
  const { origin, close } = await serveOnLoopback((_, response) => void response.writeHead(status).end('{}'));
  const call = providerCaller({ circuit: circuitBreaker() });
  expect(await failureOf(call({ method: 'POST', url: new URL(origin), headers: {} }))).toBe(outcome);
  await close();
});
