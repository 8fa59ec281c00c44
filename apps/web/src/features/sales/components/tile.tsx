import { memo } from 'react';
import { formatCount, formatMoneyWhole } from '../../../lib/format.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import { es } from '../es.ts';
import css from '../tiles.module.css';
import { hasForeignLetters, type Tick, type Tile } from '../view-model/tiles.ts';

/** [TAB-04] One receiver: name, amount, number of invoices, and a checkbox for all of them. */
export const TileCard = memo(function TileCard(props: {
  tile: Tile;
  names: ReadonlyMap<string, string>;
  tick: Tick;
  open: boolean;
  onOpen: (key: string) => void;
  onTick: (tile: Tile, on: boolean) => void;
}) {
  const { tile, names, tick, open, onOpen, onTick } = props;
  const { totalMXN, totalUSD } = tile;
  const totals = [totalMXN, totalUSD].filter(({ cents }) => cents !== 0n);
  return (
    <li className={css.tile} data-tick={tick} data-open={open || undefined}>
      <div className={css.tileHead}>
        <Checkbox
          label={es.tiles.pick(tile.name)}
          hideLabel
          checked={tick === 'all'}
          indeterminate={tick === 'some'}
          disabledReason={tile.selectable.length === 0 ? es.tiles.nothingToPick : null}
          onChange={() => onTick(tile, tick !== 'all')}
        />
        <button
          type="button"
          className={css.opener}
          aria-expanded={open}
          aria-label={open ? es.tiles.close(tile.name) : es.tiles.open(tile.name)}
          onClick={() => onOpen(tile.key)}
        >
          <Icon name="chevronDown" />
        </button>
      </div>
      <button type="button" className={css.name} tabIndex={-1} title={tile.name} onClick={() => onOpen(tile.key)}>
        <strong>{tile.name}</strong>
        <span>{tile.rfc}</span>
        {hasForeignLetters(tile.name) ? (
          <StatusBadge tone="warn" icon="alert">
            {es.tiles.foreignLetters}
          </StatusBadge>
        ) : null}
      </button>
      <p className={css.totals}>
        {totals.length === 0 ? <strong>{es.tiles.nothingToSell}</strong> : null}
        {totals.map((amount) => (
          <MoneyText key={amount.currency} amount={amount} whole strong />
        ))}
      </p>
      <span className={css.score} data-score={tile.score} role="img" aria-label={es.tiles.score(tile.score)} />
      <div className={css.facts}>
        {tile.deposits.length > 0 ? (
          <p className={css.deposit}>{es.tiles.deposit(tile.deposits.map(formatMoneyWhole).join(' y '))}</p>
        ) : null}
        <p>
          <span className={css.products}>
            {[...tile.products].map((code) => names.get(code) ?? code).join(' y ')} ·{' '}
          </span>
          {formatCount(tile.offers.length, 'factura', 'facturas')}
          {[
            ...tile.waiting.flatMap(({ why, currency, count }) => {
              const few = es.tiles.heldBack[why](currency);
              return few ? `${count.toLocaleString('es-MX')} ${few}` : [];
            }),
            ...(tile.refused.count > 0 ? [es.tiles.refused(tile.refused)] : []),
          ].map((text) => ` · ${text}`)}
        </p>
      </div>
    </li>
  );
});
