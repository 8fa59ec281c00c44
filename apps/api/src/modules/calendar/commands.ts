import type { renewCalendarLink } from '@anticipa/contract/calendar';
import type { ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome } from '@anticipa/domain/errors';
import { newToken, tokenHash } from '../../platform/work/caller.ts';
import type { ClientWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';

/** Replaces the user's link to the feed; the key exists only in the answer. */
export async function renewLink(
  work: ClientWork,
  baseUrl: string,
): Promise<Outcome<ResponseOf<typeof renewCalendarLink>>> {
  const { db, tenant, actor, at } = work;
  const key = newToken();
  const link = { key_hash: tokenHash(key), created_at: at };
  await db
    .insertInto('calendar_links')
    .values({ client_id: tenant, user_id: actor.userId, ...link })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id']).doUpdateSet(link))
    .execute();
  await writeAudit(work, { action: 'calendar.link', subject: `user:${actor.userId}` });
  return done({ url: `${baseUrl}/api/calendar/${key}.ics`, linkedAt: at.toISOString() });
}
