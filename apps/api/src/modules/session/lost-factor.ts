/** Takes the second factor of a client's person away, who has lost it. */
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, flag, rowsOf, valuesOf } from '../../platform/db/rows.ts';
import { announce } from '../../platform/live/events.ts';
import { narrowTo, type Principal, type Work } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';

/** Why: the reason of the client's administrator, or the proposal of the lender's support. */
export type ReasonOfClearing = { readonly reason: string } | { readonly proposal: string | null };

const ended = z.object({ session_id: z.string().nullable(), client_id: clientIdColumn.nullable() });

/** SQL for `users`: whether a person who has joined the client has a second factor. */
export const hasFactor = sql<boolean>`(users.joined_at is not null and has_factor(users.account_id))`;

/** Whether the person works for another client too, whose protection this client must not weaken. */
export async function worksElsewhere({ db, tenant }: Work, userId: string): Promise<boolean> {
  const [found = false] = await valuesOf(db, flag)`
    select works_elsewhere(${tenant}, account_id) from users where client_id = ${tenant} and user_id = ${userId}`;
  return found;
}

/** Takes every factor away and ends all sessions of the person, whom the caller tells; false if there was no factor. */
export async function clearFactors(work: Work<Principal>, userId: string, details: ReasonOfClearing): Promise<boolean> {
  const { db, tenant, at } = work;
  const rows = await rowsOf(db, ended)`
    select cleared.* from users, clear_factors(${tenant}, users.user_id, users.account_id, ${at}) cleared
    where users.client_id = ${tenant} and users.user_id = ${userId}`;
  if (rows.length === 0) return false;
  for (const { session_id: sessionId, client_id: clientId } of rows)
    if (sessionId !== null && clientId !== null) await announce(narrowTo(work, clientId), 'session', [sessionId]);
  await writeAudit(work, { action: 'second-factor.cleared', subject: `user:${userId}`, details });
  return true;
}
