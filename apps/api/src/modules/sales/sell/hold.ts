import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { setAsPreSell } from '@anticipa/contract/sales';
import { done, type Outcome, type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, zero } from '@anticipa/domain/money';
import { HOLD_MINUTES } from '@anticipa/domain/sale';
import { mayAccept, pesosOf } from '@anticipa/domain/sale-right';
import { sql } from 'kysely';
import { text, valuesOf } from '../../../platform/db/rows.ts';
import { keyedQueue } from '../../../platform/load/keyed-queue.ts';
import type { Caller } from '../../../platform/work/caller.ts';
import { orderedId } from '../../../platform/work/ordered-id.ts';
import { attemptAs, isAnswered, runAs } from '../../../platform/work/transaction.ts';
import type { ClientWork, Work } from '../../../platform/work/work.ts';
import { END_CONSTRAINT, LIMIT_CONSTRAINT, takeHolds } from '../../credit/commands.ts';
import type { CreditLineRow } from '../../credit/queries.ts';
import type { Deps } from '../../deps.ts';
import { settleRelated } from '../../invoices/enter/related.ts';
import { type InvoiceFacts, invoiceFacts } from '../../invoices/queries.ts';
import { checkAtSale } from '../../invoices/recheck/recheck.ts';
import { noLongerOwed } from '../../invoices/related-queries.ts';
import { applyTransition } from '../../invoices/transition.ts';
import { writeAudit } from '../../log/audit.ts';
import { expireSales } from '../end.ts';
import { hasOverdueSales } from '../overdue-queries.ts';
import { toSale } from '../queries.ts';
import { announceSales } from '../step.ts';
import { acceptanceProblem } from './prepared.ts';
import { readingProblem, refuseAll } from './quote.ts';
import { groupsOf, itemFactsOf, type QuoteGroup, type QuoteReading, readQuote } from './quote-queries.ts';

type Wanted = Pick<BodyOf<typeof setAsPreSell>, 'documents' | 'preparedId'>;
type Held = ResponseOf<typeof setAsPreSell>;
/** The invoices to sell, or a call answered before. */
type Ready = readonly InvoiceFacts[] | 'repeated';

/** Refusals of the constraints that a hold can violate. */
export const holdRefusals = {
  [LIMIT_CONSTRAINT]: refuse('CREDIT_EXCEEDED'),
  [END_CONSTRAINT]: refuse('CREDIT_LINE_ENDED'),
  receivers_within_limit: refuse('RECEIVER_LIMIT_EXCEEDED'),
  receivers_accepted: refuse('INVOICE_REJECTED'),
  sales_of_open_clients: refuse('CLIENT_CLOSED'),
  sale_items_live: refuse('INVOICE_ALREADY_IN_SALE'),
} as const;

const MAX_WAITING_SALES = 200;
const salesByClient = keyedQueue(MAX_WAITING_SALES);

/**
 * Holds the chosen invoices and their credit for 30 minutes, all or nothing: one sale per product and currency, at the
 * server's figures. Differing figures in the request are refused with the right ones.
 */
export async function holdInvoices(deps: Deps, caller: Caller, wanted: Wanted): Promise<Outcome<Held>> {
  if (wanted.documents.length === 0) return refuse('NO_INVOICE_SELECTED');
  const ready = await inTurn(caller, () => prepare(deps, caller, wanted));
  if (!ready.ok) return ready;
  if (ready.value !== 'repeated') {
    const rejected = await checkAtSale(deps, caller, ready.value);
    if (rejected.size > 0) return refuseEach('INVOICE_REJECTED', [...rejected.keys()]);
  }
  return inTurn(caller, () => attemptAs(deps, caller, (work) => hold(work, wanted)));
}

async function inTurn<T>(caller: Caller, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  return (await salesByClient.run(caller.actor.clientId, work)) ?? refuse('TOO_MANY_REQUESTS');
}

/**
 * Cheap checks before calling the tax authority: ends this client's expired sales, detects an already answered call, and
 * refuses invoices that are unsellable or not owed any more. Returns the invoices.
 */
async function prepare(deps: Deps, caller: Caller, wanted: Wanted): Promise<Outcome<Ready>> {
  const check = async (work: ClientWork): Promise<Outcome<Ready>> => {
    if (await isAnswered(work, caller.idempotency)) return done('repeated');
    const reading = await readQuote(work, wanted.documents, 'read');
    const problem = await holdProblem(work, wanted, reading);
    if (problem) return problem;
    const invoices = [...reading.invoices.values()];
    const unowed = await noLongerOwed(work, invoices);
    if (unowed.length === 0) return done(invoices);
    await settleRelated(
      work,
      unowed.map(({ uuid }) => uuid),
    );
    return rejected(unowed);
  };
  const checked = await runAs(deps, caller, async (work) => ((await hasOverdueSales(work)) ? null : check(work)));
  if (checked !== null) return checked;
  await runAs(deps, caller, expireSales);
  return runAs(deps, caller, check);
}

const rejected = (invoices: readonly InvoiceFacts[]): Refused =>
  refuseEach(
    'INVOICE_REJECTED',
    invoices.map(({ documentId }) => documentId),
  );

/** Why the invoices cannot be held for this person, or null. */
async function holdProblem(
  work: ClientWork,
  { documents, preparedId }: Wanted,
  reading: QuoteReading,
): Promise<Refused | null> {
  const problem = readingProblem(reading, documents);
  if (problem) return problem;
  const totals = reading.quote.items.map(({ price }) => price.total);
  if (!mayAccept(work.actor, pesosOf(totals, reading.pesosPerDollar))) return refuse('ABOVE_OWN_LIMIT');
  return preparedId === undefined ? null : acceptanceProblem(work, preparedId, reading);
}

async function hold(work: ClientWork, wanted: Wanted): Promise<Outcome<Held>> {
  const reading = await readQuote(work, wanted.documents, 'update');
  const problem = await holdProblem(work, wanted, reading);
  if (problem) return problem;
  // A related CFDI may have come in since; from now on it finds a sold invoice.
  const unowed = await noLongerOwed(work, [...reading.invoices.values()]);
  if (unowed.length > 0) return rejected(unowed);
  const excess = await overReceiverLimit(work, reading);
  if (excess.length > 0) return refuseEach('RECEIVER_LIMIT_EXCEEDED', excess);
  const booked = await insertSales(work, reading, wanted.preparedId ?? null);
  for (const { saleId, items, exchangeRate } of booked) {
    const documentIds = items.map(({ documentId }) => documentId);
    const set = { exchange_rate: exchangeRate, checked_at: work.at };
    const moved = await applyTransition(work, 'hold', documentIds, { saleId, set });
    if (moved < documentIds.length) return lostInvoices(work, documentIds);
    const details = { invoices: documentIds.length };
    await writeAudit(work, { action: 'sale.hold', subject: `sale:${saleId}`, details });
  }
  await announceSales(work, booked);
  return done({
    data: booked.flatMap(({ numberOfSale, items }) => items.map(({ documentId }) => ({ documentId, numberOfSale }))),
    sales: booked.map(toSale),
  });
}

/** The invoices of receivers whose limit the sale would exceed; a concurrent sale may take the room that is left. */
async function overReceiverLimit({ db }: Work, { quote, invoices }: QuoteReading): Promise<string[]> {
  const wanted = quote.items.map(({ invoice, price }) => ({
    documentId: invoice.documentId,
    companyId: invoices.get(invoice.documentId)?.companyId,
    currency: price.total.currency,
    total: decimalOf(price.total),
  }));
  return await valuesOf(db, text)`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted(
        "documentId" uuid, "companyId" uuid, currency text, total numeric
      )
    )
    select "documentId" from wanted where ("companyId", currency) in (
      select "companyId", currency from wanted group by "companyId", currency
      having sum(total) > receiver_room("companyId", currency)
    )`;
}

async function lostInvoices(work: Work, ids: readonly string[]): Promise<Refused> {
  const invoices = await invoiceFacts(work, ids, 'read');
  const lost = invoices.filter((invoice) => invoice.status !== 'PREVENTA');
  return refuseAll(lost.map(({ documentId }) => ({ path: documentId, code: 'INVOICE_REJECTED' })));
}

/** Inserts one sale per product and currency with its items and holds; returns them with their exchange rate. */
async function insertSales(work: ClientWork, reading: QuoteReading, preparedId: string | null) {
  const { db, tenant, at } = work;
  const groups = groupsOf(reading.quote.items);
  const { last_number_of_sale: last } = await db
    .updateTable('clients')
    .set((eb) => ({ last_number_of_sale: eb('last_number_of_sale', '+', groups.length) }))
    .where('client_id', '=', tenant)
    .returning('last_number_of_sale')
    .executeTakeFirstOrThrow();
  const expiresAt = new Date(at.getTime() + HOLD_MINUTES * 60_000);
  const sales = groups.map((group, index) => ({
    ...group,
    saleId: orderedId(at),
    numberOfSale: last - groups.length + 1 + index,
  }));
  await insertWithItems(work, sales, { expiresAt, lines: reading.lines, preparedId });
  const holds = sales.flatMap(({ saleId, items }) =>
    items.map((item) => ({
      saleId,
      documentId: item.invoice.documentId,
      creditLineId: item.line.creditLineId,
      amount: decimalOf(item.exposure),
      exchangeRate: item.exchangeRate,
    })),
  );
  await takeHolds(work, holds);
  return sales.map(({ items, ...sale }) => ({
    ...sale,
    state: 'held' as const,
    expiresAt,
    terms: reading.lines.find(({ terms }) => terms)?.terms ?? null,
    items: items.flatMap((item) => itemFactsOf(item, reading)),
    // A product and currency draw on one line, so all items share the exchange rate.
    exchangeRate: items[0]?.exchangeRate ?? '1',
  }));
}

interface NewSale extends QuoteGroup {
  readonly saleId: string;
  readonly numberOfSale: number;
}

const NONE = zero('MXN');

const itemRows = ({ saleId, items }: NewSale) =>
  items.map(({ invoice, line, price, dueDate, purchaseOrder }, position) => ({
    saleId,
    position,
    documentId: invoice.documentId,
    creditLineId: line.creditLineId,
    purchaseOrder,
    dueDate,
    paymentDays: price.days,
    interest: decimalOf(price.interest),
    iva: decimalOf(price.iva),
    aforo: decimalOf(price.aforo),
    advance: decimalOf(price.advance),
    deposit: decimalOf(price.deposit),
    commission: decimalOf(price.opening?.commission ?? NONE),
    commissionIva: decimalOf(price.opening?.iva ?? NONE),
  }));

/** Inserts sales and items in one statement, taking previous statuses and terms from the locked invoices and lines. */
async function insertWithItems(
  { db, tenant, actor, at }: ClientWork,
  sales: readonly NewSale[],
  of: { readonly expiresAt: Date; readonly lines: readonly CreditLineRow[]; readonly preparedId: string | null },
): Promise<void> {
  const { expiresAt, lines, preparedId } = of;
  const byId = new Map(lines.map((line) => [line.creditLineId, line]));
  const items = sales.flatMap(itemRows).map((item) => {
    const { ivaRate, ivaRegime, hasRebate } = byId.get(item.creditLineId) ?? {};
    return { ...item, ivaRate, ivaRegime, hasRebate };
  });
  const termsId = lines.find(({ terms }) => terms)?.terms?.termsId ?? null;
  await sql`
    with chosen as materialized (
      select document_id, status, motive, rejected_at, emitted_on, total from invoices
      where client_id = ${tenant} and document_id = any(${items.map((item) => item.documentId)}::uuid[])
    ), held as (
      insert into sales (client_id, sale_id, number_of_sale, product, currency, state, created_by, created_at, expires_at, terms_id, prepared_id)
      select ${tenant}, sale."saleId", sale."numberOfSale", sale.product, sale.currency, 'held', ${actor.userId}, ${at}, ${expiresAt}, ${termsId}::uuid,
        ${preparedId}::uuid
      from jsonb_to_recordset(${JSON.stringify(sales.map(({ items: _, ...sale }) => sale))}::jsonb) as sale(
        "saleId" uuid, "numberOfSale" integer, product text, currency text
      )
    )
    insert into sale_items (
      client_id, sale_id, document_id, position, state, previous_status, previous_motive, previous_rejected_at,
      purchase_order, emitted_on, due_date, payment_days, interest_rate, advance_percent, days_in_year, iva_rate,
      iva_regime, moratory_rate, early_rebate, total, interest, iva, aforo, advance, commission, commission_iva, initial_deposit
    )
    select
      ${tenant}, item."saleId", item."documentId", item.position, 'held', invoice.status, invoice.motive,
      invoice.rejected_at, item."purchaseOrder", invoice.emitted_on, item."dueDate", item."paymentDays",
      line.interest_rate, line.advance_percent, line.days_in_year, item."ivaRate", item."ivaRegime",
      line.moratory_rate, item."hasRebate",
      invoice.total, item.interest, item.iva, item.aforo, item.advance, item.commission, item."commissionIva", item.deposit
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item(
      "saleId" uuid, "documentId" uuid, position integer, "purchaseOrder" text, "dueDate" date, "paymentDays" integer,
      "creditLineId" uuid, "ivaRate" numeric, "ivaRegime" text, "hasRebate" boolean, interest numeric, iva numeric, aforo numeric, advance numeric, deposit numeric,
      commission numeric, "commissionIva" numeric
    )
    join chosen invoice on invoice.document_id = item."documentId"
    join credit_lines line on line.client_id = ${tenant} and line.credit_line_id = item."creditLineId"`.execute(db);
}
