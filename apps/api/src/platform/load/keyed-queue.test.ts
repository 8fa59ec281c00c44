import { expect, it } from 'vitest';
import { DatabaseUnavailable } from '../db/errors.ts';
import { keyedQueue } from './keyed-queue.ts';

it('runs work under the same key in order, and other keys concurrently', async () => {
  const queue = keyedQueue(10);
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const work = (name: string, wait: Promise<void>) => async () => {
    log.push(`${name} starts`);
    await wait;
    log.push(`${name} ends`);
    return name;
  };
  const first = queue.run('a', work('first', gate.promise));
  const second = queue.run('a', work('second', Promise.resolve()));
  expect(await queue.run('b', work('other', Promise.resolve()))).toBe('other');
  expect(log).toEqual(['first starts', 'other starts', 'other ends']);
  gate.resolve();
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  expect(log.slice(3)).toEqual(['first ends', 'second starts', 'second ends']);
});

it('continues after a failure, which only its own caller gets', async () => {
  const queue = keyedQueue(10);
  const failing = queue.run('a', () => Promise.reject(new Error('broken')));
  const next = queue.run('a', () => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

it('fails everything that waits when the database is unavailable, and works again afterwards', async () => {
  const queue = keyedQueue(10);
  const gone = new DatabaseUnavailable(new Error('gone'));
  const failing = queue.run('a', () => Promise.reject(gone));
  const waiting = [1, 2].map(() => queue.run('a', () => Promise.resolve('ran')));
  const other = queue.run('b', () => Promise.resolve('other'));
  const settled = await Promise.allSettled([failing, ...waiting, other]);
  expect(settled).toMatchObject([
    { status: 'rejected', reason: gone },
    { status: 'rejected', reason: { name: 'DatabaseUnavailable' } },
    { status: 'rejected', reason: { name: 'DatabaseUnavailable' } },
    { status: 'fulfilled', value: 'other' },
  ]);
  expect(await queue.run('a', () => Promise.resolve('later'))).toBe('later');
});

it('runs as much work at once as it has places', async () => {
  const queue = keyedQueue(1, 2);
  const gate = Promise.withResolvers<void>();
  let running = 0;
  const work = async () => {
    running += 1;
    await gate.promise;
    return 'ran';
  };
  const admitted = [1, 2, 3].map(() => queue.run('a', work));
  expect(await queue.run('a', work)).toBeNull();
  expect(running).toBe(2);
  gate.resolve();
  expect(await Promise.all(admitted)).toEqual(['ran', 'ran', 'ran']);
});

it('rejects work without running it while the queue is full', async () => {
  const queue = keyedQueue(1);
  const gate = Promise.withResolvers<void>();
  const running = queue.run('a', () => gate.promise.then(() => 'running'));
  const waiting = queue.run('a', () => Promise.resolve('waiting'));
  expect(await queue.run('a', () => Promise.reject(new Error('ran')))).toBeNull();
  gate.resolve();
  expect(await Promise.all([running, waiting])).toEqual(['running', 'waiting']);
  expect(await queue.run('a', () => Promise.resolve('later'))).toBe('later');
});
