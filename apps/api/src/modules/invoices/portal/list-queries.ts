/** The client's invoices, by many filters. */
import type { Invoice } from '@anticipa/contract/invoices';
import { MEXICO_CITY } from '@anticipa/domain/calendar';
import { type InvoiceStatus, invoiceStatus } from '@anticipa/domain/invoice';
import type { Currency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { sql } from 'kysely';
import type { Work } from '../../../platform/work/work.ts';
import { invoiceOn, isNotDeleted, type ListedRow, listed } from '../queries.ts';

const LIVE: readonly InvoiceStatus[] = [
  invoiceStatus.RECHAZADA,
  invoiceStatus.REGISTRADO,
  invoiceStatus.AUTORIZADA,
  invoiceStatus.PREVENTA,
  invoiceStatus.CREDITO,
];

/** Dates are inclusive. */
export interface InvoiceFilter {
  readonly statuses: readonly InvoiceStatus[] | null;
  readonly products?: readonly ProductCode[] | undefined;
  readonly paidFrom?: string | undefined;
  readonly paidUntil?: string | undefined;
  /** Leaves out invoices rejected before this date. */
  readonly rejectedFrom?: string | undefined;
  readonly isUnpaid?: boolean | undefined;
  readonly isInCreditShown?: boolean | undefined;
  readonly paymentReference?: string | undefined;
  readonly currency?: Currency | undefined;
  readonly emittedFrom?: string | undefined;
  readonly emittedUntil?: string | undefined;
  /** Whether those that a user deleted are listed; by default if `statuses` is not null. */
  readonly isDeletedShown?: boolean | undefined;
}

/**
 * The client's invoices, newest first. `statuses` null returns the live ones, neither deleted by a user nor settled; for a
 * payment reference, all that it covers.
 */
export const listInvoices = async (work: Work, filter: InvoiceFilter): Promise<Invoice[]> =>
  (await filtered(work, filter).execute()).map(invoiceOn(work.today));

/** Rows in memory at a time. */
const PART = 500;

/** `listInvoices` for long lists: in parts, all of one snapshot. One at a time per transaction. */
export async function* invoicesInParts(work: Work, filter: InvoiceFilter): AsyncGenerator<Invoice[]> {
  await sql`declare listed_invoices no scroll cursor for ${filtered(work, filter)}`.execute(work.db);
  for (;;) {
    const { rows } = await sql<ListedRow>`fetch ${sql.lit(PART)} from listed_invoices`.execute(work.db);
    if (rows.length > 0) yield rows.map(invoiceOn(work.today));
    if (rows.length < PART) return;
  }
}

function filtered(work: Work, filter: InvoiceFilter) {
  const { statuses, products, paidFrom, paidUntil, rejectedFrom, paymentReference: reference } = filter;
  const { currency, emittedFrom, emittedUntil, isDeletedShown = statuses !== null } = filter;
  const shown = statuses ?? (reference === undefined ? LIVE : [...LIVE, invoiceStatus.LIQUIDADO]);
  return listed(work)
    .$if(products !== undefined, (query) => query.where('invoices.product', 'in', [...(products ?? [])]))
    .$if(filter.isUnpaid === true, (query) => query.where('invoices.payment_date', 'is', null))
    .$if(filter.isInCreditShown === false, (query) => query.where('invoices.status', '<>', invoiceStatus.CREDITO))
    .$if(rejectedFrom !== undefined, (query) => query.where(isRejectedSince(rejectedFrom)))
    .$if(reference !== undefined, (query) => query.where(isOfReference(work, reference)))
    .$if(paidFrom !== undefined, (query) => query.where('invoices.payment_date', '>=', paidFrom ?? null))
    .$if(paidUntil !== undefined, (query) => query.where('invoices.payment_date', '<=', paidUntil ?? null))
    .$if(currency !== undefined, (query) => query.where('invoices.currency', '=', currency ?? 'MXN'))
    .$if(emittedFrom !== undefined, (query) => query.where('invoices.emitted_on', '>=', emittedFrom ?? ''))
    .$if(emittedUntil !== undefined, (query) => query.where('invoices.emitted_on', '<=', emittedUntil ?? ''))
    .where('invoices.status', '=', sql<InvoiceStatus>`any(${shown}::integer[])`)
    .$if(!shown.includes(invoiceStatus.LIQUIDADO), (query) => query.where(isUnsettled))
    .$if(!isDeletedShown, (query) => query.where(isNotDeleted))
    .orderBy('invoices.created_at', 'desc')
    .orderBy('invoices.document_id');
}

const isRejectedSince = (day: string | undefined) =>
  sql<boolean>`(invoices.rejected_at is null
    or (invoices.rejected_at at time zone ${MEXICO_CITY})::date >= ${day ?? null}::date)`;

const isOfReference = ({ tenant }: Work, reference: string | undefined) =>
  sql<boolean>`(select reference_id from payment_references
    where client_id = ${tenant} and reference = ${reference?.trim().toUpperCase() ?? null}) in (invoices.reference_id, invoices.balance_reference_id)`;

/** Literal, so that its index also fits prepared statements. */
const isUnsettled = sql<boolean>`not invoices.is_settled`;
