import { dateAt, dateOf, MEXICO_CITY } from '@anticipa/domain/calendar';
import { isBackdated } from '@anticipa/domain/typed-payment';
import type { ReactNode } from 'react';
import { formatDate } from '../../lib/format.ts';
import { Facts } from '../../ui/facts.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { type Changing, FormDialog } from '../../ui/overlay/form-dialog.tsx';
import type { ByHand } from './api.ts';
import { es } from './es.ts';

interface Values {
  readonly paidOn: string | null;
  readonly trackingKey: string;
}

/** Takes the day and the tracking key of a transfer that somebody made at the bank, and says what will be booked. */
export function BookedByHand<Made extends { readonly proposalId: string | null }>(props: {
  /** The server's clock. */
  now: string;
  title: string;
  text: string;
  amount: string;
  to: ReactNode;
  warning?: ReactNode;
  booking: Changing<ByHand, Made>;
  done: string;
  onClose: () => void;
}) {
  const { now, title, text, amount, to, warning, booking, done, onClose } = props;
  const today = dateAt(new Date(now), MEXICO_CITY);
  const isOld = ({ paidOn }: Values): boolean => paidOn !== null && isBackdated(dateOf(paidOn), today);
  return (
    <FormDialog<Values, ByHand, Made>
      title={title}
      submit={(values) => (isOld(values) ? es.hand.propose : es.hand.confirm)}
      reasonHelp={(values) => (isOld(values) ? es.hand.old : null)}
      values={{ paidOn: today, trackingKey: '' }}
      errorsOf={({ paidOn, trackingKey }) => ({
        paidOn: paidOn === null || paidOn > today ? es.hand.paidOnWrong : null,
        trackingKey: /^[A-Za-z0-9]{1,30}$/.test(trackingKey.trim()) ? null : es.hand.keyWrong,
      })}
      changing={booking}
      canPropose
      bodyOf={({ paidOn, trackingKey, reason }) =>
        paidOn === null ? null : { paidOn, trackingKey: trackingKey.trim(), ...(reason !== '' && { reason }) }
      }
      onDone={({ proposalId }) => (proposalId === null ? done : es.proposedDone)}
      onClose={onClose}
    >
      {({ values: { paidOn }, field, choice }) => (
        <>
          <p>{text}</p>
          {/* As wide as they are: a CLABE that is cut is compared with nothing. */}
          <Facts
            inLine
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
          <DateField {...choice('paidOn')} label={es.hand.paidOn} help={es.hand.paidOnHelp} today={today} max={today} />
          <div role="status">
            <p>{paidOn === null || paidOn > today ? es.hand.nothing : es.hand.booked(amount, formatDate(paidOn))}</p>
          </div>
        </>
      )}
    </FormDialog>
  );
}
