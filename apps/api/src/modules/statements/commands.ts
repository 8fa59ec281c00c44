import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { mailBalanceStatement } from '@anticipa/contract/statements';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { writeAudit } from '../../lib/audit.ts';
import type { Config } from '../../lib/config.ts';
import { useToday } from '../../lib/daily-use.ts';
import { putMessage } from '../../lib/jobs/outbox.ts';
import type { ClientWork } from '../../lib/work.ts';

/** Queues the statement of a period, as it is now, for the user who asks for it. */
export async function queueStatementMail(
  work: ClientWork,
  { summaryMailsPerDay: limit }: Pick<Config, 'summaryMailsPerDay'>,
  { startDate: from, endDate: to }: BodyOf<typeof mailBalanceStatement>,
): Promise<Outcome<ResponseOf<typeof mailBalanceStatement>>> {
  const { userId } = work.actor;
  if (!(await useToday(work, 'summary-mails', { amount: 1, limit }))) return refuse('DAILY_LIMIT_REACHED');
  await putMessage(work, 'statement', { userId, from, to, knownAt: work.at.toISOString() });
  await writeAudit(work, { action: 'statement.mail', subject: `user:${userId}`, details: { from, to } });
  return done({ status: 'success' });
}
