import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-75] a notice is whole, not of a day to come, and explained once it is corrected', async () => {
  await db.upgrade('1190-receiver-contacts.sql');
  const record = (place: number, values: string) =>
    db.owner.query(
      `insert into assignment_notices (client_id, company_id, notice_number, given_on, way, evidence_sha256, evidence_name, reason,
         recorded_by, recorded_on, recorded_at)
       select client_id, company_id, $1, ${values}, (select operator_id from operators limit 1), '2026-03-10', now()
       from company_links order by client_id, company_id limit 1`,
      [place],
    );
  const evidence = `decode(repeat('ab', 32), 'hex'), 'acuse.pdf'`;
  await record(1, `'2026-03-10', 'notary', ${evidence}, null`);
  await expect(record(2, `'2026-03-11', 'notary', ${evidence}, 'otro día'`)).rejects.toThrow('assignment_notices_past');
  await expect(record(2, `'2026-03-09', 'notary', null, null, 'otro día'`)).rejects.toThrow('assignment_notices_whole');
  await expect(record(2, `'2026-03-09', 'notary', ${evidence}, null`)).rejects.toThrow('assignment_notices_explained');
  await record(2, `null, null, null, null, 'era de otro'`);
});
