import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-31] a head of an earlier version’s chains is kept as it is, and no other', async () => {
  await db.upgrade('1266-kept-heads.sql');
  const keep = (journal: string, client: string, number: string) =>
    db.owner.query(
      `insert into kept_heads select ${client}, ${number}, hash, now() from ${journal} order by 1, 2 desc limit 1`,
    );
  await keep('ledger_entries', 'client_id', 'entry_number');
  await keep('lender_entries', 'null::uuid', 'entry_number');
  for (const [journal, client] of [
    ['ledger_entries', 'client_id'],
    ['lender_entries', 'null::uuid'],
  ] as const)
    await expect(keep(journal, client, 'entry_number + 1')).rejects.toMatchObject({
      constraint: 'kept_heads_of_chain',
    });
  for (const change of ['update kept_heads set entry_number = 1', 'delete from kept_heads', 'truncate kept_heads'])
    await expect(db.owner.query(change)).rejects.toMatchObject({ constraint: 'kept_heads_stay' });
});
