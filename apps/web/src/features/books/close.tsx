import { type BookClose, type CheckOfClose, closeBooks } from '@anticipa/contract/book-close';
import { listWaitingReceipts } from '@anticipa/contract/receipts';
import { canBeExplained, openChecks } from '@anticipa/domain/book-close';
import { addDays, dateOf } from '@anticipa/domain/calendar';
import { lastDayOf, monthOf } from '@anticipa/domain/month';
import { checkFigure, checkName } from '@anticipa/texts/book-close';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { formatDate, formatMonth, formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import type { Tone } from '../../ui/feedback/status-badge.tsx';
import { TextArea } from '../../ui/field/field.tsx';
import { DialogButton } from '../../ui/overlay/dialog-button.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { closeQuery, useClose } from './api.ts';
import { checkColumns } from './check-columns.tsx';
import { ClosedMonthDialog } from './closed-month.tsx';
import { es } from './es.ts';
import { YearEndTable } from './year-end-table.tsx';

const texts = es.close;
type Next = NonNullable<BookClose['next']>;
type Closed = BookClose['closed'][number];

/** The screen where each check is put right. */
const places = {
  balanced: ['alerts', lenderPaths.alerts],
  accrued: ['systems', lenderPaths.systems],
  estimated: ['estimate', lenderPaths.estimate],
  proposals: ['proposals', lenderPaths.proposals],
  altered: ['alerts', lenderPaths.alerts],
  unidentified: ['receipts', lenderPaths.receipts],
  bank: ['bank', lenderPaths.bank],
  cfdi: ['cfdi', lenderPaths.monthCut],
  statements: ['systems', lenderPaths.systems],
} as const satisfies Record<CheckOfClose['check'], readonly [keyof typeof texts.go, string]>;

const stateOf = ({ check, isDone }: CheckOfClose): readonly [Tone, string] => {
  if (isDone) return ['good', texts.done];
  return canBeExplained(check) ? ['warn', texts.explainable] : ['bad', texts.blocks];
};

/** [LIB-66] The close of the next month of the books, and the months that are closed. */
export function CloseTab() {
  const { data, error, refetch } = useQuery(closeQuery);
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={8} />;
  return (
    <>
      {data.next ? (
        <NextMonth next={data.next} />
      ) : (
        <EmptyState drawing="papers" level={2} title={texts.emptyTitle}>
          {texts.empty}
        </EmptyState>
      )}
      <ClosedMonths months={data.closed} />
    </>
  );
}

const checkId = ({ id }: CheckOfClose): string => id;
/** Order of the checklist: checks that block the close, those that need an explanation, and those that are done. */
const urgencyOf = ({ check, isDone }: CheckOfClose): number => (isDone ? 2 : canBeExplained(check) ? 1 : 0);

function NextMonth({ next }: { next: Next }) {
  const { month, isOver, checks, yearEnd } = next;
  const mayClose = useMay(closeBooks);
  const mayReceipts = useMay(listWaitingReceipts);
  const columns = useMemo(
    () =>
      checkColumns<CheckOfClose>(stateOf, {
        header: texts.place,
        value: ({ check }) => texts.go[places[check][0]],
        cell: (check) => {
          const [place, to] = places[check.check];
          if (check.isDone || (place === 'receipts' && !mayReceipts)) return '';
          return (
            <Link to={to} aria-label={texts.goFor(texts.go[place], checkName(check))}>
              {texts.go[place]}
            </Link>
          );
        },
      }),
    [mayReceipts],
  );
  const rows = useMemo(() => checks.toSorted((one, other) => urgencyOf(one) - urgencyOf(other)), [checks]);
  const blocked = openChecks(checks, new Set(checks.map(({ id }) => id))).length > 0;
  return (
    <Card
      title={texts.title(formatMonth(month))}
      aside={
        mayClose && isOver && !blocked ? (
          <DialogButton size="small" variant="primary" dialog={(close) => <CloseDialog next={next} onClose={close} />}>
            {texts.action}
          </DialogButton>
        ) : null
      }
    >
      <p className="quiet">{texts.explained}</p>
      {isOver ? null : <p>{texts.notOver(formatDate(addDays(lastDayOf(monthOf(dateOf(`${month}-01`))), 1)))}</p>}
      {isOver && blocked ? <p>{texts.blocked}</p> : null}
      <DataTable label={texts.label} noun={texts.noun} rows={rows} columns={columns} rowId={checkId} empty={null} />
      {yearEnd.length > 0 ? <YearEndTable entries={yearEnd} /> : null}
    </Card>
  );
}

/** Asks for the reasons of what is not as it should be. */
function CloseDialog({ next, onClose }: { next: Next; onClose: () => void }) {
  const { month, ground, checks } = next;
  const open = checks.filter(({ isDone }) => !isDone);
  const name = formatMonth(month);
  return (
    <FormDialog<Record<string, string>, Parameters<ReturnType<typeof useClose>['mutate']>[0], { month: string }>
      title={texts.title(name)}
      submit={texts.action}
      isDanger
      values={Object.fromEntries(open.map(({ id }) => [id, '']))}
      errorsOf={(values) =>
        Object.fromEntries(
          open.map(({ id }) => [id, (values[id] ?? '').trim().length < 5 ? texts.reasonMissing : null]),
        )
      }
      reasonHelp={null}
      changing={useClose()}
      bodyOf={(values) => ({
        month,
        ground,
        reasons: open.map(({ id }) => ({ id, reason: (values[id] ?? '').trim() })),
      })}
      onDone={() => texts.closed(name)}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <p>{texts.sure}</p>
          {open.map((check) => (
            <TextArea
              key={check.id}
              {...field(check.id)}
              label={texts.reasonOf(checkName(check))}
              help={checkFigure(check)}
              rows={2}
              maxLength={300}
            />
          ))}
        </>
      )}
    </FormDialog>
  );
}

const closedColumns: readonly Column<Closed>[] = [
  {
    id: 'month',
    header: es.closed.month,
    value: ({ month }) => month,
    text: ({ month }) => formatMonth(month),
    width: 'minmax(9rem, 1fr)',
    card: 'title',
  },
  {
    id: 'by',
    header: es.closed.by,
    value: ({ closedBy }) => closedBy,
    width: 'minmax(10rem, 1fr)',
    breaks: true,
    card: 'note',
  },
  {
    id: 'at',
    header: es.closed.at,
    value: ({ closedAt }) => closedAt,
    text: ({ closedAt }) => formatTableDate(closedAt),
    width: '12.5rem',
  },
  {
    id: 'reasons',
    header: es.closed.reasons,
    value: ({ reasons }) => reasons,
    text: ({ reasons }) => String(reasons),
    width: '9rem',
  },
];
const closedId = ({ month }: Closed): string => month;

function ClosedMonths({ months }: { months: readonly Closed[] }) {
  const [opened, open] = useState<string | null>(null);
  return (
    <Card title={es.closed.title}>
      <DataTable
        label={es.closed.title}
        noun={es.closed.noun}
        rows={months}
        columns={closedColumns}
        rowId={closedId}
        actions={({ month }) => (
          <Button size="small" aria-label={es.closed.openOf(formatMonth(month))} onClick={() => open(month)}>
            {es.closed.open}
          </Button>
        )}
        empty={<p>{es.closed.empty}</p>}
      />
      {opened === null ? null : <ClosedMonthDialog month={opened} onClose={() => open(null)} />}
    </Card>
  );
}
