import { expect, it } from 'vitest';
import { sharedReads } from './shared-reads.ts';

/** Reads that end at the gates of the test. */
const gatedReads = () => {
  const gates: PromiseWithResolvers<string>[] = [];
  return {
    gates,
    read: () => {
      const gate = Promise.withResolvers<string>();
      gates.push(gate);
      return gate.promise;
    },
  };
};

it('shares the next read among the calls during one, and never the one under way', async () => {
  const { gates, read } = gatedReads();
  const { read: share } = sharedReads<string>();
  const first = share('a', read);
  const later = [share('a', read), share('a', read)];
  const other = share('b', read);
  expect(gates).toHaveLength(2);
  gates[1]?.resolve('other');
  expect(await other).toBe('other');
  gates[0]?.resolve('first');
  expect(await first).toBe('first');
  await expect.poll(() => gates.length).toBe(3);
  const afterwards = share('a', read);
  expect(gates).toHaveLength(3);
  gates[2]?.resolve('second');
  expect(await Promise.all(later)).toEqual(['second', 'second']);
  await expect.poll(() => gates.length).toBe(4);
  gates[3]?.resolve('third');
  expect(await afterwards).toBe('third');
});

it('reads again after a failure, which only its own callers get', async () => {
  const { gates, read } = gatedReads();
  const { read: share } = sharedReads<string>();
  const failing = share('a', read);
  const next = share('a', read);
  gates[0]?.reject(new Error('broken'));
  await expect(failing).rejects.toThrow('broken');
  await expect.poll(() => gates.length).toBe(2);
  gates[1]?.resolve('read');
  expect(await next).toBe('read');
});
