/** Deletes what a table has kept for long enough. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/pool.ts';

/** Rows of one transaction, which holds no lock for long. */
const BATCH = 500;

interface Old {
  readonly table: string;
  /** The column that dates a row. A table that grows fast has an index on it. */
  readonly by: string;
  readonly before: Date | string;
  /** Another condition of a row to delete. */
  readonly also?: RawBuilder<unknown>;
}

/** Deletes the rows before a time, the oldest first, a batch per transaction; returns how many. */
export async function deleteOld(db: Database, { table, by, before, also = sql`true` }: Old): Promise<number> {
  const [from, column] = [sql.table(table), sql.ref(by)];
  let deleted = 0;
  for (let last = BATCH; last === BATCH; deleted += last)
    last = await db.withTransaction({ as: 'worker' }, async (executor) => {
      const { numAffectedRows = 0n } = await sql`delete from ${from} where ctid = any(array(
        select ctid from ${from} as old where ${column} < ${before} and ${also} order by ${column} limit ${BATCH}
      ))`.execute(executor);
      return Number(numAffectedRows);
    });
  return deleted;
}
