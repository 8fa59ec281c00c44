import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { creditQuery } from '../../lib/queries.ts';
import { useLacking } from '../../lib/rights.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { announce } from '../../ui/overlay/announcer.ts';
import { useMakeReference } from './api.ts';
import { es } from './es.ts';
import css from './references.module.css';
import {
  amountsOf,
  overdueCount,
  problemAfter,
  problemBefore,
  type ReferableInvoice,
  type ReferenceProblem,
} from './view-model.ts';

const MOST_NAMED = 6;

interface MakerProps {
  readonly chosen: readonly ReferableInvoice[];
  readonly onChoose: (kept: readonly ReferableInvoice[]) => void;
  /** Receives the new reference. */
  readonly onMade: (reference: string) => void;
}

/** [RPG-01] The chosen invoices with their sum, and the button that makes one reference of them. */
export function ReferenceMaker({ chosen, onChoose, onMade }: MakerProps) {
  const making = useMakeReference();
  const lacking = useLacking('prepare');
  const today = useQuery(creditQuery).data?.today;
  const overdue = today === undefined ? 0 : overdueCount(chosen, today);
  const [problem, setProblem] = useState<ReferenceProblem | null>(null);

  const make = (): void => {
    const inTheWay = problemBefore(chosen);
    if (inTheWay) {
      setProblem(inTheWay);
      return;
    }
    making.mutate(
      { invoices: chosen },
      {
        onSuccess: ({ paymentReference }) => {
          announce(es.made(paymentReference));
          setProblem(null);
          onChoose([]);
          onMade(paymentReference);
        },
        onError: (error) => setProblem(problemAfter(error, chosen)),
      },
    );
  };
  const choose = (kept: readonly ReferableInvoice[]): void => {
    setProblem(null);
    onChoose(kept);
  };

  return (
    <div className={css.maker}>
      {problem ? (
        <Notice
          tone="bad"
          title={problem.text}
          action={
            <>
              {problem.remedies.map(({ label, keep }) => (
                <Button key={label} size="small" onClick={() => choose(keep)}>
                  {label}
                </Button>
              ))}
              {problem.canRetry ? (
                <Button disabledReason={lacking} size="small" busy={making.isPending} onClick={make}>
                  {es.retry}
                </Button>
              ) : null}
            </>
          }
        >
          <Named folios={problem.named} />
        </Notice>
      ) : null}
      <div className={css.bar}>
        {chosen.length === 0 ? (
          <span className="quiet">{es.hint}</span>
        ) : (
          <dl className={css.figures}>
            <div>
              <dt>{es.chosen}</dt>
              <dd>{chosen.length.toLocaleString('es-MX')}</dd>
            </div>
            <div>
              <dt>{es.amount}</dt>
              <dd>
                {amountsOf(chosen).map((amount) => (
                  <MoneyText key={amount.currency} amount={amount} strong />
                ))}
                {overdue > 0 ? (
                  <span className="quiet">
                    {es.withCharges(formatCount(overdue, 'factura vencida', 'facturas vencidas'))}
                  </span>
                ) : null}
              </dd>
            </div>
          </dl>
        )}
        <span className={css.actions}>
          {chosen.length > 0 ? (
            <Button variant="quiet" onClick={() => choose([])}>
              {es.clear}
            </Button>
          ) : null}
          <Button disabledReason={lacking} variant="primary" busy={making.isPending} onClick={make}>
            {making.isPending ? es.making : es.make}
          </Button>
        </span>
      </div>
    </div>
  );
}

function Named({ folios }: { folios: readonly string[] }) {
  if (folios.length === 0) return null;
  const rest = folios.length - MOST_NAMED;
  return <>{[...folios.slice(0, MOST_NAMED), ...(rest > 0 ? [es.more(rest)] : [])].join(', ')}</>;
}
