import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { es } from '../es.ts';
import css from '../status.module.css';
import type { StatusFacts } from '../view-model/dashboard.ts';
import type { NextStep } from '../view-model/next-step.ts';

/** For every status with invoices: the next step, who takes it, and by when. */
export function NextSteps({ steps }: { steps: readonly (NextStep & Pick<StatusFacts, 'label'>)[] }) {
  return (
    <section className={css.next} aria-label={es.nextTitle}>
      <h3>{es.nextTitle}</h3>
      <ul className={css.steps}>
        {steps.map((step) => (
          <li key={step.slug} className={css.step}>
            <strong>{step.label}</strong>
            <Step step={step} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const presses = ({ tone }: NextStep): boolean => tone === 'bad' || tone === 'warn';

/** The next step of one status, as a sentence with a badge. */
export function Step({ step }: { step: NextStep }) {
  return (
    <p className={css.sentence}>
      <StatusBadge tone={step.tone} {...(presses(step) ? {} : { icon: 'arrowRight' as const })}>
        {step.who}
      </StatusBadge>{' '}
      {step.what} {step.when}
    </p>
  );
}
