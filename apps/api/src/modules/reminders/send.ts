/** Sends the reminders of a day: one mail to each person, whatever the number of invoices, beside the notices of the portal. */
import type { ReminderReader } from '@anticipa/domain/reminder';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type WideWork } from '../../platform/work/work.ts';
import { extraHolidays } from '../credit/queries.ts';
import type { JobDeps } from '../deps.ts';
import { contactsOf } from '../receivers/contact-queries.ts';
import { dueGroups, mailedReminders, tellOfDue } from './notices.ts';
import { reminderCandidates, withStep } from './queries.ts';
import { isSendable, receiverCandidates } from './receiver-queries.ts';
import { remindersOn } from './settings.ts';

interface Due {
  readonly clientId: ClientId;
  readonly documentId: string;
  readonly dueDate: string;
  readonly step: number;
}

/** Queues the mails of all clients and receivers that have none today. Runs each hour: a run that failed is made up for. */
export async function sendReminders(deps: JobDeps): Promise<void> {
  const due = await runAs(deps, WORKER, async (work) => {
    const isOn = await remindersOn(work);
    const holidays = await extraHolidays(work);
    const receivers = isOn.receiver ? withStep(await receiverCandidates(work), work, holidays) : [];
    return {
      notices: await dueGroups(work, holidays),
      isPortalOnly: !isOn.client,
      clients: isOn.client ? withStep(await reminderCandidates(work), work, holidays) : [],
      receivers: receivers.filter((invoice) => invoice.isOn && isSendable(invoice)),
    };
  });
  await runEach(deps.log, due.notices, (group) =>
    runAs(deps, WORKER, (work) => tellOfDue(work, group, due.isPortalOnly)),
  );
  await runEach(
    deps.log,
    Map.groupBy(due.clients, ({ clientId }) => clientId),
    ([clientId, invoices]) => runAs(deps, WORKER, (work) => remindClient(work, clientId, invoices)),
  );
  await runEach(
    deps.log,
    Map.groupBy(due.receivers, ({ companyId }) => companyId),
    ([companyId, invoices]) => runAs(deps, WORKER, (work) => remindReceiver(work, companyId, invoices)),
  );
}

/** Records the steps; those that another worker has recorded are not returned. */
async function record({ db, today }: WideWork, reader: ReminderReader, invoices: readonly Due[]) {
  const rows = invoices.map(({ clientId, documentId, dueDate, step }) => ({
    client_id: clientId,
    document_id: documentId,
    reader,
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
  const recorded = new Set(sent.map(({ document_id }) => document_id));
  return invoices.filter(({ documentId }) => recorded.has(documentId));
}

/** Queues a mail for each person who wants reminders by mail at once. */
async function remindClient(wide: WideWork, clientId: ClientId, invoices: readonly Due[]): Promise<void> {
  const sent = await record(wide, 'client', invoices);
  if (sent.length === 0) return;
  const work = narrowTo(wide, clientId);
  for (const [userId, documentIds] of await mailedReminders(wide, clientId, sent))
    await putMessage(work, 'payment-reminder', { userId, on: work.today, documentIds });
}

/** Queues a mail for each person of the receiver, with its invoices of all clients; it is listed under the client of the first one. */
async function remindReceiver(work: WideWork, companyId: string, invoices: readonly Due[]): Promise<void> {
  const sent = await record(work, 'receiver', invoices);
  const [first] = sent;
  if (first === undefined) return;
  const named = sent.map(({ clientId, documentId }) => ({ clientId, documentId }));
  for (const { contactId } of await contactsOf(work, companyId))
    await putMessage(narrowTo(work, first.clientId), 'receiver-reminder', {
      contactId,
      on: work.today,
      invoices: named,
    });
}
