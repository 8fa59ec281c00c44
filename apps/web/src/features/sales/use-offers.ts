import type { getCreditInformation } from '@anticipa/contract/credit';
import type { ResponseOf } from '@anticipa/contract/route';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { creditQuery, openInvoicesQuery } from '../../lib/queries.ts';
import { useDraft } from './use-draft.ts';
import { type Market, marketOf } from './view-model/market.ts';
import { type Offer, offerBook } from './view-model/offer.ts';
import { type Selected, selectedOf } from './view-model/selection.ts';
import { isInTab, type Tab, type Tile, tilesOf } from './view-model/tiles.ts';

// One market per answer and one book of offers, whichever screen asks: both cost time with thousands of invoices.
const markets = new WeakMap<ResponseOf<typeof getCreditInformation>, Market>();
const book = offerBook();

function marketFor(answer: ResponseOf<typeof getCreditInformation>): Market {
  const known = markets.get(answer) ?? marketOf(answer);
  markets.set(answer, known);
  return known;
}

export interface Portfolio {
  readonly market: Market;
  /** In the order shown: tiles of the first tab, then of the second. */
  readonly offers: readonly Offer[];
  readonly tiles: Readonly<Record<Tab, readonly Tile[]>>;
  readonly selected: Selected;
}

export type PortfolioState =
  | { readonly status: 'loading' | 'failed'; readonly retry: () => void }
  | ({ readonly status: 'ready' } & Portfolio);

/** The open invoices as offers under today's market and what was typed so far. */
export function usePortfolio(): PortfolioState {
  const credit = useQuery(creditQuery);
  const invoices = useQuery(openInvoicesQuery);
  const draft = useDraft();
  const { chosen, habits, dates, orders } = draft;
  const portfolio = useMemo(() => {
    if (!credit.data || !invoices.data) return null;
    const market = marketFor(credit.data);
    const offers = book(invoices.data, market, { chosen: new Set(), habits, dates, orders });
    const ofTab = (tab: Tab): readonly Tile[] =>
      tilesOf(
        offers.filter((offer) => isInTab(offer, tab)),
        market.rate.tipoCambio,
      );
    const tiles = { mine: ofTab('mine'), preapproved: ofTab('preapproved') };
    return { market, tiles, offers: [...tiles.mine, ...tiles.preapproved].flatMap((tile) => tile.offers) };
  }, [credit.data, invoices.data, habits, dates, orders]);
  const selected = useMemo(
    () => portfolio && selectedOf(portfolio.offers, chosen, portfolio.market),
    [portfolio, chosen],
  );
  if (portfolio && selected) return { status: 'ready', ...portfolio, selected };
  return {
    status: credit.isError || invoices.isError ? 'failed' : 'loading',
    retry: () => {
      void credit.refetch();
      void invoices.refetch();
    },
  };
}
