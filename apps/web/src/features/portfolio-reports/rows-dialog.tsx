import { getTrialBalance } from '@anticipa/contract/books';
import { getLenderSale } from '@anticipa/contract/lender';
import type { OpenedFigure, ReportRow } from '@anticipa/contract/portfolio-reports';
import { moneyOf } from '@anticipa/domain/money';
import { figureTexts, unitOf } from '@anticipa/texts/tables/portfolio-reports';
import { everyRow } from '@anticipa/texts/tables/table';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatDecimal, formatMoney } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { ButtonRow } from '../../ui/button-row.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn, NONE } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FileButtons } from '../../ui/table/file-buttons.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { downloadRows, type ReportDays, type RowsFilter, rowsQuery } from './api.ts';
import { es } from './es.ts';
import { accountOf } from './view-model.ts';

const texts = es.rows;

/** The figure whose rows are shown, or its part of a client, a receiver or a period. */
export interface Opened {
  readonly figure: OpenedFigure;
  readonly of: string | null;
  readonly query: Pick<RowsFilter, 'clientId' | 'companyId' | 'part'>;
}

/** Before the first entry of any lender. */
const BEGINNING = '1900-01-01';

const rowId = ({ saleId, documentId }: ReportRow): string => `${saleId} ${documentId}`;

/** The invoices or sales that add up to a figure, and the movements of its account. */
export function RowsDialog({ of, days, onClose }: { of: Opened; days: ReportDays; onClose: () => void }) {
  const { figure, query } = of;
  const filter = { figure, ...days, ...query };
  const { data, error, refetch } = useQuery(rowsQuery(filter));
  const maySeeBooks = useMay(getTrialBalance);
  const maySeeSale = useMay(getLenderSale);
  const columns = useMemo(() => columnsFor(figure, maySeeSale), [figure, maySeeSale]);
  const title = texts.title(figureTexts[figure][0], of.of);
  const account = of.of === null ? accountOf[figure] : undefined;
  const sum = data?.sum == null ? null : formatMoney(moneyOf(data.sum, days.currency));
  return (
    <Dialog
      title={title}
      size="large"
      onClose={onClose}
      header={
        <ButtonRow>
          <FileButtons download={(format) => downloadRows({ format, ...filter })} />
        </ButtonRow>
      }
    >
      <div className="stack">
        <p className="quiet">{figureTexts[figure][1]}</p>
        {account && maySeeBooks ? (
          <p>
            <Link
              to={lenderPaths.books}
              search={{
                cuenta: account[0],
                moneda: days.currency,
                desde: account[1] === 'balance' ? BEGINNING : days.startDate,
                hasta: days.asOf,
                ...(days.knownOn && { conocido: days.knownOn }),
              }}
            >
              {texts.books}
            </Link>
          </p>
        ) : null}
        {data ? (
          <>
            {data.count > data.data.length ? (
              <p>{texts.largest(data.data.length, data.count.toLocaleString('es-MX'), sum)}</p>
            ) : null}
            <DataTable
              label={title}
              noun={data.data[0]?.documentId === null ? texts.nouns.sales : texts.nouns.invoices}
              rows={data.data}
              columns={columns}
              rowId={rowId}
              empty={
                <EmptyState drawing="papers" level={3} title={texts.emptyTitle}>
                  {texts.empty}
                </EmptyState>
              }
            />
          </>
        ) : (
          <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={6} />
        )}
      </div>
    </Dialog>
  );
}

const times: readonly OpenedFigure[] = [
  'answerMedian',
  'depositMedian',
  'collectionMedian',
  'returnMedian',
  'promised',
];

const columnsFor = (figure: OpenedFigure, maySeeSale: boolean): readonly Column<ReportRow>[] => [
  ...(figure === 'answerMedian' || figure === 'depositMedian' || figure === 'promised' ? [] : [invoiceColumn]),
  {
    id: 'sale',
    header: texts.sale,
    value: ({ numberOfSale }) => numberOfSale,
    text: ({ numberOfSale }) => texts.number(numberOfSale),
    ...(maySeeSale && {
      cell: ({ saleId, numberOfSale }: ReportRow) => (
        <Link to={lenderPaths.sale} params={{ saleId }}>
          {texts.number(numberOfSale)}
        </Link>
      ),
    }),
    width: '7.5rem',
  },
  {
    id: 'client',
    header: texts.client,
    value: ({ entityName }) => entityName,
    width: 'minmax(10rem, 2fr)',
    breaks: true,
    card: 'note',
  },
  times.includes(figure)
    ? {
        id: 'time',
        header: figure === 'promised' ? texts.late : texts.time[unitOf[figure] === 'days' ? 'days' : 'hours'],
        value: ({ time }) => (time === null ? null : Number(time)),
        text: ({ time }) => (time === null ? NONE : formatDecimal(time)),
        align: 'end',
        width: '8rem',
        card: 'figure',
      }
    : amountColumn({
        id: 'amount',
        header: es.amount,
        pick: ({ amount, currency }) => (amount === null ? null : moneyOf(amount, currency)),
        total: everyRow,
        card: 'figure',
      }),
];

const invoiceColumn: Column<ReportRow> = {
  id: 'invoice',
  header: texts.invoice,
  value: ({ folio }) => folio,
  text: ({ folio, receiverName }) => [folio, receiverName].filter(Boolean).join(' · '),
  cell: ({ documentId, folio, receiverName }) => (
    <CellPair note={receiverName}>
      {documentId === null ? (
        NONE
      ) : (
        <Link to={lenderPaths.invoice} params={{ documentId }}>
          {folio}
        </Link>
      )}
    </CellPair>
  ),
  width: 'minmax(10rem, 2fr)',
  breaks: true,
  card: 'title',
};
