import { type ReportName, reportNames } from '@anticipa/contract/portfolio-reports';
import { dateAt, dateOf, MEXICO_CITY } from '@anticipa/domain/calendar';
import { financedCurrencies } from '@anticipa/domain/money';
import { addMonths, firstDayOf, monthOf } from '@anticipa/domain/month';
import { reportTitles } from '@anticipa/texts/tables/portfolio-reports';
import { useState } from 'react';
import { oneOf } from '../../lib/search.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { DateField } from '../../ui/field/date-field.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { Filters } from '../../ui/filters.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AgesCard } from './ages-card.tsx';
import { es } from './es.ts';
import { ReportCards } from './report-cards.tsx';
import { type Opened, RowsDialog } from './rows-dialog.tsx';
import { whenOf } from './view-model.ts';

const tabs = reportNames.map((value) => ({ value, label: reportTitles[value] }));

/** Reports whose figures have a period that the reader chooses. Others look back as far as they are defined to. */
const withPeriod: readonly ReportName[] = ['yield', 'reserve', 'stages'];
const PERIOD_MONTHS = 3;

/** [LIB-115] Reports of the portfolio at the end of a day: tables with pictures, each figure of which opens its rows. */
export function ReportsScreen() {
  const today = dateAt(new Date(), MEXICO_CITY);
  const [named, name] = useSearchParam('cola');
  const report = oneOf(reportNames, named) ?? 'portfolio';
  const [desde, setStart] = useSearchParam('desde');
  const [asOf = today, setAsOf] = useSearchParam('hasta');
  const [knownOn, setKnownOn] = useSearchParam('conocido');
  const [moneda, setCurrency] = useSearchParam('moneda');
  const currency = oneOf(financedCurrencies, moneda) ?? 'MXN';
  const startDate =
    desde !== undefined && desde <= asOf ? desde : firstDayOf(addMonths(monthOf(dateOf(asOf)), 1 - PERIOD_MONTHS));
  const [opened, open] = useState<Opened | null>(null);
  const hasPeriod = withPeriod.includes(report);
  const days = { currency, startDate, asOf, ...(knownOn && { knownOn }) };
  return (
    <Tabs
      label={es.view}
      tabs={tabs}
      value={report}
      onChange={(next: ReportName) => name(next === 'portfolio' ? '' : next)}
    >
      <div className="stack">
        <Filters chosen={[whenOf(days, hasPeriod), currency].join(' · ')}>
          {hasPeriod ? (
            <DateField
              label={es.from}
              help={es.fromHelp}
              value={startDate}
              onChange={(day) => day !== null && setStart(day)}
              today={today}
              max={asOf}
            />
          ) : null}
          <DateField
            label={es.asOf}
            help={es.asOfHelp}
            value={asOf}
            onChange={(day) => day !== null && setAsOf(day)}
            today={today}
            max={today}
          />
          <DateField
            label={es.known}
            help={es.knownHelp}
            value={knownOn ?? null}
            onChange={(day) => setKnownOn(day ?? '')}
            today={today}
            max={today}
          />
          <SelectField
            label={es.currency}
            value={currency}
            onChange={setCurrency}
            options={financedCurrencies.map((value) => ({ value, label: value }))}
          />
        </Filters>
        <ReportCards report={report} days={days} hasPeriod={hasPeriod} onOpen={open} />
        {report === 'portfolio' ? <AgesCard days={days} /> : null}
      </div>
      {opened ? <RowsDialog of={opened} days={days} onClose={() => open(null)} /> : null}
    </Tabs>
  );
}
