import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[EFE-28] the newest open alert of each conversation stays, and so do alerts about something else', async () => {
  await db.upgrade('1460-documents-of-lines.sql');
  await db.owner.query('alter table alerts no force row level security');
  const raise = (kind: string, subject: string, reason: string) =>
    db.owner.query(
      `insert into alerts (alert_id, kind, subject, reason, raised_at) values (gen_random_uuid(), $1, $2, $3, now() + $4 * interval '1 hour')`,
      [kind, subject, reason, Number(reason)],
    );
  await raise('client-message', 'invoice:a', '1');
  await raise('client-message', 'invoice:a', '2');
  await raise('client-message', 'invoice:b', '3');
  await raise('receiver-answer', 'invoice:a', '4');
  await raise('receiver-answer', 'invoice:a', '5');
  await db.upgrade('1466-one-alert-per-conversation.sql');
  await db.owner.query('alter table alerts no force row level security');
  const { rows } = await db.owner.query(
    `select reason, closed_cause from alerts where subject in ('invoice:a', 'invoice:b') order by reason`,
  );
  expect(rows.map(({ reason, closed_cause: cause }) => [reason, cause])).toEqual([
    ['1', 'ended'],
    ['2', null],
    ['3', null],
    ['4', null],
    ['5', null],
  ]);
  await expect(raise('client-message', 'invoice:a', '6')).rejects.toThrow('alerts_of_waiting_client');
  await db.owner.query(`update alerts set closed_at = now(), closed_cause = 'ended' where reason = '2'`);
  await raise('client-message', 'invoice:a', '6');
});
