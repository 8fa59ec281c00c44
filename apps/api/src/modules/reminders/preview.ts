/** The reminders that go out today, made as the worker makes them, before anybody switches them on. */
import { TODAYS_MAILS, type TodaysReminders } from '@anticipa/contract/reminders';
import { isBusinessDay } from '@anticipa/domain/calendar';
import type { Mail } from '../../platform/jobs/mail-template.ts';
import { narrowTo, type WideWork } from '../../platform/work/work.ts';
import { extraHolidays } from '../credit/queries.ts';
import { contactsOf } from '../receivers/contact-queries.ts';
import { clientMail, clientName, type ReminderDeps } from './mail.ts';
import { mailedReminders } from './notices.ts';
import { reminderCandidates, withStep } from './queries.ts';
import { receiverMail } from './receiver-mail.ts';
import { isSendable, type ReceiverCandidate, receiverCandidates } from './receiver-queries.ts';
import { remindersOn } from './settings.ts';

type TodaysMail = TodaysReminders['mails'][number];
type Shown = Pick<TodaysMail, 'reader' | 'company' | 'stoppedBy'>;

const shownMail = ({ to, subject, paragraphs, tables = [] }: Mail, shown: Shown): TodaysMail => ({
  ...shown,
  to,
  subject,
  paragraphs: [...paragraphs],
  tables: tables.map(({ title, head, rows }) => ({ title, head: [...head], rows: rows.map((row) => [...row]) })),
});

export async function todaysReminders(work: WideWork, deps: ReminderDeps): Promise<TodaysReminders> {
  const holidays = await extraHolidays(work);
  const isOn = await remindersOn(work);
  const clients = Map.groupBy(withStep(await reminderCandidates(work), work, holidays), ({ clientId }) => clientId);
  const candidates = withStep(await receiverCandidates(work), work, holidays);
  const receivers = Map.groupBy(candidates.filter(isSendable), ({ companyId }) => companyId);
  const mails: TodaysMail[] = [];
  for (const [clientId, invoices] of [...clients].slice(0, TODAYS_MAILS)) {
    const own = narrowTo(work, clientId);
    const shown = {
      reader: 'client',
      company: await clientName(own),
      stoppedBy: isOn.client ? null : 'lender',
    } as const;
    for (const [userId, documentIds] of await mailedReminders(work, clientId, invoices)) {
      const mail = await clientMail(own, deps, userId, documentIds);
      if (mail) mails.push(shownMail(mail, shown));
    }
  }
  for (const [companyId, invoices] of [...receivers].slice(0, TODAYS_MAILS)) {
    const [{ company, isOn: isReceiverOn } = { company: '', isOn: false }] = invoices;
    const stoppedBy = isReceiverOn ? (isOn.receiver ? null : 'lender') : 'receiver';
    for (const { contactId } of await contactsOf(work, companyId)) {
      const mail = await receiverMail(work, contactId, invoices);
      if (mail) mails.push(shownMail(mail, { reader: 'receiver', company, stoppedBy }));
    }
  }
  return {
    isBusinessDay: isBusinessDay(work.today, holidays),
    count: clients.size + receivers.size,
    mails,
    withheld: withheldOf(candidates.filter((invoice) => !isSendable(invoice))),
  };
}

const causeOf = ({ isNotified, hasContact }: ReceiverCandidate) =>
  isNotified ? (hasContact ? 'no-account' : 'no-contact') : 'no-notice';

/** Receivers with invoices that nobody is reminded of, by the first thing that is missing. */
const withheldOf = (invoices: readonly ReceiverCandidate[]): TodaysReminders['withheld'] =>
  [...Map.groupBy(invoices, (one) => `${one.companyId} ${causeOf(one)}`).values()].flatMap((ofCause) => {
    const [first] = ofCause;
    return first
      ? [{ companyId: first.companyId, company: first.company, cause: causeOf(first), invoices: ofCause.length }]
      : [];
  });
