import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
const SUM = `(select sum(total) from sale_items item
  where item.client_id = sales.client_id and item.sale_id = sales.sale_id and state in ('authorised', 'disbursed'))`;
const countOf = async (condition: string) => (await db.owner.query(`select from sales where ${condition}`)).rowCount;

beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.owner.query(`update sales set answered_at = now() where state = 'answered'`);
  await db.upgrade('1035-fewer-pages-per-sale.sql');
});
afterAll(() => db.close());

it('sales answered today have the sum of what was authorised, older ones none', async () => {
  expect(await countOf(`state = 'answered' and authorised_total = ${SUM}`)).toBeGreaterThan(0);
  expect(await countOf(`state = 'answered' and authorised_total is distinct from ${SUM}`)).toBe(0);
  expect(await countOf(`state <> 'answered' and authorised_total is not null`)).toBe(0);
});

it('nobody can write another sum', async () => {
  const { rowCount } = await db.owner.query(`update sales set authorised_total = 0 where state = 'disbursed'`);
  expect(rowCount).toBeGreaterThan(0);
  expect(await countOf(`state = 'disbursed' and authorised_total is distinct from ${SUM}`)).toBe(0);
});

it('a proven claim is found without being written again; an unproven one is proven once, and rivals still lose', async () => {
  const claim = async (values: string, proven = true) => {
    const { rows } = await db.owner.query<{ claimed: boolean }>(
      `select claim_invoice(client_id, document_id, uuid, seal_hash, fingerprint, ${proven}) as claimed from ${values}`,
    );
    return rows.map(({ claimed }) => claimed);
  };
  const versions = async () => (await db.owner.query('select xmin, is_proven from invoice_claims order by uuid')).rows;
  await db.owner.query('update invoice_claims set is_proven = true');
  const before = await versions();
  expect(new Set(await claim('invoice_claims'))).toEqual(new Set([true]));
  expect(await versions()).toEqual(before);
  const rivals =
    '(select client_id, gen_random_uuid() as document_id, uuid, seal_hash, fingerprint from invoice_claims limit 1) rival';
  expect(await claim(rivals)).toEqual([false]);
  await db.owner.query('update invoice_claims set is_proven = false');
  expect(new Set(await claim('invoice_claims'))).toEqual(new Set([true]));
  expect(await versions()).not.toContainEqual(expect.objectContaining({ is_proven: false }));
});

it('a hold on a line after its last day is refused by the table', async () => {
  await db.owner.query(
    `begin; alter table credit_holds drop constraint credit_holds_pkey cascade; update credit_lines set valid_until = '2020-01-01'`,
  );
  const again = db.owner.query('insert into credit_holds select * from credit_holds limit 1');
  await expect(again).rejects.toMatchObject({ constraint: 'credit_lines_in_force' });
  await db.owner.query('rollback');
});
