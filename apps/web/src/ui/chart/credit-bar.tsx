import type { FinancedCurrency, Money } from '@anticipa/domain/money';
import { StatusBadge, type Tone } from '../feedback/status-badge.tsx';
import { MoneyText } from '../money.tsx';
import css from './credit-bar.module.css';
import { type CreditLevel, creditToDraw, creditView, creditWord } from './credit-level.ts';

const tones: Record<CreditLevel, Tone> = { available: 'good', low: 'bad', overdraft: 'bad' };

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
  const view = creditView(available.cents, limit.cents);
  const { level, length } = view;
  const text = creditWord(view);
  const word = <StatusBadge tone={tones[level]}>{text}</StatusBadge>;
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
        aria-valuetext={text}
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
