/** Decisions of people about movements that are not booked. */
import type { BankLine, decideBankLine } from '@anticipa/contract/bank-files';
import type { BodyOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { lineById } from './queries.ts';

export async function decide(
  work: OperatorWork,
  lineId: string,
  decided: BodyOf<typeof decideBankLine>,
): Promise<Outcome<{ line: BankLine }>> {
  const { db, actor, at } = work;
  const line = await db
    .selectFrom('bank_lines')
    .select(['state', 'cause'])
    .where('line_id', '=', lineId)
    .forUpdate()
    .executeTakeFirst();
  if (!line) return refuse('NOT_FOUND');
  const isOpen = line.state === 'due' || line.state === 'waiting';
  const isOther = decided.decision === 'other';
  if (!isOpen || (isOther && line.cause !== 'resembles')) return refuse('BANK_LINE_DECIDED');
  const change =
    decided.decision === 'other'
      ? { state: 'due' as const, cause: null }
      : { state: 'ignored' as const, cause: null, reason: decided.reason, ended_by: actor.operatorId, ended_at: at };
  await db.updateTable('bank_lines').set(change).where('line_id', '=', lineId).execute();
  const details = decided.decision === 'ignore' ? { reason: decided.reason } : {};
  await writeAudit(work, { action: `bank-line.${decided.decision}`, subject: `bank-line:${lineId}`, details });
  return done({ line: await lineById(work, lineId) });
}
