import { readConfig } from '@anticipa/api/lib/config';
import { withOwnerClient } from '@anticipa/api/lib/db/embedded/owner-client';
import { withOwnerUrl } from '@anticipa/api/lib/db/embedded/owner-url';
import type pg from 'pg';

/** Works on the run's database as its owner. */
export const inDatabase = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withOwnerUrl(readConfig({ ...process.env, DATA_DIR: process.env.E2E_DATA_DIR }), (ownerUrl) =>
    withOwnerClient(ownerUrl, work),
  );

/** One statement, or several without values, for what a journey cannot do by clicking. */
export const asOwner = (statement: string, values?: readonly unknown[]) =>
  inDatabase((client) => client.query(statement, values && [...values]));

/** A fault that the database has, and what ends it. */
interface Fault {
  readonly make: string;
  readonly mend: string;
}

/** Rows of a table that cannot be written: those for which `when` holds. */
export const unwritable = (table: string, when = 'true'): Fault => ({
  make: `
    create function journey_fault() returns trigger language plpgsql as $$ begin raise exception 'a fault'; end $$;
    create trigger journey_fault before insert on ${table} for each row when (${when}) execute function journey_fault()`,
  mend: `drop trigger journey_fault on ${table}; drop function journey_fault()`,
});

/** Does something while the fault lasts; it is gone afterwards, however that ended. */
export async function during(fault: Fault, work: () => Promise<void>): Promise<void> {
  await asOwner(fault.make);
  try {
    await work();
  } finally {
    await asOwner(fault.mend);
  }
}

/** Does something while the rows are missing from the table. */
export async function without(table: string, where: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await asOwner(`delete from ${table} where ${where} returning *`);
  try {
    await work();
  } finally {
    await asOwner(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows),
    ]);
  }
}
