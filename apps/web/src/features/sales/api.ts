/** The calls of a sale, each with the key that makes a repetition harmless. */
import type { ResponseOf } from '@anticipa/contract/route';
import {
  cancelPreSell,
  getSaleStates,
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
import type { Acceptance, Documents } from './use-open-sale.ts';
import { endOfHold } from './view-model/hold-clock.ts';
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

/** What a hold sends. The figures seen go along: if the server's differ, it refuses. */
export const documentsOf = (offers: readonly Offer[]): Documents =>
  offers.map((offer) => ({
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

/**
 * Holds invoices and credit for 30 minutes. A repeated call gets its first answer again, so the sales' states are read
 * too: `until` is when the hold ends, in the time of `performance.now()`, or null when it has ended.
 */
export const hold = (documents: Documents): Promise<{ sales: readonly Sale[]; until: number | null }> =>
  once({ name: 'hold', content: documents }, async (idempotencyKey) => {
    const { sales } = await call(setAsPreSell, { body: { documents }, idempotencyKey });
    const states = await call(getSaleStates, { query: { numberOfSales: numbersOf(sales).join(',') } });
    return { sales: inOrder(sales), until: endOfHold(states, performance.now()) };
  });

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

/** What accepting the terms of sales sends. */
export const acceptanceOf = (
  sales: readonly Sale[],
  terms: ResponseOf<typeof processPreSells>['terms'],
): Acceptance => ({
  invoices: sales.flatMap(({ items }) => items.map(({ documentId }) => ({ documentId }))),
  acceptedTerms: { version: terms.version, hash: terms.hash },
});

/** Sends the sales to the lender under the accepted terms, even if the page is left meanwhile. */
export const authorise = (body: Acceptance) =>
  once({ name: 'authorise', content: body }, (idempotencyKey) =>
    call(requestAuthorization, { body, idempotencyKey, keepalive: true }),
  );

/** Cancels sales, also accepted ones that the lender has not answered. */
export const cancel = (numberOfSales: number[]) =>
  once({ name: 'cancel', content: numberOfSales }, (idempotencyKey) =>
    call(cancelPreSell, { body: { numberOfSales }, idempotencyKey }),
  );

/** [RES-04] Frees what is held; an accepted sale stays. Answers with the state of each. */
export const giveBack = (numberOfSales: number[]) =>
  once({ name: 'give-back', content: numberOfSales }, (idempotencyKey) =>
    call(cancelPreSell, { body: { numberOfSales, onlyHeld: true }, idempotencyKey }),
  );

/** The same while the page is being left. If it does not arrive, the server does it within the half hour. */
export const giveBackLeaving = (numberOfSales: number[]): void =>
  void call(cancelPreSell, { body: { numberOfSales, onlyHeld: true }, leaving: true }).catch(() => undefined);

export const mailSummary = (sales: readonly Sale[], email: string) => {
  const body = { numberOfSales: numbersOf(sales), emails: [email] };
  return once({ name: 'mail', content: body }, (idempotencyKey) => call(sendSummary, { body, idempotencyKey }));
};

/** Reloads what a sale changes. */
export const refreshLists = (queries: QueryClient) =>
  Promise.all(['invoices', 'credit'].map((noun) => queries.invalidateQueries({ queryKey: [noun] })));
