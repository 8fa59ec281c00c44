import type { Route } from '@anticipa/contract/route';
import { routes } from '@anticipa/contract/routes';
import { expect, it } from 'vitest';
import type { Served } from './http.ts';
import { assertAllServed } from './served-routes.ts';

const serving = (route: Route): Served => ({ route, handle: async () => undefined });

it('fails at start-up for a missing, superfluous or duplicate handler', () => {
  const contract: readonly Route[] = Object.values(routes);
  const [first, ...rest] = contract;
  if (!first) throw new Error('the contract is empty');
  expect(() => assertAllServed(contract, rest.map(serving))).toThrow(
    `${first.method} ${first.path} is in the contract`,
  );
  expect(() => assertAllServed(rest, contract.map(serving))).toThrow('is served but not in the contract');
  expect(() => assertAllServed(contract, [...contract, first].map(serving))).toThrow('is served twice');
  expect(() => assertAllServed(contract, contract.map(serving))).not.toThrow();
});
