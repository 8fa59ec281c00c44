/** Opens and closes the portal for an operator who sees it as a client. */
import { randomUUID } from 'node:crypto';
import type { ResponseOf } from '@anticipa/contract/route';
import type { viewClient } from '@anticipa/contract/views';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import type { ClientActor } from '../../platform/work/caller.ts';
import { narrowTo, type OperatorWork, type WideWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { clientById } from '../session/client-by-id.ts';

/** Equals the time for which an unattended desk stays unlocked, so that a view needs no lock of its own. */
const VIEW_MS = 15 * 60_000;

/** Opens a view of the operator's session, as the client's oldest administrator. */
export async function startView(
  wide: OperatorWork,
  namedId: string,
  reason: string,
): Promise<Outcome<ResponseOf<typeof viewClient>>> {
  const { db, at, actor } = wide;
  const clientId = await clientById(wide, namedId);
  if (clientId === undefined) return refuse('NOT_FOUND');
  const user = await db
    .selectFrom('users')
    .select('user_id')
    .where('client_id', '=', clientId)
    .where('active', '=', true)
    .orderBy('is_admin', 'desc')
    .orderBy('created_at')
    .orderBy('user_id')
    .executeTakeFirst();
  if (user === undefined) return refuse('NOT_FOUND');
  const viewId = randomUUID();
  const endsAt = new Date(at.getTime() + VIEW_MS);
  await db
    .insertInto('client_views')
    .values({
      view_id: viewId,
      session_id: actor.sessionId,
      client_id: clientId,
      user_id: user.user_id,
      reason,
      started_at: at,
      ends_at: endsAt,
    })
    .execute();
  await writeAudit(narrowTo(wide, clientId), {
    action: 'client.view',
    subject: `client:${clientId}`,
    details: { reason, view: viewId, endsAt: endsAt.toISOString() },
  });
  return done({ viewId, endsAt: endsAt.toISOString() });
}

/** Ends a view with its bearers; the operator's session stays. */
export async function endView(
  work: WideWork<null>,
  { clientId, view }: ClientActor & Required<Pick<ClientActor, 'view'>>,
): Promise<Outcome<{ readonly status: 'success' }>> {
  const { db, at } = work;
  await db
    .updateTable('client_views')
    .set({ ends_at: sql<Date>`greatest(started_at, ${at})` })
    .where('view_id', '=', view.viewId)
    .execute();
  await db.deleteFrom('session_tokens').where('view_id', '=', view.viewId).execute();
  await writeAudit(
    { ...narrowTo(work, clientId), actor: view.operator },
    { action: 'client.view-ended', subject: `client:${clientId}`, details: { view: view.viewId } },
  );
  return done({ status: 'success' });
}
