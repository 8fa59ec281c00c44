import { expect, it } from 'vitest';
import type { Log } from '../observe/log.ts';
import { keepRunning } from './runner.ts';

it('follows a runner that ended, with or without an error, by another, and logs why', async () => {
  const reasons: unknown[] = [];
  const log: Log = {
    info: () => undefined,
    warn: () => undefined,
    error: (fields) => void reasons.push('err' in fields ? fields.err : undefined),
  };
  const stopped = Promise.withResolvers<void>();
  const ends = [async () => undefined, () => Promise.reject(new Error('broken')), () => stopped.promise];
  let started = 0;
  const start = async () => {
    const end = ends[started];
    started += 1;
    return { promise: end?.() ?? stopped.promise, stop: async () => stopped.resolve() };
  };
  const kept = await keepRunning(start, log);
  await expect.poll(() => started).toBe(3);
  await kept.stop();
  expect(reasons).toEqual([new Error('the runner ended by itself'), new Error('broken')]);
});
