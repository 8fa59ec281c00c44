/** The server's quote against the prices shown. */
import type { Quote } from '@anticipa/contract/sales';
import { decimalOf } from '@anticipa/domain/money';
import type { Offer } from './offer.ts';
import { type SaleErrors, serverErrors } from './validation.ts';

/** The invoices that the server prices differently, to the cent. What it refuses instead is not a difference. */
export function differencesOf(quote: Quote, offers: readonly Offer[]): readonly Offer[] {
  const items = new Map(quote.items.map((item) => [item.documentId, item]));
  return offers.filter(({ id, price }) => {
    const item = items.get(id);
    if (!item || !price) return false;
    return (
      item.initialDeposit !== decimalOf(price.deposit) ||
      item.comision !== decimalOf(price.interest) ||
      item.aforo !== decimalOf(price.aforo) ||
      item.iva !== decimalOf(price.iva) ||
      item.paymentDays !== price.days
    );
  });
}

/** The invoices that the server has no price for, because it would refuse them as they are. */
export function unpricedOf(quote: Quote, offers: readonly Offer[]): readonly Offer[] {
  const priced = new Set(quote.items.map(({ documentId }) => documentId));
  return offers.filter(({ id }) => !priced.has(id));
}

/** What the server would refuse, without what the screen already says itself. */
export function quoteFailures(quote: Quote, offers: readonly Offer[]): SaleErrors {
  const silent = new Set(offers.filter(({ problem }) => problem === null).map(({ id }) => id));
  return serverErrors(quote.failures.filter(({ path }) => silent.has(path)));
}
