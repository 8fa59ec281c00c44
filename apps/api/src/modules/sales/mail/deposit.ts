import { formatAmount, formatDate, formatFolio } from '@anticipa/texts/format';
import { defaultProductNames } from '@anticipa/texts/offer-texts';
import { z } from 'zod';
import type { Mail } from '../../../platform/jobs/mail-template.ts';
import type { MailMaker } from '../../../platform/jobs/outbox.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { JobDeps } from '../../deps.ts';
import { activeUserById } from '../../users/queries.ts';
import { type SaleRecord, salesById } from '../queries.ts';
import { toSaleItem, toTotals } from '../sale-item.ts';
import { depositedOn } from '../transfer-queries.ts';

const deposited = z.strictObject({ saleId: z.uuid(), userId: z.uuid() });

const returned = deposited.extend({ trackingKey: z.string() });

const HEAD = ['Receptor', 'Folio', 'Importe', 'Aforo', 'Interés', 'Depósito', 'Fecha de pago'] as const;
const FIGURES = [2, 3, 4, 5] as const;
const BECAUSE = 'el aviso de depósito de facturas está encendido en tu perfil, donde lo puedes apagar,';

/** Mails about the deposit of a sale, by kind of message. */
export const lenderMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    'sale-deposit': async (work, payload) => {
      const { saleId, userId } = deposited.parse(payload);
      const sale = (await salesById(work, [saleId], 'read')).find(({ clientId }) => clientId === work.tenant);
      const user = await activeUserById(work, userId);
      // The deposit may have been undone before the mail was made.
      if (!sale || !user || sale.trackingKey === null) return null;
      return depositMail(user, { ...sale, paidOn: await lastDepositOn(work, saleId) }, config.baseUrl);
    },
    'sale-deposit-returned': async (work, payload) => {
      const { saleId, trackingKey, userId } = returned.parse(payload);
      const sale = (await salesById(work, [saleId], 'read')).find(({ clientId }) => clientId === work.tenant);
      const user = await activeUserById(work, userId);
      return sale && user ? returnedMail(user, sale, trackingKey) : null;
    },
  }) satisfies Record<string, MailMaker>;

/** Day of the deposit in force of a sale. */
async function lastDepositOn({ db, tenant }: Work, saleId: string): Promise<string | null> {
  const { on } = await db
    .selectFrom('sales')
    .select(depositedOn.as('on'))
    .where('client_id', '=', tenant)
    .where('sale_id', '=', saleId)
    .executeTakeFirstOrThrow();
  return on;
}

function returnedMail(
  user: { readonly email: string; readonly first_name: string },
  { currency, numberOfSale, items }: SaleRecord,
  trackingKey: string,
): Mail {
  const amount = formatAmount(
    toTotals(
      currency,
      items.filter(({ state }) => state === 'disbursed'),
    ).initialDeposit,
    currency,
  );
  return {
    to: user.email,
    subject: `No llegó el depósito de tu venta ${numberOfSale}`,
    heading: `${user.first_name}, el depósito de tu venta ${numberOfSale} no llegó`,
    paragraphs: [
      `La transferencia de ${amount} con clave de rastreo ${trackingKey} no llegó a la cuenta de tu empresa. Revisamos la cuenta y la hacemos de nuevo; te avisamos cuando salga.`,
      'Si tu cuenta cambió o está cerrada, llama a tu asesor.',
    ],
    because: BECAUSE,
  };
}

function depositMail(
  user: { readonly email: string; readonly first_name: string },
  sale: SaleRecord & { readonly paidOn: string | null },
  baseUrl: string,
): Mail {
  const { currency, product, numberOfSale, paidOn, trackingKey } = sale;
  if (paidOn === null || trackingKey === null) throw new Error(`sale ${sale.saleId} has no deposit`);
  const items = sale.items.filter((item) => item.state === 'disbursed');
  const written = (amount: string): string => formatAmount(amount, currency);
  const amount = written(toTotals(currency, items).initialDeposit);
  const day = formatDate(paidOn);
  return {
    to: user.email,
    subject: `Depósito de ${amount} por tu venta ${numberOfSale}`,
    heading: `${user.first_name}, depositamos el anticipo de tu venta ${numberOfSale}`,
    paragraphs: [
      `El ${day} transferimos ${amount} a la cuenta de tu empresa por ${items.length === 1 ? '1 factura' : `${items.length} facturas`}. La clave de rastreo del banco es ${trackingKey}.`,
    ],
    tables: [
      {
        title: `Venta ${numberOfSale} · ${defaultProductNames[product]}`,
        head: HEAD,
        figures: FIGURES,
        rows: items
          .map(toSaleItem)
          .map((item) => [
            item.receiverName,
            formatFolio(item),
            written(item.total),
            written(item.aforo),
            written(item.comision),
            written(item.initialDeposit),
            formatDate(item.dueDate),
          ]),
      },
    ],
    action: {
      label: 'Ver mis facturas en crédito',
      url: `${baseUrl}/?producto=${product}&estado=credito&moneda=${currency}`,
    },
    because: BECAUSE,
  };
}
