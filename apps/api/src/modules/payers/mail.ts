import { formatAmount, formatDate, formatFolio } from '@anticipa/texts/format';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import { clabeDebts } from './debt-queries.ts';

const asked = z.strictObject({ documentIds: z.array(z.uuid()), email: z.string() });

export const payerMails = {
  // The mail leaves out late charges, because the client owes them and not its payer.
  'payer-clabe': async (work, payload) => {
    const { documentIds, email } = asked.parse(payload);
    const [debt] = await clabeDebts(work, { documentIds });
    if (!debt) return null;
    const { entity_name: name } = await work.db
      .selectFrom('clients')
      .select('entity_name')
      .where('client_id', '=', work.tenant)
      .executeTakeFirstOrThrow();
    const { clabe, currency, total, invoices } = debt;
    const folios = invoices.map(formatFolio);
    const concept = folios.length === 1 ? `Factura ${folios[0]}` : `Facturas ${folios.join(', ')}`;
    return {
      to: email,
      subject: `Datos para pagar a ${name}`,
      heading: `Datos para tu pago a ${name}`,
      paragraphs: [
        `${name} te pide pagar ${formatAmount(total, currency)} con una transferencia a la CLABE ${clabe}, que es solo para tus pagos.`,
        `Escribe en el concepto: ${concept}.`,
      ],
      tables: [
        {
          title: 'Qué se paga',
          head: ['Factura', 'Vence', 'Importe'],
          rows: invoices.map((invoice) => [
            formatFolio(invoice),
            formatDate(invoice.dueDate),
            formatAmount(invoice.total, currency),
          ]),
          figures: [2],
        },
      ],
      closing: ['Si ya pagaste, no tienes que hacer nada. Confirma la CLABE con tu proveedor antes de tu primer pago.'],
      because: `${name} lo pidió`,
    };
  },
} satisfies Record<string, MailMaker>;
