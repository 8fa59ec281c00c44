/** The calls of a sale, each with its idempotency key. */
import {
  getPreparedSale,
  prepareSale,
  returnPreparedSale,
  withdrawPreparedSale,
} from '@anticipa/contract/prepared-sales';
import { savePaymentHabit } from '@anticipa/contract/receivers';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import {
  cancelPreSell,
  getOpenSales,
  presell,
  processPreSells,
  requestAuthorization,
  type Sale,
  sendSummary,
  setAsPreSell,
} from '@anticipa/contract/sales';
import { saleContract } from '@anticipa/contract/sent-sales';
import type { PreparedSale } from '@anticipa/contract/to-accept';
import { decimalOf } from '@anticipa/domain/money';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { once, repeat } from '../../lib/once.ts';
import { pdfOf, saveFile } from '../../lib/save-file.ts';
import { habitOf } from './view-model/draft.ts';
import { endOfHold } from './view-model/hold-clock.ts';
import { choiceOf, type Offer } from './view-model/offer.ts';

export type Documents = BodyOf<typeof setAsPreSell>['documents'];
export type Acceptance = BodyOf<typeof requestAuthorization>;

/** The server's price of a selection; changes nothing. Refetched only when the choice changes. */
export const quoteQuery = (offers: readonly Offer[]) => {
  const documents = offers.map(choiceOf);
  return queryOptions({
    // The prices shown are part of the key: an older answer confirms nothing after they change.
    queryKey: ['sales', 'quote', documents, offers.map(({ price }) => (price ? decimalOf(price.deposit) : null))],
    queryFn: async ({ signal }) => (await call(presell, { body: { documents }, signal })).data,
    enabled: documents.length > 0,
    retry: false,
  });
};

/** The body of a hold. Includes the figures shown: the server refuses if its own differ. */
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

/** The sales of the hold with this key as they are now; none if the server does not know it. */
export const salesOfHold = (key: string) => repeat(() => call(getOpenSales, { query: { key } }));

/**
 * Holds invoices and credit for 30 minutes. A repeated call gets the first answer again, so the sales are read as well:
 * `until` is the end of the hold on the clock of `performance.now()`, null if it has ended.
 */
export async function hold(
  documents: Documents,
  key: string,
  preparedId?: string | null,
): Promise<{ sales: readonly Sale[]; until: number | null }> {
  const { sales } = await repeat(() =>
    call(setAsPreSell, { body: { documents, ...(preparedId && { preparedId }) }, idempotencyKey: key }),
  );
  return { sales: inOrder(sales), until: endOfHold(await salesOfHold(key), performance.now()) };
}

/** Sales in the screen's order of products and currencies. */
export const inOrder = (sales: readonly Sale[]): readonly Sale[] =>
  sales.toSorted((a, b) => `${a.product}${a.currency}`.localeCompare(`${b.product}${b.currency}`));

export const numbersOf = (sales: readonly Sale[]): number[] => sales.map(({ numberOfSale }) => numberOfSale);

/** Fixes the quote; answers with the terms to accept. */
export function process(sales: readonly Sale[]) {
  const numberOfSales = numbersOf(sales);
  return once({ name: 'process', content: numberOfSales }, (idempotencyKey) =>
    call(processPreSells, { body: { numberOfSales }, idempotencyKey }),
  );
}

/** Saves the terms to accept as a PDF; one text covers all sales fixed together. */
export const downloadTerms = async ([first]: readonly Sale[]): Promise<void> =>
  saveFile(pdfOf(await call(saleContract, { params: { numberOfSale: String(first?.numberOfSale) } })));

/** The body for accepting the terms of sales. */
export const acceptanceOf = (
  sales: readonly Sale[],
  terms: ResponseOf<typeof processPreSells>['terms'],
): Acceptance => ({
  invoices: sales.flatMap(({ items }) => items.map(({ documentId }) => ({ documentId }))),
  acceptedTerms: { version: terms.version, hash: terms.hash },
});

/** Sends the sales to the lender under the accepted terms; completes even if the page is closed. */
export const authorise = (body: Acceptance) =>
  once({ name: 'authorise', content: body }, (idempotencyKey) =>
    call(requestAuthorization, { body, idempotencyKey, keepalive: true }),
  );

/**
 * [VTA-15] Saves when the receivers of sold invoices pay, where the client typed it; whether there were any. A failure never
 * stops a sale.
 */
export async function saveHabits(offers: readonly Offer[]): Promise<boolean> {
  const typed = offers.filter(
    // Nobody was asked for the days of a sale that another person had prepared.
    ({ product, habit, habitSource }) => product === 'BI' && habitSource === null && habit.term !== '',
  );
  for (const { invoice, habit } of new Map(typed.map((offer) => [offer.invoice.receiverKey, offer])).values()) {
    const { term, weekDays } = habitOf(habit);
    const body = { rfc: invoice.receiverRFC, razonSocial: invoice.receiverName, paymentDays: term ?? 0, weekDays };
    await call(savePaymentHabit, { body, keepalive: true }).catch((error: unknown) =>
      console.error('the payment days were not saved', error),
    );
  }
  return typed.length > 0;
}

/** Cancels sales, including accepted ones without the lender's answer. */
export const cancel = (numberOfSales: number[]) =>
  once({ name: 'cancel', content: numberOfSales }, (idempotencyKey) =>
    call(cancelPreSell, { body: { numberOfSales }, idempotencyKey }),
  );

/** [RES-04] Releases what is held; accepted sales remain. Answers with the state of each. */
export const giveBack = (numberOfSales: number[]) =>
  once({ name: 'give-back', content: numberOfSales }, (idempotencyKey) =>
    call(cancelPreSell, { body: { numberOfSales, onlyHeld: true }, idempotencyKey }),
  );

/** The same while the page closes. If the call is lost, the server releases the hold after 30 minutes. */
export const giveBackLeaving = (numberOfSales: number[]): void =>
  void call(cancelPreSell, { body: { numberOfSales, onlyHeld: true }, leaving: true }).catch(() => undefined);

export const mailSummary = (sales: readonly Sale[], email: string) => {
  const body = { numberOfSales: numbersOf(sales), emails: [email] };
  return once({ name: 'mail', content: body }, (idempotencyKey) => call(sendSummary, { body, idempotencyKey }));
};

/** [RES-03] Whether the summary was sent. A failed one never stops a sale. */
export async function mailed(sales: readonly Sale[], email: string): Promise<boolean> {
  try {
    await mailSummary(sales, email);
    return true;
  } catch (error) {
    console.error('the summary was not sent', error);
    return false;
  }
}

/** Refetches everything that a sale changes. */
export const refreshLists = (queries: QueryClient) =>
  Promise.all(
    [['invoices'], ['credit'], ['sales', 'prepared']].map((queryKey) => queries.invalidateQueries({ queryKey })),
  );

/** Refetches what a change of a prepared sale changes; its invoices are not offered for an amount of cash. */
export const refreshPrepared = (queries: QueryClient) =>
  Promise.all([['sales'], ['invoices', 'cash']].map((queryKey) => queries.invalidateQueries({ queryKey })));

/** A prepared sale with its invoices. */
export const preparedSaleQuery = (preparedId: string) =>
  queryOptions({
    queryKey: ['sales', 'prepared', preparedId],
    queryFn: async ({ signal }) => (await call(getPreparedSale, { params: { preparedId }, signal })).data,
    retry: false,
  });

/** Leaves the invoices for another person to accept. */
export async function leaveToAccept(documents: Documents, note: string): Promise<PreparedSale> {
  const body = { documents, ...(note.trim() && { note: note.trim() }) };
  return (
    await once({ name: 'prepare', content: body }, (idempotencyKey) => call(prepareSale, { body, idempotencyKey }))
  ).data;
}

export const returnPrepared = (preparedId: string, reason: string) =>
  once({ name: `return-${preparedId}`, content: reason }, (idempotencyKey) =>
    call(returnPreparedSale, { params: { preparedId }, body: { reason }, idempotencyKey }),
  );

export const withdrawPrepared = (preparedId: string) =>
  once({ name: `withdraw-${preparedId}`, content: null }, (idempotencyKey) =>
    call(withdrawPreparedSale, { params: { preparedId }, body: {}, idempotencyKey }),
  );
