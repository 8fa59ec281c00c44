import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { sendSummary } from '@anticipa/contract/sales';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { areAllIn, sentStates } from '@anticipa/domain/sale';
import { normaliseEmail } from '@anticipa/domain/user';
import type { Config } from '../../../platform/config/config.ts';
import { putMessage } from '../../../platform/jobs/outbox.ts';
import type { ClientWork } from '../../../platform/work/work.ts';
import { writeAudit } from '../../log/audit.ts';
import { consumeDailyQuota } from '../../quota/daily-use.ts';
import { salesByNumber } from '../queries.ts';
import { activeUsersByEmail } from './request-queries.ts';

/** A person is sent the summary of a sale at most once in this time. */
const PAUSE_MS = 10 * 60_000;

/**
 * Queues the summary mails of requested sales, to active users of the client only. A person who was sent one in the last
 * minutes gets no other.
 */
export async function summariseSales(
  work: ClientWork,
  { summaryMailsPerDay: limit }: Pick<Config, 'summaryMailsPerDay'>,
  { numberOfSales, emails }: BodyOf<typeof sendSummary>,
): Promise<Outcome<ResponseOf<typeof sendSummary>>> {
  const numbers = [...new Set(numberOfSales)];
  const sales = await salesByNumber(work, numbers, 'read');
  if (sales.length < numbers.length) return refuse('NOT_FOUND');
  if (!areAllIn(sales, sentStates)) return refuse('SALE_STATE_CONFLICT');
  const users = await activeUsersByEmail(work, emails);
  const strangers = emails.filter((email) => !users.has(normaliseEmail(email)));
  if (strangers.length > 0) return refuseEach('INVALID_EMAIL', strangers);
  const saleIds = sales.map(({ saleId }) => saleId);
  const due = await dueSummaries(work, saleIds, [...users.values()]);
  if (due.size > 0 && !(await consumeDailyQuota(work, 'summary-mails', { amount: due.size, limit })))
    return refuse('DAILY_LIMIT_REACHED');
  for (const [userId, ids] of due) await putMessage(work, 'sale-summary', { saleIds: ids, userId });
  const details = { recipients: due.size };
  for (const saleId of saleIds) await writeAudit(work, { action: 'sale.summary', subject: `sale:${saleId}`, details });
  return done({ status: 'success' });
}

/** Marks the summaries that are due as sent; the sales by user. */
async function dueSummaries(
  { db, tenant, at }: ClientWork,
  saleIds: readonly string[],
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const pairs = userIds.flatMap((user_id) =>
    saleIds.map((sale_id) => ({ client_id: tenant, user_id, sale_id, asked_at: at })),
  );
  const due = await db
    .insertInto('summary_mails')
    .values(pairs)
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'sale_id', 'user_id'])
        .doUpdateSet({ asked_at: at })
        .where('summary_mails.asked_at', '<=', new Date(at.getTime() - PAUSE_MS)),
    )
    .returning(['user_id', 'sale_id'])
    .execute();
  const byUser = Map.groupBy(due, ({ user_id }) => user_id);
  return new Map([...byUser].map(([userId, rows]) => [userId, rows.map(({ sale_id }) => sale_id)]));
}
