import type { Estimate, EstimateGroup } from '@anticipa/contract/estimate';
import { moneyOf } from '@anticipa/domain/money';
import { stageFacts, stageNames } from '@anticipa/texts/estimate';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { formatDate, formatMonth, formatTableDate } from '../../lib/format.ts';
import { lenderPaths, type SettingCardId } from '../../lib/lender-paths.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { TextButton } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import { estimateQuery } from './api.ts';
import { es } from './es.ts';
import { EstimatedInvoices } from './estimated-invoices.tsx';
import { type Figure, figureColumn } from './figure-column.tsx';

type Opened = Pick<EstimateGroup, 'currency' | 'stage'>;

const nameOf = ({ stage, currency }: Opened): string => `${stageNames[stage]} · ${currency}`;
const rowId = ({ stage, currency }: EstimateGroup): string => `${currency} ${stage}`;

const figure = (id: Figure): Column<EstimateGroup> =>
  figureColumn<EstimateGroup>(id, (row) => moneyOf(row[id], row.currency));

const columnsFor = (onOpen: (group: Opened) => void): readonly Column<EstimateGroup>[] => [
  {
    id: 'stage',
    header: es.stage,
    value: nameOf,
    text: nameOf,
    cell: (row) => (
      <CellPair note={row.currency}>
        <TextButton aria-label={es.open(nameOf(row))} onClick={() => onOpen(row)}>
          {stageNames[row.stage]}
        </TextButton>
      </CellPair>
    ),
    width: 'minmax(10rem, 1fr)',
    card: 'title',
  },
  {
    id: 'count',
    header: es.count,
    value: ({ count }) => count,
    text: ({ count }) => String(count),
    align: 'end',
    width: '6.5rem',
  },
  figure('exposure'),
  figure('estimate'),
  figure('change'),
  figure('suspended'),
  figure('memo'),
];

/** [LIB-132] The estimate of a month by stage: what would be booked, or what was; each stage opens its invoices. */
export function EstimateScreen() {
  const [wanted, want] = useSearchParam('mes');
  const [opened, open] = useState<Opened | null>(null);
  const { data, error, refetch } = useQuery(estimateQuery(wanted ? { month: wanted } : {}));
  const columns = useMemo(() => columnsFor(open), []);
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />;
  const { month, months, groups } = data;
  return (
    <div className="stack">
      <ButtonRow>
        <SelectField
          label={es.month}
          value={month}
          onChange={(next) => {
            open(null);
            want(next === months[0] ? '' : next);
          }}
          options={[...new Set([...months, month])].map((value) => ({ value, label: formatMonth(value) }))}
        />
      </ButtonRow>
      {opened ? (
        <EstimatedInvoices
          name={nameOf(opened)}
          filter={{ month, currency: opened.currency, stage: `${opened.stage}` }}
          onBack={() => open(null)}
        />
      ) : (
        <Card title={es.title(formatMonth(month))}>
          <div className="stack">
            <State of={data} />
            <DataTable
              label={es.title(formatMonth(month))}
              noun={es.noun}
              rows={groups}
              columns={columns}
              rowId={rowId}
              empty={
                <EmptyState drawing="papers" level={3} title={es.emptyTitle}>
                  {es.empty}
                </EmptyState>
              }
            />
            <p className="quiet">{es.explained}</p>
          </div>
        </Card>
      )}
    </div>
  );
}

/** Whether the month is booked, and by which stages. */
function State({ of: { asOf, bookedAt, waiting, terms } }: { of: Estimate }) {
  return (
    <>
      {bookedAt === null ? (
        <Notice tone="info">{es.coming(formatDate(asOf))}</Notice>
      ) : (
        <p>{unbroken(es.booked(formatTableDate(bookedAt), formatDate(asOf)))}</p>
      )}
      {bookedAt !== null && waiting > 0 ? <Notice tone="warn">{es.waiting(waiting)}</Notice> : null}
      <Facts facts={stageFacts(terms)} />
      <Link to={lenderPaths.settings} hash={'estimate' satisfies SettingCardId}>
        {es.settings}
      </Link>
    </>
  );
}
