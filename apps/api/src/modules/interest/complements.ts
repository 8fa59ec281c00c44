/** Payment complements of interest invoices: numbered once the day on which what they bill is collected is over, then stamped. */
import { cfdiTime } from '@anticipa/cfdi/local-time';
import { financedCurrency } from '@anticipa/contract/wire';
import { dateOf } from '@anticipa/domain/calendar';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { statedParts } from '@anticipa/domain/payment-complement';
import { formatFolio } from '@anticipa/texts/format';
import { z } from 'zod';
import type { PaidInvoice, PaymentOrder } from '../../gateways/invoicing/port.ts';
import { clientIdColumn, decimal, rowsOf, valuesOf } from '../../platform/db/rows.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { announce } from '../../platform/live/events.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type Principal, type WideWork, type Work } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { putNotice } from '../notices/put.ts';
import {
  collected,
  divideComplement,
  numberComplements,
  type PendingComplement,
  paymentForm,
} from './complement-numbering.ts';
import { isOver, renewDates } from './dates.ts';
import { paidLateCharges } from './late-charge-payments.ts';
import { clientAsReceiver, lenderAsIssuer } from './queries.ts';
import { type Stamped, stamp } from './stamping.ts';

export type ComplementDeps = Pick<JobDeps, 'db' | 'clock' | 'log' | 'storage' | 'invoicing'>;

/** Issues what is due, client by client; a failure does not stop the others. */
export async function complementPayments(deps: ComplementDeps): Promise<void> {
  if (deps.invoicing === null) return;
  const clients = await runAs(deps, WORKER, clientsWithPayments);
  await runEach(deps.log, clients, (clientId) => complementPaymentsOf(deps, clientId));
}

async function clientsWithPayments({ db, today }: WideWork): Promise<ClientId[]> {
  return await valuesOf(db, clientIdColumn)`
    select client_id from (${collected}) due where paid_on < ${today}
    union select client_id from (${paidLateCharges}) paid
    union select client_id from payment_complements where state = 'pending' and active
    order by client_id`;
}

async function complementPaymentsOf(deps: ComplementDeps, tenant: ClientId): Promise<void> {
  const { invoicing, storage, log } = deps;
  if (invoicing === null) return;
  const within = <T>(step: (work: Work<Principal>) => Promise<T>): Promise<T> =>
    runAs(deps, WORKER, (work) => step(narrowTo(work, tenant)));
  await within(async (work) => {
    await numberComplements(work);
    await renewDates(work, 'payment_complements');
  });
  let isDivided = true;
  while (isDivided) {
    isDivided = false;
    for (const pending of await within(pendingComplements)) {
      const { order } = pending;
      const target = { table: 'payment_complements', id: order.id, folio: `${order.serie}-${order.folio}` } as const;
      const stamped = await stamp(
        { storage, log, tenant, within },
        target,
        () => invoicing.issuePayment(order),
        async (work, refused) => {
          // The next run gives it another date.
          if (isOver(order.emittedAt, work.at)) return true;
          const divided = await divideComplement(work, pending, refused);
          isDivided ||= divided;
          return divided;
        },
      );
      if (stamped) await within((work) => recordIssued(work, order, stamped));
    }
  }
}

const pendingRow = z.object({
  id: z.string(),
  serie: z.string(),
  folio: z.string(),
  emitted_at: z.date(),
  paid_on: z.string(),
  exchange_rate: decimal.nullable(),
  rfc: z.string(),
  entity_name: z.string(),
  fiscal_regime: z.string().nullable(),
  postal_code: z.string().nullable(),
  instalments: z
    .array(
      z.object({
        invoiceId: z.string(),
        form: paymentForm,
        currency: financedCurrency,
        uuid: z.string(),
        serie: z.string(),
        folio: z.string(),
        instalment: z.int(),
        balanceBefore: decimal,
        lines: z.array(z.object({ ivaRate: decimal, subTotal: decimal, iva: decimal })),
      }),
    )
    .min(1),
});
type PendingRow = z.output<typeof pendingRow>;

/** Instalments of a complement begin with what the aforo covered, then follow the folios of the invoices. */
async function pendingComplements(work: Work): Promise<PendingComplement[]> {
  const rows = await rowsOf(work.db, pendingRow)`
    select complement_id as id, serie, complement.folio, emitted_at, paid_on::text, trim_scale(exchange_rate)::text as exchange_rate,
      rfc, entity_name, fiscal_regime, postal_code, (
        select jsonb_agg(jsonb_build_object('invoiceId', invoice_id, 'form', form, 'currency', invoice.currency, 'uuid', invoice.uuid,
          'serie', invoice.serie, 'folio', invoice.folio, 'instalment', instalment, 'balanceBefore', balance_before::text, 'lines', (
            select jsonb_agg(jsonb_build_object('ivaRate', trim_scale(iva_rate)::text, 'subTotal', sub_total::text, 'iva', line.iva::text)
              order by iva_rate desc, document_id)
            from complement_lines line
            where (line.client_id, line.complement_id, line.invoice_id, line.form) = (part.client_id, part.complement_id, part.invoice_id, part.form)
          )) order by form desc, length(invoice.folio), invoice.folio)
        from complement_instalments part join interest_invoices invoice using (client_id, invoice_id)
        where part.client_id = complement.client_id and part.complement_id = complement.complement_id
      ) as instalments
    from payment_complements complement join clients using (client_id)
    where client_id = ${work.tenant} and state = 'pending' and complement.active
    order by paid_on, length(complement.folio), complement.folio`;
  if (rows.length === 0) return [];
  const issuer = await lenderAsIssuer(work);
  return rows.map((row) => ({ order: orderOf(row, issuer), instalments: row.instalments }));
}

function orderOf(row: PendingRow, issuer: PaymentOrder['issuer']): PaymentOrder {
  const payments = [...Map.groupBy(row.instalments, ({ form }) => form)];
  return {
    id: row.id,
    serie: row.serie,
    folio: row.folio,
    emittedAt: cfdiTime(row.emitted_at),
    currency: row.instalments[0]?.currency ?? 'MXN',
    exchangeRate: row.exchange_rate,
    issuer,
    receiver: clientAsReceiver(row),
    paidOn: dateOf(row.paid_on),
    payments: payments.map(([form, instalments]) => ({ form, invoices: instalments.map(paidInvoice) })),
  };
}

function paidInvoice({ currency, balanceBefore, lines, ...invoice }: PendingRow['instalments'][number]): PaidInvoice {
  const amount = (text: string) => moneyOf<FinancedCurrency>(text, currency);
  const parts = lines.map(({ ivaRate, subTotal, iva }) => ({ ivaRate, subTotal: amount(subTotal), iva: amount(iva) }));
  const { uuid, serie, folio, instalment } = invoice;
  const stated = statedParts(currency, parts);
  return { uuid, serie, folio, instalment, balanceBefore: amount(balanceBefore), parts: stated };
}

async function recordIssued(work: Work, { id, serie, folio }: PaymentOrder, stamped: Stamped): Promise<void> {
  const { numUpdatedRows } = await work.db
    .updateTable('payment_complements')
    .set({ state: 'issued', ...stamped, issued_at: work.at })
    .where('client_id', '=', work.tenant)
    .where('complement_id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  const about = { object: 'interest-invoices', label: formatFolio({ serie, folio }) } as const;
  if (numUpdatedRows > 0n) await putNotice(work, { event: 'cfdi-issued', ...about });
  await announce(work, 'invoices', await documentsOfComplement(work, id));
}

/** The financed invoices whose interest, or late charges, a complement pays. */
export const documentsOfComplement = async ({ db, tenant }: Work, complementId: string): Promise<string[]> => {
  return await valuesOf(db, z.string())`
    select distinct document_id::text from complement_lines where client_id = ${tenant} and complement_id = ${complementId} order by 1`;
};
