/** Sends the reminders of a day: one mail to each person, whatever the number of invoices. */
import { dateOf } from '@anticipa/domain/calendar';
import { reminderStep } from '@anticipa/domain/reminder';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type Work } from '../../platform/work/work.ts';
import { extraHolidays } from '../credit/queries.ts';
import type { JobDeps } from '../deps.ts';
import { administratorIds } from '../users/queries.ts';
import { reminderCandidates } from './queries.ts';
import { areRemindersOn } from './settings.ts';

interface Due {
  readonly documentId: string;
  readonly dueDate: string;
  readonly step: number;
}

/** Queues the mails of all clients that have none today. Runs each hour: a run that failed is made up for. */
export async function sendReminders(deps: JobDeps): Promise<void> {
  const due = await runAs(deps, WORKER, async (work) => {
    if (!(await areRemindersOn(work))) return [];
    const holidays = await extraHolidays(work);
    return (await reminderCandidates(work)).flatMap((invoice) => {
      const step = reminderStep(dateOf(invoice.dueDate), work.today, holidays);
      return step === null ? [] : [{ ...invoice, step }];
    });
  });
  await runEach(
    deps.log,
    Map.groupBy(due, ({ clientId }) => clientId),
    ([clientId, invoices]) => runAs(deps, WORKER, (work) => remind(narrowTo(work, clientId), invoices)),
  );
}

/** Records the steps, which another worker may have done, and queues a mail for each administrator. */
async function remind(work: Work, invoices: readonly Due[]): Promise<void> {
  const { db, tenant, today } = work;
  const rows = invoices.map(({ documentId, dueDate, step }) => ({
    client_id: tenant,
    document_id: documentId,
    reader: 'client' as const,
    due_date: dueDate,
    step,
    sent_on: today,
  }));
  const sent = await db
    .insertInto('reminders')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('document_id')
    .execute();
  if (sent.length === 0) return;
  const documentIds = sent.map(({ document_id }) => document_id);
  for (const userId of await administratorIds(work))
    await putMessage(work, 'payment-reminder', { userId, on: today, documentIds });
}
