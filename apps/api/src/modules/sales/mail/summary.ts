import type { Sale } from '@anticipa/contract/sales';
import { formatAmount, formatDate, formatFolio } from '@anticipa/texts/format';
import { defaultProductNames } from '@anticipa/texts/offer-texts';
import { z } from 'zod';
import type { Mail, MailTable } from '../../../platform/jobs/mail-template.ts';
import type { MailMaker } from '../../../platform/jobs/outbox.ts';
import type { Work } from '../../../platform/work/work.ts';
import { activeUserById } from '../../users/queries.ts';
import { salesById, toSale } from '../queries.ts';

const HEAD = ['Receptor', 'Folio', 'Orden de compra', 'Importe', 'Emisión', 'Pago', 'Días de crédito'] as const;
const FIGURES = [3, 6] as const;

const summary = z.strictObject({ saleIds: z.array(z.uuid()), userId: z.uuid() });

export const authorisationMails = {
  'sale-summary': (work, payload) => saleSummaryMail(work, summary.parse(payload)),
} satisfies Record<string, MailMaker>;

/** The summary of sales for a user who is still active. */
const saleSummaryMail = async (work: Work, { saleIds, userId }: z.output<typeof summary>): Promise<Mail | null> => {
  const sales = (await salesById(work, saleIds, 'read')).filter((sale) => sale.clientId === work.tenant).map(toSale);
  const user = await activeUserById(work, userId);
  return user && sales.length > 0 ? summaryMail(user, sales) : null;
};

const summaryMail = (user: { readonly email: string; readonly first_name: string }, sales: readonly Sale[]): Mail => {
  const numbers = sales.map((sale) => sale.numberOfSale).join(', ');
  const count = sales.reduce((total, sale) => total + sale.items.length, 0);
  return {
    to: user.email,
    subject: `Resumen de tu venta ${numbers}`,
    heading: `${user.first_name}, este es el resumen de tu venta`,
    paragraphs: [
      `Enviamos a revisión ${count === 1 ? '1 factura' : `${count} facturas`}. Te avisaremos en el portal cuando haya una respuesta.`,
    ],
    tables: sales.map(saleTable),
  };
};

const saleTable = (sale: Sale): MailTable => {
  const written = (amount: string): string => formatAmount(amount, sale.currency);
  const { totals } = sale;
  return {
    title: `Venta ${sale.numberOfSale} · ${defaultProductNames[sale.product]} · depósito ${written(totals.initialDeposit)} (total ${written(totals.total)}, interés ${written(totals.comision)}, aforo ${written(totals.aforo)})`,
    head: HEAD,
    figures: FIGURES,
    rows: sale.items.map((item) => [
      item.receiverName,
      formatFolio(item),
      item.purchaseOrder ?? '—',
      written(item.total),
      formatDate(item.emittedOn),
      formatDate(item.dueDate),
      String(item.paymentDays),
    ]),
  };
};
