import type { PreparedSale } from '@anticipa/contract/to-accept';
import { moneyOf, sumPerCurrency } from '@anticipa/domain/money';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { MoneyText } from '../../../ui/money.tsx';
import { Item } from './attention-item.tsx';

const text = {
  toAccept: (count: number) => `${formatCount(count, 'venta', 'ventas')} por aceptar`,
  sentBack: (count: number) => `Te regresaron ${formatCount(count, 'venta', 'ventas')} por aceptar`,
  preparedBy: (name: string) => `La preparó ${name}`,
  seeToAccept: 'Ver y aceptar',
  seeBack: 'Ver motivo',
};

/** [DER-06] Sales that wait for the person to accept them, or that were returned to it. */
export function Prepared({ sales, isBack }: { sales: readonly PreparedSale[]; isBack?: boolean }) {
  const [first, second] = sales;
  const amounts = sumPerCurrency(
    sales.flatMap(({ totals }) => totals.map(({ total, currency }) => moneyOf(total, currency))),
  );
  return (
    <Item
      tone={isBack ? 'bad' : 'warn'}
      icon={isBack ? 'alert' : 'clock'}
      title={isBack ? text.sentBack(sales.length) : text.toAccept(sales.length)}
      action={
        first && second === undefined ? (
          <Link to={paths.preparedSale} params={{ id: first.preparedId }}>
            {isBack ? text.seeBack : text.seeToAccept}
          </Link>
        ) : (
          <Link to={paths.toAccept}>{isBack ? text.seeBack : text.seeToAccept}</Link>
        )
      }
    >
      {amounts.map((amount) => (
        <MoneyText key={amount.currency} amount={amount} strong />
      ))}
      <span className="quiet">
        {isBack ? first?.reason : second === undefined ? text.preparedBy(first?.preparedBy ?? '') : null}
      </span>
    </Item>
  );
}
