import type { PayablePayout } from '@anticipa/contract/payables';
import { type ReactNode, useState } from 'react';
import { formatTableDate } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Clabe } from '../../ui/clabe.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { type Changing, FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
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

/** Transfers that are made at the bank, each with a button to register it; `dialogOf` is what the button opens. */
export function TableByHand<Row>(props: {
  texts: {
    readonly label: string;
    readonly noun: readonly [one: string, many: string];
    readonly hand: string;
    readonly handOf: (name: string) => string;
    readonly emptyTitle: string;
    readonly empty: string;
  };
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  nameOf: (row: Row) => string;
  mayRegister: boolean;
  dialogOf: (row: Row, onClose: () => void) => ReactNode;
}) {
  const { texts, rows, columns, rowId, nameOf, mayRegister, dialogOf } = props;
  const [chosen, choose] = useState<Row | null>(null);
  return (
    <>
      <DataTable
        label={texts.label}
        noun={texts.noun}
        rows={rows}
        columns={columns}
        rowId={rowId}
        {...(mayRegister && {
          actions: (row: Row) => (
            <Button size="small" aria-label={texts.handOf(nameOf(row))} onClick={() => choose(row)}>
              {texts.hand}
            </Button>
          ),
        })}
        empty={
          <EmptyState drawing="papers" level={2} title={texts.emptyTitle}>
            {texts.empty}
          </EmptyState>
        }
      />
      {chosen ? dialogOf(chosen, () => choose(null)) : null}
    </>
  );
}
