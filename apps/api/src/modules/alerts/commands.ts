import type { Alert } from '@anticipa/contract/alerts';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { writeAudit } from '../../lib/audit.ts';
import type { OperatorWork } from '../../lib/work.ts';
import { alertById } from './queries.ts';

/** Closes an open alert; a closed one stays as it is. */
export async function closeAlert(work: OperatorWork, alertId: string): Promise<Outcome<{ data: Alert }>> {
  const { db, actor, at } = work;
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({ closed_at: at, closed_by: actor.operatorId })
    .where('alert_id', '=', alertId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await writeAudit(work, { action: 'alert.close', subject: `alert:${alertId}` });
  const data = await alertById(work, alertId);
  return data ? done({ data }) : refuse('NOT_FOUND');
}
