import type { BalanceRow } from '@anticipa/contract/books';
import { dateAt, dateOf, MEXICO_CITY } from '@anticipa/domain/calendar';
import { type FinancedCurrency, financedCurrencies } from '@anticipa/domain/money';
import { firstDayOf, monthOf } from '@anticipa/domain/month';
import { useState } from 'react';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { ButtonRow } from '../../ui/button-row.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BookLines } from './book-lines.tsx';
import { es } from './es.ts';
import { ForAccountant } from './for-accountant.tsx';
import { TrialBalance } from './trial-balance.tsx';

const tabs = [
  { value: 'balance', label: es.tabs.balance },
  { value: 'journal', label: es.tabs.journal },
  { value: 'accountant', label: es.tabs.accountant },
] as const;
type Tab = (typeof tabs)[number]['value'];

/** [LIB-24] The lender's books: the trial balance, the lines of each of its accounts, and the journal, for some days. */
export function BooksScreen() {
  const [named, name] = useSearchParam('cola');
  const tab = tabs.find(({ value }) => value === named)?.value ?? 'balance';
  const today = dateAt(new Date(), MEXICO_CITY);
  const [startDate, setStart] = useState<string>(firstDayOf(monthOf(today)));
  const [endDate, setEnd] = useState<string>(today);
  const [knownOn, setKnownOn] = useState<string | null>(null);
  const [currency, setCurrency] = useState<FinancedCurrency | ''>('');
  const [opened, open] = useState<BalanceRow | null>(null);
  const days = { startDate, endDate, ...(knownOn && { knownOn }) };
  const filter = { ...days, ...(currency && { currency }) };
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
        ) : (
          <>
            <ButtonRow>
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
              <SelectField
                label={es.currency}
                value={currency}
                onChange={setCurrency}
                options={[
                  { value: '', label: es.everyCurrency },
                  ...financedCurrencies.map((value) => ({ value, label: value })),
                ]}
              />
            </ButtonRow>
            {tab === 'journal' ? (
              <BookLines filter={filter} />
            ) : opened ? (
              <BookLines filter={{ ...days, ...lineFilterOf(opened) }} of={opened} onBack={() => open(null)} />
            ) : (
              <TrialBalance filter={filter} onOpen={open} />
            )}
          </>
        )}
      </div>
    </Tabs>
  );
}

/** The lines of a row of the trial balance. */
const lineFilterOf = ({ account, currency, bank }: BalanceRow) => ({
  account,
  currency,
  ...(bank && { bank: bank.id }),
});
