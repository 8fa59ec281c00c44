import { randomUUID } from 'node:crypto';
import type {
  addPaymentReference,
  getPaymentReference,
  PaymentReference,
  paymentReferencePdf,
  quotePaymentReference,
  setPaymentReference,
} from '@anticipa/contract/references';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { addDays, dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { decimalOf, type FinancedCurrency, type Money, moneyOf, subtract, sum } from '@anticipa/domain/money';
import {
  chargedUntil,
  isPaymentDay,
  MAX_DAYS_TO_PAY,
  makeReference,
  referenceProblem,
} from '@anticipa/domain/reference';
import { amountAsked } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { text, valuesOf } from '../../platform/db/rows.ts';
import { announceAll } from '../../platform/live/events.ts';
import type { Caller } from '../../platform/work/caller.ts';
import { runAs } from '../../platform/work/transaction.ts';
import type { ClientWork, Lock, Work } from '../../platform/work/work.ts';
import { letterheadOf } from '../brand/queries.ts';
import type { Deps } from '../deps.ts';
import { invoicesById } from '../invoices/queries.ts';
import { balanceDue } from '../ledger/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { endExpired } from './expiry.ts';
import { referencePdf } from './pdf.ts';
import {
  type DueInvoice,
  invoiceIdsOfReference,
  invoicesForReference,
  lenderAccounts,
  nextReferenceNumber,
  overdueUuids,
  paymentReferenceOf,
} from './queries.ts';

/** Amount of a reference for one invoice, which was sold; late charges end with its settlement. */
function askedFor(invoice: DueInvoice, on: IsoDate): Money<FinancedCurrency> {
  const owed = moneyOf<FinancedCurrency>(invoice.owed, invoice.currency);
  const { dueDate, moratoryRate, daysInYear } = invoice;
  if (invoice.hasBalanceDue) return owed;
  if (dueDate === null || moratoryRate === null || daysInYear === null) return owed;
  return amountAsked({ owed, dueDate, moratoryRate, daysInYear }, on);
}

/**
 * Creates one reference for invoices in credit, or for the balance due of a settled one. One of several concurrent requests for
 * the same invoice wins; the others are refused.
 */
export async function createPaymentReference(
  work: ClientWork,
  { invoices: named, payOn = work.today }: BodyOf<typeof setPaymentReference>,
): Promise<Outcome<ResponseOf<typeof setPaymentReference>>> {
  const covered = await coverable(work, named, { payOn: dateOf(payOn), lock: 'update' });
  if (!covered.ok) return covered;
  const number = await nextReferenceNumber(work);
  return number === null ? refuse('ERROR_GENERATING_REFERENCE') : insertReference(work, covered.value, number);
}

/** Coverage of a reference, and the last day for which its amount is right. */
interface Covered {
  readonly first: DueInvoice;
  readonly invoices: readonly DueInvoice[];
  readonly payOn: IsoDate;
  readonly validUntil: IsoDate;
}

async function coverable(
  work: ClientWork,
  named: readonly string[],
  { payOn, lock }: { readonly payOn: IsoDate; readonly lock: Lock },
): Promise<Outcome<Covered>> {
  if (!isPaymentDay(payOn, work.today)) return refuse('REFERENCE_DAY_OUT_OF_RANGE');
  const uuids = [...new Set(named)];
  const invoices = await invoicesForReference(work, uuids, lock);
  const missing = uuids.filter((uuid) => !invoices.some((invoice) => invoice.uuid === uuid));
  if (missing.length > 0) return refuseEach('NOT_FOUND', missing);
  const problem = referenceProblem(invoices);
  if (problem) return refuse(problem.code, problem.failures);
  const [first] = invoices;
  if (!first) return refuse('REFERENCE_WITHOUT_INVOICES');
  const validUntil = chargedUntil(
    invoices.flatMap(({ dueDate }) => dueDate ?? []),
    payOn,
  );
  return done({ first, invoices, payOn, validUntil });
}

/** The amount of a new reference on a day, invoice by invoice. */
export async function quoteReference(
  work: ClientWork,
  { invoices: named = [], overdue, payOn: day = work.today }: BodyOf<typeof quotePaymentReference>,
): Promise<Outcome<ResponseOf<typeof quotePaymentReference>>> {
  const uuids = overdue ? await overdueUuids(work, overdue) : named;
  const covered = await coverable(work, uuids, { payOn: dateOf(day), lock: 'read' });
  if (!covered.ok) return covered;
  const { first, invoices, payOn, validUntil } = covered.value;
  const { currency } = first;
  const { total, amount } = sumsOf(covered.value);
  return done({
    data: {
      payOn,
      lastPayOn: addDays(work.today, MAX_DAYS_TO_PAY),
      validUntil,
      currency,
      total: decimalOf(total),
      lateCharges: decimalOf(subtract(amount, total)),
      amount: decimalOf(amount),
      invoices: invoices.map((invoice) => ({
        uuid: invoice.uuid,
        serie: invoice.serie,
        folio: invoice.folio,
        receiverName: invoice.receiverName,
        dueDate: invoice.dueDate ?? payOn,
        total: invoice.owed,
        lateCharges: decimalOf(subtract(askedFor(invoice, payOn), moneyOf(invoice.owed, currency))),
      })),
    },
  });
}

function sumsOf({ first: { currency }, invoices, payOn }: Covered) {
  const amount = sum(
    currency,
    invoices.map((invoice) => askedFor(invoice, payOn)),
  );
  const total = sum(
    currency,
    invoices.map((invoice) => moneyOf<FinancedCurrency>(invoice.owed, currency)),
  );
  return { total, amount };
}

async function insertReference(
  work: ClientWork,
  covered: Covered,
  number: number,
): Promise<Outcome<ResponseOf<typeof setPaymentReference>>> {
  const { db, tenant, actor, at } = work;
  const { first, invoices, validUntil } = covered;
  const ofBalance = first.hasBalanceDue;
  const reference = makeReference(first, number);
  const id = randomUUID();
  const { total, amount } = sumsOf(covered);
  await db
    .insertInto('payment_references')
    .values({
      client_id: tenant,
      reference_id: id,
      reference,
      currency: first.currency,
      of_balance: ofBalance,
      amount: decimalOf(amount),
      late_charges: decimalOf(subtract(amount, total)),
      valid_until: validUntil,
      count: invoices.length,
      state: 'live',
      created_by: actor.userId,
      created_at: at,
    })
    .execute();
  const ids = invoices.map((invoice) => invoice.id);
  await endExpired(work, ids, work.today);
  const { numUpdatedRows } = await db
    .updateTable('invoices')
    .set(ofBalance ? { balance_reference_id: id } : { reference_id: id })
    .where('client_id', '=', tenant)
    .where('document_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('status', '=', ofBalance ? invoiceStatus.LIQUIDADO : invoiceStatus.CREDITO)
    // A settled invoice may keep an earlier reference, which has ended: the invoices are locked.
    .$if(!ofBalance, (query) => query.where('reference_id', 'is', null))
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) !== ids.length) return refuse('INVOICE_ALREADY_REFERENCED');
  const details = { reference, invoices: ids.length };
  await writeAudit(work, { action: 'reference.create', subject: `reference:${id}`, details });
  await announceAll(work, { references: [id], invoices: ids });
  return done({ paymentReference: reference, rowsUpdated: ids.length, id });
}

/** Marks references as paid once all their invoices are settled, or the balances due that they are for are paid. */
export const closePaidReferences = async ({ db, tenant }: Work, referenceIds: readonly string[]): Promise<void> => {
  await db
    .updateTable('payment_references')
    .set({ state: 'paid' })
    .where('client_id', '=', tenant)
    .where('reference_id', '=', sql<string>`any(${referenceIds}::uuid[])`)
    .where('state', '=', 'live')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('invoices')
            .select('invoices.document_id')
            .where('invoices.client_id', '=', tenant)
            .where(
              sql<boolean>`case when of_balance then invoices.balance_reference_id else invoices.reference_id end
                = payment_references.reference_id`,
            )
            .where(sql<boolean>`(invoices.status <> ${invoiceStatus.LIQUIDADO} or (of_balance and ${balanceDue} > 0))`),
        ),
      ),
    )
    .execute();
};

/**
 * Ends the live references of invoices that leave credit unpaid, so that the other invoices which they cover can be part of new ones.
 * They expire rather than being cancelled, which only a user of the client does.
 */
export async function endReferencesOf(work: Work, documentIds: readonly string[]): Promise<void> {
  const { db, tenant } = work;
  const references = await valuesOf(db, text)`
    update payment_references set state = 'expired' where client_id = ${tenant} and state = 'live' and reference_id in (
      select reference_id from invoices where client_id = ${tenant} and document_id = any(${documentIds}::uuid[]))
    returning reference_id`;
  const invoices = await valuesOf(db, text)`
    update invoices set reference_id = null
    where client_id = ${tenant} and reference_id = any(${references}::uuid[]) and status = ${sql.lit(invoiceStatus.CREDITO)}
    returning document_id`;
  if (references.length > 0) await announceAll(work, { references, invoices });
}

/**
 * Reopens the references of invoices whose payment is reversed. A paid reference is live again until its last day. A reference that has
 * expired, or that is for the balance of an invoice which is no longer settled, is detached from the invoice.
 */
export async function reopenReferences(
  { db, tenant }: Work,
  documentIds: readonly string[],
  { isSettled }: { readonly isSettled: boolean },
): Promise<string[]> {
  const named = await db
    .selectFrom('invoices')
    .select(['reference_id', 'balance_reference_id'])
    .where('client_id', '=', tenant)
    .where('document_id', '=', sql<string>`any(${documentIds}::uuid[])`)
    .execute();
  const ofBalance = named.flatMap((row) => row.balance_reference_id ?? []);
  const references = isSettled ? ofBalance : named.flatMap((row) => row.reference_id ?? []);
  await db
    .updateTable('payment_references')
    .set({ state: 'live' })
    .where('client_id', '=', tenant)
    .where('reference_id', '=', sql<string>`any(${references}::uuid[])`)
    .where('state', '=', 'paid')
    .execute();
  if (isSettled) return references;
  await db
    .updateTable('payment_references')
    .set({ state: 'expired' })
    .where('client_id', '=', tenant)
    .where('reference_id', '=', sql<string>`any(${ofBalance}::uuid[])`)
    .where('state', 'in', ['live', 'paid'])
    .execute();
  await sql`
    update invoices set balance_reference_id = null, reference_id = (
      select reference_id from payment_references live
      where live.client_id = ${tenant} and live.reference_id = invoices.reference_id and state = 'live')
    where client_id = ${tenant} and document_id = any(${documentIds}::uuid[])`.execute(db);
  return [...references, ...ofBalance];
}

/** The record of a reference, or of a new one for the invoices; values repeated by the browser must match. */
export async function findOrCreateReference(
  work: ClientWork,
  { reference, invoices = [], payOn, count, userId }: BodyOf<typeof addPaymentReference>,
): Promise<Outcome<ResponseOf<typeof addPaymentReference>>> {
  const made = reference === undefined ? await createPaymentReference(work, { invoices, payOn }) : null;
  if (made?.ok === false) return made;
  const record = await paymentReferenceOf(work, made?.value.id ?? reference?.trim() ?? '');
  const isSame =
    record !== null &&
    (count ?? record.count) === record.count &&
    [record.userId, work.actor.userId].includes(userId ?? record.userId);
  return isSame ? done({ id: record.id }) : refuse('ERROR_CREATING_OR_GETTING_RECORD');
}

/** Values sent by browsers without an id. */
export const isNoId = (id: string): boolean => ['', 'undefined', 'null'].includes(id.trim());

type Detailed = ResponseOf<typeof getPaymentReference>['paymentReference'];

async function detailed(work: Work, reference: PaymentReference): Promise<Detailed> {
  const ids = await invoiceIdsOfReference(work, reference.id);
  const found = new Map((await invoicesById(work, ids)).map((invoice) => [invoice.documentId, invoice]));
  return { ...reference, invoices: ids.flatMap((id) => found.get(id) ?? []) };
}

/** One reference of the client with its invoices. */
export async function showPaymentReference(
  work: Work,
  referenceId: string,
): Promise<Outcome<ResponseOf<typeof getPaymentReference>>> {
  if (isNoId(referenceId)) return refuse('NO_PAYMENT_REFERENCE_ID');
  const reference = await paymentReferenceOf(work, referenceId.trim());
  if (!reference) return refuse('PAYMENT_REFERENCE_RECORD_NOT_FOUND');
  return done({ paymentReference: await detailed(work, reference) });
}

/** The reference as a PDF named by the reference. */
export async function printPaymentReference(
  deps: Deps,
  caller: Caller,
  referenceId: string,
): Promise<Outcome<ResponseOf<typeof paymentReferencePdf>>> {
  if (isNoId(referenceId)) return refuse('NO_PAYMENT_REFERENCE_ID');
  const found = await runAs(deps, caller, async (work) => {
    const reference = await paymentReferenceOf(work, referenceId.trim());
    if (!reference) return null;
    return {
      reference: await detailed(work, reference),
      accounts: await lenderAccounts(work),
      brand: await letterheadOf(work),
    };
  });
  if (!found) return refuse('PAYMENT_REFERENCE_RECORD_NOT_FOUND');
  // A PDF without an account would be useless.
  const isPayable = found.accounts.some((account) => account.currency === found.reference.currency);
  if (!isPayable) return refuse('ERROR_GENERATING_PAYMENT_REFERENCE');
  const pdf = await referencePdf({ ...found, client: caller.actor });
  return done({ base64: pdf.toString('base64'), fileName: `${found.reference.reference}.pdf` });
}
