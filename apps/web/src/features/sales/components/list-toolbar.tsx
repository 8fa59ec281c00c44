import type { ReactNode } from 'react';
import { formatMoney, formatTableDate } from '../../../lib/format.ts';
import type { Receivable } from '../../../lib/receivable.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { unbroken } from '../../../ui/unbroken.tsx';
import { es } from '../es.ts';
import css from '../tiles.module.css';
import { folioOf, type Offer } from '../view-model/offer.ts';
import { type Tile, tickOf } from '../view-model/tiles.ts';
import type { Choice } from './choice.tsx';

interface OfLastSale {
  /** The ids that its checkbox selects. */
  readonly priced: readonly string[];
  /** Offers that need another date first. */
  readonly unpriced: readonly Offer[];
}

/** The invoices of the receivers of the client's last sale. */
export function lastSaleOf(tiles: readonly Tile[]): OfLastSale {
  const offers = tiles.flatMap(({ offers: members, selectable }) =>
    members.filter(({ id, invoice }) => invoice.isOfLastSale && selectable.includes(id)),
  );
  const [priced, unpriced] = [offers.filter(({ price }) => price), offers.filter(({ price }) => !price)];
  return { priced: priced.map(({ id }) => id), unpriced };
}

/** [TAB-07] Selecting and selling at the head of the list. */
export function ListToolbar(props: {
  tiles: readonly Tile[];
  chosen: ReadonlySet<string>;
  choice: Choice;
  ofLastSale: OfLastSale;
  onPickLastSale: (on: boolean) => void;
  /** The invoices of the last sale that were just left out. */
  leftOut: readonly Offer[];
  receivable: Receivable;
  upload: ReactNode;
  /** The button that sells what can be received. */
  sellThese: ReactNode;
  /** Null while something is selected: then the bar sells. */
  onSell: (() => void) | null;
}) {
  const { tiles, chosen, choice, ofLastSale, onPickLastSale, leftOut, receivable, upload, sellThese, onSell } = props;
  const user = useUser();
  const selectable = tiles.flatMap((tile) => tile.selectable);
  const tick = tickOf(selectable, chosen);
  const { priced } = ofLastSale;
  const tickBefore = tickOf(priced, chosen);
  return (
    <>
      {sellThese ? (
        <p className={css.onPhone}>
          <strong>{es.tiles.deposit(receivable.deposits.map(formatMoney).join(' y '))}</strong>
          {sellThese}
        </p>
      ) : null}
      <div className={css.toolbar}>
        {selectable.length > 0 ? (
          <Checkbox
            label={es.tiles.selectAll(selectable.length.toLocaleString('es-MX'))}
            checked={tick === 'all'}
            indeterminate={tick === 'some'}
            onChange={() => choice.toggle(selectable, tick !== 'all')}
          />
        ) : null}
        {priced.length > 0 && priced.length < selectable.length ? (
          <Checkbox
            label={es.tiles.selectOfLastSale(priced.length.toLocaleString('es-MX'))}
            checked={tickBefore === 'all'}
            indeterminate={tickBefore === 'some'}
            onChange={() => onPickLastSale(tickBefore !== 'all')}
          />
        ) : null}
        {user.SATlastSync ? (
          <span className="quiet">{unbroken(es.tiles.lastSync(formatTableDate(user.SATlastSync)))}</span>
        ) : null}
        {upload}
        {onSell ? (
          <Button className={css.pulse} onClick={onSell}>
            {es.bar.sell}
          </Button>
        ) : null}
      </div>
      {leftOut.length > 0 ? (
        <Notice tone="info">{es.tiles.leftOutOfLastSale(leftOut.map(folioOf).join(', '))}</Notice>
      ) : null}
    </>
  );
}
