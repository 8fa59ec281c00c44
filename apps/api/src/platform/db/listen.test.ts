import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { DatabaseUnavailable } from './errors.ts';
import { listen } from './listen.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it('leaves a frozen connection, and reports possible losses', async () => {
  const received: string[] = [];
  let reconnects = 0;
  const listener = await listen({
    ...{ url: db.ownerUrl, login: 'worker', channel: 'frozen', beatMs: 500, answerMs: 2000 },
    onNotification: (payload) => received.push(payload),
    onReconnect: () => {
      reconnects += 1;
    },
  });
  onTestFinished(() => listener.close());
  const { rows } = await db.owner.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'anticipa worker listen'`,
  );
  const pid = rows[0]?.pid ?? 0;
  onTestFinished(() => void process.kill(pid, 'SIGCONT'));
  process.kill(pid, 'SIGSTOP');
  await expect.poll(() => reconnects).toBe(1);
  await db.owner.query(`notify frozen, 'again'`);
  await expect.poll(() => received).toEqual(['again']);
});

it('rejects if notifications do not arrive, as behind a pooler or on another database', async () => {
  const options = {
    url: db.ownerUrl,
    login: 'api',
    channel: 'proof',
    answerMs: 500,
    onNotification: () => undefined,
    onReconnect: () => undefined,
  } as const;
  await expect(listen({ ...options, notify: async () => undefined })).rejects.toThrow('notifications do not arrive');
  const notify = async (payload: string): Promise<void> => {
    await db.owner.query(`select pg_notify('proof', $1)`, [payload]);
  };
  await (await listen({ ...options, answerMs: 60_000, notify })).close();
});

it('listens without a proof while the database takes no notifications, and receives later ones', async () => {
  const received: string[] = [];
  const unproven: unknown[] = [];
  const unavailable = new DatabaseUnavailable(new Error('lock timeout'));
  const options = {
    url: db.ownerUrl,
    login: 'api',
    channel: 'unproven',
    onNotification: (payload: string) => received.push(payload),
    onReconnect: () => undefined,
    onUnproven: (cause: DatabaseUnavailable) => unproven.push(cause),
  } as const;
  await expect(listen({ ...options, notify: () => Promise.reject(new Error('a bug')) })).rejects.toThrow('a bug');
  const listener = await listen({ ...options, notify: () => Promise.reject(unavailable) });
  onTestFinished(() => listener.close());
  expect(unproven).toEqual([unavailable]);
  await db.owner.query(`notify unproven, 'news'`);
  await expect.poll(() => received).toEqual(['news']);
});

it('receives committed notifications only, and reports possible losses', async () => {
  const received: string[] = [];
  let reconnects = 0;
  const listener = await listen({
    url: db.ownerUrl,
    login: 'api',
    channel: 'news',
    onNotification: (payload) => received.push(payload),
    onReconnect: () => {
      reconnects += 1;
    },
  });
  onTestFinished(() => listener.close());
  const notify = (payload: string): Promise<unknown> =>
    db.api.withTransaction({ as: 'operator' }, (executor) =>
      sql`select pg_notify('news', ${payload})`.execute(executor),
    );

  const undone = db.api.withTransaction({ as: 'operator' }, async (executor) => {
    await sql`select pg_notify('news', 'undone')`.execute(executor);
    throw new Error('stop');
  });
  await expect(undone).rejects.toThrow('stop');
  await notify('one');
  await expect.poll(() => received).toEqual(['one']);

  await db.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'anticipa api listen'",
  );
  await expect.poll(() => reconnects).toBe(1);
  await notify('two');
  await expect.poll(() => received).toEqual(['one', 'two']);
});
