/** Puts changes before a second person. The rules about persons are in the table too (1017-desk.sql). */
import { randomUUID } from 'node:crypto';
import {
  type Approval,
  type ApprovalKind,
  approvalRoles,
  type Change,
  type Changes,
} from '@anticipa/contract/approvals';
import { addDays, endOfDate, MEXICO_CITY, nextBusinessDay, startOfDate } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import type { OperatorWork } from '../../platform/work/work.ts';
import { extraHolidays } from '../credit/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { mailSecondPersons } from '../operators/queue-mail.ts';
import { textHash } from '../settings/queries.ts';
import { type Handler, ofClient } from './handler.ts';
import { approvalById, isAbout } from './queries.ts';

export type Submitted = Promise<Outcome<{ readonly proposal: Approval }>>;

/** Answer to a submission if a change of the same subject waits already. */
export const oneAtATime = { approvals_open: refuse('PROPOSAL_PENDING') };

/** Records a change, makes room for it after an overdue one, and mails those who may decide. */
export async function submit<K extends ApprovalKind>(
  work: OperatorWork,
  handler: Handler<K>,
  change: Changes[K],
  reason: string,
): Submitted {
  const { db, at, actor } = work;
  const approvalId = randomUUID();
  await db
    .updateTable('approvals')
    .set({ state: 'expired', decided_at: sql`expires_at` })
    .where(isAbout(change))
    .where('state', '=', 'open')
    .where('expires_at', '<=', at)
    .execute();
  const isFirst = await isFirstToday(work, change);
  await db
    .insertInto('approvals')
    .values({
      approval_id: approvalId,
      change: JSON.stringify(change),
      reason,
      proposed_by: actor.operatorId,
      proposed_at: at,
      expires_at: await expiryIn(work, handler.days),
    })
    .execute();
  await writeAudit(auditable(work, change), {
    action: 'proposal.made',
    subject: `proposal:${approvalId}`,
    details: { change: logged(change), reason },
  });
  const concerned = 'operatorId' in change.about ? change.about.operatorId : null;
  if (isFirst) await mailSecondPersons(work, approvalId, { roles: approvalRoles[change.kind], concerned });
  const proposal = await approvalById(work, () => handler, approvalId);
  return done({ proposal });
}

/** Colleagues are mailed once a day about a subject, also if a change of it is withdrawn and proposed again. */
async function isFirstToday({ db, today }: OperatorWork, change: Change): Promise<boolean> {
  const earlier = await db
    .selectFrom('approvals')
    .select('approval_id')
    .where(isAbout(change))
    .where('proposed_at', '>=', startOfDate(today, MEXICO_CITY))
    .limit(1)
    .executeTakeFirst();
  return earlier === undefined;
}

/** The end of the last day on which a change is decided. */
async function expiryIn(work: OperatorWork, days: number | null = 5): Promise<Date | null> {
  if (days === null) return null;
  const holidays = await extraHolidays(work);
  let date = work.today;
  for (let day = 0; day < days; day += 1) date = nextBusinessDay(addDays(date, 1), holidays);
  return endOfDate(date, MEXICO_CITY);
}

/** A long text by its hash. */
export const logged = (change: Change): Change => {
  if (change.kind === 'brand') {
    const hashed = <V extends typeof change.proposed>(values: V): V => ({
      ...values,
      privacyText: values.privacyText && textHash(values.privacyText),
    });
    return { ...change, before: change.before && hashed(change.before), proposed: hashed(change.proposed) };
  }
  return change.kind === 'terms'
    ? {
        ...change,
        before: change.before && { ...change.before, body: textHash(change.before.body) },
        proposed: { ...change.proposed, body: textHash(change.proposed.body) },
      }
    : change;
};

/** The work to which the audit of a change belongs. */
export const auditable = (work: OperatorWork, { about }: Change): OperatorWork =>
  'clientId' in about && about.clientId !== null ? ofClient(work, { clientId: about.clientId }) : work;
