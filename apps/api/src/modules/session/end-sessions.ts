import { text, valuesOf } from '../../platform/db/rows.ts';
import { announce } from '../../platform/live/events.ts';
import { narrowTo, type WideWork, type Work } from '../../platform/work/work.ts';
import { membershipsOf } from './companies.ts';

/**
 * Ends a user's sessions except `kept`. It takes effect with the next request on every node, because sessions are read
 * from the database each time; open event streams are closed on commit.
 */
export async function endSessionsOf(work: Work, userId: string, kept: string | null = null): Promise<void> {
  const ids = await valuesOf(work.db, text)`
    select end_sessions_of(${work.tenant}, ${userId}, ${work.at}, ${kept})`;
  if (ids.length > 0) await announce(work, 'session', ids);
}

/**
 * Takes a user out of the client. Sessions go on with another client of the person, if there is one, and ask again for whom they
 * work; the others end.
 */
export async function leaveClient(work: Work, userId: string): Promise<void> {
  const ids = await valuesOf(work.db, text)`
    select leave_client(${work.tenant}, ${userId}, account_id, ${work.at}) from users
    where client_id = ${work.tenant} and user_id = ${userId}`;
  if (ids.length > 0) await announce(work, 'session', ids);
}

/** Ends every session of the user's account, with whichever client. Runs with the rights of a sign-in. */
export async function endSessionsOfAccount(work: WideWork, accountId: string): Promise<void> {
  const ended = await work.db
    .updateTable('sessions')
    .set({ ended_at: work.at })
    .where('user_id', 'in', membershipsOf(work, accountId))
    .where('ended_at', 'is', null)
    .returning(['session_id', 'client_id'])
    .execute();
  for (const { session_id: id, client_id: clientId } of ended)
    if (clientId !== null) await announce(narrowTo(work, clientId), 'session', [id]);
}
