import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-85] every payer has its company, also one that the version before adds', async () => {
  await db.upgrade('1120-changed-tax-ids.sql');
  await db.owner.query('alter table cost_centres no force row level security');
  const payers = () =>
    db.owner.query(`
      select count(*)::integer as centres, count(*) filter (where rfc = rfc_payer)::integer as own
      from cost_centres left join companies using (company_id) where not is_main`);
  const [before] = (await payers()).rows;
  expect(before.own).toBe(before.centres);
  await db.owner.query(`
    insert into cost_centres (client_id, cost_centre_id, rfc_payer, stp_name, clabe, stp_company, created_at)
    select client_id, gen_random_uuid(), rfc, rfc, '646180000000000012', 'X', now()
    from company_links link join companies using (company_id)
    where rfc <> 'XEXX010101000' and not exists (
      select from cost_centres known where known.client_id = link.client_id and known.rfc_payer = rfc
    ) limit 1`);
  expect((await payers()).rows).toEqual([{ centres: before.centres + 1, own: before.own + 1 }]);
});
