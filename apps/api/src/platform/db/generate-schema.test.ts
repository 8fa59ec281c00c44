import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { describeCatalogue } from './catalogue.ts';
import { generateSchema } from './generate-schema.ts';

const BIOME = 'node_modules/@biomejs/biome/bin/biome';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const formatted = (source: string): string =>
  spawnSync(process.execPath, [BIOME, 'format', '--stdin-file-path=schema.ts'], { input: source, encoding: 'utf8' })
    .stdout;

it('schema.ts matches the migrations', async () => {
  const kept = readFileSync(join(import.meta.dirname, 'schema.ts'), 'utf8');
  expect(formatted(await generateSchema(db.ownerUrl))).toBe(kept);
});

it('catalogue.txt lists the constraints, unique indexes, triggers, policies, grants and functions of the migrations', async () => {
  const kept = readFileSync(join(import.meta.dirname, 'catalogue.txt'), 'utf8');
  expect(await describeCatalogue(db.ownerUrl)).toBe(kept);
});

it('no index but that of the inbox contains what a step of a sale changes in invoices, their items and the sale itself', async () => {
  // A change of an indexed column writes into every index of the table. Covers keys and conditions of indexes.
  const { rows } = await db.owner.query(
    `select distinct index.relname as index, attname as column
     from pg_index
     join pg_class index on index.oid = indexrelid
     join pg_depend on classid = 'pg_class'::regclass and objid = indexrelid and refobjid = indrelid
     join pg_attribute on attrelid = indrelid and attnum = refobjsubid
     where indrelid in ('invoices'::regclass, 'sale_items'::regclass)
       and attname = any('{status,state,verification,checked_at,motive,rejected_at,due_date,interest_rate,initial_deposit,deposited_on}')
       or indrelid = 'invoices'::regclass and attname = 'sale_id'
       or indrelid = 'sales'::regclass and attname = any('{state,terms_version,terms_hash,contract_text,contract_sales,answered_at}')`,
  );
  // Written when a sale enters or leaves a queue; the desk counts its queues there at every look (migration 1022).
  expect(rows).toEqual([{ index: 'sales_inbox', column: 'state' }]);
});

it('derives unions from checks, and generated, nullable and array types', async () => {
  await db.owner.query(`create table sample (
    client_id uuid not null, id bigint generated always as identity, status text not null check (status in ('A', 'B')), base integer not null check (base in (360, 365)),
    amount numeric(18,2), at timestamptz not null default now(), due_on date not null, notes text[], body jsonb)`);
  const source = await generateSchema(db.ownerUrl);
  expect(source).toContain(`interface SampleTable {
  client_id: ClientId;
  id: GeneratedAlways<string>;
  status: 'A' | 'B';
  base: 360 | 365;
  amount: string | null;
  at: Generated<Timestamp>;
  due_on: string;
  notes: (string)[] | null;
  body: Json | null;
}`);
  await db.owner.query('drop table sample');
});
