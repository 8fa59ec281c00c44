/** A prepared sale as it stands today: which of its invoices can be sold, at what price, and what has changed. */
import type { PreparedItem } from '@anticipa/contract/prepared-sales';
import { type FinancedCurrency, type Money, moneyOf, subtract, sumPerCurrency } from '@anticipa/domain/money';
import { errorTexts } from '@anticipa/texts/texts';
import type { OpenInvoice } from '../../../lib/open-invoices.ts';
import { emptyDraft, type SaleDraft } from './draft.ts';
import type { Market } from './market.ts';
import { type Offer, offerBook } from './offer.ts';
import { preparedTexts } from './prepared-texts.ts';
import { type Selected, selectedOf } from './selection.ts';

export interface PreparedRow {
  readonly item: PreparedItem;
  /** Today's offer; null if the invoice has left the list. */
  readonly offer: Offer | null;
  /** Why it cannot be sold today; null if it can. */
  readonly problem: string | null;
  readonly isTaken: boolean;
}

export interface PreparedToday {
  readonly rows: readonly PreparedRow[];
  /** Offers that would be accepted. */
  readonly selected: Selected;
}

/** The choices of the preparer. Factoraje has a fixed number of days from today, whatever was prepared. */
const draftOf = (items: readonly PreparedItem[]): SaleDraft => ({
  ...emptyDraft,
  dates: new Map(items.flatMap((item) => (item.product === 'FB' ? [] : [[item.documentId, item.dueDate] as const]))),
  orders: new Map(
    items.flatMap((item) => (item.purchaseOrder ? [[item.documentId, item.purchaseOrder] as const] : [])),
  ),
});

const problemOf = (offer: Offer | undefined): string | null => {
  if (!offer) return preparedTexts.sheet.gone;
  if (offer.refusal) return offer.refusal.reason;
  if (offer.problem) return errorTexts[offer.problem];
  return offer.hasAccount ? null : errorTexts.BANK_ACCOUNT_MISSING;
};

/** [DER-07] `out`: the invoices that the person took out. */
export function preparedToday(
  items: readonly PreparedItem[],
  now: { readonly invoices: readonly OpenInvoice[]; readonly market: Market },
  out: ReadonlySet<string>,
): PreparedToday {
  const { market } = now;
  const wanted = new Set(items.map(({ documentId }) => documentId));
  const invoices = now.invoices.filter(({ documentId }) => wanted.has(documentId));
  const byId = new Map(offerBook()(invoices, market, draftOf(items)).map((offer) => [offer.id, offer]));
  const offers = items.flatMap(({ documentId }) => byId.get(documentId) ?? []);
  const sellable = offers.filter((offer) => problemOf(offer) === null && !out.has(offer.id));
  const selected = selectedOf(sellable, new Set(sellable.map(({ id }) => id)), market);
  const taken = new Set(selected.offers.map(({ id }) => id));
  return {
    selected,
    rows: items.map((item) => {
      const offer = byId.get(item.documentId);
      const isOut = out.has(item.documentId);
      const exceeds = !isOut && problemOf(offer) === null && !taken.has(item.documentId);
      return {
        item,
        offer: offer ?? null,
        problem: problemOf(offer) ?? (exceeds ? preparedTexts.sheet.exceeds : null),
        isTaken: taken.has(item.documentId),
      };
    }),
  };
}

/** Deposits now and then of the invoices that would be accepted, and their difference, per currency. */
export function priceChange(rows: readonly PreparedRow[]): readonly {
  readonly now: Money<FinancedCurrency>;
  readonly before: Money<FinancedCurrency>;
  readonly difference: Money<FinancedCurrency>;
}[] {
  const taken = rows.filter(({ isTaken }) => isTaken);
  const then = sumPerCurrency(taken.map(({ item }) => moneyOf(item.initialDeposit, item.currency)));
  const now = sumPerCurrency(taken.flatMap(({ offer }) => offer?.price?.deposit ?? []));
  return now.flatMap((amount) => {
    const before = then.find(({ currency }) => currency === amount.currency);
    return before ? [{ now: amount, before, difference: subtract(amount, before) }] : [];
  });
}
