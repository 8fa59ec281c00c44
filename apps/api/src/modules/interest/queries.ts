import { cfdiTime } from '@anticipa/cfdi/local-time';
import type { InterestInvoice } from '@anticipa/contract/interest';
import { withBothNamesOfInterestInvoice } from '@anticipa/contract/specification-names';
import { dateOf, endOfDate, type IsoDate, MEXICO_CITY, startOfDate } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { add, decimalOf, type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';
import { firstDayOf, type Month, monthOf } from '@anticipa/domain/month';
import { formatMonth } from '@anticipa/texts/format';
import { sql } from 'kysely';
import { z } from 'zod';
import type { InvoiceOrder, Party } from '../../gateways/invoicing/port.ts';
import { decimal } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';
import type { CfdiKind } from './numbering.ts';
import type { Numbered } from './stamping.ts';

/** The amount that each complement pays of each invoice: one instalment, or two of different forms. */
export const instalmentsPaid = sql`
  select client_id, complement_id, invoice_id, max(instalment) as instalment, (array_agg(form order by instalment desc))[1] as form,
    sum(sub_total + iva) as amount
  from complement_instalments join complement_lines line using (client_id, complement_id, invoice_id, form)
  group by client_id, complement_id, invoice_id`;

const issued = ({ db, tenant }: Work) =>
  db
    .selectFrom('interest_invoices')
    .innerJoin('products', 'products.code', 'interest_invoices.product')
    .select([
      'invoice_id',
      'product',
      'display_name',
      'currency',
      sql<string>`month_cut`.as('month_cut'),
      sql<string>`concat_ws('-', serie, folio)`.as('folio'),
      'invoice_type',
      'active',
      'kind',
      'sub_total',
      'iva',
      'emitted_at',
      sql<string>`uuid`.as('uuid'),
      sql<InterestInvoice['InvoicingDetails']>`(
        select jsonb_agg(jsonb_build_object('factoringDocumentFolio', line.folio, 'subTotal', line.sub_total::text,
          'iva', line.iva::text) order by line.position)
        from interest_invoice_lines line
        where line.client_id = interest_invoices.client_id and line.invoice_id = interest_invoices.invoice_id)`.as(
        'details',
      ),
      sql<InterestInvoice['complements']>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', complement_id, 'folio', complement.serie || '-' || complement.folio,
          'uuid', complement.uuid, 'paidOn', paid_on, 'amount', paid.amount::text) order by paid.instalment), '[]')
        from (${instalmentsPaid}) paid join payment_complements complement using (client_id, complement_id)
        where paid.client_id = interest_invoices.client_id and paid.invoice_id = interest_invoices.invoice_id
          and complement.state = 'issued' and complement.active)`.as('complements'),
    ])
    .where('client_id', '=', tenant)
    .where('state', '=', 'issued');

const toInterestInvoice = (row: Awaited<ReturnType<ReturnType<typeof issued>['execute']>>[number]): InterestInvoice =>
  withBothNamesOfInterestInvoice({
    id: row.invoice_id,
    uuid: row.uuid,
    folio: row.folio,
    emittionDate: row.emitted_at.toISOString(),
    periodo: monthOf(dateOf(row.month_cut)),
    product: row.product,
    productName: row.display_name,
    currency: row.currency,
    active: row.active,
    kind: row.kind,
    invoiceType: row.invoice_type,
    subTotal: row.sub_total,
    iva: row.iva,
    amount: decimalOf(add(moneyOf(row.sub_total, row.currency), moneyOf(row.iva, row.currency))),
    creditFolios: row.details.map(({ factoringDocumentFolio }) => factoringDocumentFolio),
    InvoicingDetails: row.details,
    complements: row.complements,
  });

interface InvoicedBetween {
  /** Both inclusive, in Mexico City. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Whether the dates are those of emission; otherwise of the first day of the month cut. */
  readonly isEmission: boolean;
  /** Only those in force, or only cancelled ones; both if undefined. */
  readonly active: boolean | undefined;
}

/** The interest invoices issued to the client between two dates, newest first. */
export const interestInvoices = async (
  work: Work,
  { from, to, isEmission, active }: InvoicedBetween,
): Promise<InterestInvoice[]> => {
  const all = issued(work);
  const invoiced = isEmission
    ? all.where('emitted_at', '>=', startOfDate(from, MEXICO_CITY)).where('emitted_at', '<', endOfDate(to, MEXICO_CITY))
    : all.where('month_cut', '>=', from).where('month_cut', '<=', to);
  const rows = await invoiced
    .$if(active !== undefined, (query) => query.where('active', '=', active ?? true))
    .orderBy('emitted_at', 'desc')
    .orderBy(sql`length(folio)`, 'desc')
    .orderBy('interest_invoices.folio', 'desc')
    .orderBy('invoice_id')
    .execute();
  return rows.map(toInterestInvoice);
};

/** An issued invoice or credit note of the client; null if there is none. */
export const invoiceById = async (work: Work, invoiceId: string): Promise<InterestInvoice | null> => {
  const row = await issued(work).where('invoice_id', '=', invoiceId).executeTakeFirst();
  return row ? toInterestInvoice(row) : null;
};

/** Invoices issued by a month cut of the client. */
export const invoicesOfCut = async (work: Work, month: Month): Promise<InterestInvoice[]> => {
  const rows = await issued(work)
    .where('month_cut', '=', firstDayOf(month))
    .orderBy('product')
    .orderBy('currency')
    .orderBy('emitted_at')
    .orderBy('invoice_id')
    .execute();
  return rows.map(toInterestInvoice);
};

const orderedLines = z.array(
  z.object({ document_id: z.string(), folio: z.string(), iva_rate: decimal, sub_total: decimal, iva: decimal }),
);

/** Subject of an invoice, in Spanish. */
const subjectOf = (invoice: {
  readonly kind: string;
  readonly credits: string | null;
  readonly sale_id: string | null;
  readonly month_cut: string;
}) => {
  if (invoice.kind === 'late-charges') return 'Recargos';
  if (invoice.kind === 'commission') return 'Comisión por apertura';
  const interest = invoice.credits === null ? 'Interés' : 'Bonificación de interés';
  if (invoice.sale_id !== null) return interest;
  return `${interest} de ${formatMonth(monthOf(dateOf(invoice.month_cut)))}`;
};

export interface PendingInvoice {
  readonly order: InvoiceOrder;
  readonly documentIds: readonly string[];
  readonly kind: CfdiKind;
  /** Whether a deposit kept the interest, which is taxed as it is paid. */
  readonly isOfDeposit: boolean;
  /** Unpaid late charges, IVA included. */
  readonly unpaid: Money<FinancedCurrency>;
}

const orders = ({ db, tenant }: Work) =>
  db
    .selectFrom('interest_invoices')
    .innerJoin('clients', 'clients.client_id', 'interest_invoices.client_id')
    .select((eb) => [
      'invoice_id',
      'serie',
      'folio',
      'currency',
      'emitted_at',
      'kind',
      'sale_id',
      'unpaid',
      sql<string>`month_cut`.as('month_cut'),
      sql<string | null>`(
        select credited.uuid from interest_invoices credited
        where credited.client_id = interest_invoices.client_id and credited.invoice_id = interest_invoices.credits)`.as(
        'credits',
      ),
      sql<string | null>`(
        select substituted.uuid from interest_invoices substituted
        where substituted.client_id = interest_invoices.client_id and substituted.invoice_id = interest_invoices.substitutes)`.as(
        'substitutes',
      ),
      eb.fn<string | null>('trim_scale', ['exchange_rate']).as('exchange_rate'),
      'clients.rfc',
      'clients.entity_name',
      'clients.fiscal_regime',
      'clients.postal_code',
      sql<unknown>`(
        select jsonb_agg(jsonb_build_object('document_id', line.document_id, 'folio', line.folio,
          'iva_rate', trim_scale(line.iva_rate)::text, 'sub_total', line.sub_total::text, 'iva', line.iva::text)
          order by line.position)
        from interest_invoice_lines line
        where line.client_id = interest_invoices.client_id and line.invoice_id = interest_invoices.invoice_id)`.as(
        'lines',
      ),
    ])
    .where('interest_invoices.client_id', '=', tenant);

/** The lender as in its CFDI; throws without its row, which an installation begins with. */
export const lenderAsIssuer = async ({ db }: WideWork): Promise<Party> =>
  await db
    .selectFrom('lender')
    .select(['rfc', 'name', 'fiscal_regime as regime', 'postal_code as postalCode'])
    .executeTakeFirstOrThrow();

/** The client as the receiver of a CFDI, none of which is numbered without its tax data. */
export function clientAsReceiver(row: {
  readonly rfc: string;
  readonly entity_name: string;
  readonly fiscal_regime: string | null;
  readonly postal_code: string | null;
}): Party {
  const { rfc, entity_name: name, fiscal_regime: regime, postal_code: postalCode } = row;
  if (regime === null || postalCode === null) throw new Error(`the client ${rfc} has no tax data`);
  return { rfc, name: name.toUpperCase(), regime, postalCode };
}

function toPending(
  row: Awaited<ReturnType<ReturnType<typeof orders>['execute']>>[number],
  issuer: Party,
): PendingInvoice {
  const lines = orderedLines.parse(row.lines);
  return {
    documentIds: lines.map((line) => line.document_id),
    kind: row.kind,
    isOfDeposit: row.sale_id !== null,
    unpaid: moneyOf<FinancedCurrency>(row.unpaid, row.currency),
    order: {
      id: row.invoice_id,
      serie: row.serie,
      folio: row.folio,
      emittedAt: cfdiTime(row.emitted_at),
      currency: row.currency,
      exchangeRate: row.exchange_rate,
      credits: row.credits,
      substitutes: row.substitutes,
      isPaid: row.sale_id !== null || (row.kind === 'late-charges' && row.unpaid === '0.00'),
      issuer,
      receiver: clientAsReceiver(row),
      concepts: lines.map((line) => ({
        folio: line.folio,
        description: `${subjectOf(row)} de la factura ${line.folio}`,
        subTotal: moneyOf(line.sub_total, row.currency),
        iva: moneyOf(line.iva, row.currency),
        ivaRate: line.iva_rate,
      })),
    },
  };
}

/** The row of an order. */
export const numberedInvoice = ({ id, serie, folio }: InvoiceOrder): Numbered => ({
  table: 'interest_invoices',
  id,
  folio: `${serie}-${folio}`,
});

/** Numbered but unstamped invoices of the cuts up to a month, as orders for the provider, by folio. */
export const pendingInvoices = async (work: Work, month: Month): Promise<PendingInvoice[]> => {
  const rows = await orders(work)
    .where('month_cut', '<=', firstDayOf(month))
    .where('state', '=', 'pending')
    .where('active', '=', true)
    .orderBy('month_cut')
    .orderBy('emitted_at')
    .orderBy('invoice_id')
    .execute();
  if (rows.length === 0) return [];
  const issuer = await lenderAsIssuer(work);
  return rows.map((row) => toPending(row, issuer));
};

/** The substitute of an invoice; its UUID is null until it is stamped. */
export const substituteOf = async (
  work: Work,
  invoiceId: string,
): Promise<{ readonly invoice: PendingInvoice; readonly uuid: string | null } | null> => {
  const row = await orders(work)
    .select('interest_invoices.uuid as own_uuid')
    .where('interest_invoices.substitutes', '=', invoiceId)
    .executeTakeFirst();
  return row ? { invoice: toPending(row, await lenderAsIssuer(work)), uuid: row.own_uuid } : null;
};

/** Storage key and name of an issued invoice or payment complement. */
export interface StoredCfdi {
  readonly clientId: ClientId;
  readonly sha256: Buffer;
  readonly name: string;
  readonly cancelledAt: Date | null;
}

/** The issued CFDI or complement with an id; NOT_FOUND if the client has none. */
export const storedCfdi = async ({ db, tenant }: Work, id: string): Promise<Outcome<StoredCfdi>> => {
  const row = await db
    .selectFrom('interest_invoices')
    .select(['sha256', 'serie', 'folio', 'cancelled_at'])
    .where('client_id', '=', tenant)
    .where('invoice_id', '=', id)
    .where('state', '=', 'issued')
    .unionAll((eb) =>
      eb
        .selectFrom('payment_complements')
        .select(['sha256', 'serie', 'folio', sql<Date | null>`null::timestamptz`.as('cancelled_at')])
        .where('client_id', '=', tenant)
        .where('complement_id', '=', id)
        .where('state', '=', 'issued'),
    )
    .executeTakeFirst();
  if (!row?.sha256) return refuse('NOT_FOUND');
  const { sha256, serie, folio, cancelled_at: cancelledAt } = row;
  return done({ clientId: tenant, sha256, name: `${serie}-${folio}`, cancelledAt });
};
