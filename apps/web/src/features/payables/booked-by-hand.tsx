import type { PayablePayout } from '@anticipa/contract/payables';
import type { ReactNode } from 'react';
import { formatTableDate } from '../../lib/format.ts';
import { Clabe } from '../../ui/clabe.tsx';
import { Facts } from '../../ui/facts.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { type Changing, FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { es } from './es.ts';

type Account = PayablePayout['account'];

/** Takes the tracking key of a transfer that somebody made at the bank, and says what will be booked. */
export function BookedByHand<Made>(props: {
  title: string;
  text: string;
  amount: string;
  to: ReactNode;
  warning?: ReactNode;
  booking: Changing<string, Made>;
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
      bodyOf={({ trackingKey }) => trackingKey.trim()}
      onDone={() => done}
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

/** An account with its bank, for a dialog. */
export const AccountText = ({ of, none }: { of: Account; none: string }) =>
  of === null ? (
    none
  ) : (
    <>
      {of.bank} · <Clabe of={of.clabe} />
    </>
  );

/** The receiving account, with the end of its cooling-off period. */
export const accountColumn = <Row extends { readonly account: Account }>(none: string): Column<Row> => ({
  id: 'account',
  header: es.columns.account,
  value: ({ account }) => account?.bank ?? null,
  text: ({ account }) => (account ? `${account.bank} ${account.clabe}` : none),
  cell: ({ account }) =>
    account === null ? (
      none
    ) : (
      <CellPair
        note={account.coolingUntil === null ? account.bank : es.coolingUntil(formatTableDate(account.coolingUntil))}
      >
        <Clabe of={account.clabe} />
      </CellPair>
    ),
  width: 'minmax(13.5rem, 1fr)',
  breaks: true,
});
