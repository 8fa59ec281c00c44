import { lazy, Suspense, useCallback, useState } from 'react';
import { es } from '../es.ts';
import css from '../tiles.module.css';
import { type Tile, tickOfTile } from '../view-model/tiles.ts';
import type { Choice } from './choice.tsx';
import { TileCard } from './tile.tsx';

const loadInvoices = () => import('./tile-invoices.tsx');
const TileInvoices = lazy(() => loadInvoices().then(({ TileInvoices: component }) => ({ default: component })));
/** Loads the table before a tile is opened. If that fails, opening it tries again. */
const prepare = (): void => void loadInvoices().catch(() => undefined);

/** The tiles, largest first; an open tile shows its invoices below it. */
export function TileGrid(props: {
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
            <Suspense fallback={null}>
              <TileInvoices tile={tile} chosen={chosen} onChoose={choice.replace} />
            </Suspense>
          </li>
        ) : null,
      ])}
    </ul>
  );
}
