import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { formatFolio } from '@anticipa/texts/format';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { causeText, failureText } from '../../lib/failure-text.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useLacking } from '../../lib/rights.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { overdueQuote, useMakeReference } from './api.ts';
import { es } from './es.ts';
import css from './references.module.css';

interface OverdueProps {
  readonly currency: FinancedCurrency;
  /** Today in the portal's zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** Number of overdue invoices of the currency that it leaves out: they have a reference or are paid by CLABE. */
  readonly others: number;
  /** The references of those. */
  readonly references: readonly string[];
  readonly onClose: () => void;
  /** Receives the new reference. */
  readonly onMade: (reference: string) => void;
}

/** [RPG-05] What the overdue invoices of a currency cost on a chosen day, and the button that makes their reference. */
export function OverdueDialog({ currency, today, others, references, onClose, onMade }: OverdueProps) {
  const [payOn, setPayOn] = useState<string | null>(today);
  const [lastPayOn, setLastPayOn] = useState<string | null>(null);
  const isAllowed = payOn !== null && payOn >= today && (lastPayOn === null || payOn <= lastPayOn);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...overdueQuote(currency, payOn),
    enabled: isAllowed,
  });
  if (data && data.lastPayOn !== lastPayOn) setLastPayOn(data.lastPayOn);
  const making = useMakeReference();
  const lacking = useLacking('prepare');
  const make = (): void => {
    if (!data || !isAllowed || isPlaceholderData) return;
    making.mutate(
      { invoices: data.invoices, payOn: data.payOn },
      { onSuccess: ({ paymentReference }) => onMade(paymentReference), onError: () => void refetch() },
    );
  };
  const until = formatDate(lastPayOn ?? today);
  return (
    <Dialog
      title={es.overdue.title(currency)}
      size="medium"
      onClose={onClose}
      footer={
        data ? (
          <Button
            disabledReason={lacking}
            variant="primary"
            busy={making.isPending || isPlaceholderData}
            onClick={make}
          >
            {making.isPending ? es.making : es.make}
          </Button>
        ) : null
      }
    >
      {data ? (
        <div className={css.reference}>
          {making.isError ? (
            <Notice tone="bad" title={es.overdue.notMade}>
              {failureText(making.error)}
            </Notice>
          ) : null}
          <dl className={css.facts}>
            <div>
              <dt>{es.overdue.amount}</dt>
              <dd>
                <MoneyText amount={moneyOf(data.amount, currency)} size="large" />
              </dd>
              <dd className="quiet">
                {es.dialog.parts(
                  formatMoney(moneyOf(data.total, currency)),
                  formatMoney(moneyOf(data.lateCharges, currency)),
                )}
              </dd>
            </div>
          </dl>
          <DateField
            label={es.overdue.payOn}
            value={payOn}
            onChange={setPayOn}
            today={today}
            min={today}
            max={data.lastPayOn}
            help={es.overdue.payOnHelp}
            error={isAllowed ? null : es.overdue.outOfRange(until)}
          />
          <ul className={css.covered} aria-label={es.overdue.invoices}>
            {data.invoices.map((invoice) => (
              <li key={invoice.uuid}>
                <span>
                  <strong>{formatFolio(invoice)}</strong> {invoice.receiverName}
                </span>
                <MoneyText amount={moneyOf(invoice.total, currency)} />
                <small>{es.overdue.due(formatDate(invoice.dueDate))}</small>
                <small>{unbroken(es.overdue.plus(formatMoney(moneyOf(invoice.lateCharges, currency))))}</small>
              </li>
            ))}
          </ul>
          {others > 0 ? <p className="quiet">{es.overdue.others(others, references)}</p> : null}
        </div>
      ) : (
        <QueryFallback failed={error !== null} onRetry={refetch} title={es.overdue.failed} lines={4}>
          {error ? causeText(error) : null}
        </QueryFallback>
      )}
    </Dialog>
  );
}
