import type { RetriedSystem } from '@anticipa/contract/systems';
import { sql } from 'kysely';
import type { OperatorWork } from '../../platform/work/work.ts';
import { makeConstanciasDue } from '../conservation/change.ts';
import { writeAudit } from '../log/audit.ts';
import { registerRefusedAgain } from '../payers/registration.ts';
import { makeRunsDue } from '../sync/change.ts';

/** Scheduled jobs that take up what waits. */
const jobs = {
  'tax-status': 'recheck-pending-invoices',
  'taxpayer-list': 'refresh-taxpayer-list',
  'invoice-sync': 'resume-syncs',
  mail: 'resume-outbox',
  payouts: 'poll-transfers',
  conservation: 'conserve-contracts',
} as const satisfies Record<RetriedSystem, string>;

/** Has what waits for a system tried again now. Work that is being done is not disturbed. */
export async function retrySystem(work: OperatorWork, system: RetriedSystem): Promise<void> {
  if (system === 'conservation') await makeConstanciasDue(work);
  if (system === 'invoice-sync') await makeRunsDue(work);
  if (system === 'payouts') await registerRefusedAgain(work);
  await sql`select enqueue_job(${jobs[system]}, '{}'::json, job_key => ${jobs[system]})`.execute(work.db);
  await writeAudit(work, { action: 'system.retry', subject: `system:${system}` });
}
