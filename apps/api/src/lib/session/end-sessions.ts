import { sql } from 'kysely';
import type { Executor } from '../db/pool.ts';
import { announce } from '../live/events.ts';

interface Ending {
  readonly clientId: string;
  readonly userId: string;
  /** A session that goes on. */
  readonly except?: string;
  readonly at: Date;
}

/**
 * Ends a user's sessions in the transaction that gives the reason. Every node sees it with the next request, because
 * sessions are read from the database each time; open event streams are told to end on commit.
 */
export const endSessionsOf = async (executor: Executor, { clientId, userId, except, at }: Ending): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select end_sessions_of(${clientId}, ${userId}, ${at}, ${except ?? null}) as id`.execute(executor);
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await announce(executor, clientId, { noun: 'session', ids });
};
