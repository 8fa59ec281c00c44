/** The selection: whether it fits the credit, and its totals. */
import { type Draw, fitSelection } from '@anticipa/domain/credit';
import { type FinancedCurrency, financedCurrencies, type Money, sum, sumPerCurrency } from '@anticipa/domain/money';
import { type ProductCode, productCodes } from '@anticipa/domain/product';
import { availableByLine, type Line, type Market } from './market.ts';
import type { Offer } from './offer.ts';

export interface LineUse {
  readonly line: Line;
  readonly before: Money<FinancedCurrency>;
  readonly after: Money<FinancedCurrency>;
}

/** The offers of one product and currency; they become one sale. */
export interface Group {
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
  readonly offers: readonly Offer[];
}

export interface Selected {
  /** Sellable and within the credit, in the order shown. */
  readonly offers: readonly Offer[];
  /** Chosen, but beyond the credit now available. */
  readonly exceeding: readonly Offer[];
  readonly lines: readonly LineUse[];
  readonly groups: readonly Group[];
  /** Per currency in which an invoice has a price, over all products. */
  readonly deposits: readonly Money<FinancedCurrency>[];
  readonly costs: readonly Money<FinancedCurrency>[];
  /** The number of offers without a price because their date is not usable. */
  readonly undated: number;
  /** The number of offers that have no account for their deposit; the sale leaves them out. */
  readonly withoutAccount: number;
}

/** The selection for the bar, the summary and the credit bars. `offers` in the order shown. */
export function selectedOf(offers: readonly Offer[], chosen: ReadonlySet<string>, market: Market): Selected {
  const wanted = offers.filter((offer) => chosen.has(offer.id) && offer.refusal === null);
  const before = availableByLine(market);
  const { exceeds, left } = fitSelection(drawsOf(wanted), before);
  const beyond = new Set(exceeds);
  const taken = wanted.filter(({ id, draw }) => draw !== null && !beyond.has(id));
  const groups = groupsOf(taken);
  const priced = groupsOf(taken.filter(({ price }) => price !== null));
  return {
    offers: taken,
    exceeding: wanted.filter((offer) => beyond.has(offer.id)),
    lines: market.lines.flatMap((line) => {
      const [was, is] = [before.get(line.id), left.get(line.id)];
      return was && is ? [{ line, before: was, after: is }] : [];
    }),
    groups,
    deposits: sumPerCurrency(priced.map((group) => sumOf(group, 'deposit'))),
    costs: sumPerCurrency(priced.map((group) => sumOf(group, 'interest'))),
    undated: taken.filter(({ price, hasAccount }) => price === null && hasAccount).length,
    withoutAccount: taken.filter(({ hasAccount }) => !hasAccount).length,
  };
}

/**
 * [VTA-14] The selection after adding invoices. Earlier choices stay; new ones beyond the credit, in the order shown,
 * are left out and named.
 */
export function addToSelection(
  offers: readonly Offer[],
  chosen: ReadonlySet<string>,
  change: { readonly ids: readonly string[]; readonly market: Market },
): { chosen: ReadonlySet<string>; exceeding: readonly Offer[] } {
  const added = new Set(change.ids.filter((id) => !chosen.has(id)));
  if (added.size === 0) return { chosen, exceeding: [] };
  const selectable = offers.filter((offer) => offer.refusal === null);
  const before = selectable.filter((offer) => chosen.has(offer.id));
  const wanted = selectable.filter((offer) => added.has(offer.id));
  const { exceeds } = fitSelection(drawsOf([...before, ...wanted]), availableByLine(change.market));
  const beyond = new Set(exceeds);
  const next = new Set(chosen);
  for (const { id } of wanted) if (!beyond.has(id)) next.add(id);
  return { chosen: next, exceeding: wanted.filter(({ id }) => beyond.has(id)) };
}

/** Offers by receiver, in the order shown. */
export const receiversOf = (
  offers: readonly Offer[],
): readonly (readonly [key: string, offers: readonly Offer[]])[] => [
  ...Map.groupBy(offers, (offer) => offer.invoice.receiverKey),
];

/** [VTA-13] The chosen invoices in currencies without a deposit account. */
export function withoutAccount(offers: readonly Offer[]): { ids: readonly string[]; currencies: readonly string[] } {
  const dropped = offers.filter((offer) => !offer.hasAccount);
  return {
    ids: dropped.map((offer) => offer.id),
    currencies: financedCurrencies.filter((currency) => dropped.some((offer) => offer.currency === currency)),
  };
}

// For thousands of offers, map and filter take a fraction of the time of flatMap.
const drawsOf = (offers: readonly Offer[]): readonly Draw[] =>
  offers.map(({ draw }) => draw).filter((draw) => draw !== null);

function groupsOf(offers: readonly Offer[]): readonly Group[] {
  const byKind = Map.groupBy(offers, ({ product, currency }) => `${product} ${currency}`);
  return productCodes.flatMap((product) =>
    financedCurrencies.flatMap((currency) => {
      const own = byKind.get(`${product} ${currency}`);
      return own ? [{ product, currency, offers: own }] : [];
    }),
  );
}

/** All groups hold thousands of prices: only the figures of the bar are added up at each tick. */
function sumOf({ currency, offers }: Group, figure: 'deposit' | 'interest'): Money<FinancedCurrency> {
  return sum(
    currency,
    offers.map(({ price }) => price?.[figure]).filter((amount) => amount !== undefined),
  );
}
