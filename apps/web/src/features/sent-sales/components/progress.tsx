import type { ReactNode } from 'react';
import { formatTableDate } from '../../../lib/format.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { SaleSheetData } from '../api.ts';
import { es } from '../es.ts';
import css from '../sent-sales.module.css';

const { steps } = es.sale;

/** The times of the sale, in order; a step still to come is marked as pending. */
export function Progress({ sale }: { sale: SaleSheetData }) {
  const { requestedAt, requestedBy, answeredAt, disbursedAt, cancelledAt, trackingKey, count, rejected } = sale;
  const hasEnded = sale.state === 'cancelled';
  return (
    <ol className={css.steps} aria-label={steps.label}>
      <Step title={steps.sent} at={requestedAt}>
        {steps.sentBy(requestedBy)}
      </Step>
      {cancelledAt ? (
        <Step title={steps.cancelled} at={cancelledAt} />
      ) : (
        <Step title={steps.answered} at={answeredAt}>
          {answeredAt ? steps.counts(count, rejected) : null}
        </Step>
      )}
      {hasEnded ? null : (
        <Step title={steps.deposited} at={disbursedAt}>
          {trackingKey ? (
            <>
              {steps.key}: {trackingKey} <CopyButton what={steps.key} text={trackingKey} />
            </>
          ) : null}
        </Step>
      )}
    </ol>
  );
}

function Step({ title, at, children }: { title: string; at: string | null; children?: ReactNode }) {
  return (
    <li data-done={at === null ? undefined : true}>
      <Icon name={at === null ? 'clock' : 'check'} size={16} />
      <span>
        <strong>{title}</strong>
        <span className={css.quiet}>{at === null ? steps.waiting : formatTableDate(at)}</span>
        {children ? <span className={css.detail}>{children}</span> : null}
      </span>
    </li>
  );
}
