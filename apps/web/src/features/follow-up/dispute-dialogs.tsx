import { adjustInvoice } from '@anticipa/contract/adjustments';
import type { closeDispute, openDispute } from '@anticipa/contract/follow-up';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { AdjustmentKind } from '@anticipa/domain/adjustment';
import { type DisputeOutcome, disputeOutcomes } from '@anticipa/domain/promise';
import { useMay } from '../../lib/may.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { SelectField, TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { useCloseDispute, useOpenDispute } from './api.ts';
import { es } from './es.ts';

const texts = es.dispute;

interface Asked {
  readonly documentId: string;
  readonly onClose: () => void;
}

/** Opens a dispute, whose reason the client reads. */
export function OpenDisputeDialog({ documentId, onClose }: Asked) {
  return (
    <FormDialog<{ raisedBy: string }, BodyOf<typeof openDispute>, ResponseOf<typeof openDispute>>
      title={texts.open}
      submit={texts.open}
      values={{ raisedBy: '' }}
      errorsOf={({ raisedBy }) => ({ raisedBy: raisedBy.trim().length < 2 ? texts.whoMissing : null })}
      reasonHelp={texts.reasonHelp}
      changing={useOpenDispute(documentId)}
      bodyOf={({ raisedBy, reason }) => ({ raisedBy: raisedBy.trim(), reason })}
      onDone={() => texts.openedDone}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <p>{texts.effect}</p>
          <TextField {...field('raisedBy')} label={texts.who} help={texts.reasonHelp} maxLength={120} />
        </>
      )}
    </FormDialog>
  );
}

/** The adjustment that books an outcome; null for one that changes nothing. */
export const adjustmentAfter = (outcome: DisputeOutcome): AdjustmentKind | null =>
  outcome === 'credit-note' || outcome === 'recourse' ? outcome : null;

/** Closes the open dispute with its outcome. */
export function CloseDisputeDialog({ documentId, onClose }: Asked) {
  const [, setAdjustment] = useSearchParam('ajuste');
  const mayAdjust = useMay(adjustInvoice);
  return (
    <FormDialog<{ outcome: DisputeOutcome }, BodyOf<typeof closeDispute>, ResponseOf<typeof closeDispute>>
      title={texts.close}
      submit={texts.close}
      values={{ outcome: 'owed' }}
      reasonHelp={texts.noteHelp}
      changing={useCloseDispute(documentId)}
      bodyOf={({ outcome, reason: note }) => ({ outcome, note })}
      onDone={(_, { outcome }) => {
        const adjustment = adjustmentAfter(outcome);
        if (adjustment !== null && mayAdjust) setAdjustment(adjustment);
        return texts.closedDone;
      }}
      onClose={onClose}
    >
      {({ choice, values }) => (
        <>
          <p>{mayAdjust && adjustmentAfter(values.outcome) !== null ? texts.thenBooked : texts.booked}</p>
          <SelectField
            {...choice('outcome')}
            label={texts.outcome}
            options={disputeOutcomes.map((value) => ({ value, label: es.outcomes[value] }))}
          />
        </>
      )}
    </FormDialog>
  );
}
