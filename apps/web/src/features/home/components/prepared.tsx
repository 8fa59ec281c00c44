import type { PreparedSale } from '@anticipa/contract/to-accept';
import { moneyOf, sumPerCurrency } from '@anticipa/domain/money';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { MoneyText } from '../../../ui/money.tsx';
import { Item } from './attention-item.tsx';

const toAccept = (count: number): string => `${formatCount(count, 'venta', 'ventas')} por aceptar`;
const names = new Intl.ListFormat('es-MX', { type: 'disjunction' });

const text = {
  title: {
    toAccept,
    waits: toAccept,
    sentBack: (count: number) => `Te regresaron ${toAccept(count)}`,
  },
  preparedBy: (name: string) => `La preparó ${name}`,
  waits: (people: readonly string[]) =>
    people.length > 0 ? `Espera a que la acepte ${names.format(people)}` : 'Espera a que alguien la acepte',
  severalWait: 'Esperan a que alguien las acepte',
  see: { toAccept: 'Ver y aceptar', waits: 'Ver', sentBack: 'Ver motivo' },
};

/**
 * [DER-06] [DER-18] Sales that wait for the person to accept them, that it prepared and wait for another one, or that were returned to
 * it.
 */
export function Prepared({ sales, as }: { sales: readonly PreparedSale[]; as: keyof typeof text.title }) {
  const [first, second] = sales;
  const amounts = sumPerCurrency(
    sales.flatMap(({ totals }) => totals.map(({ total, currency }) => moneyOf(total, currency))),
  );
  return (
    <Item
      tone={as === 'sentBack' ? 'bad' : as === 'waits' ? 'neutral' : 'warn'}
      icon={as === 'sentBack' ? 'alert' : 'clock'}
      title={text.title[as](sales.length)}
      action={
        first && second === undefined ? (
          <Link to={paths.preparedSale} params={{ id: first.preparedId }}>
            {text.see[as]}
          </Link>
        ) : (
          <Link to={paths.toAccept}>{text.see[as]}</Link>
        )
      }
    >
      {amounts.map((amount) => (
        <MoneyText key={amount.currency} amount={amount} strong />
      ))}
      <span className="quiet">{about(sales, as)}</span>
    </Item>
  );
}

function about([first, second]: readonly PreparedSale[], as: keyof typeof text.title): string | null {
  if (!first) return null;
  if (as === 'sentBack') return first.reason;
  if (as === 'waits') return second ? text.severalWait : text.waits(first.acceptors);
  return second ? null : text.preparedBy(first.preparedBy);
}
