import { MAX_INVOICES_PER_REFERENCE, type PaymentReference } from '@anticipa/contract/references';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { invoiceStatus, statusName } from '@anticipa/domain/invoice';
import { decimalOf, type FinancedCurrency, zero } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { type ReferenceCandidate, referenceState } from '@anticipa/domain/reference';
import { sql } from 'kysely';
import { decimal, valuesOf } from '../../platform/db/rows.ts';
import type { Lock, WideWork, Work } from '../../platform/work/work.ts';
import { paidAutomatically } from '../invoices/receivers.ts';
import { balanceDue, owed } from '../ledger/queries.ts';
import { type Left, leftOf } from './left-queries.ts';

/** An invoice for a reference, with everything that determines its amount due. */
export interface DueInvoice extends ReferenceCandidate {
  readonly uuid: string;
  readonly serie: string | null;
  readonly folio: string | null;
  readonly receiverName: string;
  readonly product: ProductCode;
  /** The total without what has been paid, and without what the aforo has covered; or the balance due. */
  readonly owed: string;
  readonly dueDate: IsoDate | null;
  /** Rate of its sale; null without one. */
  readonly moratoryRate: string | null;
  readonly daysInYear: number | null;
}

/** The client's invoices with these fiscal UUIDs, by due date, `update` locks them by id; those of other clients are absent. */
export const invoicesForReference = async (
  { db, tenant, today }: Work,
  uuids: readonly string[],
  lock: Lock,
): Promise<DueInvoice[]> => {
  // Lock in a separate statement: after waiting, a joined statement would not see the other transaction's reference.
  if (lock === 'update') {
    await db
      .selectFrom('invoices')
      .select('document_id')
      .where('client_id', '=', tenant)
      .where('uuid', '=', sql<string>`any(${uuids}::text[])`)
      .orderBy('document_id')
      .forUpdate()
      .execute();
  }
  const rows = await db
    .selectFrom('invoices')
    .leftJoin('sale_items', (join) =>
      join
        .onRef('sale_items.client_id', '=', 'invoices.client_id')
        .onRef('sale_items.sale_id', '=', 'invoices.sale_id')
        .onRef('sale_items.document_id', '=', 'invoices.document_id'),
    )
    .leftJoin('payment_references', (join) =>
      join
        .onRef('payment_references.client_id', '=', 'invoices.client_id')
        .on(
          'payment_references.reference_id',
          '=',
          sql<string>`case when invoices.is_settled then invoices.balance_reference_id else invoices.reference_id end`,
        )
        .on('payment_references.state', '=', 'live')
        .on('payment_references.valid_until', '>=', today),
    )
    .select((eb) => [
      'invoices.document_id as id',
      'invoices.uuid',
      'invoices.serie',
      'invoices.folio',
      'invoices.receiver_name as receiverName',
      'invoices.status',
      'invoices.product',
      'invoices.currency',
      sql<string>`case when invoices.is_settled then ${balanceDue} else ${owed} end`.as('owed'),
      sql<boolean>`invoices.is_settled and ${balanceDue} > 0`.as('hasBalanceDue'),
      'invoices.due_date as dueDate',
      'payment_references.reference as paymentReference',
      'sale_items.days_in_year as daysInYear',
      eb.fn<string | null>('trim_scale', ['sale_items.moratory_rate']).as('moratoryRate'),
      paidAutomatically.as('paidAutomatically'),
    ])
    .where('invoices.client_id', '=', tenant)
    .where('invoices.uuid', '=', sql<string>`any(${uuids}::text[])`)
    .orderBy('invoices.due_date')
    .orderBy('invoices.document_id')
    .execute();
  return rows.map((row) => ({
    ...row,
    status: statusName(row.status),
    // Invoices in credit are always in a financed currency.
    currency: row.currency === 'USD' ? 'USD' : 'MXN',
    dueDate: row.dueDate === null ? null : dateOf(row.dueDate),
  }));
};

/** Fiscal UUIDs of the client's invoices of a currency that are due by today and can be part of a reference, oldest first. */
export const overdueUuids = async ({ db, tenant, today }: Work, currency: FinancedCurrency): Promise<string[]> => {
  const rows = await db
    .selectFrom('invoices')
    .select('uuid')
    .where('client_id', '=', tenant)
    .where('status', '=', invoiceStatus.CREDITO)
    .where('currency', '=', currency)
    .where('due_date', '<=', today)
    .where(
      sql<boolean>`not exists (
        select from payment_references made where made.client_id = invoices.client_id
          and made.reference_id = invoices.reference_id and valid_until >= ${today})`,
    )
    .where((eb) => eb.not(paidAutomatically))
    .orderBy('due_date')
    .orderBy('document_id')
    .limit(MAX_INVOICES_PER_REFERENCE)
    .execute();
  return rows.map(({ uuid }) => uuid);
};

/** Whether a payment with this reference has arrived. */
export const hasMoney = async ({ db, tenant }: Work, referenceId: string): Promise<boolean> =>
  (await db
    .selectFrom('collections')
    .select('collection_id')
    .where('client_id', '=', tenant)
    .where('reference_id', '=', referenceId)
    .where('reversed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

const referencesQuery = ({ db, tenant }: Work) =>
  db
    .selectFrom('payment_references')
    .innerJoin('users', (join) =>
      join
        .onRef('users.client_id', '=', 'payment_references.client_id')
        .onRef('users.user_id', '=', 'payment_references.created_by'),
    )
    .select([
      'payment_references.reference_id as id',
      'payment_references.reference',
      'payment_references.created_at as date',
      'payment_references.count',
      'payment_references.currency',
      'payment_references.amount',
      'payment_references.late_charges as lateCharges',
      'payment_references.valid_until as validUntil',
      'payment_references.state',
      'payment_references.client_id as clientId',
      'payment_references.created_by as userId',
      'users.first_name as firstName',
      'users.last_name as lastName',
    ])
    .where('payment_references.client_id', '=', tenant);

type ReferenceRow = Awaited<ReturnType<ReturnType<typeof referencesQuery>['execute']>>[number];

const stateOn = ({ state, validUntil }: ReferenceRow, today: IsoDate) =>
  referenceState({ state, validUntil: dateOf(validUntil) }, today);

async function toReferences(work: Work, rows: readonly ReferenceRow[]): Promise<PaymentReference[]> {
  const pending = rows.filter((row) => stateOn(row, work.today) === 'pending');
  const lefts = await leftOf(
    work,
    pending.map(({ id }) => id),
  );
  return rows.map((row) => toReference(row, work.today, lefts.get(row.id)));
}

function toReference(row: ReferenceRow, today: IsoDate, left: Left | undefined): PaymentReference {
  const { firstName, lastName, ...shown } = row;
  return {
    ...shown,
    date: row.date.toISOString(),
    left: decimalOf(left?.amount ?? zero(row.currency)),
    state: stateOn(row, today),
    ClientUser: { firstName, lastName },
  };
}

/** The client's payment references, newest first. */
export const paymentReferences = async (work: Work): Promise<PaymentReference[]> => {
  const rows = await referencesQuery(work)
    .orderBy('payment_references.created_at', 'desc')
    .orderBy('payment_references.reference_id')
    .execute();
  return toReferences(work, rows);
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The client's reference by id or text; null if there is none. */
export const paymentReferenceOf = async (work: Work, idOrReference: string): Promise<PaymentReference | null> => {
  const query = referencesQuery(work);
  const row = await (UUID.test(idOrReference)
    ? query.where('payment_references.reference_id', '=', idOrReference.toLowerCase())
    : query.where('payment_references.reference', '=', idOrReference.toUpperCase())
  ).executeTakeFirst();
  const [reference] = row ? await toReferences(work, [row]) : [];
  return reference ?? null;
};

/** Whether a reference is for an invoice in credit, or for its balance due. */
const isOf = (referenceId: string) => sql<boolean>`${referenceId} in (reference_id, balance_reference_id)`;

/** Locks the invoices of a reference by id. */
export const lockInvoicesOf = async ({ db, tenant }: Work, referenceId: string): Promise<void> => {
  await db
    .selectFrom('invoices')
    .select('document_id')
    .where('client_id', '=', tenant)
    .where(isOf(referenceId))
    .orderBy('document_id')
    .forUpdate()
    .execute();
};

/** Ids of a reference's invoices, earliest due first. */
export const invoiceIdsOfReference = async ({ db, tenant }: Work, referenceId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('invoices')
    .select('document_id')
    .where('client_id', '=', tenant)
    .where(isOf(referenceId))
    .orderBy('due_date')
    .orderBy('document_id')
    .execute();
  return rows.map((row) => row.document_id);
};

/** The lender's accounts, one per currency. */
export const lenderAccounts = ({ db }: WideWork) =>
  db
    .selectFrom('lender_accounts')
    .select(['currency', 'bank', 'beneficiary', 'clabe', 'account', 'swift'])
    .orderBy('currency')
    .execute();

export type LenderAccount = Awaited<ReturnType<typeof lenderAccounts>>[number];

/** The next reference number; null when all 99,999,999 are used, after which the transaction cannot continue. */
export async function nextReferenceNumber({ db }: WideWork): Promise<number | null> {
  try {
    const [next] = await valuesOf(db, decimal)`select nextval('payment_reference_numbers')`;
    return Number(next);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === SEQUENCE_LIMIT_EXCEEDED) return null;
    throw cause;
  }
}

/** SQLSTATE of an exhausted sequence. */
const SEQUENCE_LIMIT_EXCEEDED = '2200H';
