/** Ends sessions whose prepared statements are of the tables before a migration. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const ASK_EVERY_MS = 50;
/** Time for transactions to end by themselves. */
const PATIENCE_MS = 3000;

/**
 * Ends all sessions of a program's role in its database that are open now, idle ones at once. A statement that was prepared before a table got a column
 * fails from then on ("cached plan must not change result type"). A program opens a new connection after that, but a pooler keeps
 * the session with its statements, and hands it to everybody.
 */
export async function endEarlierSessions(url: string): Promise<void> {
  const session = new pg.Client({ connectionString: url, application_name: 'anticipa migrate' });
  session.on('error', () => undefined);
  await session.connect();
  try {
    const startedAt = Date.now();
    const { rows } = await session.query<{ at: Date }>('select clock_timestamp() as at');
    for (;;) {
      const isPatient = Date.now() - startedAt < PATIENCE_MS;
      const { rows: left } = await session.query<{ ended: boolean | null }>(
        `select case when state = 'idle' or not $2 then pg_terminate_backend(pid) end as ended from pg_stat_activity
         where usename = current_user and datname = current_database() and pid <> pg_backend_pid() and backend_start <= $1`,
        [rows[0]?.at, isPatient],
      );
      if (left.every(({ ended }) => ended !== null)) return;
      await pause(ASK_EVERY_MS);
    }
  } finally {
    await session.end();
  }
}
