import { sql } from 'kysely';
import type { WideWork } from './work.ts';

/** Runs a command and undoes what it wrote: its answer says what it would do now. Its locks last until the transaction ends. */
export async function rehearse<T>({ db }: Pick<WideWork, 'db'>, command: () => Promise<T>): Promise<T> {
  await sql`savepoint rehearsal`.execute(db);
  try {
    return await command();
  } finally {
    await sql`rollback to savepoint rehearsal`.execute(db);
  }
}
