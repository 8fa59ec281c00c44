import type { Adjustment } from '@anticipa/contract/adjustments';
import { buyBackAmount } from '@anticipa/domain/adjustment';
import { clauseOf } from '@anticipa/domain/clause';
import { decimalOf } from '@anticipa/domain/money';
import { formatAmount, formatDate, formatFolio } from '@anticipa/texts/format';
import { z } from 'zod';
import { valuesOf } from '../../platform/db/rows.ts';
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
  /** The accepted clause about it; null if the terms do not number it. */
  readonly clause: string | null;
}

interface Written {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

const howToPay = 'Genera la referencia de pago en el portal y paga con ella desde tu cuenta.';

const texts: Readonly<Record<Adjustment['kind'], (facts: Facts) => Written>> = {
  recourse: ({ folio, receiver, payBy, toBuyBack, clause }) => ({
    subject: `Recompra tu factura ${folio}`,
    paragraphs: [
      `Tu factura ${folio}, a cargo de ${receiver}, no se va a cobrar al receptor. Según ${clause ? `la cláusula ${clause} de los términos` : 'los términos'} la recompras: restituyes el anticipo, el interés y los recargos causados.`,
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
  // Its amount and reason are the lender's own.
  'write-off': ({ folio, receiver }) => ({
    subject: `Dejamos de esperar el cobro de tu factura ${folio}`,
    paragraphs: [
      `Castigamos en nuestros libros tu factura ${folio}, a cargo de ${receiver}: ya no esperamos cobrarla, y deja de usar tu línea de crédito.`,
      'Lo que se debe no desaparece. Si tu cliente la paga después, avísanos.',
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

/** The text that the client accepted with the sale of a deposited invoice; empty for one that was loaded. */
async function acceptedTerms({ db, tenant }: Work, documentId: string): Promise<string> {
  const [body = ''] = await valuesOf(db, z.string())`
    select published.body from sale_items item
    join sales using (client_id, sale_id)
    join terms_versions published on published.version = sales.terms_version
    where item.client_id = ${tenant} and item.document_id = ${documentId} and item.state = 'disbursed'`;
  return body;
}

export const adjustmentMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    'invoice-adjusted': async (work, given) => {
      const { adjustmentId, userId } = payload.parse(given);
      const user = await activeUserById(work, userId);
      const made = await adjustmentOf(work, adjustmentId);
      if (!user || !made) return null;
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
        clause: made.kind === 'recourse' ? clauseOf(await acceptedTerms(work, made.document_id), 'recompra') : null,
      });
      return {
        to: user.email,
        subject,
        heading: `${user.first_name}, ${subject.charAt(0).toLowerCase()}${subject.slice(1)}`,
        paragraphs: made.kind === 'write-off' ? paragraphs : [...paragraphs, `Motivo: ${made.reason}`],
        action: { label: 'Ver la factura', url: `${config.baseUrl}/factura/${made.document_id}` },
      };
    },
  }) satisfies Record<string, MailMaker>;
