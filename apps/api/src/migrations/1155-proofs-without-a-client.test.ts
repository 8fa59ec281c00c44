import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1155-proofs-without-a-client.sql');
});
afterAll(() => db.close());

it('[DIN-16] a proof of money sent back to its payer belongs to no client, and older proofs keep theirs', async () => {
  const { rows } = await db.owner.query(`
    select count(*)::integer as all, count(client_id)::integer as of_clients from transfer_proofs`);
  expect(rows[0]?.all).toBe(rows[0]?.of_clients);
  await expect(db.owner.query('update transfer_proofs set client_id = null')).resolves.toBeDefined();
});
