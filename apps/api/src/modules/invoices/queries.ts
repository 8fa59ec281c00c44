/** Invoice queries. Every where clause contains the tenant in addition to row-level security. */
import type { Invoice } from '@anticipa/contract/invoices';
import { withBothNamesOfInvoice } from '@anticipa/contract/specification-names';
import { date, product } from '@anticipa/contract/wire';
import { dateAt, dateOf, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { type InvoiceStatusName, invoiceStatus, statusName } from '@anticipa/domain/invoice';
import type { Verification } from '@anticipa/domain/invoice-entry';
import type { AdvanceUse } from '@anticipa/domain/invoice-relation';
import type { ListedSituation } from '@anticipa/domain/listed-taxpayer';
import { type Currency, decimalOf, type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';
import { type RejectionMotive, rejectionMotiveOf } from '@anticipa/domain/motives';
import type { ProductCode } from '@anticipa/domain/product';
import type { CompanyStatus } from '@anticipa/domain/receiver';
import { amountAsked } from '@anticipa/domain/settlement';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, rowsOf } from '../../platform/db/rows.ts';
import type { Lock, Work } from '../../platform/work/work.ts';
import { owed } from '../ledger/queries.ts';
import { paidAutomatically, situationOf } from './receivers.ts';

/** Invoices by ids; those of other clients are absent. */
export async function invoicesById(work: Work, documentIds: readonly string[]): Promise<Invoice[]> {
  const rows = await listed(work)
    .where('invoices.document_id', '=', sql<string>`any(${documentIds}::uuid[])`)
    .orderBy('invoices.document_id')
    .execute();
  return rows.map(invoiceOn(work.today));
}

/** The client's invoice by its id or fiscal UUID; none if a user has deleted it. */
export async function invoiceNamed(work: Work, name: string): Promise<Invoice | undefined> {
  const row = await listed(work)
    .where((eb) =>
      eb.or([eb('invoices.uuid', '=', name.toUpperCase()), eb('invoices.document_id', '=', name.toLowerCase())]),
    )
    .where(isNotDeleted)
    .executeTakeFirst();
  return row && invoiceOn(work.today)(row);
}

/** The client's invoice that a file became; none if a user has deleted it. */
export async function invoiceOfFile(work: Work, fileId: string): Promise<Invoice | undefined> {
  const row = await listed(work).where('invoices.file_id', '=', fileId).where(isNotDeleted).executeTakeFirst();
  return row && invoiceOn(work.today)(row);
}

export const isNotDeleted = sql<boolean>`invoices.motive is distinct from 'DELETED_BY_USER'`;

// Lateral look-ups: right after thousands of uploads the statistics are stale, and a join would compare every invoice with
// every file.
const lookedUp = <T>(table: string, key: string, column: string) =>
  sql<T>`(select ${sql.ref(column)} from ${sql.table(table)} as found
    where found.client_id = invoices.client_id and found.${sql.ref(key)} = invoices.${sql.ref(key)})`;
const fileName = lookedUp<string>('files', 'file_id', 'file_name').as('fileName');
const numberOfSale = lookedUp<number | null>('sales', 'sale_id', 'number_of_sale').as('numberOfSale');
/** The reference that covers an invoice in credit or its balance due today, or with which it was paid. */
const paymentReferenceOn = (today: IsoDate) =>
  sql<string | null>`(select reference from payment_references as found
    where found.client_id = invoices.client_id and (
      (found.reference_id = invoices.balance_reference_id and state = 'live' and found.valid_until >= ${today}::date)
      or (found.reference_id = invoices.reference_id and (invoices.is_settled or found.valid_until >= ${today}::date)))
    order by of_balance desc limit 1)`.as('paymentReference');
const source = lookedUp<string | null>('collections', 'collection_id', 'source').as('source');
const bank = lookedUp<string | null>('collections', 'collection_id', 'bank').as('bank');

/** Debt for an invoice in credit, and the terms of its late charges. */
const amountDue = sql<Debt | null>`case when invoices.status = ${invoiceStatus.CREDITO} then (
  select json_build_object('owed', ${owed}::numeric(18, 2)::text, 'moratoryRate', trim_scale(item.moratory_rate)::text,
    'daysInYear', item.days_in_year)
  from sale_items as item
  where item.client_id = invoices.client_id and item.sale_id = invoices.sale_id
    and item.document_id = invoices.document_id) end`.as('amountDue');

interface Debt {
  readonly owed: string;
  readonly moratoryRate: string;
  readonly daysInYear: number;
}

/** The due date of the sale, unless it is still the one in force. */
const extendedFrom = sql<string | null>`(
  select due_before from extensions where extensions.client_id = invoices.client_id and extensions.document_id = invoices.document_id
  order by extension_number limit 1)`.as('extendedFrom');

/** All columns of the client's invoices. */
export const listed = ({ db, tenant, today }: Work) =>
  db
    .selectFrom('invoices')
    .innerJoin('companies', 'companies.company_id', 'invoices.company_id')
    .innerJoin('products', 'products.code', 'invoices.product')
    .where('invoices.client_id', '=', tenant)
    .select([
      'invoices.document_id as documentId',
      'invoices.client_id as clientId',
      'invoices.company_id as companyId',
      'invoices.uuid',
      'invoices.serie',
      'invoices.folio',
      'invoices.receiver_name as receiverName',
      'invoices.receiver_rfc as receiverRFC',
      'invoices.receiver_key as receiverKey',
      'companies.status as receiverStatus',
      'invoices.currency',
      sql<string>`trim_scale(invoices.exchange_rate)`.as('exchangeRate'),
      'invoices.total',
      'invoices.emitted_on as emittedOn',
      'invoices.payment_method as paymentMethod',
      'invoices.is_synced as isSynced',
      'invoices.file_id as fileId',
      fileName,
      'products.product_id as productId',
      sql<Invoice['Product']>`json_build_object('code', products.code, 'name', products.display_name)`.as('Product'),
      'invoices.status',
      sql<
        Invoice['verification']
      >`case when invoices.objection is null then invoices.verification else 'objected' end`.as('verification'),
      sql<RejectedBy | null>`case when invoices.motive is not null
        then json_build_object('code', invoices.motive, 'user', invoices.motive_by_user) end`.as('motive'),
      'invoices.rejected_at as rejectedDate',
      'invoices.purchase_order as purchaseOrder',
      'invoices.due_date as dueDate',
      extendedFrom,
      'invoices.payment_days as paymentDays',
      sql<number | null>`invoices.due_date - invoices.emitted_on`.as('emissionToPaymentDate'),
      sql<string | null>`trim_scale(invoices.interest_rate)`.as('interestRate'),
      sql<string | null>`trim_scale(invoices.advance_percent)`.as('porcentajeAdelanto'),
      'invoices.interest as comision',
      'invoices.iva',
      'invoices.advance as adelanto',
      'invoices.aforo',
      'invoices.initial_deposit as initialDeposit',
      'invoices.deposited_on as fechaDeposito',
      'invoices.payment_date as paymentDate',
      'invoices.paid_amount as paidAmount',
      'invoices.late_charges as recargos',
      'invoices.late_charges_iva as ivaRecargos',
      sql<string | null>`case when payment_date is not null then rebate + iva_rebate end`.as('rebate'),
      'invoices.final_deposit as finalDeposit',
      source,
      bank,
      amountDue,
      numberOfSale,
      'invoices.sale_id as saleId',
      paymentReferenceOn(today),
      paidAutomatically.as('paidAutomatically'),
      'invoices.created_at as createdAt',
    ]);

export type ListedRow = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number];

interface RejectedBy {
  readonly code: string;
  readonly user: boolean;
}

/** Columns already have the wire's names: copying forty fields would be most of the cost of a list. */
export const invoiceOn =
  (today: IsoDate) =>
  (row: ListedRow): Invoice => {
    const motive = motiveOf(row.motive);
    return withBothNamesOfInvoice({
      ...row,
      motive,
      amountDue: row.amountDue && amountDueOn(today, row, row.amountDue),
      rejectedDate: row.rejectedDate && dateAt(row.rejectedDate, MEXICO_CITY),
      statusResponse:
        motive === null || row.rejectedDate === null
          ? []
          : [{ dateProcess: row.rejectedDate.toISOString(), respuesta: { comments: motive.description } }],
      createdAt: row.createdAt.toISOString(),
    });
  };

/** Invoices in credit have a due date and a financed currency. */
function amountDueOn(today: IsoDate, { currency, dueDate }: ListedRow, { owed: amount, ...terms }: Debt): string {
  const due = { ...terms, owed: moneyOf<FinancedCurrency>(amount, currency === 'USD' ? 'USD' : 'MXN') };
  return decimalOf(amountAsked({ ...due, dueDate: dateOf(dueDate ?? today) }, today));
}

function motiveOf(rejected: RejectedBy | null): Invoice['motive'] {
  const code = rejectionMotiveOf(rejected?.code ?? null);
  if (code === null || rejected === null) return null;
  const { reason, remedy } = motiveTexts[code];
  return { code, description: reason, remedy, user: rejected.user };
}

/** An invoice as needed by the rules. */
export interface InvoiceFacts {
  readonly documentId: string;
  readonly companyId: string;
  readonly uuid: string;
  readonly serie: string | null;
  readonly folio: string | null;
  readonly status: InvoiceStatusName;
  readonly motive: RejectionMotive | null;
  readonly motiveByUser: boolean;
  readonly rejectedAt: Date | null;
  /** Date in Mexico City. */
  readonly rejectedOn: IsoDate | null;
  readonly product: ProductCode;
  readonly currency: Currency;
  /** Debt: the face value less its credit notes. */
  readonly total: Money;
  /** The total of the CFDI. */
  readonly face: Money;
  readonly advanceUse: AdvanceUse | null;
  readonly emittedOn: IsoDate;
  readonly paymentMethod: 'PPD' | 'PUE' | null;
  readonly receiverName: string;
  readonly receiverRfc: string;
  readonly receiverKey: string;
  readonly receiverStatus: CompanyStatus;
  readonly issuerSituation: ListedSituation | null;
  readonly receiverSituation: ListedSituation | null;
  readonly verification: Verification;
  /** The signature of its stamp was checked. */
  readonly isStampVerified: boolean;
  readonly purchaseOrder: string | null;
  readonly saleId: string | null;
  readonly referenceId: string | null;
  readonly dueDate: IsoDate | null;
  readonly issuerRfc: string;
  /** The total as written in the CFDI, for the tax authority's status service. */
  readonly cfdiTotal: string;
  readonly sealTail: string;
  readonly createdAt: Date;
}

/** Invoices for the rules, by id; those of other clients are absent. */
export async function invoiceFacts(
  { db, tenant }: Work,
  documentIds: readonly string[],
  lock: Lock,
): Promise<InvoiceFacts[]> {
  const query = db
    .selectFrom('invoices')
    .innerJoin('companies', 'companies.company_id', 'invoices.company_id')
    .where('invoices.client_id', '=', tenant)
    .where('invoices.document_id', '=', sql<string>`any(${documentIds}::uuid[])`)
    .orderBy('invoices.document_id')
    .select([
      'invoices.document_id as documentId',
      'invoices.company_id as companyId',
      'invoices.uuid',
      'invoices.serie',
      'invoices.folio',
      'invoices.status',
      'invoices.motive',
      'invoices.motive_by_user as motiveByUser',
      'invoices.rejected_at as rejectedAt',
      'invoices.product',
      'invoices.currency',
      'invoices.total',
      sql<string>`trunc(invoices.cfdi_total::numeric, 2)`.as('face'),
      'invoices.advance_use as advanceUse',
      'invoices.emitted_on',
      'invoices.payment_method as paymentMethod',
      'invoices.receiver_name as receiverName',
      'invoices.receiver_rfc as receiverRfc',
      'invoices.receiver_key as receiverKey',
      'companies.status as receiverStatus',
      situationOf(sql.ref('invoices.issuer_rfc')).as('issuerSituation'),
      situationOf(sql.ref('invoices.receiver_rfc')).as('receiverSituation'),
      'invoices.verification',
      'invoices.is_stamp_verified as isStampVerified',
      'invoices.purchase_order as purchaseOrder',
      'invoices.sale_id as saleId',
      'invoices.reference_id as referenceId',
      'invoices.due_date',
      'invoices.issuer_rfc as issuerRfc',
      'invoices.cfdi_total as cfdiTotal',
      'invoices.seal_tail as sealTail',
      'invoices.created_at as createdAt',
    ])
    .$if(lock === 'update', (locking) => locking.forUpdate('invoices'));
  const found = await query.execute();
  // A joined row is dropped if its receiver became an alias during the wait for its lock.
  const rows = lock === 'update' && found.length < documentIds.length ? await query.execute() : found;
  return rows.map(({ emitted_on, due_date, ...row }) => ({
    ...row,
    status: statusName(row.status),
    motive: rejectionMotiveOf(row.motive),
    rejectedOn: row.rejectedAt && dateAt(row.rejectedAt, MEXICO_CITY),
    total: moneyOf(row.total, row.currency),
    face: moneyOf(row.face, row.currency),
    emittedOn: dateOf(emitted_on),
    dueDate: due_date === null ? null : dateOf(due_date),
  }));
}

const statusCount = z.object({
  product,
  status: z.literal(Object.values(invoiceStatus)),
  count: z.int(),
  totalMXN: decimal,
  totalUSD: decimal,
  firstEmitted: date,
  firstDue: date.nullable(),
  overdue: z.int(),
});

/**
 * Number of invoices by product and status, with totals per financed currency, earliest dates and the number of unsettled ones
 * due by today; without deleted ones.
 */
export async function statusCounts({ db, tenant, today }: Work) {
  return await rowsOf(db, statusCount)`
    with counted as (
      select product, status, currency, 1 as count, total, emitted_on as first_emitted, due_date as first_due,
        (due_date <= ${today})::integer as overdue
      from invoices where client_id = ${tenant} and not is_settled and ${isNotDeleted}
      union all
      select product, ${invoiceStatus.LIQUIDADO}::integer, currency, count, total, first_emitted, first_due, 0
      from settled_totals where client_id = ${tenant}
    )
    select product, status, sum(count)::integer as count,
      coalesce(sum(total) filter (where currency = 'MXN'), 0.00)::numeric(18, 2) as "totalMXN",
      coalesce(sum(total) filter (where currency = 'USD'), 0.00)::numeric(18, 2) as "totalUSD",
      min(first_emitted) as "firstEmitted", min(first_due) as "firstDue", coalesce(sum(overdue), 0)::integer as overdue
    from counted group by product, status order by product, status`;
}
