import { formatCount, formatMoney } from '../../../lib/format.ts';
import { useLacking } from '../../../lib/rights.ts';
import { ActionBar, ActionFigure } from '../../../ui/action-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import { unbroken } from '../../../ui/unbroken.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { es } from '../es.ts';
import css from '../tiles.module.css';
import type { Market } from '../view-model/market.ts';
import type { Selected } from '../view-model/selection.ts';
import { useArrival } from './arrival-line.tsx';

/** [TAB-07] Shown while something is selected: deposit, cost, available credit and 'Vender'. */
export function SelectionBar(props: { selected: Selected; market: Market; onSell: () => void; onClear: () => void }) {
  const { selected, market, onSell, onClear } = props;
  const { when, by, left, accounts } = useArrival(selected.groups, market);
  const lacking = useLacking('prepare');
  const used = selected.lines.filter(({ before, after }) => before.cents !== after.cents);
  return (
    <ActionBar
      label={es.bar.label}
      figures={
        <>
          <ActionFigure label={es.bar.selected}>{selected.offers.length.toLocaleString('es-MX')}</ActionFigure>
          <ActionFigure label={es.bar.depositIn(when)}>
            <Amounts of={selected.deposits} />
            {by ? <small className={css.arrival}>{by}</small> : null}
            {accounts ? <small className={css.arrival}>{accounts}</small> : null}
            {left ? <small className={css.arrival}>{left}</small> : null}
          </ActionFigure>
          <ActionFigure label={es.bar.cost} minor>
            <Amounts of={selected.costs} />
          </ActionFigure>
          <ActionFigure label={es.bar.left} minor>
            <span className={css.left}>
              {used.map(({ line, after }) => (
                <span key={line.id}>
                  {line.displayName} {unbroken(formatMoney(after))}
                </span>
              ))}
            </span>
          </ActionFigure>
        </>
      }
    >
      <VisuallyHidden>
        <span role="status">
          {es.bar.announced(
            formatCount(selected.offers.length, 'factura', 'facturas'),
            selected.deposits.map(formatMoney).join(', '),
          )}
        </span>
      </VisuallyHidden>
      {selected.undated > 0 ? <small className={css.unpriced}>{es.bar.unpriced(selected.undated)}</small> : null}
      {selected.withoutAccount > 0 ? (
        <small className={css.unpriced}>{es.bar.withoutAccount(selected.withoutAccount)}</small>
      ) : null}
      <Button variant="quiet" onClick={onClear}>
        {es.bar.clear}
      </Button>
      <Button variant="primary" className={css.pulse} disabledReason={lacking} onClick={onSell}>
        {es.bar.sell}
      </Button>
    </ActionBar>
  );
}

function Amounts({ of }: { of: Selected['deposits'] }) {
  return (
    <span className={css.amounts}>
      {of.map((amount) => (
        <MoneyText key={amount.currency} amount={amount} strong />
      ))}
    </span>
  );
}
