import { randomUUID } from 'node:crypto';
import type {
  addPaymentReference,
  getPaymentReference,
  PaymentReference,
  paymentReferencePdf,
  setPaymentReference,
} from '@anticipa/contract/references';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { IsoDate } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, type Money, moneyOf, sum } from '@anticipa/domain/money';
import { makeReference, referenceProblem } from '@anticipa/domain/reference';
import { amountAsked } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { writeAudit } from '../../lib/audit.ts';
import type { Executor } from '../../lib/db/pool.ts';
import type { Deps } from '../../lib/deps.ts';
import { announce } from '../../lib/live/events.ts';
import { type Caller, type ClientId, sameAsSession } from '../../lib/session/context.ts';
import { inTenant, readTenant } from '../../lib/transaction.ts';
import { invoicesById } from '../invoices/queries.ts';
import { missingInvoices } from '../sales/quote.ts';
import { referencePdf } from './pdf.ts';
import {
  type DueInvoice,
  invoiceIdsOfReference,
  invoicesForReference,
  lenderAccounts,
  nextReferenceNumber,
  paymentReferenceOf,
} from './queries.ts';

/** What the reference asks for an invoice on a day; only invoices in credit come here, and those were all sold. */
function askedFor(invoice: DueInvoice, on: IsoDate): Money<FinancedCurrency> {
  const total = moneyOf<FinancedCurrency>(invoice.total, invoice.currency);
  const { dueDate, moratoryRate, diasBase } = invoice;
  if (dueDate === null || moratoryRate === null || diasBase === null) return total;
  return amountAsked({ total, dueDate, moratoryRate, daysInYear: diasBase }, on);
}

/** Makes one reference for invoices in credit. Of two requests with the same invoice one wins, the other is told. */
export async function makePaymentReference(
  deps: Deps,
  caller: Caller,
  body: BodyOf<typeof setPaymentReference>,
): Promise<Outcome<ResponseOf<typeof setPaymentReference>>> {
  try {
    return await referenceInvoices(deps, caller, [...new Set(body.invoices)]);
  } catch (cause) {
    if (isOutOfNumbers(cause)) return refuse('ERROR_GENERATING_REFERENCE');
    throw cause;
  }
}

/** SQLSTATE of a counter at its end: there are 99,999,999 references, and none is used twice. */
const isOutOfNumbers = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === '2200H';

function referenceInvoices(
  deps: Deps,
  caller: Caller,
  uuids: readonly string[],
): Promise<Outcome<ResponseOf<typeof setPaymentReference>>> {
  return inTenant(deps, caller, async (executor) => {
    const invoices = await invoicesForReference(executor, caller.actor.clientId, uuids);
    const missing = uuids.filter((uuid) => !invoices.some((invoice) => invoice.uuid === uuid));
    if (missing.length > 0) return missingInvoices(missing);
    const problem = referenceProblem(invoices);
    const [first] = invoices;
    if (problem) return refuse(problem.code, problem.failures);
    if (!first) return refuse('REFERENCE_WITHOUT_INVOICES');
    return insertReference(executor, { deps, caller, invoices, kind: first });
  });
}

interface NewReference {
  readonly deps: Deps;
  readonly caller: Caller;
  readonly invoices: readonly DueInvoice[];
  readonly kind: DueInvoice;
}

async function insertReference(
  executor: Executor,
  { deps, caller, invoices, kind }: NewReference,
): Promise<Outcome<ResponseOf<typeof setPaymentReference>>> {
  const { clientId, userId } = caller.actor;
  const at = deps.clock.now();
  const reference = makeReference(kind, await nextReferenceNumber(executor));
  const id = randomUUID();
  const due = invoices.map((invoice) => askedFor(invoice, deps.clock.today()));
  await executor
    .insertInto('payment_references')
    .values({
      client_id: clientId,
      reference_id: id,
      reference,
      currency: kind.currency,
      amount: decimalOf(sum(kind.currency, due)),
      count: invoices.length,
      state: 'live',
      created_by: userId,
      created_at: at,
    })
    .execute();
  const ids = invoices.map((invoice) => invoice.id);
  const { numUpdatedRows } = await executor
    .updateTable('invoices')
    .set({ reference_id: id })
    .where('client_id', '=', clientId)
    .where('document_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('status', '=', 30)
    .where('reference_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) !== ids.length) return refuse('INVOICE_ALREADY_REFERENCED');
  const details = { reference, invoices: ids.length };
  await writeAudit(executor, caller, { action: 'reference.create', subject: `reference:${id}`, details, at });
  await announce(executor, clientId, { noun: 'references', ids: [id] });
  await announce(executor, clientId, { noun: 'invoices', ids });
  return done({ paymentReference: reference, rowsUpdated: ids.length, id });
}

/** References of which every invoice is settled are paid. */
export const closePaidReferences = async (
  executor: Executor,
  tenant: ClientId,
  referenceIds: readonly string[],
): Promise<void> => {
  await executor
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
            .whereRef('invoices.reference_id', '=', 'payment_references.reference_id')
            .where('invoices.status', '<>', 40),
        ),
      ),
    )
    .execute();
};

/** The record of a reference that the server made; what the browser repeats of it must be so. */
export async function findPaymentReference(
  deps: Deps,
  caller: Caller,
  body: BodyOf<typeof addPaymentReference>,
): Promise<Outcome<ResponseOf<typeof addPaymentReference>>> {
  if (!sameAsSession(caller, { clientId: body.clientId })) return refuse('NOT_FOUND');
  return inTenant(deps, caller, async (executor) => {
    const record = await paymentReferenceOf(executor, caller.actor.clientId, body.reference.trim());
    const isSame =
      record !== null &&
      (body.count ?? record.count) === record.count &&
      (body.userId ?? record.userId).toLowerCase() === record.userId;
    return isSame ? done({ id: record.id }) : refuse('ERROR_CREATING_OR_GETTING_RECORD');
  });
}

/** What a browser sends where it has no id to send. */
const isNoId = (id: string): boolean => ['', 'undefined', 'null'].includes(id.trim());

type Detailed = ResponseOf<typeof getPaymentReference>['paymentReference'];

async function detailed(executor: Executor, caller: Caller, reference: PaymentReference): Promise<Detailed> {
  const tenant = caller.actor.clientId;
  const ids = await invoiceIdsOfReference(executor, tenant, reference.id);
  const found = new Map((await invoicesById(executor, tenant, ids)).map((invoice) => [invoice.documentId, invoice]));
  return { ...reference, invoices: ids.flatMap((id) => found.get(id) ?? []) };
}

/** One reference of the client with its invoices. */
export async function showPaymentReference(
  deps: Deps,
  caller: Caller,
  { referenceId, rfc }: { readonly referenceId: string; readonly rfc?: string | undefined },
): Promise<Outcome<ResponseOf<typeof getPaymentReference>>> {
  if (isNoId(referenceId)) return refuse('NO_PAYMENT_REFERENCE_ID');
  if (!sameAsSession(caller, { rfc })) return refuse('NOT_FOUND');
  return readTenant(deps, caller, async (executor) => {
    const reference = await paymentReferenceOf(executor, caller.actor.clientId, referenceId.trim());
    if (!reference) return refuse('PAYMENT_REFERENCE_RECORD_NOT_FOUND');
    return done({ paymentReference: await detailed(executor, caller, reference) });
  });
}

/** The reference as a PDF to pay from, named after it. */
export async function printPaymentReference(
  deps: Deps,
  caller: Caller,
  referenceId: string,
): Promise<Outcome<ResponseOf<typeof paymentReferencePdf>>> {
  if (isNoId(referenceId)) return refuse('NO_PAYMENT_REFERENCE_ID');
  const found = await readTenant(deps, caller, async (executor) => {
    const reference = await paymentReferenceOf(executor, caller.actor.clientId, referenceId.trim());
    if (!reference) return null;
    return { reference: await detailed(executor, caller, reference), accounts: await lenderAccounts(executor) };
  });
  if (!found) return refuse('PAYMENT_REFERENCE_RECORD_NOT_FOUND');
  // A reference that does not say where to pay is of no use to anybody.
  const isPayable = found.accounts.some((account) => account.currency === found.reference.currency);
  if (!isPayable) return refuse('ERROR_GENERATING_PAYMENT_REFERENCE');
  const pdf = await referencePdf({ ...found, client: caller.actor });
  return done({ base64: pdf.toString('base64'), fileName: `${found.reference.reference}.pdf` });
}
