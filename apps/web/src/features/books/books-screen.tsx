import { dateAt, dateOf, MEXICO_CITY } from '@anticipa/domain/calendar';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { firstDayOf, monthOf } from '@anticipa/domain/month';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { CurrencyField } from '../../ui/field/currency-field.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { Filters } from '../../ui/filters.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BookLines, type OpenedAccount } from './book-lines.tsx';
import { CloseTab } from './close.tsx';
import { es } from './es.ts';
import { ForAccountant } from './for-accountant.tsx';
import { ManualTab } from './manual.tsx';
import { TrialBalance } from './trial-balance.tsx';

const tabs = [
  { value: 'balance', label: es.tabs.balance },
  { value: 'journal', label: es.tabs.journal },
  { value: 'manual', label: es.tabs.manual },
  { value: 'close', label: es.tabs.close },
  { value: 'accountant', label: es.tabs.accountant },
] as const;
type Tab = (typeof tabs)[number]['value'];

/** The lender's books, the close of their months, and the entries of accountants. */
export function BooksScreen() {
  const [named, name] = useSearchParam('cola');
  const tab = tabs.find(({ value }) => value === named)?.value ?? 'balance';
  const today = dateAt(new Date(), MEXICO_CITY);
  // A figure of a report opens the account that it is the balance of.
  const { cuenta, moneda } = useSearch({ strict: false });
  const [opened, open] = useState<OpenedAccount | null>(
    cuenta && moneda ? { account: cuenta, currency: moneda, bank: null } : null,
  );
  return (
    <Tabs
      label={es.view}
      tabs={tabs}
      value={tab}
      onChange={(next: Tab) => {
        open(null);
        name(next === 'balance' ? '' : next);
      }}
    >
      <div className="stack">
        {tab === 'accountant' ? (
          <ForAccountant />
        ) : tab === 'close' ? (
          <CloseTab />
        ) : tab === 'manual' ? (
          <ManualTab today={today} />
        ) : (
          <BooksOfDays today={today} isJournal={tab === 'journal'} opened={opened} onOpen={open} />
        )}
        <Link to={lenderPaths.estimate}>{es.estimate}</Link>
      </div>
    </Tabs>
  );
}

/** [LIB-24] The trial balance, the lines of each of its accounts, and the journal, for some days. */
function BooksOfDays(props: {
  today: string;
  isJournal: boolean;
  opened: OpenedAccount | null;
  onOpen: (row: OpenedAccount | null) => void;
}) {
  const { today, isJournal, opened, onOpen } = props;
  const { desde, hasta = today, conocido = null, moneda } = useSearch({ strict: false });
  const [startDate, setStart] = useState<string>(desde ?? firstDayOf(monthOf(dateOf(hasta))));
  const [endDate, setEnd] = useState<string>(hasta);
  const [knownOn, setKnownOn] = useState<string | null>(conocido);
  const [currency, setCurrency] = useState<FinancedCurrency | ''>(moneda ?? '');
  const [yearEnd, setYearEnd] = useState<'with' | 'before'>('with');
  const endsYear = !isJournal && opened === null && endDate.endsWith('-12-31');
  const days = { startDate, endDate, ...(knownOn && { knownOn }) };
  const filter = { ...days, ...(currency && { currency }) };
  const chosen = [
    es.between(formatDate(startDate), formatDate(endDate)),
    ...(knownOn ? [es.knownUntil(formatDate(knownOn))] : []),
    ...(currency ? [currency] : []),
  ].join(' · ');
  return (
    <>
      <Filters chosen={chosen}>
        <DateField
          label={es.from}
          value={startDate}
          onChange={(day) => {
            if (day === null) return;
            setStart(day);
            if (day > endDate) setEnd(day);
          }}
          today={today}
          max={today}
        />
        <DateField
          label={es.to}
          help={es.toHelp}
          value={endDate}
          onChange={(day) => {
            if (day === null) return;
            setEnd(day);
            if (day < startDate) setStart(firstDayOf(monthOf(dateOf(day))));
          }}
          today={today}
          max={today}
        />
        <DateField
          label={es.known}
          help={es.knownHelp}
          value={knownOn}
          onChange={setKnownOn}
          today={today}
          max={today}
        />
        <CurrencyField value={currency} onChange={setCurrency} />
        {endsYear ? (
          <SelectField
            label={es.yearEnd}
            value={yearEnd}
            onChange={setYearEnd}
            options={[
              { value: 'with', label: es.withYearEnd },
              { value: 'before', label: es.beforeYearEnd },
            ]}
          />
        ) : null}
      </Filters>
      {isJournal ? (
        <BookLines filter={filter} />
      ) : opened ? (
        <BookLines filter={{ ...days, ...lineFilterOf(opened) }} of={opened} onBack={() => onOpen(null)} />
      ) : (
        <TrialBalance
          filter={{ ...filter, ...(endsYear && yearEnd === 'before' && { beforeYearEnd: 'true' }) }}
          onOpen={onOpen}
        />
      )}
    </>
  );
}

/** The lines of a row of the trial balance. */
const lineFilterOf = ({ account, currency, bank }: OpenedAccount) => ({
  account,
  currency,
  ...(bank && { bank: bank.id }),
});
