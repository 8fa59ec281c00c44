import { afterEach, beforeEach, expect, it } from 'vitest';
import { empty } from './emptying.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.close());

/** The rows of every table and the state of every sequence. */
const contents = async (): Promise<unknown> => {
  const { rows } = await db.owner.query(
    `select query_to_xml(format('table %s', c.oid::regclass), true, false, '')::text as found, c.oid::regclass::text as name
     from pg_class c where relkind in ('r', 'S') and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
     order by name`,
  );
  return rows;
};

it('restores rows that were added, changed or deleted, and sequences', async () => {
  const before = await contents();
  await db.owner.query(`
    insert into branches (branch, promoter_phone) values ('MTY', '8110000000');
    update products set product_id = gen_random_uuid();
    delete from schema_migrations;
    select nextval('payment_reference_numbers')`);
  expect(await contents()).not.toEqual(before);
  expect(await empty(db.owner)).toBe(true);
  expect(await contents()).toEqual(before);
});

it('ends the transaction, the settings and the subscriptions of its user', async () => {
  const received: unknown[] = [];
  db.owner.on('notification', (message) => received.push(message));
  await db.owner.query(`listen portal_events; set timezone = 'America/Mexico_City'; begin; notify portal_events`);
  expect(await empty(db.owner)).toBe(true);
  await db.owner.query('notify portal_events');
  const { rows } = await db.owner.query('show timezone');
  expect({ rows, received }).toEqual({ rows: [{ TimeZone: 'UTC' }], received: [] });
});

it('gives up a database whose schema was changed', async () => {
  await db.owner.query('begin; create table other (id integer); rollback');
  expect(await empty(db.owner)).toBe(true);
  await db.owner.query('create table other (id integer); drop table other');
  expect(await empty(db.owner)).toBe(false);
});

it('gives up a database with an open transaction', async () => {
  await db.worker.withTransaction({ as: 'worker' }, async () => {
    expect(await empty(db.owner)).toBe(false);
  });
  expect(await empty(db.owner)).toBe(true);
});
