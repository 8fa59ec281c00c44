import { cancelInterestInvoice, type getCfdiCancellation } from '@anticipa/contract/interest';
import type { ResponseOf } from '@anticipa/contract/route';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../lib/failure-text.ts';
import { formatTableDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { type ProgressItem, ProgressList } from '../../ui/feedback/progress-list.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { cancellationQuery, type Motive, STEP_POLL_MS, useCancelCfdi } from './api.ts';
import { es } from './es.ts';

export type Step = ResponseOf<typeof getCfdiCancellation>['steps'][number];

const texts = es.steps;
const states = {
  planned: 'waiting',
  sending: 'running',
  'with-authority': 'waiting',
  refused: 'failed',
  done: 'done',
} as const satisfies Readonly<Record<Step['state'], ProgressItem['state']>>;

const noteOf = ({ state, at, reason }: Step): string => {
  const when = at === null ? null : formatTableDate(at);
  return [state === 'done' ? null : texts.states[state], state === 'planned' ? null : when, reason]
    .filter(Boolean)
    .join(' · ');
};

/** Steps of a requested cancellation, done and waiting; one that was refused is asked for again. */
export function CancellationDialog(props: {
  cfdi: { readonly id: string; readonly folio: string };
  onClose: () => void;
}) {
  const { cfdi, onClose } = props;
  const { data, error, refetch } = useQuery({ ...cancellationQuery(cfdi.id), refetchInterval: STEP_POLL_MS });
  return (
    <Dialog title={texts.title(cfdi.folio)} size="medium" onClose={onClose}>
      {data ? (
        <Progress cfdi={cfdi} motive={data.motive} steps={data.steps} />
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={4} />
      )}
    </Dialog>
  );
}

function Progress(props: { cfdi: { readonly id: string }; motive: Motive | null; steps: readonly Step[] }) {
  const { cfdi, motive, steps } = props;
  const may = useMay(cancelInterestInvoice);
  const again = useCancelCfdi(cfdi.id);
  const isRefused = steps.some(({ state }) => state === 'refused');
  return (
    <div className="stack">
      <p className="quiet">{steps.every(({ state }) => state === 'done') ? texts.over : texts.explained}</p>
      <ProgressList
        label={texts.label}
        items={steps.map((step) => ({
          id: `${step.kind} ${step.folio}`,
          name: texts.names[step.kind](step.folio),
          state: states[step.state],
          note: noteOf(step),
        }))}
      />
      {again.error ? <Notice tone="bad" title={failureText(again.error)} /> : null}
      {isRefused && may && motive !== null ? (
        <ButtonRow>
          <Button variant="primary" busy={again.isPending} onClick={() => again.mutate(motive)}>
            {texts.again}
          </Button>
        </ButtonRow>
      ) : null}
    </div>
  );
}
