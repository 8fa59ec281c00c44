import {
  openedFigures,
  type PortfolioReport,
  type ReportFigure,
  type ReportGroup,
  type ReportName,
} from '@anticipa/contract/portfolio-reports';
import { figureTexts, groupNames, reportTitles, unitOf } from '@anticipa/texts/tables/portfolio-reports';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatMonth } from '../../lib/format.ts';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { Bars } from '../../ui/chart/bars.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { FileButtons } from '../../ui/table/file-buttons.tsx';
import { downloadReport, type ReportDays, reportQuery } from './api.ts';
import { es } from './es.ts';
import type { Opened } from './rows-dialog.tsx';
import { figureText, lengthsOf, whenOf } from './view-model.ts';

type Open = (rows: Opened) => void;
type Group = PortfolioReport['groups'][number];

/** A report: its figures, with bars for amounts, and its breakdowns. */
export function ReportCards(props: { report: ReportName; days: ReportDays; hasPeriod: boolean; onOpen: Open }) {
  const { report, days, hasPeriod, onOpen } = props;
  const { data, error, refetch } = useQuery(reportQuery(report, days));
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />;
  if (data.figures.every(({ value }) => Number(value ?? 0) === 0)) {
    return (
      <EmptyState drawing="papers" level={2} title={es.emptyTitle}>
        {es.empty}
      </EmptyState>
    );
  }
  return (
    <>
      <Card
        title={es.title(reportTitles[report], days.currency)}
        aside={
          <ButtonRow>
            <FileButtons download={(format) => downloadReport(report, { format, ...days })} />
          </ButtonRow>
        }
      >
        <p className="quiet">{whenOf(days, hasPeriod)}</p>
        <Figures report={report} figures={data.figures} currency={days.currency} onOpen={onOpen} />
      </Card>
      {data.groups.map((group) => (
        <Card key={group.group} title={es.groups[group.group]}>
          {group.rows.length === 0 ? (
            <p className="quiet">{es.noGroup}</p>
          ) : (
            <Breakdown of={group} currency={days.currency} onOpen={onOpen} />
          )}
        </Card>
      ))}
    </>
  );
}

function Figures(props: {
  report: ReportName;
  figures: PortfolioReport['figures'];
  currency: ReportDays['currency'];
  onOpen: Open;
}) {
  const { report, figures, currency, onOpen } = props;
  const lengthOf = lengthsOf(figures.filter(({ figure }) => unitOf[figure] === 'money').map(({ value }) => value));
  return (
    <Bars
      label={reportTitles[report]}
      headings={[es.figure, es.value]}
      bars={figures.map(({ figure, value }) => {
        const [label, note] = figureTexts[figure];
        const unit = unitOf[figure];
        const opens = openedFigures.find((each) => each === figure);
        return {
          key: figure,
          label,
          note,
          length: unit === 'money' ? lengthOf(value) : null,
          cells: [figureText(unit, value, currency)],
          ...(opens && value !== null && { onOpen: () => onOpen({ figure: opens, of: null, query: {} }) }),
        };
      })}
    />
  );
}

/** The columns of a breakdown: the one that its bars show, the others, and what a row opens. */
const breakdowns = {
  clients: { bar: 'share', columns: ['share', 'clientExposure'], opens: 'clientExposure' },
  receivers: { bar: 'share', columns: ['share', 'receiverExposure'], opens: 'receiverExposure' },
  months: { bar: 'dilution', columns: ['dilution', 'diluted', 'closedFace'], opens: 'diluted' },
  weeks: { bar: 'collectedShare', columns: ['collectedShare', 'collected', 'due'], opens: 'due' },
} as const satisfies Readonly<Record<ReportGroup, object>>;

const headingOf = (column: ReportFigure | 'share'): string => {
  if (column === 'share') return es.share;
  return column === 'clientExposure' || column === 'receiverExposure' ? es.amount : figureTexts[column][0];
};

function Breakdown({ of, currency, onOpen }: { of: Group; currency: ReportDays['currency']; onOpen: Open }) {
  const { group, rows } = of;
  const { bar, columns, opens } = breakdowns[group];
  const nameOf = ({ name }: Group['rows'][number]): string =>
    group === 'months' ? formatMonth(name) : group === 'weeks' ? formatDate(name) : name;
  return (
    <Bars
      label={es.groups[group]}
      headings={[groupNames[group], ...columns.map(headingOf)]}
      bars={rows.map((row) => {
        const label = nameOf(row);
        return {
          key: row.id,
          label,
          length: Number(row.values[bar] ?? 0),
          cells: columns.map((column) => figureText(unitOf[column], row.values[column] ?? null, currency)),
          onOpen: () => onOpen({ figure: opens, of: label, query: partOf(group, row.id) }),
        };
      })}
    />
  );
}

const partOf = (group: ReportGroup, id: string): Opened['query'] => {
  if (group === 'clients') return { clientId: id };
  return group === 'receivers' ? { companyId: id } : { part: id };
};
