import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { SELL_AGAIN_ANCHOR, SELL_ANCHOR } from '../../lib/paths.ts';
import type { Receivable } from '../../lib/receivable.ts';
import { useUser } from '../../lib/session.ts';
import { AdviserLink } from '../../ui/adviser-link.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { announce } from '../../ui/overlay/announcer.ts';
import { AlertDialog } from '../../ui/overlay/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type Choice, ExceedingNotice, useChoice } from './components/choice.tsx';
import { ListToolbar, lastSaleOf } from './components/list-toolbar.tsx';
import { TileCard } from './components/tile.tsx';
import { TileFilters } from './components/tile-filters.tsx';
import { es } from './es.ts';
import css from './tiles.module.css';
import { currentDraft, setChosen, unchoose, useDraft } from './use-draft.ts';
import { type Portfolio, usePortfolio } from './use-offers.ts';
import { useLeftSales } from './use-open-sales.ts';
import type { TileSearch } from './view-model/address.ts';
import { productNames } from './view-model/market.ts';
import { narrowed } from './view-model/narrow.ts';
import type { Offer } from './view-model/offer.ts';
import { obstaclesToName, receivableOf } from './view-model/receivable.ts';
import { type Selected, selectedOf, withoutAccount } from './view-model/selection.ts';
import { type Tab, type Tile, tickOfTile } from './view-model/tiles.ts';

const CashNeed = lazyPart(() => import('./components/cash-need.tsx'), 'CashNeed');
const Obstacles = lazyPart(() => import('./components/obstacles.tsx'), 'Obstacles');
const PreapprovedNotice = lazyPart(() => import('./components/preapproved-notice.tsx'), 'PreapprovedNotice');
const loadBar = () => import('./components/selection-bar.tsx');
const SelectionBar = lazyPart(loadBar, 'SelectionBar');
const SellNew = lazyPart(() => import('./components/sell-new.tsx'), 'SellNew');
const SaleScreen = lazyPart(() => import('./sale-screen.tsx'), 'SaleScreen');

interface TilesProps {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  /** The filters in the address. */
  readonly search: TileSearch;
  readonly onSearch: (search: TileSearch) => void;
  /** Content above the tiles. */
  readonly above: (parts: PartsAbove) => ReactNode;
  /** Whether what is above has not been read yet: the tiles, which it would push down, are not shown before. */
  readonly isWaiting: boolean;
  /** The control that picks files, if it is not above. */
  readonly upload: ReactNode;
  /** The uploaded files that cannot be sold, shown in the sale. */
  readonly invalidFiles: ReactNode;
  /** Shows the sales with these numbers, which were sent to the lender. */
  readonly onFollow: (numberOfSales: readonly number[]) => void;
}

export interface PartsAbove {
  /** Null while it is not known. */
  readonly receivable: Receivable | null;
  /** Obstacles to receiving money. */
  readonly obstacles: ReactNode;
  /** The buttons that sell what can be received, null while there is nothing, or something else is selected. */
  readonly sell: ReactNode;
  /** The question how much money is needed. */
  readonly need: ReactNode;
  /** The offer to sell the documents that were just uploaded. */
  readonly sellNew: (documentIds: readonly string[]) => ReactNode;
}

/** Parts before the invoices are read, or without a product. */
const nothingAbove: PartsAbove = {
  receivable: null,
  obstacles: null,
  sell: null,
  need: <CashNeed market={null} onSell={() => {}} />,
  sellNew: () => null,
};

/** [TAB-03, TAB-04, TAB-07, TAB-09] The open invoices as tiles, where a sale starts. */
export function InvoiceTiles(props: TilesProps) {
  const portfolio = usePortfolio();
  const user = useUser();
  const { above, isWaiting } = props;
  if (portfolio.status !== 'ready') {
    return (
      <>
        {above(nothingAbove)}
        <div hidden={isWaiting}>
          <QueryFallback failed={portfolio.status === 'failed'} onRetry={portfolio.retry} lines={12} height="tile">
            {es.tiles.loadFailed}
          </QueryFallback>
        </div>
      </>
    );
  }
  if (![...portfolio.market.products.values()].some(({ authorised }) => authorised)) {
    const phone = user.client?.promoterPhone ?? '';
    return (
      <>
        {above(nothingAbove)}
        <EmptyState
          drawing="locked"
          level={2}
          title={es.tiles.noAccessTitle}
          action={phone ? <AdviserLink>{es.tiles.promoter(phone)}</AdviserLink> : null}
        >
          {es.tiles.noAccess}
        </EmptyState>
      </>
    );
  }
  return <Ready {...props} portfolio={portfolio} />;
}

type Opened = 'sale' | 'nothing-selected' | 'nothing-left' | null;

function Ready(props: TilesProps & { portfolio: Portfolio }) {
  const { tab, onTab, search, onSearch, above, isWaiting, upload, invalidFiles, onFollow, portfolio } = props;
  const { tiles, selected, market, offers } = portfolio;
  const { chosen } = useDraft();
  const [opened, setOpened] = useState<Opened>(null);
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const [leftOut, setLeftOut] = useState<readonly Offer[]>([]);
  const choice = useChoice(portfolio);
  const maySell = useUser().saleRight !== 'consult';
  const unsettled = useLeftSales();
  useEffect(() => {
    for (const text of unsettled) announce(text, true);
  }, [unsettled]);
  const all = tiles[tab];
  const { pesosPerDollar } = market.rate;
  const shown = useMemo(() => narrowed(all, search, pesosPerDollar), [all, search, pesosPerDollar]);
  const names = useMemo(() => productNames(market), [market]);
  const receivable = useMemo(() => receivableOf(offers, market), [offers, market]);
  const ofLastSale = useMemo(() => lastSaleOf(shown), [shown]);

  const sellChosen = ({ offers: chosenOffers }: Pick<Selected, 'offers'>): void => {
    if (chosenOffers.length === 0) {
      setOpened('nothing-selected');
      return;
    }
    const { ids, currencies } = withoutAccount(chosenOffers);
    unchoose(ids);
    setDropped(currencies);
    if (ids.length === chosenOffers.length) {
      setOpened('nothing-left');
      return;
    }
    if (currencies.length > 0) announce(es.sale.dropped(currencies.join(', ')), true);
    setOpened('sale');
  };
  // Loads after the first screen and before the first tick. If that fails, the tick tries again.
  useEffect(() => void loadBar().catch(() => undefined), []);
  const sell = (): void => sellChosen(selected);
  const sellOnly = (documentIds: readonly string[]): void => {
    choice.replace(new Set(documentIds));
    sellChosen(selectedOf(offers, currentDraft().chosen, market));
  };
  const sellAgain = useEffectEvent((): void => {
    // Once: a reload, or the way back to this screen, opens no other sale.
    history.replaceState(history.state, '', `${location.pathname}${location.search}#${SELL_ANCHOR}`);
    setLeftOut(ofLastSale.unpriced);
    if (maySell && ofLastSale.priced.length > 0) sellOnly(ofLastSale.priced);
  });
  // The router looks for the anchor before it is there.
  useEffect(() => {
    if (isWaiting) return;
    if (location.hash === `#${SELL_AGAIN_ANCHOR}`) sellAgain();
    if (location.hash === `#${SELL_ANCHOR}`) document.getElementById(SELL_ANCHOR)?.scrollIntoView();
  }, [isWaiting]);
  const pickLastSale = (on: boolean): void => {
    choice.toggle(ofLastSale.priced, on);
    setLeftOut(on ? ofLastSale.unpriced : []);
  };

  const named = obstaclesToName(receivable, market);

  const dismissExceeding = (): void => {
    unchoose(selected.exceeding.map(({ id }) => id));
    choice.dismiss();
  };
  const closeSale = (): void => {
    setOpened(null);
    choice.dismiss();
  };
  const sellThese =
    maySell && selected.offers.length === 0 && receivable.ids.length > 0 ? (
      <Button variant="primary" onClick={() => sellOnly(receivable.ids)}>
        {es.tiles.sellThese(receivable.ids.length)}
      </Button>
    ) : null;

  return (
    <>
      {above({
        receivable,
        obstacles: named.length > 0 ? <Obstacles waiting={named} market={market} /> : null,
        sell:
          maySell && selected.offers.length === 0 ? (
            <>
              {sellThese}
              {ofLastSale.priced.length > 0 ? (
                <Button onClick={() => pickLastSale(true)}>{es.tiles.pickOfLastSale}</Button>
              ) : null}
            </>
          ) : null,
        need: <CashNeed market={market} onSell={sellOnly} />,
        sellNew: (documentIds) => <SellNew {...{ portfolio, documentIds }} onSell={sellOnly} />,
      })}
      <div id={SELL_ANCHOR} className={css.below} hidden={isWaiting}>
        {unsettled.map((text) => (
          <Notice key={text} tone="warn">
            {text}
          </Notice>
        ))}
        <Tabs
          label={es.tiles.tabs.label}
          tabs={[
            { value: 'mine', label: es.tiles.tabs.mine, count: countOf(tiles.mine) },
            { value: 'preapproved', label: es.tiles.tabs.preapproved, count: countOf(tiles.preapproved) },
          ]}
          value={tab}
          onChange={onTab}
        >
          <div className={css.section}>
            <ListToolbar
              {...{ tiles: shown, chosen, choice, ofLastSale, leftOut, receivable, sellThese }}
              onPickLastSale={pickLastSale}
              upload={all.length > 0 ? upload : null}
              onSell={maySell && all.length > 0 && selected.offers.length === 0 ? sell : null}
            />
            {all.length > 1 ? <TileFilters tiles={all} search={search} onSearch={onSearch} /> : null}
            <ExceedingNotice
              // Just left out, unless the credit has changed since.
              offers={selected.exceeding.length > 0 ? selected.exceeding : choice.exceeding}
              onDismiss={dismissExceeding}
            />
            {shown.length > 0 ? (
              <TileGrid tiles={shown} names={names} chosen={chosen} choice={choice} />
            ) : all.length > 0 ? (
              <EmptyState
                drawing="search"
                level={2}
                title={es.tiles.filters.noneTitle}
                action={<Button onClick={() => onSearch({})}>{es.tiles.filters.clear}</Button>}
              >
                {es.tiles.filters.none}
              </EmptyState>
            ) : (
              <Empty {...{ tab, onTab, upload }} hasPreapproved={tiles.preapproved.length > 0} />
            )}
          </div>
        </Tabs>
      </div>
      {selected.offers.length > 0 ? (
        <SelectionBar selected={selected} market={market} onSell={sell} onClear={() => setChosen(new Set())} />
      ) : null}
      {tiles.preapproved.length > 0 ? (
        <PreapprovedNotice
          count={tab === 'preapproved' ? 0 : countOf(tiles.preapproved)}
          onShow={() => onTab('preapproved')}
        />
      ) : null}
      {opened === 'nothing-selected' ? (
        <AlertDialog title={es.sale.errorTitle} onClose={() => setOpened(null)}>
          {es.sale.nothingSelected}
        </AlertDialog>
      ) : null}
      {opened === 'nothing-left' ? (
        <AlertDialog title={es.sale.droppedTitle} onClose={() => setOpened(null)}>
          {es.sale.dropped(dropped.join(', '))}
        </AlertDialog>
      ) : null}
      {opened === 'sale' ? (
        <SaleScreen {...{ portfolio, dropped, invalidFiles, onFollow }} onClose={closeSale} />
      ) : null}
    </>
  );
}

/** `upload` is for a client without any invoice. */
function Empty(props: Pick<TilesProps, 'tab' | 'onTab' | 'upload'> & { hasPreapproved: boolean }) {
  const { tab, onTab, upload, hasPreapproved } = props;
  if (tab === 'preapproved') {
    return (
      <EmptyState drawing="search" level={2} title={es.tiles.emptyPreapprovedTitle} action={upload}>
        {es.tiles.emptyPreapproved}
      </EmptyState>
    );
  }
  if (!upload) {
    const show = <Button onClick={() => onTab('preapproved')}>{es.tiles.showPreapproved}</Button>;
    return (
      <EmptyState drawing="papers" level={2} title={es.tiles.emptyNowTitle} action={hasPreapproved ? show : null}>
        {hasPreapproved ? es.tiles.emptyNowPreapproved : es.tiles.emptyNow}
      </EmptyState>
    );
  }
  return (
    <div className={css.section}>
      <EmptyState drawing="add" level={2} title={es.tiles.emptyTitle} action={upload}>
        {es.tiles.empty}
      </EmptyState>
      <ol className={css.steps}>
        {es.tiles.firstSteps.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const countOf = (tiles: Portfolio['tiles'][Tab]): number =>
  tiles.reduce((count, tile) => count + tile.offers.length, 0);

const loadInvoices = () => import('./components/tile-invoices.tsx');
const TileInvoices = lazyPart(loadInvoices, 'TileInvoices');
/** Loads the table before a tile is opened. If that fails, opening it tries again. */
const prepare = (): void => void loadInvoices().catch(() => undefined);

/** The tiles, largest first; an open tile shows its invoices below it. */
function TileGrid(props: {
  tiles: readonly Tile[];
  /** Names of the products, by code. */
  names: ReadonlyMap<string, string>;
  chosen: ReadonlySet<string>;
  choice: Choice;
}) {
  const { tiles, names, chosen, choice } = props;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggleOpen = useCallback((key: string): void => setOpen((now) => now.symmetricDifference(new Set([key]))), []);
  const { toggle } = choice;
  const onTick = useCallback((tile: Tile, on: boolean): void => toggle(tile.selectable, on), [toggle]);
  return (
    <ul className={css.grid} aria-label={es.tiles.tabs.label} onPointerEnter={prepare} onFocus={prepare}>
      {tiles.map((tile) => [
        <TileCard
          key={tile.key}
          tile={tile}
          names={names}
          tick={tickOfTile(tile, chosen)}
          open={open.has(tile.key)}
          onOpen={toggleOpen}
          onTick={onTick}
        />,
        open.has(tile.key) ? (
          <li key={`${tile.key}-invoices`} className={css.invoices}>
            <h3>{tile.name}</h3>
            <TileInvoices tile={tile} chosen={chosen} onChoose={choice.replace} />
          </li>
        ) : null,
      ])}
    </ul>
  );
}
