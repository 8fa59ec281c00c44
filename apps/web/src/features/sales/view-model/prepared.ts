/** A prepared sale as it stands today: which of its invoices can be sold, at what price, and what has changed. */
import type { Elsewhere, getPreparedSale } from '@anticipa/contract/prepared-sales';
import type { ResponseOf } from '@anticipa/contract/route';
import { type FinancedCurrency, type Money, moneyOf, subtract, sumPerCurrency } from '@anticipa/domain/money';
import { errorTexts } from '@anticipa/texts/texts';
import type { OpenInvoice } from '../../../lib/open-invoices.ts';
import { emptyDraft, type SaleDraft } from './draft.ts';
import type { Market } from './market.ts';
import { type Offer, offerBook } from './offer.ts';
import { preparedTexts } from './prepared-texts.ts';
import { type Selected, selectedOf } from './selection.ts';

type PreparedItem = ResponseOf<typeof getPreparedSale>['data']['items'][number];

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

type Held = Extract<Elsewhere, { kind: 'held' }>;

/** An acceptance that has begun: its person, the end of its hold, and its sales. */
export interface Acceptance {
  readonly by: string;
  readonly isOwn: boolean;
  /** HH:MM in the portal's time zone. */
  readonly until: string;
  readonly numbers: readonly number[];
}

/** [DER-16] The acceptance that has begun; the caller's own one first. */
export function acceptanceNow(items: readonly PreparedItem[]): Acceptance | null {
  const holds = items.flatMap(({ elsewhere }) =>
    elsewhere?.kind === 'held' && elsewhere.isAcceptance ? [elsewhere] : [],
  );
  const first = holds.find(({ isOwn }) => isOwn) ?? holds[0];
  if (!first) return null;
  const alike = holds.filter(({ by, isOwn }) => by === first.by && isOwn === first.isOwn);
  const until = alike.map((held) => held.until).toSorted()[0] ?? first.until;
  return {
    by: first.by,
    isOwn: first.isOwn,
    until: preparedTexts.timeOf(until),
    numbers: [...new Set(alike.map(({ numberOfSale }) => numberOfSale))],
  };
}

const heldText = ({ by, isOwn, until }: Held): string =>
  (isOwn ? preparedTexts.sheet.elsewhere.heldByYou : preparedTexts.sheet.elsewhere.held)(
    preparedTexts.timeOf(until),
    by,
  );

/** [DER-16] Where an invoice is that cannot be sold now. */
function placeText(elsewhere: Elsewhere): string {
  const texts = preparedTexts.sheet.elsewhere;
  if (elsewhere.kind === 'held') return heldText(elsewhere);
  if (elsewhere.kind === 'sold') return texts.sold(elsewhere.numberOfSale);
  if (elsewhere.kind === 'deleted') return texts.deleted;
  return elsewhere.isCancelled ? texts.cancelled : texts.rejected(elsewhere.reason);
}

const problemOf = (offer: Offer | undefined, item?: PreparedItem): string | null => {
  if (item?.elsewhere) return placeText(item.elsewhere);
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
  const places = new Map(items.map((item) => [item.documentId, item]));
  const sellable = offers.filter((offer) => problemOf(offer, places.get(offer.id)) === null && !out.has(offer.id));
  const selected = selectedOf(sellable, new Set(sellable.map(({ id }) => id)), market);
  const taken = new Set(selected.offers.map(({ id }) => id));
  return {
    selected,
    rows: items.map((item) => {
      const offer = byId.get(item.documentId);
      const isOut = out.has(item.documentId);
      const problem = problemOf(offer, item);
      const exceeds = !isOut && problem === null && !taken.has(item.documentId);
      return {
        item,
        offer: offer ?? null,
        problem: problem ?? (exceeds ? preparedTexts.sheet.exceeds : null),
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
