import { formatFolio } from '@anticipa/texts/format';
import { z } from 'zod';
import type { Mail } from '../../../platform/jobs/mail-template.ts';
import type { MailMaker } from '../../../platform/jobs/outbox.ts';
import type { JobDeps } from '../../deps.ts';
import { activeUserById } from '../../users/queries.ts';
import { type SaleRecord, salesById } from '../queries.ts';
import { returnsOf } from '../return-queries.ts';

const returned = z.strictObject({ saleId: z.uuid(), returnNumber: z.int(), userId: z.uuid() });

const BECAUSE = 'hiciste la venta o eres administrador de tu empresa';

export const returnMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    // Obsolete once the client has sent the sale back, or the sale has ended.
    'sale-returned': async (work, payload) => {
      const { saleId, returnNumber, userId } = returned.parse(payload);
      const user = await activeUserById(work, userId);
      const sale = (await salesById(work, [saleId], 'read')).find(({ clientId }) => clientId === work.tenant);
      const [open] = await returnsOf(work, saleId);
      if (
        !user ||
        sale?.state !== 'returned' ||
        !open ||
        open.resent_at !== null ||
        open.return_number !== returnNumber
      )
        return null;
      return returnMail(user, { sale, message: open.message, about: open.document_ids, baseUrl: config.baseUrl });
    },
  }) satisfies Record<string, MailMaker>;

function returnMail(
  user: { readonly email: string; readonly first_name: string },
  of: {
    readonly sale: SaleRecord;
    readonly message: string;
    readonly about: readonly string[];
    readonly baseUrl: string;
  },
): Mail {
  const { numberOfSale, items } = of.sale;
  const folios = items.filter(({ documentId }) => of.about.includes(documentId)).map(formatFolio);
  return {
    to: user.email,
    subject: `Corrige tu venta ${numberOfSale}`,
    heading: `${user.first_name}, tu venta ${numberOfSale} espera una corrección`,
    paragraphs: [
      `Esto falta: ${of.message}`,
      folios.length === 0 ? 'Se refiere a toda la venta.' : `Se refiere a: ${folios.join(', ')}.`,
      'La venta conserva su lugar y tu crédito sigue apartado. La seguimos revisando en cuanto la envíes otra vez.',
    ],
    action: { label: 'Corregir la venta', url: `${of.baseUrl}/sales/${numberOfSale}` },
    because: BECAUSE,
  };
}
