import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import { es } from '../es.ts';
import css from '../tiles.module.css';
import type { Portfolio } from '../use-offers.ts';
import { addToSelection, selectedOf } from '../view-model/selection.ts';

const none: ReadonlySet<string> = new Set();

/** [TAB-07] Offers to sell what fits the credit of the invoices just uploaded; nothing if none of them can be sold. */
export function SellNew(props: {
  portfolio: Pick<Portfolio, 'offers' | 'market'>;
  documentIds: readonly string[];
  onSell: () => void;
}) {
  const { portfolio, documentIds, onSell } = props;
  const { offers, market } = portfolio;
  const { chosen, exceeding } = addToSelection(offers, none, { ids: documentIds, market });
  if (chosen.size + exceeding.length === 0) return null;
  const { deposits } = selectedOf(offers, chosen, market);
  return (
    <div className={css.sellNew}>
      <p>
        {chosen.size > 0 ? es.tiles.newOnes(formatCount(chosen.size, 'factura nueva', 'facturas nuevas')) : null}
        {deposits.map((amount) => (
          <MoneyText key={amount.currency} amount={amount} strong />
        ))}
        {exceeding.length > 0 ? <small>{es.tiles.newBeyond(exceeding.length)}</small> : null}
      </p>
      <Button variant="primary" disabledReason={chosen.size === 0 ? es.exceeds.title : null} onClick={onSell}>
        {es.tiles.sellNew}
      </Button>
    </div>
  );
}
