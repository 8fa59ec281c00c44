import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logInto } from '../../../testing/log.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from '../db/pool.ts';
import { fixedClock } from '../work/clock.ts';
import { createRateLimiter } from './rate-limit.ts';

let db: TestDatabase;
const clock = fixedClock(new Date('2026-03-10T17:00:00Z'));
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const warnings: string[] = [];
const log = logInto(warnings);
const node = () => createRateLimiter({ db: db.api, clock, log });
/** Number of `count` requests that are admitted. */
const admitted = (limiter: ReturnType<typeof node>, who: string, count: number): number =>
  Array.from({ length: count }, () => limiter.admit('login', who)).filter(Boolean).length;

describe('request limits', () => {
  it.each([
    ['login', 60],
    ['read', 1800],
    ['write', 600],
    ['upload', 6000],
    ['stream', 60],
    ['report', 10],
  ] as const)('allows %s %i requests a minute', (rate, most) => {
    const limiter = node();
    const answers = Array.from({ length: most + 1 }, () => limiter.admit(rate, 'one'));
    expect(answers.filter(Boolean)).toHaveLength(most);
  });

  it('limits requests per caller and minute', () => {
    const limiter = node();
    expect(admitted(limiter, 'a', 100)).toBe(60);
    expect(admitted(limiter, 'b', 10)).toBe(10);
    clock.pass(59_999);
    expect(admitted(limiter, 'a', 1)).toBe(0);
    clock.pass(1);
    expect(admitted(limiter, 'a', 100)).toBe(60);
  });

  it('stays cheap with very many callers in one minute', () => {
    clock.pass(60_000);
    const limiter = node();
    // CPU time of this thread, independent of other load.
    const before = process.threadCpuUsage();
    for (let caller = 0; caller < 100_000; caller += 1) limiter.admit('read', `caller ${caller}`);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5000);
  });

  it('nodes share limits within seconds', async () => {
    clock.pass(60_000);
    const [first, second] = [node(), node()];
    expect(admitted(first, 'shared', 50)).toBe(50);
    await first.flush();
    expect(admitted(second, 'shared', 1)).toBe(1);
    await second.flush();
    expect(admitted(second, 'shared', 100)).toBe(9);
  });

  it('starts another minute when the clock is set back', async () => {
    clock.pass(3_600_000);
    const limiter = node();
    expect(admitted(limiter, 'set back', 100)).toBe(60);
    clock.pass(-3_600_000);
    expect(admitted(limiter, 'set back', 100)).toBe(60);
    clock.pass(-60_000);
    expect(admitted(limiter, 'other', 1)).toBe(1);
    await limiter.flush();
    const { rows } = await db.owner.query(`select hits from rate_counters where bucket like '%set back'`);
    // Only counts of the current minute are kept in memory.
    expect(rows).toEqual([]);
    clock.pass(120_000);
  });

  it('continue in memory with a warning while the database is unavailable', async () => {
    clock.pass(60_000);
    const away = openDatabase({ url: db.ownerUrl, login: 'api', onError: () => undefined });
    await away.close();
    const broken = createRateLimiter({ db: away, clock, log });
    expect(admitted(broken, 'c', 100)).toBe(60);
    await broken.flush();
    expect(warnings).toEqual(['request counts were not shared']);
    expect(admitted(broken, 'c', 1)).toBe(0);
  });
});
