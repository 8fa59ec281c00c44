/** Compares the server's quote with the prices shown. */
import type { Quote, SaleItem } from '@anticipa/contract/sales';
import { decimalOf } from '@anticipa/domain/money';
import type { Offer } from './offer.ts';
import { type SaleErrors, serverErrors } from './validation.ts';

/** Whether the server's figures of an invoice equal those of its offer, to the cent. */
export const isPricedAs = (item: SaleItem, { price }: Offer): boolean =>
  price !== null &&
  item.total === decimalOf(price.total) &&
  item.comision === decimalOf(price.interest) &&
  item.iva === decimalOf(price.iva) &&
  item.aforo === decimalOf(price.aforo) &&
  item.adelanto === decimalOf(price.advance) &&
  item.openingCommission === (price.opening && decimalOf(price.opening.commission)) &&
  item.initialDeposit === decimalOf(price.deposit) &&
  item.paymentDays === price.days;

/** The invoices that the server prices differently. Refused ones are not differences. */
export function differencesOf(quote: Quote, offers: readonly Offer[]): readonly Offer[] {
  const items = new Map(quote.items.map((item) => [item.documentId, item]));
  return offers.filter((offer) => {
    const item = items.get(offer.id);
    return item !== undefined && offer.price !== null && !isPricedAs(item, offer);
  });
}

/** The invoices without a price, because the server would refuse them. */
export function unpricedOf(quote: Quote, offers: readonly Offer[]): readonly Offer[] {
  const priced = new Set(quote.items.map(({ documentId }) => documentId));
  return offers.filter(({ id }) => !priced.has(id));
}

/** The server's refusals that the screen does not already show. */
export function quoteFailures(quote: Quote, offers: readonly Offer[]): SaleErrors {
  const silent = new Set(offers.filter(({ problem }) => problem === null).map(({ id }) => id));
  return serverErrors(quote.failures.filter(({ path }) => silent.has(path)));
}
