import { canBePayer } from '@anticipa/domain/receiver';
import { errorTexts } from '@anticipa/texts/texts';
import { useEffect } from 'react';
import { ApiRefusal } from '../../../lib/api-client.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Line, Lines } from '../../../ui/lines.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { useCreateCostCentre, useCreateReceiver } from '../api.ts';
import { es } from '../es.ts';
import css from '../payers.module.css';
import type { NewPayer } from '../view-model.ts';

interface StepProps {
  readonly payer: NewPayer;
  readonly onSaving: (isSaving: boolean) => void;
  readonly onBack: () => void;
  readonly onSaved: () => void;
}

const focus = (element: HTMLElement | null): void => element?.focus();

/** Step 3: the confirmation, then [CLI-05] the receiver if it is new, and [CLI-07] its CLABE. */
export function ConfirmStep({ payer, onSaving, onBack, onSaved }: StepProps) {
  const receiver = useCreateReceiver();
  const costCentre = useCreateCostCentre();
  const isRejected =
    (receiver.data !== undefined && !canBePayer(receiver.data.data.statusId)) || isRefusedAsPayer(costCentre.error);
  const isBusy = receiver.isPending || costCentre.isPending;
  useEffect(() => onSaving(isBusy), [isBusy, onSaving]);

  const giveClabe = (): void =>
    costCentre.mutate(payer, {
      onSuccess: ({ data: { stpName, clabe } }) => {
        showToast({ text: es.add.saved(stpName, clabe), tone: 'good' });
        onSaved();
      },
    });
  const registerAndGiveClabe = (): void =>
    receiver.mutate(payer, {
      onSuccess: ({ data }) => {
        if (canBePayer(data.statusId)) giveClabe();
      },
    });
  const failure = receiver.error
    ? { title: es.add.creationFailed, error: receiver.error }
    : { title: es.add.savingFailed, error: costCentre.error };
  return (
    <div className={css.step}>
      <p className={css.question} ref={focus} tabIndex={-1}>
        {es.add.confirm}
      </p>
      <Lines>
        <Line label={es.add.rfc}>{payer.rfc}</Line>
        <Line label={es.add.name}>{payer.name}</Line>
      </Lines>
      <p className={css.quiet}>{es.add.consequence}</p>
      {isRejected ? (
        <Notice tone="bad" title={errorTexts.PAYER_REJECTED}>
          {es.add.rejected}
        </Notice>
      ) : failure.error ? (
        <Notice tone="bad" title={failure.title}>
          {failureText(failure.error)}
        </Notice>
      ) : null}
      <div className={css.buttons}>
        <Button onClick={onBack} busy={isBusy}>
          {es.add.back}
        </Button>
        {isRejected ? null : (
          <Button variant="primary" busy={isBusy} onClick={payer.isKnown ? giveClabe : registerAndGiveClabe}>
            {isBusy ? es.add.saving : es.add.save}
          </Button>
        )}
      </div>
    </div>
  );
}

const isRefusedAsPayer = (error: unknown): boolean => error instanceof ApiRefusal && error.code === 'PAYER_REJECTED';
