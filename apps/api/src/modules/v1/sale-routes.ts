/** Prices and sales for programs, on the commands of the portal. */
import { prepareSale } from '@anticipa/contract/prepared-sales';
import { cancelPreSell, processPreSells, requestAuthorization, setAsPreSell } from '@anticipa/contract/sales';
import {
  type V1PreparedSale,
  v1GetPreparedSale,
  v1ListPreparedSales,
  v1PrepareSale,
} from '@anticipa/contract/v1/prepared-sales';
import {
  type V1Sale,
  v1AcceptSales,
  v1CancelSales,
  v1FixTerms,
  v1GetSale,
  v1HoldInvoices,
  v1ListSales,
  v1QuoteInvoices,
} from '@anticipa/contract/v1/sales';
import { done, type Failure, type Outcome, refuse } from '@anticipa/domain/errors';
import { read, type Served, serve } from '../../platform/http/http.ts';
import type { Caller } from '../../platform/work/caller.ts';
import { attemptAs, runAs } from '../../platform/work/transaction.ts';
import type { ClientWork, Work } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { cancelSales } from '../sales/end.ts';
import { salesByNumber } from '../sales/queries.ts';
import { holdInvoices, holdRefusals } from '../sales/sell/hold.ts';
import { prepare, preparedRefusals } from '../sales/sell/prepared.ts';
import { knownTo, preparedByIds, preparedOnWire } from '../sales/sell/prepared-queries.ts';
import { quoteInvoices } from '../sales/sell/quote.ts';
import { fixTerms, requestSales } from '../sales/sell/request.ts';
import { mapped } from './mapped.ts';
import { type ChangedSale, changedPrepared, changedSales, saleChanges, salesOfPrepared } from './page-queries.ts';
import { toPreparedSale, toQuote, toSummaries, toV1Sale } from './wire.ts';

/** The invoices of a call as the portal's commands take them. */
const toDocuments = (
  invoices: readonly { invoice_id: string; due_date: string; purchase_order?: string | null | undefined }[],
) =>
  invoices.map((one) => ({
    documentId: one.invoice_id,
    dueDate: one.due_date,
    purchaseOrder: one.purchase_order,
  }));

/** The sales that were seen, in their order. */
async function salesAs(work: Work, seen: readonly ChangedSale[]): Promise<V1Sale[]> {
  const numbers = seen.map(({ number }) => number);
  const records = await salesByNumber(work, numbers, 'read');
  const byNumber = new Map(records.map((record) => [record.numberOfSale, record]));
  return seen.flatMap((one) => {
    const record = byNumber.get(one.number);
    return record ? [toV1Sale(record, one)] : [];
  });
}

/** Prepared sales as their people see them, in the order of their ids. */
async function preparedAs(work: ClientWork, preparedIds: readonly string[]): Promise<V1PreparedSale[]> {
  const records = await preparedByIds(work, preparedIds);
  const sales = await salesOfPrepared(work, preparedIds);
  const known = await knownTo(work);
  const byId = new Map(records.map((record) => [record.preparedId, record]));
  return preparedIds.flatMap((id) => {
    const record = byId.get(id);
    if (!record) return [];
    const invoiceIds = record.items.map(({ documentId }) => documentId);
    const saleNumbers = sales.get(id) ?? [];
    return [toPreparedSale(preparedOnWire(record, work.actor, known), { invoiceIds, saleNumbers })];
  });
}

/** Ids of the invoices of all of these sales; NOT_FOUND if one is not the caller's. */
const invoicesOf = (deps: Deps, caller: Caller, numbers: readonly number[]): Promise<Outcome<string[]>> =>
  runAs(deps, caller, async (work) => {
    const sales = await salesByNumber(work, numbers, 'read');
    if (sales.length < new Set(numbers).size) return refuse('NOT_FOUND');
    return done(sales.flatMap(({ items }) => items.map(({ documentId }) => documentId)));
  });

/** A failure at a term in the words of the program's body, if it sent that term wrong. */
const failureOfTerms =
  (sent: Readonly<Record<string, string>>) =>
  (failure: Failure): Failure[] => {
    const [, name] = /^acceptedTerms\.(\w+)$/.exec(failure.path) ?? [];
    if (name === undefined) return [failure];
    return sent[name] === undefined || sent[name] === failure.expected ? [] : [{ ...failure, path: `terms.${name}` }];
  };

export const v1SaleRoutes: readonly Served<Deps>[] = [
  read(v1QuoteInvoices, async (work, { body }) => {
    const quote = await quoteInvoices(work, toDocuments(body.invoices));
    return quote.ok ? done(toQuote(quote.value.data)) : quote;
  }),
  serve(
    v1HoldInvoices,
    (deps, { caller, body }) =>
      mapped(caller, {
        command: (as) => holdInvoices(deps, as, { documents: toDocuments(body.invoices) }),
        from: setAsPreSell.response,
        to: v1HoldInvoices.response,
        toWire: ({ sales }) => ({ sales: toSummaries(sales) }),
      }),
    { broken: holdRefusals },
  ),
  serve(
    v1PrepareSale,
    (deps, { caller, body: { invoices, note } }) =>
      mapped(caller, {
        command: (as) => attemptAs(deps, as, (work) => prepare(work, { documents: toDocuments(invoices), note })),
        from: prepareSale.response,
        to: v1PrepareSale.response,
        toWire: ({ data }) =>
          toPreparedSale(data, { invoiceIds: invoices.map(({ invoice_id }) => invoice_id), saleNumbers: [] }),
      }),
    { broken: preparedRefusals },
  ),
  read(v1ListPreparedSales, async (work, { query }) => {
    const { rows, next_cursor } = await changedPrepared(work, query);
    const ids = rows.map(({ id }) => id);
    return done({ data: await preparedAs(work, ids), next_cursor });
  }),
  read(v1GetPreparedSale, async (work, { params }) => {
    const [prepared] = await preparedAs(work, [params.prepared_sale_id]);
    return prepared ? done(prepared) : refuse('NOT_FOUND');
  }),
  serve(v1FixTerms, (deps, { caller, body }) =>
    mapped(caller, {
      command: (as) => fixTerms(deps, as, body.sale_numbers),
      from: processPreSells.response,
      to: v1FixTerms.response,
      toWire: ({ sales, terms }) => ({ sales: toSummaries(sales), terms }),
    }),
  ),
  serve(v1AcceptSales, async (deps, { caller, body }) => {
    const invoices = await invoicesOf(deps, caller, body.sale_numbers);
    if (!invoices.ok) return invoices;
    const request = {
      invoices: invoices.value.map((documentId) => ({ documentId })),
      acceptedTerms: body.terms,
    };
    const outcome = await mapped(caller, {
      command: (as) => requestSales(deps, as, request),
      from: requestAuthorization.response,
      to: v1AcceptSales.response,
      toWire: ({ sales }) => ({ sales: toSummaries(sales) }),
    });
    return outcome.ok ? outcome : { ...outcome, failures: outcome.failures.flatMap(failureOfTerms(body.terms)) };
  }),
  serve(v1CancelSales, (deps, { caller, body }) =>
    mapped(caller, {
      command: (as) => cancelSales(deps, as, { numberOfSales: body.sale_numbers }),
      from: cancelPreSell.response,
      to: v1CancelSales.response,
      toWire: ({ sales }) => ({ sales: toSummaries(sales) }),
    }),
  ),
  read(v1ListSales, async (work, { query }) => {
    const { rows, next_cursor } = await changedSales(work, query);
    return done({ data: await salesAs(work, rows), next_cursor });
  }),
  read(v1GetSale, async (work, { params }) => {
    const [sale] = await salesAs(work, await saleChanges(work, [params.sale_number]));
    return sale ? done(sale) : refuse('NOT_FOUND');
  }),
];
