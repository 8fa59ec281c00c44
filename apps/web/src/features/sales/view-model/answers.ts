/** Checks the answers of a sale against what was sent and against each other; a mismatch is never accepted. */
import type { ResponseOf } from '@anticipa/contract/route';
import type { processPreSells, Sale } from '@anticipa/contract/sales';
import { decimalOf, moneyOf, sum } from '@anticipa/domain/money';
import { cleanPurchaseOrder } from '@anticipa/domain/sale';
import type { Offer } from './offer.ts';
import { isSent } from './outcome.ts';
import { isPricedAs } from './quote.ts';

/** An answer about another sale, or with figures other than those shown. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
  /** Whether the sale may have reached the lender anyway. */
  readonly maybeSent: boolean;

  constructor(message: string, maybeSent = false) {
    super(message);
    this.maybeSent = maybeSent;
  }
}

const AMOUNTS = ['total', 'comision', 'iva', 'aforo', 'adelanto', 'initialDeposit'] as const;

/** Whether the sales consist of exactly these invoices. */
export function areOf(sales: readonly Sale[], offers: readonly Offer[]): boolean {
  const sold = sales.flatMap(({ items }) => items.map(({ documentId }) => documentId));
  const wanted = new Set(offers.map(({ id }) => id));
  return sold.length === wanted.size && wanted.symmetricDifference(new Set(sold)).size === 0;
}

/** Throws unless held sales have the dates, orders and figures of the offers, and their totals add up. */
export function checkHold(sales: readonly Sale[], offers: readonly Offer[]): void {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const fits = sales.every(
    ({ currency, items, totals }) =>
      items.every((item) => {
        const offer = byId.get(item.documentId);
        return (
          offer !== undefined &&
          isPricedAs(item, offer) &&
          item.currency === currency &&
          item.dueDate === offer.dueDate &&
          (offer.product !== 'FB' || item.purchaseOrder === cleanPurchaseOrder(offer.purchaseOrder))
        );
      }) &&
      AMOUNTS.every((name) => {
        const amounts = items.map((item) => moneyOf(item[name], currency));
        return decimalOf(sum(currency, amounts)) === totals[name];
      }),
  );
  if (!fits) throw new UnexpectedAnswer('the hold differs from what was chosen');
}

/** Throws unless the terms are for these sales and figures and the text matches its hash. */
export async function checkTerms(
  { sales, terms }: ResponseOf<typeof processPreSells>,
  held: readonly Sale[],
): Promise<void> {
  if (figuresOf(sales) !== figuresOf(held)) throw new UnexpectedAnswer('the terms are of other sales or figures');
  // Web Crypto needs https; nothing sent over plain http could be trusted anyway.
  if ('subtle' in crypto && (await sha256(terms.text)) !== terms.hash)
    throw new UnexpectedAnswer('the text of the terms has another hash');
}

/** Throws unless the accepted sales are those of the terms, all with the lender. */
export function checkAcceptance(sales: readonly Sale[], quoted: readonly Sale[]): void {
  if (figuresOf(sales) !== figuresOf(quoted)) throw new UnexpectedAnswer('other sales were accepted', true);
  if (!sales.every(isSent)) throw new UnexpectedAnswer('a sale was not sent', true);
}

/** All fields of the sales but the state, which changes with each step. */
const figuresOf = (sales: readonly Sale[]): string =>
  JSON.stringify(
    sales
      .toSorted((a, b) => a.numberOfSale - b.numberOfSale)
      .map(({ numberOfSale, product, currency, totals, items }) => [numberOfSale, product, currency, totals, items]),
  );

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
