/** Mails between the people of a client about its sales: one waits to be accepted, was returned, or went to the lender. */
import type { PreparedItem } from '@anticipa/contract/prepared-sales';
import { decimalOf, moneyOf, sumPerCurrency } from '@anticipa/domain/money';
import { formatAmount, formatDate, formatFolio } from '@anticipa/texts/format';
import { defaultProductNames } from '@anticipa/texts/offer-texts';
import { z } from 'zod';
import type { Mail } from '../../../platform/jobs/mail-template.ts';
import type { MailMaker } from '../../../platform/jobs/outbox.ts';
import type { Work } from '../../../platform/work/work.ts';
import { marketOf } from '../../credit/queries.ts';
import type { JobDeps } from '../../deps.ts';
import { activeUserById } from '../../users/queries.ts';
import { preparerOf, type SaleRecord, salesById } from '../queries.ts';
import { toTotals } from '../sale-item.ts';
import { type PreparedRecord, preparedById } from '../sell/prepared-queries.ts';
import { acceptanceOf } from '../sent-queries.ts';

const about = z.strictObject({ preparedId: z.uuid(), userId: z.uuid() });
const sent = z.strictObject({ saleIds: z.array(z.uuid()), userId: z.uuid() });

interface Reader {
  readonly email: string;
  readonly first_name: string;
}

const HEAD = ['Receptor', 'Folio', 'Importe', 'Recibes', 'Fecha de pago'] as const;
const FIGURES = [2, 3] as const;
const BECAUSE = 'administras a tu empresa y en tu perfil está encendido el aviso de ventas, que ahí puedes apagar,';

export const preparedMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    // Obsolete once somebody has decided.
    'sale-prepared': async (work, payload) => {
      const { preparedId, userId } = about.parse(payload);
      const [user, record] = [await activeUserById(work, userId), await preparedById(work, preparedId)];
      return user && record?.state === 'waiting' ? waitingMail(user, record, config.baseUrl) : null;
    },
    'sale-prepared-returned': async (work, payload) => {
      const { preparedId, userId } = about.parse(payload);
      const [user, record] = [await activeUserById(work, userId), await preparedById(work, preparedId)];
      return user && record?.state === 'returned' ? returnedMail(user, record, config.baseUrl) : null;
    },
    'sale-sent': async (work, payload) => {
      const { saleIds, userId } = sent.parse(payload);
      const sales = (await salesById(work, saleIds, 'read')).filter(({ clientId }) => clientId === work.tenant);
      const user = await activeUserById(work, userId);
      if (!user || sales.length === 0) return null;
      const isPreparer = (await preparerOf(work, sales[0])) === userId;
      return sentMail(work, user, { sales, isPreparer, baseUrl: config.baseUrl });
    },
  }) satisfies Record<string, MailMaker>;

const invoices = (count: number): string => (count === 1 ? '1 factura' : `${count} facturas`);

/** "MXN 1,000.00 y USD 20.00" */
const amountsOf = (items: readonly PreparedItem[], figure: 'total' | 'initialDeposit'): string =>
  sumPerCurrency(items.map((item) => moneyOf(item[figure], item.currency)))
    .map((amount) => formatAmount(decimalOf(amount), amount.currency))
    .join(' y ');

const tableOf = ({ items }: PreparedRecord) => ({
  title: 'Facturas, con el precio del día en que se preparó',
  head: HEAD,
  figures: FIGURES,
  rows: items.map((item) => [
    item.receiverName,
    formatFolio(item),
    formatAmount(item.total, item.currency),
    formatAmount(item.initialDeposit, item.currency),
    formatDate(item.dueDate),
  ]),
});

const waitingMail = (user: Reader, record: PreparedRecord, baseUrl: string): Mail => ({
  to: user.email,
  subject: `Venta por aceptar: ${amountsOf(record.items, 'total')}`,
  heading: `${user.first_name}, ${record.preparedBy} dejó una venta por aceptar`,
  paragraphs: [
    `Son ${invoices(record.items.length)} por ${amountsOf(record.items, 'total')}; al prepararla se recibían ${amountsOf(record.items, 'initialDeposit')}.`,
    'No aparta crédito ni precio: al abrirla ves el precio de hoy. La puedes aceptar, quitarle facturas o regresarla con un motivo.',
    ...(record.note === null ? [] : [`Nota: ${record.note}`]),
  ],
  tables: [tableOf(record)],
  action: { label: 'Ver la venta', url: `${baseUrl}/toAccept/${record.preparedId}` },
});

const returnedMail = (user: Reader, record: PreparedRecord, baseUrl: string): Mail => ({
  to: user.email,
  subject: `Te regresaron una venta: ${amountsOf(record.items, 'total')}`,
  heading: `${user.first_name}, ${record.endedBy ?? 'quien acepta'} te regresó una venta`,
  paragraphs: [`Motivo: ${record.reason ?? ''}`, 'Prepárala otra vez con lo que se pide, o retírala.'],
  tables: [tableOf(record)],
  action: { label: 'Ver la venta', url: `${baseUrl}/toAccept/${record.preparedId}` },
});

async function sentMail(
  work: Work,
  user: Reader,
  {
    sales,
    isPreparer,
    baseUrl,
  }: { readonly sales: readonly SaleRecord[]; readonly isPreparer: boolean; readonly baseUrl: string },
): Promise<Mail> {
  const numbers = sales.map(({ numberOfSale }) => numberOfSale);
  const acceptance = await acceptanceOf(work, numbers[0] ?? 0);
  const by = acceptance?.by ?? 'Una persona de tu empresa';
  const { products } = await marketOf(work);
  const deposits = sumPerCurrency(
    sales.map(({ currency, items }) => moneyOf(toTotals(currency, items).initialDeposit, currency)),
  );
  const received = deposits.map((amount) => formatAmount(decimalOf(amount), amount.currency)).join(' y ');
  const one = sales.length === 1;
  return {
    to: user.email,
    subject: `${by} vendió facturas: recibes ${received}`,
    heading: `${user.first_name}, ${by} aceptó ${one ? `la venta ${numbers.join()}` : `las ventas ${numbers.join(' y ')}`}`,
    paragraphs: [
      ...(acceptance?.preparedBy ? [`Preparó ${acceptance.preparedBy}; aceptó ${by}.`] : []),
      ...sales.map(({ numberOfSale, product, currency, items }) => {
        const totals = toTotals(currency, items);
        const account = products
          .find((each) => each.product === product)
          ?.depositAccounts.find((each) => each.currency === currency);
        const where = account ? ` en la cuenta de ${account.bank} que termina en ${account.ending}` : '';
        return `Venta ${numberOfSale} · ${defaultProductNames[product]}: ${invoices(items.length)} por ${formatAmount(totals.total, currency)}; el depósito es de ${formatAmount(totals.initialDeposit, currency)}${where}.`;
      }),
      ...(isPreparer
        ? ['Te avisamos cuando la financiera la responda y cuando se deposite.']
        : ['Si no la esperabas, llama a tu asesor: mientras no se deposite, todavía se puede cancelar.']),
    ],
    action: {
      label: one ? 'Ver la venta' : 'Ver mis ventas',
      url: `${baseUrl}/sales${one ? `/${numbers.join()}` : ''}`,
    },
    because: isPreparer ? 'preparaste esta venta' : BECAUSE,
  };
}
