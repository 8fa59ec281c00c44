/** The calls of a sale, each with the key that makes a repetition harmless. */
import {
  cancelPreSell,
  presell,
  processPreSells,
  requestAuthorization,
  type Sale,
  sendSummary,
  setAsPreSell,
} from '@anticipa/contract/sales';
import { decimalOf } from '@anticipa/domain/money';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { once } from '../../lib/once.ts';
import { choiceOf, type Offer } from './view-model/offer.ts';

/** The server's own price of a selection; it changes nothing. Asked again only when the choice changes. */
export const quoteQuery = (offers: readonly Offer[]) => {
  const documents = offers.map(choiceOf);
  return queryOptions({
    // The prices shown are part of the question: when they change, an older answer confirms nothing.
    queryKey: ['sales', 'quote', documents, offers.map(({ price }) => (price ? decimalOf(price.deposit) : null))],
    queryFn: async ({ signal }) => (await call(presell, { body: { documents }, signal })).data,
    enabled: documents.length > 0,
    retry: false,
  });
};

/** Holds invoices and credit for 30 minutes. The figures seen go along: if the server's differ, it refuses. */
export function hold(offers: readonly Offer[]) {
  const documents = offers.map((offer) => ({
    ...choiceOf(offer),
    productId: offer.invoice.productId,
    ...(offer.price && offer.line
      ? {
          total: decimalOf(offer.price.total),
          paymentDays: offer.price.days,
          comision: decimalOf(offer.price.interest),
          interestRate: offer.line.interestRate,
          porcentajeAdelanto: offer.line.advancePercent,
        }
      : {}),
  }));
  return once({ name: 'hold', content: documents }, (idempotencyKey) =>
    call(setAsPreSell, { body: { documents }, idempotencyKey }),
  );
}

/** Sales in the order the screen shows products and currencies, whatever order they were made in. */
export const inOrder = (sales: readonly Sale[]): readonly Sale[] =>
  sales.toSorted((a, b) => `${a.product}${a.currency}`.localeCompare(`${b.product}${b.currency}`));

export const numbersOf = (sales: readonly Sale[]): number[] => sales.map(({ numberOfSale }) => numberOfSale);

/** Fixes the quote and brings the terms to accept. */
export function process(sales: readonly Sale[]) {
  const numberOfSales = numbersOf(sales);
  return once({ name: 'process', content: numberOfSales }, (idempotencyKey) =>
    call(processPreSells, { body: { numberOfSales }, idempotencyKey }),
  );
}

/** Sends the sales to the lender under the accepted terms. */
export function authorise(sales: readonly Sale[], terms: { readonly version: string; readonly hash: string }) {
  const invoices = sales.flatMap(({ items }) => items.map(({ documentId }) => ({ documentId })));
  const body = { invoices, acceptedTerms: { version: terms.version, hash: terms.hash } };
  return once({ name: 'authorise', content: body }, (idempotencyKey) =>
    call(requestAuthorization, { body, idempotencyKey }),
  );
}

/** [RES-04] Puts the invoices back and frees the credit. */
export const cancel = (numberOfSales: number[]) =>
  once({ name: 'cancel', content: numberOfSales }, (idempotencyKey) =>
    call(cancelPreSell, { body: { numberOfSales }, idempotencyKey }),
  );

export const mailSummary = (sales: readonly Sale[], email: string) => {
  const body = { numberOfSales: numbersOf(sales), emails: [email] };
  return once({ name: 'mail', content: body }, (idempotencyKey) => call(sendSummary, { body, idempotencyKey }));
};

/** Reloads what a sale changes. */
export const refreshLists = (queries: QueryClient) =>
  Promise.all(['invoices', 'credit'].map((noun) => queries.invalidateQueries({ queryKey: [noun] })));
