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

const refuseDemo = (email: string | null | undefined): void => {
  if (email === null || email === undefined) return;
  throw new WrongConfiguration(`the database was seeded for a demo (${email}) and cannot be used in production`);
};

const refuseOther = (isRehearsal: boolean, isRehearsed: boolean): void => {
  if (isRehearsal && !isRehearsed) throw new WrongConfiguration('a rehearsal needs a database of its own');
  if (!isRehearsal && isRehearsed)
    throw new WrongConfiguration('the database was used for a rehearsal and cannot be used otherwise');
};

/** Throws if the database contains a demo user, whose password is public. Read-only, as the owner. */
export const refuseDemoPeople = (ownerUrl: string): Promise<void> =>
  withTables(ownerUrl, ['users', 'operators'], async (owner) => {
    const { rows } = await owner.query<{ email: string }>(
      `select email from users where lower(email) like '%.demo'
       union all select email from operators where lower(email) like '%.demo' limit 1`,
    );
    refuseDemo(rows[0]?.email);
  });

/**
 * Throws if a rehearsal would use a database of the business, or the business one of a rehearsal, whose invoices a test
 * authority has stamped. A rehearsal marks its database while that is empty. As the owner.
 */
export const keepRehearsalApart = (ownerUrl: string, isRehearsal: boolean): Promise<void> =>
  withTables(ownerUrl, ['rehearsal'], async (owner) => {
    if (isRehearsal)
      await owner.query(
        'insert into rehearsal (since) select now() where not exists (select from operators) on conflict do nothing',
      );
    const { rowCount } = await owner.query('select from rehearsal');
    refuseOther(isRehearsal, rowCount !== 0);
  });

/** The same two refusals for a program, which signs in as itself; nothing if the tables are still to be made. */
export const refuseForeignDatabase = (url: string, isRehearsal: boolean): Promise<void> =>
  withTables(url, ['users'], async (program) => {
    const { rows } = await program.query<{ demo_email: string | null; is_rehearsal: boolean }>(
      'select demo_email, is_rehearsal from database_purpose()',
    );
    refuseDemo(rows[0]?.demo_email);
    refuseOther(isRehearsal, rows[0]?.is_rehearsal === true);
  });
