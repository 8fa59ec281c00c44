import type { Adjustment } from '@anticipa/contract/adjustments';
import { buyBackAmount } from '@anticipa/domain/adjustment';
import { decimalOf } from '@anticipa/domain/money';
import { formatAmount, formatDate, formatFolio } from '@anticipa/texts/format';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { Work } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { invoicesById } from '../invoices/queries.ts';
import { positionsOf } from '../ledger/queries.ts';
import { activeUserById } from '../users/queries.ts';
import { payableInvoices } from './queries.ts';

const payload = z.strictObject({ adjustmentId: z.uuid(), userId: z.uuid() });

interface Facts {
  readonly folio: string;
  readonly receiver: string;
  readonly amount: string;
  readonly aforo: string;
  /** Null for a credit note, and of a withdrawal what it withdraws. */
  readonly payBy: string | null;
  readonly toBuyBack: string;
}

interface Written {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

const howToPay = 'Genera la referencia de pago en el portal y paga con ella desde tu cuenta.';

/** Texts for the client; a write-off concerns the lender's books only. */
const texts: Readonly<Record<Exclude<Adjustment['kind'], 'write-off'>, (facts: Facts) => Written>> = {
  recourse: ({ folio, receiver, payBy, toBuyBack }) => ({
    subject: `Recompra tu factura ${folio}`,
    paragraphs: [
      `Tu factura ${folio}, a cargo de ${receiver}, no se va a cobrar al receptor. Según la cláusula 7 de los términos la recompras: restituyes el anticipo, el interés y los recargos causados.`,
      `Hoy se paga con ${toBuyBack}. El último día es el ${payBy}; los recargos siguen hasta que llegue el pago.`,
      howToPay,
    ],
  }),
  'credit-note': ({ folio, receiver, amount, aforo }) => ({
    subject: `Nota de crédito de tu factura ${folio}`,
    paragraphs: [
      `Registramos tu nota de crédito por ${amount} para la factura ${folio}, a cargo de ${receiver}. Tu aforo cubre ${aforo}.`,
      'Lo que el aforo no cubra lo pagas tú, y el receptor ya no lo debe.',
    ],
  }),
  'paid-to-client': ({ folio, receiver, amount }) => ({
    subject: `Envíanos el pago de tu factura ${folio}`,
    paragraphs: [
      `${receiver} te pagó ${amount} de la factura ${folio}, que ya nos vendiste. Ese dinero es nuestro.`,
      howToPay,
    ],
  }),
  withdrawal: ({ folio, receiver }) => ({
    subject: `Corrección de tu factura ${folio}`,
    paragraphs: [
      `Retiramos el movimiento anterior de tu factura ${folio}, a cargo de ${receiver}. Tu estado de cuenta ya muestra los saldos como estaban antes.`,
    ],
  }),
};

const adjustmentOf = ({ db, tenant }: Work, adjustmentId: string) =>
  db
    .selectFrom('adjustments')
    .select(['document_id', 'kind', 'amount', 'covered', 'pay_by', 'reason'])
    .where('client_id', '=', tenant)
    .where('adjustment_id', '=', adjustmentId)
    .executeTakeFirst();

/** Null unless the invoice is in credit. */
async function toBuyBackOf(work: Work, documentId: string): Promise<string | null> {
  const [invoice] = await payableInvoices(work, [documentId]);
  const position = (await positionsOf(work, [documentId])).get(documentId);
  return invoice && position ? decimalOf(buyBackAmount(position, invoice, work.today)) : null;
}

export const adjustmentMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    'invoice-adjusted': async (work, given) => {
      const { adjustmentId, userId } = payload.parse(given);
      const user = await activeUserById(work, userId);
      const made = await adjustmentOf(work, adjustmentId);
      if (!user || !made || made.kind === 'write-off') return null;
      const [invoice] = await invoicesById(work, [made.document_id]);
      const toBuyBack = await toBuyBackOf(work, made.document_id);
      // Bought back meanwhile.
      if (!invoice || (made.kind === 'recourse' && toBuyBack === null)) return null;
      const money = (amount: string) => formatAmount(amount, invoice.currency);
      const { subject, paragraphs } = texts[made.kind]({
        folio: formatFolio(invoice),
        receiver: invoice.receiverName,
        amount: money(made.amount),
        aforo: money(made.covered),
        payBy: made.pay_by && formatDate(made.pay_by),
        toBuyBack: money(toBuyBack ?? '0.00'),
      });
      return {
        to: user.email,
        subject,
        heading: `${user.first_name}, ${subject.charAt(0).toLowerCase()}${subject.slice(1)}`,
        paragraphs: [...paragraphs, `Motivo: ${made.reason}`],
        action: { label: 'Ver la factura', url: `${config.baseUrl}/factura/${made.document_id}` },
      };
    },
  }) satisfies Record<string, MailMaker>;
