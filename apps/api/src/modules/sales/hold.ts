import { randomUUID } from 'node:crypto';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { setAsPreSell } from '@anticipa/contract/sales';
import { done, type Failure, type Outcome, type Refused, refuse } from '@anticipa/domain/errors';
import { decimalOf } from '@anticipa/domain/money';
import { HOLD_MINUTES } from '@anticipa/domain/sale';
import { sql } from 'kysely';
import { writeAudit } from '../../lib/audit.ts';
import { brokenConstraint } from '../../lib/db/errors.ts';
import type { Executor } from '../../lib/db/pool.ts';
import type { Deps } from '../../lib/deps.ts';
import { makeTurns } from '../../lib/keyed-queue.ts';
import { type Caller, type ClientId, sameAsSession } from '../../lib/session/context.ts';
import { inTenant } from '../../lib/transaction.ts';
import { LIMIT_CONSTRAINT, takeHolds } from '../credit/commands.ts';
import { invoicesForSale } from '../invoices/queries.ts';
import { checkAtSale } from '../invoices/recheck.ts';
import { applyTransition, copySaleToInvoices } from '../invoices/transition.ts';
import { announceSales, expireSales } from './end.ts';
import { saleShown, salesById } from './queries.ts';
import { changedFigures, missingInvoices, withLowerIds } from './quote.ts';
import { groupsOf, type QuoteReading, readQuote } from './quote-queries.ts';

type HoldRequest = BodyOf<typeof setAsPreSell>;
type Held = ResponseOf<typeof setAsPreSell>;

const MAX_WAITING_SALES = 200;
const saleTurns = makeTurns(MAX_WAITING_SALES);

/**
 * Holds the chosen invoices and their credit for 30 minutes: one sale per product and currency, all or nothing, at the
 * server's own figures; figures that were sent and differ refuse the call with the right ones.
 */
export async function holdInvoices(deps: Deps, caller: Caller, body: HoldRequest): Promise<Outcome<Held>> {
  const documents = withLowerIds(body.documents);
  const problem = requestProblem(caller, { ...body, documents });
  if (problem) return problem;
  const ready = await inTurn(caller, () => prepare(deps, caller, documents));
  if (!ready.ok) return ready;
  if (ready.value === 'new') {
    const rejected = await checkAtSale(
      deps,
      caller,
      documents.map((document) => document.documentId),
    );
    if (rejected.size > 0) return refuseAll([...rejected.keys()].map((id) => ({ path: id, code: 'INVOICE_REJECTED' })));
  }
  return inTurn(caller, () => hold(deps, caller, documents));
}

async function inTurn<T>(caller: Caller, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  return (await saleTurns.take(caller.actor.clientId, work)) ?? refuse('TOO_MANY_REQUESTS');
}

/** Refuses with every failure; the first one's code stands for the call. */
const refuseAll = (failures: readonly Failure[]): Refused => refuse(failures[0]?.code ?? 'INVALID_REQUEST', failures);

function requestProblem(caller: Caller, { documents, rfc }: HoldRequest): Refused | null {
  if (!documents.every((document) => sameAsSession(caller, { userId: document.soldBy, rfc }))) {
    return refuse('NOT_FOUND');
  }
  if (!sameAsSession(caller, { rfc })) return refuse('NOT_FOUND');
  return documents.length === 0 ? refuse('NO_INVOICE_SELECTED') : null;
}

/**
 * What is cheap to know before the tax authority is asked: puts back what this client's expired sales hold, finds a call
 * that was answered before, and refuses what cannot be sold anyway.
 */
async function prepare(
  deps: Deps,
  caller: Caller,
  documents: HoldRequest['documents'],
): Promise<Outcome<'new' | 'repeated'>> {
  const tenant = caller.actor.clientId;
  const context = { as: 'tenant', clientId: tenant } as const;
  await expireSales(deps.db, context, { tenant, at: deps.clock.now() });
  return deps.db.attempt(context, async (executor) => {
    if (await isAnswered(executor, caller)) return done('repeated');
    const request = { choices: documents, today: deps.clock.today(), lock: 'read' } as const;
    const problem = readingProblem(await readQuote(executor, tenant, request), documents);
    return problem ?? done('new');
  });
}

/** Whether the call's key has its answer already: then nothing is checked again, the answer is repeated. */
async function isAnswered(executor: Executor, { actor, idempotency }: Caller): Promise<boolean> {
  if (!idempotency) return false;
  const row = await executor
    .selectFrom('idempotency')
    .select('key')
    .where('client_id', '=', actor.clientId)
    .where('key', '=', idempotency.key)
    .executeTakeFirst();
  return row !== undefined;
}

function readingProblem(reading: QuoteReading, documents: HoldRequest['documents']): Refused | null {
  if (reading.missing.length > 0) return missingInvoices(reading.missing);
  const foreign = documents.filter(
    ({ productId }) => productId !== undefined && !reading.products.some((each) => each.productId === productId),
  );
  if (foreign.length > 0) return missingInvoices(foreign.map(({ documentId }) => documentId));
  if (reading.quote.failures.length > 0) return refuseAll(reading.quote.failures);
  const changed = changedFigures(documents, reading);
  return changed.length > 0 ? refuse('QUOTE_CHANGED', changed) : null;
}

async function hold(deps: Deps, caller: Caller, documents: HoldRequest['documents']): Promise<Outcome<Held>> {
  try {
    return await inTenant(deps, caller, (executor) => book(executor, { deps, caller, documents }));
  } catch (cause) {
    const broken = brokenConstraint(cause);
    if (broken === LIMIT_CONSTRAINT) return refuse('CREDIT_EXCEEDED');
    if (broken === 'sale_items_live') return refuse('INVOICE_ALREADY_IN_SALE');
    throw cause;
  }
}

interface Booking {
  readonly deps: Deps;
  readonly caller: Caller;
  readonly documents: HoldRequest['documents'];
}

async function book(executor: Executor, { deps, caller, documents }: Booking): Promise<Outcome<Held>> {
  const tenant = caller.actor.clientId;
  const at = deps.clock.now();
  const reading = await readQuote(executor, tenant, { choices: documents, today: deps.clock.today(), lock: 'update' });
  const problem = readingProblem(reading, documents);
  if (problem) return problem;
  const sales = await insertSales(executor, caller, { reading, at });
  for (const { saleId, documentIds, exchangeRate } of sales) {
    await copySaleToInvoices(executor, { clientId: tenant, saleId });
    const actor = { kind: 'user', id: caller.actor.userId } as const;
    const order = {
      clientId: tenant,
      documentIds,
      transition: 'hold',
      set: { exchange_rate: exchangeRate },
      actor,
      at,
    } as const;
    const moved = await applyTransition(executor, order);
    if (moved < documentIds.length) return lostInvoices(executor, tenant, documentIds);
    const details = { invoices: documentIds.length };
    await writeAudit(executor, caller, { action: 'sale.hold', subject: `sale:${saleId}`, details, at });
  }
  await announceSales(executor, tenant, sales);
  const booked = await salesById(
    executor,
    sales.map((sale) => sale.saleId),
    'read',
  );
  return done({
    data: booked.flatMap(({ numberOfSale, items }) => items.map(({ documentId }) => ({ documentId, numberOfSale }))),
    sales: booked.map(saleShown),
  });
}

async function lostInvoices(executor: Executor, tenant: ClientId, ids: readonly string[]): Promise<Refused> {
  const invoices = await invoicesForSale(executor, tenant, ids);
  const lost = invoices.filter((invoice) => invoice.status !== 'PREVENTA');
  return refuseAll(lost.map(({ documentId }) => ({ path: documentId, code: 'INVOICE_REJECTED' })));
}

/** Writes one sale per product and currency with its items and what they hold; returns which invoices are in which. */
async function insertSales(
  executor: Executor,
  caller: Caller,
  { reading, at }: { readonly reading: QuoteReading; readonly at: Date },
) {
  const tenant = caller.actor.clientId;
  const groups = groupsOf(reading.quote.items);
  const { last_number_of_sale: last } = await executor
    .updateTable('clients')
    .set((eb) => ({ last_number_of_sale: eb('last_number_of_sale', '+', groups.length) }))
    .where('client_id', '=', tenant)
    .returning('last_number_of_sale')
    .executeTakeFirstOrThrow();
  const sales = groups.map((group, index) => ({
    ...group,
    saleId: randomUUID(),
    numberOfSale: last - groups.length + 1 + index,
    documentIds: group.items.map((item) => item.invoice.documentId),
    // One product and currency draw on one line, so that all items share their conversion.
    exchangeRate: group.items[0]?.exchangeRate ?? '1',
  }));
  await executor
    .insertInto('sales')
    .values(
      sales.map(({ saleId, numberOfSale, product, currency }) => ({
        client_id: tenant,
        sale_id: saleId,
        number_of_sale: numberOfSale,
        product,
        currency,
        state: 'held' as const,
        created_by: caller.actor.userId,
        created_at: at,
        expires_at: new Date(at.getTime() + HOLD_MINUTES * 60_000),
      })),
    )
    .execute();
  await insertItems(executor, tenant, sales.flatMap(itemRows));
  const holds = sales.flatMap(({ saleId, items }) =>
    items.map((item) => ({
      saleId,
      documentId: item.invoice.documentId,
      creditLineId: item.line.creditLineId,
      amount: decimalOf(item.exposure),
      exchangeRate: item.exchangeRate,
    })),
  );
  await takeHolds(executor, tenant, holds);
  return sales;
}

const itemRows = ({ saleId, items }: ReturnType<typeof groupsOf>[number] & { readonly saleId: string }) =>
  items.map(({ invoice, line, price, dueDate, purchaseOrder }, position) => ({
    saleId,
    position,
    documentId: invoice.documentId,
    creditLineId: line.creditLineId,
    purchaseOrder,
    dueDate,
    paymentDays: price.days,
    interestRate: line.interestRate,
    porcentajeAdelanto: line.advancePercent,
    diasBase: line.daysInYear,
    ivaRate: line.ivaRate,
    comision: decimalOf(price.interest),
    iva: decimalOf(price.iva),
    aforo: decimalOf(price.aforo),
    adelanto: decimalOf(price.advance),
    deposit: decimalOf(price.deposit),
  }));

/** One statement for all items; where each invoice stood before is taken from its locked row, to put it back there. */
async function insertItems(executor: Executor, tenant: ClientId, items: ReturnType<typeof itemRows>): Promise<void> {
  await sql`
    insert into sale_items (
      client_id, sale_id, document_id, position, state, previous_status, previous_motive, previous_rejected_at,
      purchase_order, emitted_on, due_date, payment_days, interest_rate, porcentaje_adelanto, dias_base, iva_rate,
      moratory_rate, total, comision, iva, aforo, adelanto, initial_deposit
    )
    select
      ${tenant}, item."saleId", item."documentId", item.position, 'held', invoice.status, invoice.motive,
      invoice.rejected_at, item."purchaseOrder", invoice.emitted_on, item."dueDate", item."paymentDays",
      item."interestRate", item."porcentajeAdelanto", item."diasBase", item."ivaRate", line.moratory_rate,
      invoice.total, item.comision, item.iva, item.aforo, item.adelanto, item.deposit
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item(
      "saleId" uuid, "documentId" uuid, position integer, "purchaseOrder" text, "dueDate" date, "paymentDays" integer,
      "interestRate" numeric, "porcentajeAdelanto" numeric, "diasBase" integer, "ivaRate" numeric, "creditLineId" uuid,
      comision numeric, iva numeric, aforo numeric, adelanto numeric, deposit numeric
    )
    join invoices invoice on invoice.client_id = ${tenant} and invoice.document_id = item."documentId"
    join credit_lines line on line.client_id = ${tenant} and line.credit_line_id = item."creditLineId"`.execute(
    executor,
  );
}
