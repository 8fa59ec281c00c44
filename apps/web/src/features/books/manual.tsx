import { type ManualEntries, proposeManualEntry } from '@anticipa/contract/manual-entries';
import { ALWAYS_OPEN } from '@anticipa/domain/book-close';
import { moneyOf, sum } from '@anticipa/domain/money';
import { manualAccountName } from '@anticipa/texts/manual-entries';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { type DeskButton, lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { DialogButton } from '../../ui/overlay/dialog-button.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { manualQuery, useReverseManual } from './api.ts';
import { es } from './es.ts';
import { ManualDialog } from './manual-dialog.tsx';

const texts = es.manual;
type Entry = ManualEntries['data'][number];

const lineText = (entry: Entry, { debit, credit, amount }: Entry['lines'][number]): string =>
  `${manualAccountName(debit)} a ${manualAccountName(credit)}: ${formatMoney(moneyOf(amount, entry.currency))}`;
const linesText = (entry: Entry): string => entry.lines.map((line) => lineText(entry, line)).join(' · ');

const columns: readonly Column<Entry>[] = [
  {
    id: 'date',
    header: texts.date,
    value: ({ valueDate }) => valueDate,
    text: ({ valueDate }) => formatDate(valueDate),
    cell: ({ valueDate, reversedOn }) => (
      <CellPair note={reversedOn === null ? null : texts.reversed(formatDate(reversedOn))}>
        {formatDate(valueDate)}
      </CellPair>
    ),
    width: '12.5rem',
    card: 'note',
  },
  {
    id: 'reason',
    header: texts.reason,
    value: ({ reason }) => reason,
    text: ({ reason, evidence, proposedBy, approvedBy }) =>
      `${reason} · ${evidence} · ${texts.people(proposedBy, approvedBy)}`,
    cell: ({ reason, evidence, proposedBy, approvedBy }) => (
      <CellPair note={`${evidence} · ${texts.people(proposedBy, approvedBy)}`}>{reason}</CellPair>
    ),
    width: 'minmax(12rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  { id: 'lines', header: texts.lines, value: linesText, width: 'minmax(14rem, 1.4fr)', breaks: true },
  amountColumn<Entry>({
    id: 'amount',
    header: texts.amount,
    pick: ({ lines, currency }) =>
      sum(
        currency,
        lines.map(({ amount }) => moneyOf(amount, currency)),
      ),
    total: null,
    card: 'figure',
  }),
];
const entryId = ({ manualId }: Entry): string => manualId;

/** [LIB-67] Entries that accountants propose and approve in the lender's own journal. */
export function ManualTab({ today }: { today: string }) {
  const { data, error, refetch } = useQuery(manualQuery);
  const may = useMay(proposeManualEntry);
  const [undone, undo] = useState<Entry | null>(null);
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={8} />;
  const { openDay, waiting } = data;
  return (
    <Card
      title={texts.title}
      aside={
        may ? (
          <DialogButton
            id={'proponer-asiento' satisfies DeskButton}
            size="small"
            variant="primary"
            dialog={(close) => <ManualDialog openDay={openDay} today={today} onClose={close} />}
          >
            {texts.propose}
          </DialogButton>
        ) : null
      }
    >
      <p className="quiet">{texts.explained}</p>
      {waiting > 0 ? (
        <p>
          {texts.waiting(waiting)} <Link to={lenderPaths.proposals}>{texts.toProposals}</Link>
        </p>
      ) : null}
      <DataTable
        label={texts.title}
        noun={texts.noun}
        rows={data.data}
        columns={columns}
        rowId={entryId}
        {...(may && {
          actions: (entry: Entry) =>
            entry.reversedOn === null ? (
              <Button
                size="small"
                aria-label={texts.reverseOf(formatDate(entry.valueDate), entry.reason)}
                onClick={() => undo(entry)}
              >
                {texts.reverse}
              </Button>
            ) : null,
        })}
        empty={
          <EmptyState drawing="papers" level={3} title={texts.emptyTitle}>
            {texts.empty}
          </EmptyState>
        }
      />
      {undone ? <ReversalDialog entry={undone} openDay={openDay} today={today} onClose={() => undo(null)} /> : null}
    </Card>
  );
}

/** Proposes the opposite entry. */
function ReversalDialog(props: { entry: Entry; openDay: string; today: string; onClose: () => void }) {
  const { entry, openDay, today, onClose } = props;
  const day = openDay === ALWAYS_OPEN ? null : formatDate(openDay);
  return (
    <FormDialog<{ valueDate: string | null }, { valueDate: string; reason: string }, unknown>
      title={texts.reverseTitle}
      submit={texts.submit}
      values={{ valueDate: today }}
      errorsOf={({ valueDate }) => ({
        valueDate: valueDate === null || valueDate < openDay || valueDate > today ? texts.dateWrong(day) : null,
      })}
      changing={useReverseManual(entry.manualId)}
      bodyOf={({ valueDate, reason }) => (valueDate === null ? null : { valueDate, reason })}
      onDone={() => texts.proposed}
      onClose={onClose}
    >
      {({ choice }) => (
        <>
          <p>{texts.reverseHelp}</p>
          <ul>
            {entry.lines.map((line) => (
              <li key={lineText(entry, line)}>
                {lineText(entry, { ...line, debit: line.credit, credit: line.debit })}
              </li>
            ))}
          </ul>
          <DateField
            {...choice('valueDate')}
            label={texts.date}
            help={texts.dateHelp(day)}
            today={today}
            min={openDay}
            max={today}
          />
        </>
      )}
    </FormDialog>
  );
}
