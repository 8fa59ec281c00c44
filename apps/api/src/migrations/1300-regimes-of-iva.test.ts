import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

const inForce = async (clientId: string, day: string) => {
  const { rows } = await db.owner.query(
    'select iva_regime, trim_scale(iva_rate)::text as iva_rate from sale_terms_on($1, $2)',
    [clientId, day],
  );
  return rows[0];
};

it('[LIB-90] the upgrade leaves every sale in the regime that it had, and the database refuses other rates and regimes', async () => {
  await db.upgrade('1300-regimes-of-iva.sql');
  const { rows } = await db.owner.query('select distinct iva_regime from sale_items');
  expect(rows).toEqual([{ iva_regime: 'devengado' }]);
  const [client] = (await db.owner.query('select client_id from clients order by client_id limit 1')).rows;
  await db.owner.query('alter table sale_terms no force row level security');
  expect(await inForce(client.client_id, '2030-01-01')).toMatchObject({ iva_regime: null });
  const decide = (clientId: string | null, from: string, regime: string, rate: number) =>
    db.owner.query(
      `insert into sale_terms (terms_id, client_id, valid_from, iva_regime, iva_rate, early_rebate, iva_on_collection, collected_by, with_recourse)
       values ($1, $2, $3, $4, $5, false, false, 'lender', true)`,
      [randomUUID(), clientId, from, regime, rate],
    );
  await expect(decide(null, '2026-01-01', 'exento', 15)).rejects.toThrow('sale_terms_iva_rate_check');
  await expect(decide(null, '2026-01-01', 'exento', 0)).rejects.toThrow('sale_terms_iva_rate_check');
  await expect(decide(null, '2026-01-01', 'nominal', 16)).rejects.toThrow('sale_terms_iva_regime_check');
  await decide(null, '2026-01-01', 'exento', 16);
  await decide(null, '2026-06-01', 'flujo', 16);
  await decide(client.client_id, '2026-03-01', 'devengado', 8);
  await decide(client.client_id, '2026-03-01', 'devengado', 16);
  const days = ['2025-12-31', '2026-01-01', '2026-02-28', '2026-03-01', '2026-06-01'];
  expect(await Promise.all(days.map((day) => inForce(client.client_id, day)))).toMatchObject([
    { iva_regime: null },
    { iva_regime: 'exento' },
    { iva_regime: 'exento' },
    { iva_regime: 'devengado', iva_rate: '16' },
    { iva_regime: 'devengado', iva_rate: '16' },
  ]);
  expect(await inForce(randomUUID(), '2026-06-01')).toMatchObject({ iva_regime: 'flujo' });
  const change = (set: string) => db.owner.query(`update sale_items set ${set}`);
  await db.owner.query('alter table sale_items no force row level security');
  await expect(change(`iva_regime = 'exento'`)).rejects.toThrow('sale_items_iva_regime');
  await expect(change(`iva_regime = 'nominal'`)).rejects.toThrow('sale_items_iva_regime');
});
