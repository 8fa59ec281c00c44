import type { ReactNode } from 'react';
import { Facts } from '../../ui/facts.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { type Changing, FormDialog } from '../../ui/overlay/form-dialog.tsx';
import type { ByHand } from './api.ts';
import { es } from './es.ts';

/** Takes the tracking key of a transfer that somebody made at the bank, and says what will be booked. */
export function BookedByHand<Made extends { readonly proposalId: string | null }>(props: {
  title: string;
  text: string;
  amount: string;
  to: ReactNode;
  warning?: ReactNode;
  booking: Changing<ByHand, Made>;
  done: string;
  onClose: () => void;
}) {
  const { title, text, amount, to, warning, booking, done, onClose } = props;
  return (
    <FormDialog
      title={title}
      submit={es.hand.confirm}
      reasonHelp={null}
      values={{ trackingKey: '' }}
      errorsOf={({ trackingKey }) => ({
        trackingKey: /^[A-Za-z0-9]{1,30}$/.test(trackingKey.trim()) ? null : es.hand.keyWrong,
      })}
      changing={booking}
      canPropose
      bodyOf={({ trackingKey, reason }) => ({ trackingKey: trackingKey.trim(), ...(reason !== '' && { reason }) })}
      onDone={({ proposalId }) => (proposalId === null ? done : es.proposedDone)}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <p>{text}</p>
          <Facts
            facts={[
              [es.hand.amount, amount],
              [es.hand.to, to],
            ]}
          />
          {warning}
          <TextField
            {...field('trackingKey')}
            label={es.hand.key}
            help={es.hand.keyHelp}
            maxLength={30}
            autoComplete="off"
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  );
}
