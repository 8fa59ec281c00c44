import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[EFE-30] a client learns the name and the domain of a contact, and no more', async () => {
  await db.upgrade('1515-who-was-asked.sql');
  const { rows: companies } = await db.owner.query<{ company_id: string }>('select company_id from companies limit 1');
  const { rows } = await db.owner.query<{ asked: string }>(
    `with contact as (
       insert into receiver_contacts (contact_id, company_id, name, email, recorded_by, recorded_at)
       values (gen_random_uuid(), $1, E'Ana\\n Pagos', 'ana.pagos@cliente.example', (select operator_id from operators limit 1), now()) returning contact_id)
     select contact_id::text as asked from contact`,
    [companies[0]?.company_id],
  );
  const { rows: shown } = await db.owner.query<{ asked: string }>('select confirmation_addressee($1) as asked', [
    rows[0]?.asked,
  ]);
  expect(shown).toEqual([{ asked: 'Ana Pagos (a***@cliente.example)' }]);
});
