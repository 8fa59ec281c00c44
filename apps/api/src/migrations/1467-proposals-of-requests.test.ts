import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[EFE-11] a request that is proposed gets the end of its proposal, and keeps its guard', async () => {
  await db.upgrade('1466-one-alert-per-conversation.sql');
  const open = (table: string) => db.owner.query(`alter table ${table} no force row level security`);
  for (const table of ['client_requests', 'approvals', 'users']) await open(table);
  const { rows: approvals } = await db.owner.query(
    `insert into approvals (approval_id, change, reason, proposed_by, proposed_at, expires_at)
     select gen_random_uuid(), json_build_object('kind', 'credit-line', 'about', json_build_object('clientId', client_id)),
       'crecen', operator_id, now(), '2026-04-01' from users, operators limit 1
     returning approval_id, client_id`,
  );
  const [{ approval_id: approvalId, client_id: clientId }] = approvals;
  await db.owner.query(
    `insert into client_requests (client_id, request_id, kind, amount, product, currency, reason, asked_by, asked_at, state, approval_id)
     select client_id, gen_random_uuid(), 'line', 100, 'BI', currency, 'crecen las ventas', user_id, now(), state, approval_id
     from (select client_id, user_id from users where client_id = $1 limit 1) asker,
       (values ('MXN', 'proposed', $2::uuid), ('USD', 'open', null)) request (currency, state, approval_id)`,
    [clientId, approvalId],
  );
  await db.upgrade('1467-proposals-of-requests.sql');
  await open('client_requests');
  const { rows } = await db.owner.query(
    `select state, proposed_until::date::text as until from client_requests where reason = 'crecen las ventas' order by currency`,
  );
  expect(rows).toEqual([
    { state: 'proposed', until: '2026-04-01' },
    { state: 'open', until: null },
  ]);
  await expect(db.owner.query('update client_requests set amount = 300')).rejects.toThrow('does not change');
});
