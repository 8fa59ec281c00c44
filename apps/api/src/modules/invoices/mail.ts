import { rejectionMotives } from '@anticipa/domain/motives';
import { formatAmount, formatFolio } from '@anticipa/texts/format';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { JobDeps } from '../deps.ts';
import { activeUserById } from '../users/queries.ts';
import { invoicesById } from './queries.ts';

const objection = z.strictObject({ documentId: z.uuid(), motive: z.enum(rejectionMotives), userId: z.uuid() });

export const invoiceMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    'invoice-objection': async (work, payload) => {
      const { documentId, motive, userId } = objection.parse(payload);
      const [invoice] = await invoicesById(work, [documentId]);
      const user = await activeUserById(work, userId);
      if (!invoice || !user) return null;
      const folio = formatFolio(invoice);
      const { reason } = motiveTexts[motive];
      return {
        to: user.email,
        subject: `Aviso del SAT sobre tu factura vendida ${folio}`,
        heading: `${user.first_name}, revisa tu factura ${folio}`,
        paragraphs: [
          `${reason}. Es una factura que ya nos vendiste: ${formatAmount(invoice.total, invoice.currency)} a cargo de ${invoice.receiverName}.`,
          'Si la cancelación no procede, acláralo con tu cliente. Si la factura se sustituyó, avisa a tu asesor cuál la sustituye.',
        ],
        action: { label: 'Ver la factura', url: `${config.baseUrl}/factura/${documentId}` },
      };
    },
  }) satisfies Record<string, MailMaker>;
