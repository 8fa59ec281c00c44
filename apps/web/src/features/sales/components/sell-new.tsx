import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import { es } from '../es.ts';
import css from '../tiles.module.css';
import type { Portfolio } from '../use-offers.ts';
import { obstacleTitle } from '../view-model/obstacle-texts.ts';
import { isHeldBack, receivableOf } from '../view-model/receivable.ts';

/** [TAB-07, TAB-14] Offers to sell what fits the credit of the invoices just uploaded, or says why none can be sold. */
export function SellNew(props: {
  portfolio: Pick<Portfolio, 'offers' | 'market'>;
  documentIds: readonly string[];
  onSell: (ids: readonly string[]) => void;
}) {
  const { portfolio, documentIds, onSell } = props;
  const { market } = portfolio;
  const added = new Set(documentIds);
  const offers = portfolio.offers.filter(
    (offer) => added.has(offer.id) && (offer.refusal === null || isHeldBack(offer)),
  );
  if (offers.length === 0) return null;
  const { ids, deposits, exceeding, undated, waiting } = receivableOf(offers, market);
  const other = exceeding > 0 ? es.exceeds.title : es.tiles.noneNew;
  const nothing = waiting.length > 0 ? obstacleTitle(waiting.slice(0, 1), market) : other;
  return (
    <div className={css.sellNew}>
      <p>
        {ids.length > 0 ? es.tiles.newOnes(formatCount(ids.length, 'factura nueva', 'facturas nuevas')) : null}
        {deposits.map((amount) => (
          <MoneyText key={amount.currency} amount={amount} strong />
        ))}
        {exceeding > 0 ? <small>{es.tiles.newBeyond(exceeding)}</small> : null}
        {undated > 0 ? <small>{es.tiles.newUndated(undated)}</small> : null}
      </p>
      <Button variant="primary" disabledReason={ids.length === 0 ? nothing : null} onClick={() => onSell(ids)}>
        {es.tiles.sellNew}
      </Button>
    </div>
  );
}
