import { Icon } from '../../../ui/icon.tsx';
import css from '../sale.module.css';
import type { Flow } from '../use-sale-flow.ts';
import { stepTexts } from '../view-model/step-texts.ts';

const order = ['invoices', 'summary', 'terms', 'done'] as const;

/** The steps of the sale, with the current one marked. */
export function Steps({ at }: { at: Flow['step'] }) {
  const now = order.indexOf(at);
  return (
    <ol className={css.steps} aria-label={stepTexts.sale.steps.label}>
      {order.map((step, position) => (
        <li key={step} data-past={position < now || undefined} aria-current={position === now ? 'step' : undefined}>
          <span className={css.stepMark} aria-hidden="true">
            {position < now ? <Icon name="check" size={14} /> : position + 1}
          </span>
          {stepTexts.sale.steps[step]}
        </li>
      ))}
    </ol>
  );
}
