import { useEffect, useRef } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { es } from '../es.ts';
import css from '../sale.module.css';
import type { SaleProblem } from '../view-model/sale-problem.ts';

const MOST_NAMED = 8;

/** The problem of a step, the invoices concerned, and the button that continues. Takes the focus when it appears. */
export function ProblemNotice(props: {
  problem: SaleProblem;
  busy: boolean;
  onRetry: () => void;
  onRemove: (ids: readonly string[]) => void;
  onInvoices: () => void;
}) {
  const { problem, busy, onRetry, onRemove, onInvoices } = props;
  const { nextStep, named } = problem;
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new problem takes the focus
  useEffect(() => box.current?.focus(), [problem]);
  const action =
    nextStep === 'retry' || nextStep === 'terms' ? (
      <Button busy={busy} onClick={onRetry}>
        {nextStep === 'terms' ? es.problem.readAgain : es.problem.retry}
      </Button>
    ) : nextStep === 'remove' ? (
      <Button onClick={() => onRemove(named.map(({ id }) => id))}>
        {es.problem.removeThese(formatCount(named.length, 'factura', 'facturas'))}
      </Button>
    ) : nextStep === 'invoices' ? (
      <Button onClick={onInvoices}>{es.problem.backToInvoices}</Button>
    ) : null;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="bad" title={problem.text} action={action}>
        {named.length > 0 ? (
          <ul className={css.named}>
            {named.slice(0, MOST_NAMED).map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
            {named.length > MOST_NAMED ? <li>{es.exceeds.more(named.length - MOST_NAMED).trim()}</li> : null}
          </ul>
        ) : null}
      </Notice>
    </div>
  );
}
