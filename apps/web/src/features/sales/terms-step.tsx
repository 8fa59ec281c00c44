import type { Sale } from '@anticipa/contract/sales';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { es } from './es.ts';
import { bookedGroups } from './review-step.tsx';
import css from './sale.module.css';
import type { Terms } from './use-sale-flow.ts';

/** [RES-02] The contract text, and in one sentence what accepting it does. */
export function TermsStep({ sales, terms }: { sales: readonly Sale[]; terms: Terms }) {
  return (
    <div className={css.terms}>
      <p className={css.does}>
        <strong>{whatItDoes(sales)}</strong>
        <StatusBadge tone="neutral" icon="file">
          {es.terms.version(terms.version)}
        </StatusBadge>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={css.contract} aria-label={es.terms.title} tabIndex={0} data-autofocus>
        {terms.text.split(/\n{2,}/).map((paragraph, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one text never move
          <p key={position}>{paragraph}</p>
        ))}
      </section>
    </div>
  );
}

/** "Al aceptar se venden 14 facturas y recibes MXN 1,240,000.00." */
function whatItDoes(sales: readonly Sale[]): string {
  const groups = bookedGroups(sales);
  const count = groups.reduce((all, group) => all + group.count, 0);
  const cents = new Map<'MXN' | 'USD', bigint>();
  for (const { currency, totals } of groups) cents.set(currency, (cents.get(currency) ?? 0n) + totals.deposit.cents);
  const deposits = [...cents].map(([currency, amount]) => formatMoney({ currency, cents: amount }));
  return es.terms.does(formatCount(count, 'factura', 'facturas'), deposits.join(' y '));
}
