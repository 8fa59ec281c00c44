import type { TroubledTransfer } from '@anticipa/contract/transfers';
import { moneyOf } from '@anticipa/domain/money';
import { isShortReason } from '@anticipa/domain/operator';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatMoney } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { closeLost, orderAgain, transfersQuery } from './api.ts';
import { es } from './es.ts';
import css from './transfers.module.css';

const MAX_REASON = 300;

interface Props {
  transfer: TroubledTransfer;
  onClose: () => void;
}

/** Carries out a step and closes its dialog; a refusal stays in it. */
function useStep<Given>(step: (given: Given) => Promise<unknown>, done: string, onClose: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: step,
    onSuccess: () => {
      showToast({ text: done, tone: 'good' });
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: transfersQuery.queryKey }),
  });
}

/** Asks before money is transferred again. */
export function OrderDialog({ transfer, onClose }: Props) {
  const { saleId, numberOfSale, amount, entityName } = transfer;
  const ordering = useStep(() => orderAgain(saleId), es.again.done(numberOfSale), onClose);
  return (
    <Dialog
      title={`${es.again.title} · ${es.sale(numberOfSale)}`}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{es.cancel}</Button>
          <Button variant="primary" busy={ordering.isPending} onClick={() => ordering.mutate(undefined)}>
            {es.again.confirm}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <p>{es.again.text(formatMoney(moneyOf(amount, 'MXN')), entityName)}</p>
        {ordering.error ? <p role="alert">{`${es.again.failed}. ${failureText(ordering.error)}`}</p> : null}
      </div>
    </Dialog>
  );
}

/** Takes the reason for which a lost transfer is closed. */
export function CloseDialog({ transfer, onClose }: Props) {
  const { saleId, numberOfSale, trackingKey } = transfer;
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const closing = useStep((given: string) => closeLost(saleId, given), es.close.done(numberOfSale), onClose);
  const form = useId();
  const isShort = isShortReason(reason);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isShort) closing.mutate(reason.trim().replace(/\s+/g, ' '));
  };
  return (
    <Dialog
      title={`${es.close.title} · ${es.sale(numberOfSale)}`}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{es.cancel}</Button>
          <Button type="submit" form={form} variant="primary" busy={closing.isPending}>
            {es.close.confirm}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} onSubmit={submit}>
        <p>{es.close.text(trackingKey)}</p>
        <TextArea
          label={es.close.reason}
          help={es.close.help}
          error={isTried && isShort ? es.close.missing : null}
          rows={3}
          maxLength={MAX_REASON}
          value={reason}
          data-autofocus
          onChange={({ target }) => setReason(target.value)}
        />
        {closing.error ? <p role="alert">{`${es.close.failed}. ${failureText(closing.error)}`}</p> : null}
      </form>
    </Dialog>
  );
}
