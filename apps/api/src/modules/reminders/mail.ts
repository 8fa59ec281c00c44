import { formatDate } from '@anticipa/texts/format';
import { z } from 'zod';
import type { Mail, MailTable } from '../../platform/jobs/mail-template.ts';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { Work } from '../../platform/work/work.ts';
import { activeUserById } from '../users/queries.ts';
import { amountText, daysText, isStale, textFor } from './mail-parts.ts';
import { type RemindedInvoice, remindedInvoices } from './queries.ts';
import { receiverReminderMails } from './receiver-mail.ts';

/** The address of the portal, for the button. */
export interface ReminderDeps {
  readonly config: { readonly baseUrl: string };
}

const reminded = z.strictObject({ userId: z.uuid(), on: z.string(), documentIds: z.array(z.uuid()) });

/** The invoices in two tables: those overdue first. */
function tablesOf(invoices: readonly RemindedInvoice[]): MailTable[] {
  const overdue = invoices.filter(({ daysLate }) => daysLate > 0);
  const coming = invoices.filter(({ daysLate }) => daysLate <= 0);
  const tables: MailTable[] = [
    {
      title: 'Vencidas',
      head: ['Factura', 'Pagador', 'Venció', 'Días', 'A pagar hoy'],
      rows: overdue.map((one) => [
        one.folio,
        one.receiver,
        formatDate(one.dueDate),
        daysText(one.daysLate),
        amountText(one.amountDue),
      ]),
      figures: [4],
    },
    {
      title: 'Por vencer',
      head: ['Factura', 'Pagador', 'Vence', 'Importe'],
      rows: coming.map((one) => [one.folio, one.receiver, formatDate(one.dueDate), amountText(one.owed)]),
      figures: [3],
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Name of the client of the work. */
export async function clientName({ db, tenant }: Work): Promise<string> {
  const { entity_name: name } = await db
    .selectFrom('clients')
    .select('entity_name')
    .where('client_id', '=', tenant)
    .executeTakeFirstOrThrow();
  return name;
}

/** Null for somebody without access, or once nothing is left to be reminded of. */
export async function clientMail(
  work: Work,
  { config }: ReminderDeps,
  userId: string,
  documentIds: readonly string[],
): Promise<Mail | null> {
  const user = await activeUserById(work, userId);
  const invoices = await remindedInvoices(work, documentIds);
  if (!user || invoices.length === 0) return null;
  const reader = { kind: 'client', name: user.first_name, company: await clientName(work) } as const;
  return {
    to: user.email,
    ...(await textFor(work, reader, invoices, ({ amountDue }) => amountDue)),
    tables: tablesOf(invoices),
    action: { label: 'Ver mis cobros', url: `${config.baseUrl}/collections` },
    because: 'eres administrador de tu empresa',
  };
}

/** Mails that remind clients and receivers of payments, by kind of message. One of an earlier day is dropped. */
export const reminderMails = (deps: ReminderDeps) =>
  ({
    'payment-reminder': async (work, payload): Promise<Mail | null> => {
      const { userId, on, documentIds } = reminded.parse(payload);
      return isStale(work, on) ? null : clientMail(work, deps, userId, documentIds);
    },
    ...receiverReminderMails,
  }) satisfies Record<string, MailMaker>;
