import type { TakenStep } from '@anticipa/contract/invoice-sheet';
import { invoiceStatus } from '@anticipa/domain/invoice';
import type { ReactNode } from 'react';
import { formatDate, formatTableDate } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { InvoiceSheetData } from '../api.ts';
import { es } from '../es.ts';
import css from '../invoice-sheet.module.css';

const BAD: ReadonlySet<TakenStep['step']> = new Set(['failCheck', 'reject', 'flagCancelled', 'deleteByUser']);

/** [EST-07] What happened, when, by whom and why; then the due date while it is still to come. */
export function History({ data: { invoice, steps } }: { data: InvoiceSheetData }) {
  const isWaiting = invoice.status === invoiceStatus.PREVENTA || invoice.status === invoiceStatus.CREDITO;
  return (
    <Card title={es.history}>
      <ol className={css.steps}>
        <Step title={es.emitted} at={formatDate(invoice.emittedOn)} />
        {steps.map((step) => (
          <Step
            key={`${step.at} ${step.step}`}
            title={step.step ? es.steps[step.step] : es.unknownStep}
            at={formatTableDate(step.at)}
            isBad={BAD.has(step.step)}
          >
            {[step.person ?? es.by[step.by], step.motive].filter(Boolean).join(' · ')}
          </Step>
        ))}
        {isWaiting && invoice.dueDate ? <Step title={es.due} at={formatDate(invoice.dueDate)} isAhead /> : null}
      </ol>
    </Card>
  );
}

function Step(props: { title: string; at: string; isBad?: boolean; isAhead?: boolean; children?: ReactNode }) {
  const { title, at, isBad, isAhead, children } = props;
  return (
    <li data-tone={isBad ? 'bad' : isAhead ? 'waiting' : undefined}>
      <Icon name={isBad ? 'alert' : isAhead ? 'clock' : 'check'} size={16} />
      <span>
        <strong>{title}</strong>
        <span className={css.quiet}>{at}</span>
        {children ? <span>{children}</span> : null}
      </span>
    </li>
  );
}
