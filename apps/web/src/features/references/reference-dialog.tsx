import type { getPaymentReference } from '@anticipa/contract/references';
import type { ResponseOf } from '@anticipa/contract/route';
import { moneyOf } from '@anticipa/domain/money';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatCount, formatDate, formatMoney, formatTableDate } from '../../lib/format.ts';
import { useLacking } from '../../lib/rights.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { instructionsQuery, pdfQuery, referenceQuery, useCancelReference } from './api.ts';
import { Instructions } from './components/instructions.tsx';
import { es } from './es.ts';
import css from './references.module.css';
import { type AmountParts, isPartlyPaid, partsOf, toneOf } from './view-model.ts';

type Reference = ResponseOf<typeof getPaymentReference>['paymentReference'];

/** [RPG-02] A payment reference: concept, amount, account and PDF. */
export function ReferenceDialog({ reference, onClose }: { reference: string; onClose: () => void }) {
  const record = useQuery(referenceQuery(reference));
  const instructions = useQuery(instructionsQuery);
  const parts = record.data && partsOf(record.data);
  const retry = (): void => {
    for (const query of [record, instructions]) if (query.isError) void query.refetch();
  };
  return (
    <Dialog
      title={es.dialog.title}
      size="large"
      onClose={onClose}
      footer={record.data ? <Actions record={record.data} /> : null}
    >
      {record.data && parts && instructions.data ? (
        <div className={css.reference}>
          <Facts record={record.data} parts={parts} />
          {record.data.state !== 'pending' ? (
            <p className={css.explained}>{es.dialog.ended[record.data.state]}</p>
          ) : (
            <>
              <p className={css.explained}>{es.dialog.explained}</p>
              <Instructions instructions={instructions.data} record={record.data} />
              <p className="quiet">{es.dialog.fixed(formatDate(parts.until))}</p>
            </>
          )}
        </div>
      ) : (
        <QueryFallback
          failed={record.isLoadingError || instructions.isLoadingError}
          onRetry={retry}
          title={es.dialog.loadFailed}
          lines={5}
        >
          {record.error instanceof ApiRefusal ? record.error.message : null}
        </QueryFallback>
      )}
    </Dialog>
  );
}

function Facts({ record, parts }: { record: Reference; parts: AmountParts }) {
  const { reference, amount, left, currency, count, date, state, ClientUser } = record;
  const isPending = state === 'pending';
  const shown = isPending ? left : amount;
  const label = es.dialog.amount(isPending);
  return (
    <dl className={css.facts}>
      <div>
        <dt>{es.dialog.reference}</dt>
        <dd className={css.code}>
          {reference} <CopyButton what={es.dialog.reference} text={reference} />
        </dd>
      </div>
      <div>
        <dt>{label}</dt>
        <dd>
          <MoneyText amount={moneyOf(shown, currency)} size="large" strong /> <CopyButton what={label} text={shown} />
        </dd>
        {isPartlyPaid(record) ? (
          <dd className="quiet">{unbroken(es.dialog.partly(formatMoney(moneyOf(amount, currency))))}</dd>
        ) : parts.lateCharges.cents > 0n ? (
          <dd className="quiet">
            {unbroken(es.dialog.parts(formatMoney(parts.invoices), formatMoney(parts.lateCharges)))}
          </dd>
        ) : null}
      </div>
      <div>
        <dt>{es.dialog.state}</dt>
        <dd>
          <StatusBadge tone={toneOf[state]}>{es.states[state]}</StatusBadge>
        </dd>
      </div>
      <div>
        <dt>{es.dialog.until(parts.lateCharges.cents > 0n)}</dt>
        <dd>{formatDate(parts.until)}</dd>
      </div>
      <div>
        <dt>{es.dialog.invoices}</dt>
        <dd>{formatCount(count, 'factura', 'facturas')}</dd>
      </div>
      <div>
        <dt>{es.dialog.madeOn}</dt>
        <dd>
          {unbroken(formatTableDate(date))} {es.dialog.by(`${ClientUser.firstName} ${ClientUser.lastName}`)}
        </dd>
      </div>
    </dl>
  );
}

/** [RPG-05] The PDF and, until money arrives, the cancellation, which is asked for twice. */
function Actions({ record }: { record: Reference }) {
  const { id, reference, state } = record;
  const [asking, setAsking] = useState(false);
  const cancelling = useCancelReference(id);
  const lacking = useLacking('prepare');
  const canCancel = state === 'pending' || state === 'expired';
  if (!canCancel) return <PdfButtons id={id} />;
  if (!asking) {
    return (
      <PdfButtons id={id}>
        <Button disabledReason={lacking} variant="quiet" onClick={() => setAsking(true)}>
          {es.cancel.ask}
        </Button>
      </PdfButtons>
    );
  }
  return (
    <Notice
      tone="warn"
      title={es.cancel.title}
      action={
        <>
          <Button onClick={() => setAsking(false)} autoFocus>
            {es.cancel.no}
          </Button>
          <Button
            variant="danger"
            busy={cancelling.isPending}
            onClick={() =>
              cancelling.mutate(undefined, {
                onSuccess: () => showToast({ text: es.cancel.done(reference), tone: 'good' }),
                onError: (error) => showToast({ text: failureText(error), tone: 'bad' }),
              })
            }
          >
            {es.cancel.yes}
          </Button>
        </>
      }
    >
      {es.cancel.text}
    </Notice>
  );
}

/** [REF-02, REF-03] Saves the PDF, named after the reference, or opens it in a new tab. */
function PdfButtons({ id, children }: { id: string; children?: ReactNode }) {
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: async (tab: Window | null) => {
      const pdf = await queries.fetchQuery(pdfQuery(id));
      if (tab) tab.location.href = URL.createObjectURL(pdf.blob);
      else saveFile(pdf);
    },
    onError: (error, tab) => {
      console.error('the PDF was not made', error);
      tab?.close();
    },
  });
  const open = (): void => {
    // Browsers block windows opened after an await: open it first, fill it later.
    const tab = window.open('', '_blank');
    saving.mutate(tab, tab ? {} : { onSuccess: () => showToast({ text: es.dialog.blocked }) });
  };
  return (
    <div className={css.maker}>
      {saving.isError ? <Notice tone="bad" title={es.dialog.pdfFailed} /> : null}
      <div className={css.bar} data-end>
        <span className={css.actions}>
          {children}
          <Button icon="eye" busy={saving.isPending && Boolean(saving.variables)} onClick={open}>
            {es.dialog.open}
          </Button>
          <Button
            variant="primary"
            icon="download"
            busy={saving.isPending && !saving.variables}
            onClick={() => saving.mutate(null)}
          >
            {es.dialog.download}
          </Button>
        </span>
      </div>
    </div>
  );
}
