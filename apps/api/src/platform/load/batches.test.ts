import { describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '../db/errors.ts';
import { batches } from './batches.ts';

/** Batches of texts that end at the gates of the test; `log` has what was begun. */
const gated = (most = 10) => {
  const log: string[] = [];
  const gates: PromiseWithResolvers<readonly string[] | null>[] = [];
  const { run } = batches<string, string>({
    most,
    together: (items) => {
      log.push(items.join('+'));
      const gate = Promise.withResolvers<readonly string[] | null>();
      gates.push(gate);
      return gate.promise;
    },
    alone: async (item) => {
      log.push(item);
      if (item === 'bad') throw new Error('bad');
      return `${item} alone`;
    },
  });
  return { log, gates, run };
};

/** The batch that gathered while the first item was done, once it has begun. */
const gathered = async (items: readonly string[]) => {
  const { log, gates, run } = gated();
  const first = run('k', 'first');
  const results = items.map((item) => run('k', item));
  // Rejections are looked at later.
  const settled = Promise.allSettled(results);
  expect(await first).toBe('first alone');
  await expect.poll(() => gates.length).toBe(1);
  expect(log).toEqual(['first', items.join('+')]);
  const [gate] = gates;
  if (!gate) throw new Error('no batch has begun');
  return { log, gate, settled };
};

it('does the first item at once, and those that arrive meanwhile together', async () => {
  const { gate, settled } = await gathered(['a', 'b']);
  gate.resolve(['A', 'B']);
  expect(await settled).toMatchObject([{ value: 'A' }, { value: 'B' }]);
});

it('begins one batch at a time per key, with at most `most` items', async () => {
  const { log, gates, run } = gated(2);
  const all = Promise.all(['1', 'a', 'b', 'c', 'd'].map((item) => run('k', item)));
  expect(await run('other', 'x')).toBe('x alone');
  await expect.poll(() => gates.length).toBe(1);
  expect(log).toEqual(['1', 'x', 'a+b'].toSorted((p, q) => log.indexOf(p) - log.indexOf(q)));
  gates[0]?.resolve(['A', 'B']);
  await expect.poll(() => gates.length).toBe(2);
  expect(log.at(-1)).toBe('c+d');
  gates[1]?.resolve(['C', 'D']);
  expect(await all).toEqual(['1 alone', 'A', 'B', 'C', 'D']);
  expect(await run('k', 'later')).toBe('later alone');
});

describe('each item of a batch is done alone', () => {
  const expectedAlone = [
    { status: 'fulfilled', value: 'a alone' },
    { status: 'rejected', reason: new Error('bad') },
  ];

  it('each item is done alone if the batch did nothing', async () => {
    const { log, gate, settled } = await gathered(['a', 'bad']);
    gate.resolve(null);
    expect(await settled).toEqual(expectedAlone);
    expect(log.slice(2)).toEqual(['a', 'bad']);
  });

  it.each([
    ['it failed', new Error('broken')],
    ['it waited too long for a lock', new DatabaseUnavailable(Object.assign(new Error(), { code: '55P03' }))],
    ['a statement took too long', new DatabaseUnavailable(Object.assign(new Error(), { code: '57014' }))],
  ])('each item is done alone if %s', async (_, cause) => {
    const { gate, settled } = await gathered(['a', 'bad']);
    gate.reject(cause);
    expect(await settled).toEqual(expectedAlone);
  });
});

it('fails as a whole if the database is unavailable, and the next items are done', async () => {
  const { log, gates, run } = gated();
  const failing = Promise.allSettled(['1', 'a', 'b'].map((item) => run('k', item)));
  await expect.poll(() => gates.length).toBe(1);
  const next = run('k', 'c');
  const cause = new DatabaseUnavailable(Object.assign(new Error(), { code: '57P01' }));
  gates[0]?.reject(cause);
  expect(await failing).toMatchObject([{ value: '1 alone' }, { reason: cause }, { reason: cause }]);
  expect(await next).toBe('c alone');
  expect(log).toEqual(['1', 'a+b', 'c']);
});
