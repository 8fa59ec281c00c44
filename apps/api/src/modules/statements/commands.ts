import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { mailBalanceStatement } from '@anticipa/contract/statements';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import { putMessage } from '../../platform/jobs/outbox.ts';
import type { ClientWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { consumeDailyQuota } from '../quota/daily-use.ts';

export { statementPdf } from './pdf.ts';

/** A person is sent the statement of a period at most once in this time. */
const PAUSE_MS = 10 * 60_000;

/** Whether the user was sent the statement of the period in the last minutes. Others who ask wait for the transaction to end. */
async function wasJustSent(
  { db, tenant, at }: ClientWork,
  asked: Record<'userId' | 'from' | 'to', string>,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statement ${asked.userId}`}, 0))`.execute(db);
  const sent = await db
    .selectFrom('outbox')
    .select('outbox_id')
    .where('client_id', '=', tenant)
    .where('kind', '=', 'statement')
    .where('created_at', '>', new Date(at.getTime() - PAUSE_MS))
    .where('created_at', '<=', at)
    .where(sql<boolean>`payload @> ${JSON.stringify(asked)}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}

/** Queues the statement of a period, as it is now, for the user who asks for it, unless it was just queued. */
export async function queueStatementMail(
  work: ClientWork,
  { summaryMailsPerDay: limit }: Pick<Config, 'summaryMailsPerDay'>,
  { startDate: from, endDate: to }: BodyOf<typeof mailBalanceStatement>,
): Promise<Outcome<ResponseOf<typeof mailBalanceStatement>>> {
  const { userId } = work.actor;
  if (await wasJustSent(work, { userId, from, to })) return done({ status: 'success' });
  if (!(await consumeDailyQuota(work, 'summary-mails', { amount: 1, limit }))) return refuse('DAILY_LIMIT_REACHED');
  await putMessage(work, 'statement', { userId, from, to, knownAt: work.at.toISOString() });
  await writeAudit(work, { action: 'statement.mail', subject: `user:${userId}`, details: { from, to } });
  return done({ status: 'success' });
}
