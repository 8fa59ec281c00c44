import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1170-refused-proposals.sql');
});
afterAll(() => db.close());

it('[DIN-24] a proposal for a receipt of an earlier release is refused once', async () => {
  const refuse = () =>
    db.owner.query(`
      insert into refused_proposals (payment_id, document_ids, refused_by, refused_at)
      select payment_id, '{}', operator_id, now() from unidentified_payments, operators limit 1`);
  expect((await refuse()).rowCount).toBe(1);
  await expect(refuse()).rejects.toMatchObject({ constraint: 'refused_proposals_pkey' });
});
