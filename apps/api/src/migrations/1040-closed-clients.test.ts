import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('every client stays open; a closed one has an instant until which its people read, an open one none', async () => {
  await db.upgrade('1040-closed-clients.sql');
  const { rows } = await db.owner.query('select distinct client_state, reads_until from clients');
  expect(rows).toEqual([{ client_state: 'open', reads_until: null }]);
  const set = (values: string) => db.owner.query(`update clients set ${values}`);
  await expect(set(`client_state = 'closed'`)).rejects.toThrow('clients_closed');
  await expect(set('reads_until = now()')).rejects.toThrow('clients_closed');
  await set(`client_state = 'closed', reads_until = now()`);
  await expect(set(`client_state = 'open'`)).rejects.toThrow('clients_closed');
});
