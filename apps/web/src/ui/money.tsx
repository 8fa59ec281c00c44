import type { Money } from '@anticipa/domain/money';
import { formatMoney, formatMoneyWhole } from '../lib/format.ts';
import css from './money.module.css';

/**
 * An amount with its currency, in tabular figures. `whole` rounds to units (tiles only); `large` is for the main figure
 * of a screen.
 */
export function MoneyText(props: { amount: Money; whole?: boolean; size?: 'base' | 'large'; strong?: boolean }) {
  const { amount, whole = false, size = 'base', strong = false } = props;
  const [currency, figure] = (whole ? formatMoneyWhole(amount) : formatMoney(amount)).split(' ');
  return (
    <span className={css.money} data-size={size} data-strong={strong || undefined}>
      <span className={css.currency}>{currency}</span> {figure}
    </span>
  );
}

/** Amounts of several currencies, one below the other, aligned at their ends. */
export function MoneyList({ amounts }: { amounts: readonly Money[] }) {
  return (
    <span className={css.list}>
      {amounts.map((amount) => (
        <MoneyText key={amount.currency} amount={amount} />
      ))}
    </span>
  );
}
