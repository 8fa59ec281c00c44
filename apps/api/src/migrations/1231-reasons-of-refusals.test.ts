import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1170-refused-proposals.sql');
});
afterAll(() => db.close());

it('[DIN-24] older refusals stay without a reason; a new one needs a reason of at least five letters', async () => {
  const refuse = (column: string, value: string) =>
    db.owner.query(`
      insert into refused_proposals (payment_id, document_ids, refused_by, refused_at${column})
      select payment_id, '{}', operator_id, now()${value} from unidentified_payments, operators order by payment_id limit 1`);
  await refuse('', '');
  await db.upgrade('1231-reasons-of-refusals.sql');
  expect((await db.owner.query('select reason from refused_proposals')).rows).toEqual([{ reason: null }]);
  await db.owner.query('delete from refused_proposals');
  await expect(refuse(', reason', `, 'no'`)).rejects.toMatchObject({ constraint: 'refused_proposals_reason_check' });
});
