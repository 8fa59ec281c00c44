import type { getCreditInformation } from '@anticipa/contract/credit';
import type { ResponseOf } from '@anticipa/contract/route';
import type { listPreparedSales } from '@anticipa/contract/to-accept';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { creditQuery, openInvoicesQuery, preparedSalesQuery } from '../../lib/queries.ts';
import { useUser } from '../../lib/session.ts';
import { useDraft } from './use-draft.ts';
import { type Market, marketOf } from './view-model/market.ts';
import { type Offer, offerBook } from './view-model/offer.ts';
import { type Selected, selectedOf } from './view-model/selection.ts';
import { isInTab, type Tab, type Tile, tilesOf } from './view-model/tiles.ts';

// Shared by all screens: one market per answer and one book of offers, because both are slow with thousands of
// invoices.
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

interface Reading<Data> {
  readonly data: Data | undefined;
  readonly isFetching: boolean;
}

/** Both answers, replaced together: new invoices must not be judged by the credit that their sale still held. */
function useOfOneMoment<Credit, Invoices>(
  { data: credit, isFetching }: Reading<Credit>,
  { data: invoices, isFetching: isListing }: Reading<Invoices>,
): { readonly credit: Credit; readonly invoices: Invoices } | null {
  const [read, setRead] = useState<{ credit: Credit; invoices: Invoices } | null>(null);
  const isSettled = read === null || !(isFetching || isListing);
  if (isSettled && credit && invoices && (read?.credit !== credit || read.invoices !== invoices)) {
    setRead({ credit, invoices });
  }
  return read;
}

/** The prepared sale in which each invoice waits. */
const waitingIn = ({ data }: ResponseOf<typeof listPreparedSales>): ReadonlyMap<string, string> =>
  new Map(
    data.flatMap(({ state, preparedId, documentIds }) =>
      state === 'waiting' ? documentIds.map((id) => [id, preparedId] as const) : [],
    ),
  );

const PREPARED = { reason: 'Ya está en una venta por aceptar', remedy: '' };

/** [DER-18] Marks what waits in a prepared sale; a person who only prepares cannot choose it again. */
const marked = (offer: Offer, preparedIn: string | undefined, isPreparer: boolean): Offer =>
  preparedIn === undefined ? offer : { ...offer, preparedIn, refusal: offer.refusal ?? (isPreparer ? PREPARED : null) };

/** The open invoices as offers under today's market and the user's draft. */
export function usePortfolio(): PortfolioState {
  const credit = useQuery(creditQuery);
  const invoices = useQuery(openInvoicesQuery);
  const read = useOfOneMoment(credit, invoices);
  const waiting = useQuery({ ...preparedSalesQuery, select: waitingIn }).data;
  const isPreparer = useUser().saleRight === 'prepare';
  const draft = useDraft();
  const { chosen, habits, dates, orders } = draft;
  const portfolio = useMemo(() => {
    if (!read) return null;
    const market = marketFor(read.credit);
    const offers = book(read.invoices, market, { chosen: new Set(), habits, dates, orders }).map((offer) =>
      marked(offer, waiting?.get(offer.id), isPreparer),
    );
    const ofTab = (tab: Tab): readonly Tile[] =>
      tilesOf(
        offers.filter((offer) => isInTab(offer, tab)),
        market.rate.pesosPerDollar,
      );
    const tiles = { mine: ofTab('mine'), preapproved: ofTab('preapproved') };
    return { market, tiles, offers: [...tiles.mine, ...tiles.preapproved].flatMap((tile) => tile.offers) };
  }, [read, habits, dates, orders, waiting, isPreparer]);
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
