import { formatFolio } from '@anticipa/texts/format';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import { brandOf } from '../brand/queries.ts';
import type { JobDeps } from '../deps.ts';
import { invoicesById } from '../invoices/queries.ts';
import { activeUserById } from '../users/queries.ts';

const written = z.strictObject({ messageId: z.uuid(), userId: z.uuid() });

export const invoiceMessageMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    // The text stays in the portal: a mail may be forwarded.
    'invoice-message': async (work, payload) => {
      const { messageId, userId } = written.parse(payload);
      const user = await activeUserById(work, userId);
      const message = await work.db
        .selectFrom('invoice_messages')
        .select('document_id')
        .where('client_id', '=', work.tenant)
        .where('message_id', '=', messageId)
        .executeTakeFirst();
      const [invoice] = message ? await invoicesById(work, [message.document_id]) : [];
      if (!user || !message || !invoice) return null;
      const folio = formatFolio(invoice);
      return {
        to: user.email,
        subject: `Mensaje sobre tu factura ${folio}`,
        heading: `${user.first_name}, tienes un mensaje`,
        paragraphs: [
          `${(await brandOf(work)).name} te escribió sobre tu factura ${folio} a cargo de ${invoice.receiverName}. Léelo y responde en el portal.`,
        ],
        action: { label: 'Ver el mensaje', url: `${config.baseUrl}/factura/${message.document_id}` },
      };
    },
  }) satisfies Record<string, MailMaker>;
