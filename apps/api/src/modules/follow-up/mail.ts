import { dateOf } from '@anticipa/domain/calendar';
import { formatAmount, formatDate, formatFolio } from '@anticipa/texts/format';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { JobDeps } from '../deps.ts';
import { invoicesById } from '../invoices/queries.ts';
import { activeUserById } from '../users/queries.ts';

const extended = z.strictObject({ approvalId: z.uuid(), userId: z.uuid() });

export const followUpMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    'invoice-extended': async (work, payload) => {
      const { approvalId, userId } = extended.parse(payload);
      const user = await activeUserById(work, userId);
      const agreed = await work.db
        .selectFrom('extensions')
        .select((eb) => [
          'document_id',
          'due_before',
          'due_date',
          eb.fn<string>('trim_scale', ['interest_rate']).as('rate'),
        ])
        .where('client_id', '=', work.tenant)
        .where('approval_id', '=', approvalId)
        .executeTakeFirst();
      const [invoice] = agreed ? await invoicesById(work, [agreed.document_id]) : [];
      if (!user || !agreed || !invoice) return null;
      const folio = formatFolio(invoice);
      const day = formatDate(dateOf(agreed.due_date));
      return {
        to: user.email,
        subject: `Nuevo vencimiento de tu factura ${folio}: ${day}`,
        heading: `${user.first_name}, se acordó una prórroga`,
        paragraphs: [
          `Tu factura ${folio} de ${formatAmount(invoice.total, invoice.currency)} a cargo de ${invoice.receiverName} vencía el ${formatDate(dateOf(agreed.due_before))} y ahora vence el ${day}.`,
          `Los días que se agregan causan interés del ${agreed.rate} % anual más IVA sobre lo que se deba, en lugar de recargos, y se descuentan del aforo. Desde el día siguiente al nuevo vencimiento hay recargos, como en tu contrato.`,
          'Tus referencias de pago y CLABE no cambian.',
        ],
        action: { label: 'Ver la factura', url: `${config.baseUrl}/factura/${agreed.document_id}` },
      };
    },
  }) satisfies Record<string, MailMaker>;
