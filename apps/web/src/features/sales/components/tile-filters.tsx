import { financedCurrencies } from '@anticipa/domain/money';
import { useId } from 'react';
import { ChipGroup } from '../../../ui/field/chip-group.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { useTypedSearch } from '../../../ui/use-typed-search.ts';
import { es } from '../es.ts';
import css from '../tiles.module.css';
import { type TileSearch, tileOrders, tileSearch } from '../view-model/address.ts';
import { isApproved } from '../view-model/narrow.ts';
import type { Tile } from '../view-model/tiles.ts';

const text = es.tiles.filters;

interface FiltersProps {
  /** All tiles of the tab. */
  readonly tiles: readonly Tile[];
  readonly search: TileSearch;
  readonly onSearch: (search: TileSearch) => void;
}

/** [TAB-06] Search, filters and order of the receivers; only filters that make a difference are offered. */
export function TileFilters({ tiles, search, onSearch }: FiltersProps) {
  const orderId = useId();
  const { cliente, divisa, empresas, orden } = search;
  const change = (changed: Readonly<Record<keyof TileSearch, string | undefined>>): void =>
    onSearch(tileSearch(changed));
  const address = { cliente, divisa, empresas, orden };
  const [typed, setTyped] = useTypedSearch(cliente, (kept) => change({ ...address, cliente: kept }));
  const offers = tiles.flatMap((tile) => tile.offers);
  const currencies = financedCurrencies.filter((currency) => offers.some((offer) => offer.currency === currency));
  const approved = offers.filter(isApproved).length;
  return (
    <Toolbar label={text.search} value={typed} onChange={setTyped}>
      {currencies.length > 1 || divisa ? (
        <ChipGroup
          label={text.currencies}
          chips={currencies.map((value) => ({ value, label: value }))}
          selected={new Set(divisa ? [divisa] : [])}
          onChange={(chosen) => change({ ...address, divisa: added(chosen, divisa) })}
        />
      ) : null}
      {(approved > 0 && approved < offers.length) || empresas ? (
        <ChipGroup
          label={text.companies}
          chips={[
            { value: 'preaprobadas', label: text.approved },
            { value: 'otras', label: text.others },
          ]}
          selected={new Set(empresas ? [empresas] : [])}
          onChange={(chosen) => change({ ...address, empresas: added(chosen, empresas) })}
        />
      ) : null}
      <label htmlFor={orderId} className={css.order}>
        {text.order}
        <select
          id={orderId}
          value={orden ?? tileOrders[0]}
          onChange={({ target }) => change({ ...address, orden: target.value })}
        >
          {tileOrders.map((order) => (
            <option key={order} value={order}>
              {text.orders[order]}
            </option>
          ))}
        </select>
      </label>
    </Toolbar>
  );
}

/** The value just chosen; none when the one that was chosen is cleared. */
const added = <V extends string>(chosen: ReadonlySet<V>, before: V | undefined): V | undefined =>
  [...chosen].find((value) => value !== before);
