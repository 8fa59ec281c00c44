import type { Portal } from './portal.ts';

/** Names of the tables with a row that contains a text; bytes are written in hex. */
export const tablesWith = async ({ db: { owner } }: Portal, text: string): Promise<string[]> => {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r'
     and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await owner.query(`select from ${name} t where t::text like $1`, [`%${text}%`]);
    if (rowCount !== 0) found.push(name);
  }
  return found;
};
