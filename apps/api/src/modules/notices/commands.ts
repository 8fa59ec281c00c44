/** A person reads notices, and chooses their channels. */
import type { changeNoticeChoices, NoticeChoices } from '@anticipa/contract/notices';
import type { BodyOf } from '@anticipa/contract/route';
import { done, type Outcome, refuseEach } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import { announce } from '../../platform/live/events.ts';
import type { ClientWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { breaksLock, type Channels, choicesOf, switchColumns } from './choice-queries.ts';
import { unreadOf } from './queries.ts';

/** Marks notices as read, all without ids. The person's other screens learn of it. */
export async function markRead(work: ClientWork, noticeIds: readonly string[] | null): Promise<{ unread: number }> {
  const { db, tenant, actor, at } = work;
  const unread = db
    .updateTable('notices')
    .set({ read_at: at })
    .where('client_id', '=', tenant)
    .where('user_id', '=', actor.userId)
    .where('in_portal', '=', true)
    .where('read_at', 'is', null);
  const named = noticeIds === null ? unread : unread.where('notice_id', '=', sql<string>`any(${noticeIds}::uuid[])`);
  const { numUpdatedRows } = await named.executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await announce(work, 'notices', []);
  return { unread: await unreadOf(work) };
}

export async function changeChoices(
  work: ClientWork,
  { choices }: BodyOf<typeof changeNoticeChoices>,
  channels: Channels,
): Promise<Outcome<NoticeChoices>> {
  const locked = choices.filter(({ event, ...choice }) => breaksLock(event, choice));
  if (locked.length > 0)
    return refuseEach(
      'NOTICE_LOCKED',
      locked.map(({ event }) => event),
    );
  const { db, tenant, actor } = work;
  for (const { event, ...choice } of choices) {
    await db
      .insertInto('notice_choices')
      .values({ client_id: tenant, user_id: actor.userId, event, ...choice })
      .onConflict((conflict) => conflict.columns(['client_id', 'user_id', 'event']).doUpdateSet(choice))
      .execute();
    const column = switchColumns[event];
    if (column === undefined) continue;
    await db
      .updateTable('users')
      .set({ [column]: choice.mail !== 'none' })
      .where('client_id', '=', tenant)
      .where('user_id', '=', actor.userId)
      .execute();
  }
  const details = { fields: choices.map(({ event }) => event) };
  await writeAudit(work, { action: 'user.notices-chosen', subject: `user:${actor.userId}`, details });
  return done(await choicesOf(work, channels));
}
