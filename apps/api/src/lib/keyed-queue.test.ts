import { expect, it } from 'vitest';
import { makeTurns } from './keyed-queue.ts';

it('runs one at a time what shares a key, in the order asked for, and other keys beside it', async () => {
  const turns = makeTurns(10);
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const work = (name: string, wait: Promise<void>) => async () => {
    log.push(`${name} starts`);
    await wait;
    log.push(`${name} ends`);
    return name;
  };
  const first = turns.take('a', work('first', gate.promise));
  const second = turns.take('a', work('second', Promise.resolve()));
  expect(await turns.take('b', work('other', Promise.resolve()))).toBe('other');
  expect(log).toEqual(['first starts', 'other starts', 'other ends']);
  gate.resolve();
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  expect(log.slice(3)).toEqual(['first ends', 'second starts', 'second ends']);
});

it('goes on after a failure, which only its own caller sees', async () => {
  const turns = makeTurns(10);
  const failing = turns.take('a', () => Promise.reject(new Error('broken')));
  const next = turns.take('a', () => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

it('turns away, without running it, what would make the queue too long, and takes more when it is shorter', async () => {
  const turns = makeTurns(1);
  const gate = Promise.withResolvers<void>();
  const running = turns.take('a', () => gate.promise.then(() => 'running'));
  const waiting = turns.take('a', () => Promise.resolve('waiting'));
  expect(await turns.take('a', () => Promise.reject(new Error('ran')))).toBeNull();
  gate.resolve();
  expect(await Promise.all([running, waiting])).toEqual(['running', 'waiting']);
  expect(await turns.take('a', () => Promise.resolve('later'))).toBe('later');
});
