import type { FinancedCurrency, Money } from '@anticipa/domain/money';
import { StatusBadge, type Tone } from '../feedback/status-badge.tsx';
import { MoneyText } from '../money.tsx';
import css from './credit-bar.module.css';
import { type CreditLevel, creditToDraw, creditView } from './credit-level.ts';

const words: Record<CreditLevel, { tone: Tone; text: (percent: number) => string }> = {
  available: { tone: 'good', text: (percent) => `${percent} % disponible` },
  low: { tone: 'bad', text: (percent) => `Queda ${percent} %` },
  overdraft: { tone: 'bad', text: () => 'Sobregiro' },
};

/**
 * [TAB-10] The available credit of a line as bar, figure and word. `label` names the line ("Crédito BI en MXN"). Both
 * amounts are in one currency; while something is selected, pass what remains after it.
 */
export function CreditBar(props: {
  label: string;
  available: Money<FinancedCurrency>;
  limit: Money;
  compact?: boolean;
  /** One line: the bar and its word, for a place where the line is named and its figures are shown. */
  thin?: boolean;
}) {
  const { label, available, limit, compact = false, thin = false } = props;
  const { level, percent, length } = creditView(available.cents, limit.cents);
  const { tone, text } = words[level];
  const word = <StatusBadge tone={tone}>{text(percent)}</StatusBadge>;
  return (
    <div className={css.credit} data-level={level} data-compact={compact || undefined} data-thin={thin || undefined}>
      {thin ? null : (
        <div className={css.head}>
          <span className={css.label}>{label}</span>
          {word}
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: the colours of <meter> cannot be styled in every browser */}
      <div
        className={css.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(length)}
        aria-valuetext={text(percent)}
      >
        <svg className={css.fill} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={length} height="1" />
        </svg>
      </div>
      {thin ? (
        word
      ) : (
        <div className={css.figures}>
          <MoneyText amount={creditToDraw(available)} strong />
          <span>
            de <MoneyText amount={limit} />
          </span>
        </div>
      )}
    </div>
  );
}
