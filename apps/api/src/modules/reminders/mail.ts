import { dateOf, daysBetween } from '@anticipa/domain/calendar';
import { decimalOf, sumPerCurrency } from '@anticipa/domain/money';
import { filledIn, type ReminderText } from '@anticipa/domain/reminder';
import { formatAmount, formatDate } from '@anticipa/texts/format';
import { countOfInvoices, paragraphsOf } from '@anticipa/texts/reminder-texts';
import { z } from 'zod';
import type { Mail, MailTable } from '../../platform/jobs/mail-template.ts';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { Work } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { activeUserById } from '../users/queries.ts';
import { type RemindedInvoice, remindedInvoices } from './queries.ts';
import { reminderMailOf } from './settings.ts';

const reminded = z.strictObject({ userId: z.uuid(), on: z.string(), documentIds: z.array(z.uuid()) });

/** A mail that could not be sent on its day is stale the day after the next: another reminder has its place. */
const isStale = ({ today }: Work, on: string): boolean => daysBetween(dateOf(on), today) > 1;

const amount = (money: RemindedInvoice['owed']): string => formatAmount(decimalOf(money), money.currency);

/** "MXN 1,000.00 y USD 20.00". */
const totalOf = (amounts: readonly RemindedInvoice['owed'][]): string =>
  sumPerCurrency(amounts).map(amount).join(' y ');

const late = (days: number): string => (days === 1 ? '1 día' : `${days} días`);

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
        late(one.daysLate),
        amount(one.amountDue),
      ]),
      figures: [4],
    },
    {
      title: 'Por vencer',
      head: ['Factura', 'Pagador', 'Vence', 'Importe'],
      rows: coming.map((one) => [one.folio, one.receiver, formatDate(one.dueDate), amount(one.owed)]),
      figures: [3],
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

async function clientName({ db, tenant }: Work): Promise<string> {
  const { entity_name: name } = await db
    .selectFrom('clients')
    .select('entity_name')
    .where('client_id', '=', tenant)
    .executeTakeFirstOrThrow();
  return name;
}

export const reminderMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    'payment-reminder': async (work, payload): Promise<Mail | null> => {
      const { userId, on, documentIds } = reminded.parse(payload);
      const user = await activeUserById(work, userId);
      const invoices = await remindedInvoices(work, documentIds);
      if (!user || invoices.length === 0 || isStale(work, on)) return null;
      const text: ReminderText = invoices.some(({ daysLate }) => daysLate > 0) ? 'client-overdue' : 'client-due';
      const own = await reminderMailOf(work, text);
      const values = {
        nombre: user.first_name,
        empresa: await clientName(work),
        facturas: countOfInvoices(invoices.length),
        total: totalOf(invoices.map(({ amountDue }) => amountDue)),
      };
      const subject = filledIn(own.subject, values);
      return {
        to: user.email,
        subject,
        heading: subject,
        paragraphs: paragraphsOf(own.paragraphs).map((paragraph) => filledIn(paragraph, values)),
        tables: tablesOf(invoices),
        action: { label: 'Ver mis cobros', url: `${config.baseUrl}/collections` },
        footer:
          'Recibes este correo porque administras el portal de Anticipa en tu empresa. No respondas a este mensaje.',
      };
    },
  }) satisfies Record<string, MailMaker>;
