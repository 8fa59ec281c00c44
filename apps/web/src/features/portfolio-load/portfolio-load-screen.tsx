import {
  type CheckedLoad,
  checkPortfolioLoad,
  LOADS_LIMIT,
  type PortfolioLoad,
  proposePortfolioLoad,
} from '@anticipa/contract/portfolio-load';
import type { LoadState, LoadTotal } from '@anticipa/contract/portfolio-load-change';
import { addDays, dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { moneyOf } from '@anticipa/domain/money';
import { firstDayOf, monthOf } from '@anticipa/domain/month';
import { accountNames } from '@anticipa/texts/ledger-texts';
import { everyRow } from '@anticipa/texts/tables/table';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate, formatMoney, formatTableDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { Explanation } from '../../ui/explanation.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { MoneyList } from '../../ui/money.tsx';
import { PickButton } from '../../ui/pick-button.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FileButtons } from '../../ui/table/file-buttons.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { checkFile, downloadTemplate, loadsQuery } from './api.ts';
import { es } from './es.ts';
import { ProposeDialog, WithdrawDialog } from './proposal-dialogs.tsx';
import { TakeIn } from './take-in.tsx';

type Problem = CheckedLoad['problems'][number];
type Client = PortfolioLoad['clients'][number];

const money = (pick: (row: LoadTotal) => string) => (row: LoadTotal) => moneyOf(pick(row), row.currency);

/** Loads the invoices in credit that the lender financed before it used the portal. */
export function PortfolioLoadScreen() {
  const { data, error, refetch } = useQuery(loadsQuery);
  const may = useMay(checkPortfolioLoad);
  return (
    <div className="blocks">
      <Explanation>{es.explained}</Explanation>
      {may ? <TakeIn /> : null}
      {may ? <Check /> : null}
      {data ? <Loads loads={data} /> : <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={4} />}
    </div>
  );
}

/** The end of last month while it is open, else yesterday. */
function usualCut(today: ReturnType<typeof dateAt>): string {
  const lastMonth = addDays(firstDayOf(monthOf(today)), -1);
  return lastMonth >= addDays(today, -3) ? lastMonth : addDays(today, -1);
}

function Check() {
  const today = dateAt(new Date(), MEXICO_CITY);
  const [cutOn, setCutOn] = useState<string | null>(usualCut(today));
  const checking = useMutation({ mutationFn: checkFile });
  const { data, error } = checking;
  return (
    <>
      <Card
        title={es.file}
        aside={
          <ButtonRow>
            <FileButtons isTemplate download={downloadTemplate} />
          </ButtonRow>
        }
      >
        <div className="stack">
          <DateField
            label={es.cutOn}
            help={es.cutHelp}
            value={cutOn}
            today={today}
            max={today}
            onChange={(day) => {
              setCutOn(day);
              checking.reset();
            }}
          />
          <ButtonRow>
            <PickButton
              label={es.choose}
              accept=".xlsx,.csv,text/csv"
              variant="primary"
              busy={checking.isPending}
              onPick={([file]) => {
                if (file && cutOn !== null) checking.mutate({ file, cutOn });
              }}
            />
          </ButtonRow>
          {error ? (
            <Notice tone="bad" title={es.checkFailed}>
              {failureText(error)}
            </Notice>
          ) : null}
        </div>
      </Card>
      {data && data.problems.length > 0 ? <Problems problems={data.problems} /> : null}
      {data?.load ? <Preview load={data.load} onDone={checking.reset} /> : null}
    </>
  );
}

const problemColumns: readonly Column<Problem>[] = [
  { id: 'row', header: es.columns.row, value: ({ row }) => row, align: 'end', width: '7rem', card: 'title' },
  { id: 'column', header: es.columns.column, value: ({ column }) => column ?? '', width: '12rem', card: 'note' },
  {
    id: 'problem',
    header: es.columns.problem,
    value: ({ problem }) => es.problem[problem],
    width: 'minmax(16rem, 1fr)',
    breaks: true,
  },
];
const problemId = ({ row, column, problem }: Problem): string => `${row} ${column} ${problem}`;

const Problems = ({ problems }: { problems: readonly Problem[] }) => (
  <Card title={es.problems}>
    <Notice tone="bad" title={es.problemsTitle(problems.length)} />
    <DataTable
      label={es.problems}
      noun={es.problemNoun}
      rows={problems}
      columns={problemColumns}
      rowId={problemId}
      empty={null}
    />
  </Card>
);

const figureColumns: readonly Column<Client>[] = [
  { id: 'count', header: es.columns.count, value: ({ count }) => count, align: 'end', width: '7rem' },
  amountColumn({
    id: 'owed',
    header: es.columns.owed,
    pick: money(({ owed }) => owed),
    total: everyRow,
    card: 'figure',
  }),
  amountColumn({ id: 'aforo', header: es.columns.aforo, pick: money(({ aforo }) => aforo), total: everyRow }),
  amountColumn({
    id: 'unearned',
    header: es.columns.unearned,
    pick: money(({ unearned }) => unearned),
    total: everyRow,
  }),
  amountColumn({
    id: 'clientOwes',
    header: es.columns.clientOwes,
    pick: money(({ clientOwes }) => clientOwes),
    total: everyRow,
  }),
];
const clientColumns: readonly Column<Client>[] = [
  {
    id: 'client',
    header: es.columns.client,
    value: ({ entityName }) => entityName,
    cell: ({ entityName, currency }) => <CellPair note={currency}>{entityName}</CellPair>,
    width: 'minmax(12rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  ...figureColumns,
];
const clientId = ({ clientId: id, currency }: Client): string => `${id} ${currency}`;

/** The rows of each client, and the entries that they would book. */
function Preview({ load, onDone }: { load: PortfolioLoad; onDone: () => void }) {
  const [isOpen, open] = useState(false);
  return (
    <Card
      title={es.preview}
      aside={
        <Button variant="primary" onClick={() => open(true)}>
          {es.propose}
        </Button>
      }
    >
      <DataTable
        label={es.preview}
        noun={es.clientNoun}
        rows={load.clients}
        columns={clientColumns}
        rowId={clientId}
        empty={null}
      />
      <div className="stack">
        {load.totals.map((total) => (
          <Entries key={total.currency} total={total} />
        ))}
      </div>
      {isOpen ? (
        <ProposeDialog
          load={load}
          onClose={() => open(false)}
          onDone={() => {
            open(false);
            onDone();
          }}
        />
      ) : null}
    </Card>
  );
}

/** Sums of an opening by account. */
function Entries({ total }: { total: LoadTotal }) {
  const text = (amount: string): string => formatMoney(moneyOf(amount, total.currency));
  return (
    <>
      <h3>{es.entries(total.currency)}</h3>
      <Facts
        facts={[
          [es.debit(accountNames.CARTERA), text(total.owed)],
          [es.debit(accountNames.CLIENTE), text(total.clientOwes)],
          [es.credit(accountNames.AFORO_POR_DEVOLVER), text(total.aforo)],
          [es.credit(accountNames.INTERES_POR_DEVENGAR), text(total.unearned)],
          [es.credit(accountNames.APERTURA), text(total.opening)],
        ]}
      />
    </>
  );
}

const tones: Readonly<Record<LoadState, Tone>> = { checked: 'warn', booked: 'good', withdrawn: 'neutral' };

const loadColumns: readonly Column<PortfolioLoad>[] = [
  {
    id: 'file',
    header: es.columns.file,
    value: ({ fileName }) => fileName,
    cell: ({ fileName, totals }) => (
      <CellPair note={totals.map(({ count, currency }) => `${es.invoices(count)} · ${currency}`).join(', ')}>
        {fileName}
      </CellPair>
    ),
    width: 'minmax(13rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'cutOn',
    header: es.columns.cutOn,
    value: ({ cutOn }) => cutOn,
    text: ({ cutOn }) => formatDate(cutOn),
    width: '8rem',
  },
  {
    id: 'owed',
    header: es.columns.owed,
    value: ({ totals }) => totals.map(({ owed, currency }) => formatMoney(moneyOf(owed, currency))).join(', '),
    cell: ({ totals }) => <MoneyList amounts={totals.map(({ owed, currency }) => moneyOf(owed, currency))} />,
    align: 'end',
    width: '14rem',
    card: 'figure',
  },
  {
    id: 'state',
    header: es.columns.state,
    value: ({ state }) => es.states[state],
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{es.states[state]}</StatusBadge>,
    width: '16rem',
    card: 'note',
  },
  {
    id: 'checked',
    header: es.columns.checked,
    value: ({ checkedAt }) => checkedAt,
    text: ({ checkedBy, checkedAt }) => es.by(checkedBy, formatTableDate(checkedAt)),
    width: '16rem',
    breaks: true,
  },
];
const loadId = ({ loadId: id }: PortfolioLoad): string => id;

function Loads({ loads }: { loads: readonly PortfolioLoad[] }) {
  const may = useMay(proposePortfolioLoad);
  const [withdrawn, withdraw] = useState<PortfolioLoad | null>(null);
  return (
    <Card title={es.loads}>
      {loads.length >= LOADS_LIMIT ? <p className="quiet">{es.limited(LOADS_LIMIT)}</p> : null}
      <DataTable
        label={es.loads}
        noun={es.loadNoun}
        rows={loads}
        columns={loadColumns}
        rowId={loadId}
        {...(may && {
          actions: (load: PortfolioLoad) =>
            load.canWithdraw ? (
              <Button size="small" aria-label={es.withdrawOf(load.fileName)} onClick={() => withdraw(load)}>
                {es.withdraw}
              </Button>
            ) : null,
        })}
        empty={
          <EmptyState drawing="papers" level={3} title={es.noneTitle}>
            {es.none}
          </EmptyState>
        }
      />
      {withdrawn ? <WithdrawDialog load={withdrawn} onClose={() => withdraw(null)} /> : null}
    </Card>
  );
}
