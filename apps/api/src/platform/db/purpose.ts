/** A database of a demo, a rehearsal or the business itself is never used for another of them. */
import type pg from 'pg';
import { WrongConfiguration } from '../config/setting-checks.ts';
import { connectOwner } from './migrate.ts';

/** Runs `work` if the tables are there; before the first migration there is nothing to check. */
const withTables = async (
  ownerUrl: string,
  tables: readonly string[],
  work: (owner: pg.Client) => Promise<void>,
): Promise<void> => {
  const owner = await connectOwner(ownerUrl);
  try {
    const { rows } = await owner.query<{ isThere: boolean }>(
      `select bool_and(to_regclass('public.' || name) is not null) as "isThere" from unnest($1::text[]) as name`,
      [tables],
    );
    if (rows[0]?.isThere === true) await work(owner);
  } finally {
    await owner.end();
  }
};

/** Throws if the database contains a demo user, whose password is public. Read-only. */
export const refuseDemoPeople = (ownerUrl: string): Promise<void> =>
  withTables(ownerUrl, ['users', 'operators'], async (owner) => {
    const { rows } = await owner.query<{ email: string }>(
      `select email from users where lower(email) like '%.demo'
       union all select email from operators where lower(email) like '%.demo' limit 1`,
    );
    if (rows[0] === undefined) return;
    throw new WrongConfiguration(
      `the database was seeded for a demo (${rows[0].email}) and cannot be used in production`,
    );
  });

/**
 * Throws if a rehearsal would use a database of the business, or the business one of a rehearsal, whose invoices a test
 * authority has stamped. A rehearsal marks its database while that is empty.
 */
export const keepRehearsalApart = (ownerUrl: string, isRehearsal: boolean): Promise<void> =>
  withTables(ownerUrl, ['rehearsal'], async (owner) => {
    if (isRehearsal)
      await owner.query(
        'insert into rehearsal (since) select now() where not exists (select from operators) on conflict do nothing',
      );
    const { rowCount } = await owner.query('select from rehearsal');
    if (isRehearsal && rowCount === 0) throw new WrongConfiguration('a rehearsal needs a database of its own');
    if (!isRehearsal && rowCount !== 0)
      throw new WrongConfiguration('the database was used for a rehearsal and cannot be used otherwise');
  });
