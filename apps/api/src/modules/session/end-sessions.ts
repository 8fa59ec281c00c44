import { text, valuesOf } from '../../platform/db/rows.ts';
import { announce } from '../../platform/live/events.ts';
import type { Work } from '../../platform/work/work.ts';

/**
 * Ends a user's sessions except `kept`. It takes effect with the next request on every node, because sessions are read
 * from the database each time; open event streams are closed on commit.
 */
export async function endSessionsOf(work: Work, userId: string, kept: string | null = null): Promise<void> {
  const ids = await valuesOf(work.db, text)`
    select end_sessions_of(${work.tenant}, ${userId}, ${work.at}, ${kept})`;
  if (ids.length > 0) await announce(work, 'session', ids);
}
