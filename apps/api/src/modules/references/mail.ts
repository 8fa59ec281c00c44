import { formatAmount } from '@anticipa/texts/format';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { JobDeps } from '../deps.ts';
import { activeUserById } from '../users/queries.ts';
import { paymentReferenceOf } from './queries.ts';

const cancelled = z.strictObject({ referenceId: z.uuid(), userId: z.uuid() });

export const referenceMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    'reference-cancelled': async (work, payload) => {
      const { referenceId, userId } = cancelled.parse(payload);
      const found = await paymentReferenceOf(work, referenceId);
      const user = await activeUserById(work, userId);
      if (!found || !user) return null;
      const amount = formatAmount(found.amount, found.currency);
      return {
        to: user.email,
        subject: `Referencia ${found.reference} cancelada`,
        heading: `${user.first_name}, se canceló la referencia ${found.reference}`,
        paragraphs: [
          `Ya no pagues ${amount} con esta referencia y avisa a quien la tenga. Un pago que llegue con ella queda por identificar.`,
          'Sus facturas siguen en crédito y se pueden incluir en otra referencia.',
        ],
        action: { label: 'Ver mis referencias de pago', url: `${config.baseUrl}/paymentReferences` },
      };
    },
  }) satisfies Record<string, MailMaker>;
