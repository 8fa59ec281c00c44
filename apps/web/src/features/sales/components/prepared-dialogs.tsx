import type { PreparedSale } from '@anticipa/contract/to-accept';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextArea } from '../../../ui/field/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { refreshPrepared, returnPrepared, withdrawPrepared } from '../api.ts';
import type { Acceptance } from '../view-model/prepared.ts';
import { preparedTexts } from '../view-model/prepared-texts.ts';

const texts = preparedTexts.sheet;

interface DialogProps {
  readonly sale: PreparedSale;
  /** An acceptance that it would stop. */
  readonly acceptance: Acceptance | null;
  readonly onClose: () => void;
}

/** Ends the waiting of a prepared sale, says so and shows the others. A refusal is shown: somebody else was first. */
function useEnding(end: () => Promise<unknown>, done: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: end,
    onSuccess: () => {
      showToast({ text: done, tone: 'good' });
      void navigate({ to: paths.toAccept });
    },
    onSettled: () => refreshPrepared(queries),
  });
}

/** [DER-16] Says that somebody is accepting it, and that this would stop it. */
function Stops({ acceptance }: { acceptance: Acceptance | null }) {
  if (!acceptance) return null;
  const { by, isOwn, until } = acceptance;
  return <Notice tone="warn">{isOwn ? texts.accepting.stopsOwn(until) : texts.accepting.stops(by, until)}</Notice>;
}

/** [DER-09] Returns a prepared sale with its reason. */
export function ReturnDialog({ sale, acceptance, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const ending = useEnding(() => returnPrepared(sale.preparedId, reason.trim()), texts.returned);
  const submit = (): void => {
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') ending.mutate();
  };
  return (
    <Dialog
      title={texts.returnTitle}
      size="small"
      onClose={onClose}
      closable={!ending.isPending}
      footer={
        <>
          <Button onClick={onClose} busy={ending.isPending}>
            {texts.keep}
          </Button>
          <Button variant="primary" busy={ending.isPending} onClick={submit}>
            {texts.return}
          </Button>
        </>
      }
    >
      <Stops acceptance={acceptance} />
      <p>{texts.returnText(sale.preparedBy)}</p>
      <TextArea
        label={texts.returnReason}
        rows={3}
        maxLength={300}
        value={reason}
        error={isMissing ? texts.returnNeeded : null}
        onChange={({ target }) => setReason(target.value.replace(/\s*\n\s*/g, ' '))}
        data-autofocus
      />
      {ending.error ? <Notice tone="bad">{failureText(ending.error)}</Notice> : null}
    </Dialog>
  );
}

/** [DER-10] Withdraws a prepared sale. */
export function WithdrawDialog({ sale, acceptance, onClose }: DialogProps) {
  const ending = useEnding(() => withdrawPrepared(sale.preparedId), texts.withdrawn);
  return (
    <Dialog
      title={texts.withdrawTitle}
      role="alertdialog"
      size="small"
      onClose={onClose}
      closable={!ending.isPending}
      footer={
        <>
          <Button onClick={onClose} busy={ending.isPending} data-autofocus>
            {texts.keep}
          </Button>
          <Button variant="danger" busy={ending.isPending} onClick={() => ending.mutate()}>
            {texts.withdraw}
          </Button>
        </>
      }
    >
      <Stops acceptance={acceptance} />
      <p>{texts.withdrawText}</p>
      {ending.error ? <Notice tone="bad">{failureText(ending.error)}</Notice> : null}
    </Dialog>
  );
}
