/** The notices of a person. */
import { type listNotices, NOTICES_PAGE } from '@anticipa/contract/notices';
import type { QueryOf, ResponseOf } from '@anticipa/contract/route';
import { financedCurrency } from '@anticipa/contract/wire';
import { noticeEvents, noticeObjects } from '@anticipa/domain/notice-event';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, instant, pageOf, rowsOf, text, valuesOf, whole } from '../../platform/db/rows.ts';
import type { ClientWork, Work } from '../../platform/work/work.ts';

const noticeRow = z.object({
  noticeId: text,
  event: z.enum(noticeEvents),
  object: z.enum(noticeObjects),
  objectId: text.nullable(),
  label: text,
  count: whole,
  amount: decimal.nullable(),
  currency: financedCurrency.nullable(),
  left: decimal.nullable(),
  otherAmount: decimal.nullable(),
  dueOn: text.nullable(),
  step: whole.nullable(),
  trackingKey: text.nullable(),
  createdAt: instant,
  readAt: instant.nullable(),
});

const noticeColumns = sql`notice.notice_id as "noticeId", notice.event, notice.object, notice.object_id as "objectId",
  notice.label, notice.count, notice.amount, notice.currency, notice.left_amount as left,
  notice.other_amount as "otherAmount", notice.due_on::text as "dueOn", notice.step,
  notice.tracking_key as "trackingKey", notice.created_at as "createdAt", notice.read_at as "readAt"`;

const own = ({ tenant, actor }: ClientWork) =>
  sql`notice.client_id = ${tenant} and notice.user_id = ${actor.userId} and notice.in_portal`;

export async function noticesOf(
  work: ClientWork,
  { event, unread, after }: QueryOf<typeof listNotices>,
): Promise<ResponseOf<typeof listNotices>> {
  const rows = await rowsOf(work.db, noticeRow)`
    select ${noticeColumns} from notices notice
    where ${own(work)}
      and (${event ?? null}::text is null or notice.event = ${event ?? null})
      and (${unread === undefined} or notice.read_at is null)
      and (${after ?? null}::uuid is null or (notice.created_at, notice.notice_id) < (
        select last.created_at, last.notice_id from notices last
        where last.client_id = notice.client_id and last.user_id = notice.user_id and last.notice_id = ${after ?? null}))
    order by notice.created_at desc, notice.notice_id desc
    limit ${NOTICES_PAGE + 1}`;
  return { ...pageOf(rows, NOTICES_PAGE, ({ noticeId }) => noticeId), unread: await unreadOf(work) };
}

export async function unreadOf(work: ClientWork): Promise<number> {
  const [count = 0] = await valuesOf(work.db, whole)`
    select count(*)::int from notices notice where ${own(work)} and notice.read_at is null`;
  return count;
}

/** Notices for a message to their reader, oldest first. */
export const noticesById = ({ db, tenant }: Work, userId: string, noticeIds: readonly string[]) =>
  rowsOf(db, noticeRow)`
    select ${noticeColumns} from notices notice
    where notice.client_id = ${tenant} and notice.user_id = ${userId} and notice.notice_id = any(${noticeIds}::uuid[])
    order by notice.created_at, notice.notice_id`;
