import type { closeAlert as closeRoute } from '@anticipa/contract/alerts';
import { approvalRoles, type Changes } from '@anticipa/contract/approvals';
import type { ResponseOf } from '@anticipa/contract/route';
import { isAboutMoney } from '@anticipa/domain/alert';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import type { OperatorWork } from '../../../platform/work/work.ts';
import type { Handler } from '../../approvals/handler.ts';
import { submit } from '../../approvals/submit.ts';
import { writeAudit } from '../../log/audit.ts';
import { hasRoleNow } from '../../operators/queries.ts';
import { alertById } from './queries.ts';

/** Subject of the alert, and whether it is closed. */
async function standing({ db }: OperatorWork, alertId: string): Promise<Changes['alert']['before']> {
  const row = await db
    .selectFrom('alerts')
    .select([
      sql<string>`case when subject like 'received-transfer:%' and reason = 'returned' then 'returned-payment' when kind = 'books-altered' then kind else reason end`.as(
        'alert',
      ),
      sql<boolean>`closed_at is not null`.as('attended'),
      sql<string | null>`details->>'amount'`.as('amount'),
      sql<string | null>`details->>'trackingKey'`.as('trackingKey'),
    ])
    .where('alert_id', '=', alertId)
    .executeTakeFirst();
  return row ?? null;
}

/** A message of the client that is newer than the work of the operator, who has not seen it. */
const unseen = (at: Date) => sql<boolean>`exists (select from invoice_messages message
  where kind = 'client-message' and message.client_id = alerts.client_id and 'invoice:' || message.document_id = subject
    and author_kind = 'user' and written_at > ${at})`;

/** Closes the alert; one that is closed stays as it is, and so does one of a client who is writing meanwhile. */
async function endAlert(work: OperatorWork, alertId: string): Promise<void> {
  const { db, actor, at } = work;
  // Messages are stored under this lock.
  await sql`select from invoices where (client_id, document_id) = (
    select client_id, split_part(subject, ':', 2)::uuid from alerts where alert_id = ${alertId} and kind = 'client-message'
  ) for no key update`.execute(db);
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({ closed_at: at, closed_by: actor.operatorId })
    .where('alert_id', '=', alertId)
    .where('closed_at', 'is', null)
    .where(unseen(at), '=', false)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await writeAudit(work, { action: 'alert.close', subject: `alert:${alertId}` });
}

export const alertClosing: Handler<'alert'> = {
  standing: (work, { about }) => standing(work, about.alertId),
  isPossible: async (work, { about }) => (await standing(work, about.alertId))?.attended === false,
  apply: async (work, { about }) => done(await endAlert(work, about.alertId)),
};

/** Closes an open alert, or proposes it with a reason if it is about money; a closed one stays as it is. */
export async function closeAlert(
  work: OperatorWork,
  alertId: string,
  reason: string | undefined,
): Promise<Outcome<ResponseOf<typeof closeRoute>>> {
  const data = await alertById(work, alertId);
  if (data === undefined) return refuse('NOT_FOUND');
  if (data.closedAt !== null) return done({ data, proposal: null });
  if (!isAboutMoney(data.subject)) {
    await endAlert(work, alertId);
    return done({ data: (await alertById(work, alertId)) ?? data, proposal: null });
  }
  if (!(await hasRoleNow(work, approvalRoles.alert))) return refuse('ROLE_NEEDED');
  if (reason === undefined) return refuseEach('SECOND_PERSON_NEEDED', ['reason']);
  const wanted = { kind: 'alert', about: { alertId }, proposed: { attended: true } } as const;
  const before = await standing(work, alertId);
  const submitted = await submit(work, alertClosing, { ...wanted, before }, reason);
  return submitted.ok ? done({ data: { ...data, waits: true }, ...submitted.value }) : submitted;
}
