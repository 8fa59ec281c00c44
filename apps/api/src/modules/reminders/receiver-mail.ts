/** Mails to the contacts of a receiver: its debt by client, with the account and the concept of the payment. */
import { formatDate } from '@anticipa/texts/format';
import { z } from 'zod';
import type { Mail, MailTable } from '../../platform/jobs/mail-template.ts';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { shownName } from '../invoices/receivers.ts';
import { amountText, daysText, isStale, textFor } from './mail-parts.ts';
import { invoicesOwedBy, type NamedInvoice, type OwedInvoice } from './receiver-queries.ts';

const reminded = z.strictObject({
  contactId: z.uuid(),
  on: z.string(),
  invoices: z.array(z.strictObject({ clientId: z.uuid(), documentId: z.uuid() })),
});

const dueText = ({ dueDate, daysLate }: OwedInvoice): string =>
  daysLate > 0 ? `${formatDate(dueDate)}, hace ${daysText(daysLate)}` : formatDate(dueDate);

/** A table for each client, which names no other. */
const tablesOf = (invoices: readonly OwedInvoice[]): MailTable[] =>
  [...Map.groupBy(invoices, ({ clientId }) => clientId).values()].map((ofClient) => ({
    title: `De ${ofClient[0]?.client ?? ''}`,
    head: ['Factura', 'Vence', 'Importe', 'CLABE', 'Concepto'],
    rows: ofClient.map((one) => [one.folio, dueText(one), amountText(one.owed), one.clabe, one.concept]),
    figures: [2],
  }));

const contactById = ({ db }: WideWork, contactId: string) =>
  db
    .selectFrom('receiver_contacts')
    .innerJoin('companies', 'companies.company_id', 'receiver_contacts.company_id')
    .select(['receiver_contacts.name', 'email', 'companies.company_id', shownName.as('company')])
    .where('contact_id', '=', contactId)
    .executeTakeFirst();

/** Null once the person is deleted, or nothing is left to be reminded of. */
export async function receiverMail(
  work: WideWork,
  contactId: string,
  named: readonly NamedInvoice[],
): Promise<Mail | null> {
  const contact = await contactById(work, contactId);
  if (!contact) return null;
  const invoices = await invoicesOwedBy(work, contact.company_id, named);
  if (invoices.length === 0) return null;
  const lender = await work.db.selectFrom('lender').select('name').executeTakeFirst();
  const reader = { kind: 'receiver', name: contact.name, company: contact.company ?? '' } as const;
  return {
    to: contact.email,
    ...(await textFor(work, reader, invoices, ({ owed }) => owed)),
    tables: tablesOf(invoices),
    closing: [
      'Si ya pagaste, no tienes que hacer nada. Confirma la CLABE con tu proveedor antes de tu primer pago.',
      ...(lender ? [lender.name] : []),
    ],
    because: `${lender?.name ?? 'la financiera'} te tiene como contacto de ${reader.company}`,
  };
}

export const receiverReminderMails = {
  'receiver-reminder': async (work, payload) => {
    const { contactId, on, invoices } = reminded.parse(payload);
    return isStale(work, on) ? null : receiverMail(work, contactId, invoices);
  },
} satisfies Record<string, MailMaker>;
