import { findCash } from '@anticipa/contract/cash-need';
import type { ResponseOf } from '@anticipa/contract/route';
import { addDays, type IsoDate, isBusinessDay } from '@anticipa/domain/calendar';
import { type FinancedCurrency, financedCurrencies, moneyOf, parseMoney, subtract } from '@anticipa/domain/money';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../lib/api-client.ts';
import { formatMoney, moneyInText } from '../../../lib/format.ts';
import { type ActionButton, paths } from '../../../lib/paths.ts';
import { amountTyped } from '../../../lib/typed-amount.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryFallback } from '../../../ui/feedback/query-fallback.tsx';
import { ChipGroup } from '../../../ui/field/chip-group.tsx';
import { SelectField, TextField } from '../../../ui/field/field.tsx';
import { useSettled } from '../use-server-quote.ts';
import { needTexts } from '../view-model/cash-need-texts.ts';
import type { Market } from '../view-model/market.ts';
import css from './cash-need.module.css';

type Answer = ResponseOf<typeof findCash>;
type AnySet = Answer['sets'][number] | NonNullable<Answer['short']>['most'];

interface Asked {
  readonly amount: string | null;
  readonly currency: FinancedCurrency;
  readonly day: string;
}

const SETTLE_MS = 250;

const cashQuery = ({ amount, currency, day }: Asked) =>
  queryOptions({
    queryKey: ['invoices', 'cash', amount, currency, day],
    queryFn: ({ signal }) =>
      call(findCash, { query: { amount: amount ?? '', currency, ...(day ? { day } : {}) }, signal }),
    enabled: amount !== null,
    placeholderData: keepPreviousData,
  });

/** Two weeks of business days, within which each product deposits. */
const DAYS_OFFERED = 10;

/** Today and the next business days. */
function daysFrom({ today, holidays }: Market): readonly IsoDate[] {
  const days: IsoDate[] = [];
  for (let day = today; days.length < DAYS_OFFERED; day = addDays(day, 1)) {
    if (isBusinessDay(day, holidays)) days.push(day);
  }
  return days;
}

/** [EFE-03] Asks for an amount, a currency and a day, and offers the invoices to sell for it. `market` is null until it is read. */
export function CashNeed({ market, onSell }: { market: Market | null; onSell: (ids: readonly string[]) => void }) {
  const [text, setText] = useState('');
  const [currency, setCurrency] = useState<FinancedCurrency>('MXN');
  const [day, setDay] = useState('');
  const typed = amountTyped(text);
  const amount = typed !== null && Number(typed) > 0 ? typed : null;
  const asked = useSettled(amount, SETTLE_MS);
  const { data, isError, isPlaceholderData, refetch } = useQuery(cashQuery({ amount: asked, currency, day }));
  const isAnswered = asked !== null && asked === amount;
  return (
    <div id={'cuanto-necesitas' satisfies ActionButton}>
      <Card title={needTexts.title}>
        <div className={css.fields}>
          <TextField
            label={needTexts.amount}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            error={text.trim() !== '' && amount === null ? needTexts.invalid : null}
            onChange={({ target }) => setText(target.value)}
          />
          <SelectField
            label={needTexts.currency}
            value={currency}
            options={financedCurrencies.map((code) => ({ value: code, label: code }))}
            onChange={setCurrency}
          />
        </div>
        <div className={css.days}>
          <ChipGroup
            label={needTexts.day}
            chips={
              market
                ? daysFrom(market).map((date) => ({ value: date, label: needTexts.dayOf(date, market.today) }))
                : []
            }
            selected={new Set<string>([day])}
            onChange={(next) => setDay([...next].find((other) => other !== day) ?? '')}
          />
        </div>
        <div className={css.answer} aria-live="polite" aria-busy={isAnswered && (!data || isPlaceholderData)}>
          {!isAnswered ? null : data ? (
            <>
              <Options answer={data} {...{ currency, asked, onSell }} isStale={isPlaceholderData} />
              {data.withoutOrder ? (
                <p>
                  {needTexts.withoutOrder(
                    data.withoutOrder.count,
                    moneyInText(moneyOf(data.withoutOrder.amount, currency)),
                  )}{' '}
                  <Link to={paths.imports}>{needTexts.bringOrders}</Link>
                </p>
              ) : null}
            </>
          ) : (
            <QueryFallback failed={isError} onRetry={refetch} lines={2}>
              {needTexts.failed}
            </QueryFallback>
          )}
        </div>
      </Card>
    </div>
  );
}

function Options(props: {
  answer: Answer;
  currency: FinancedCurrency;
  asked: string;
  isStale: boolean;
  onSell: (ids: readonly string[]) => void;
}) {
  const { answer, currency, asked, isStale, onSell } = props;
  const [cheapest, fewest] = answer.sets;
  const sell = (set: AnySet, name: string) => (
    <Button
      variant={set === cheapest ? 'primary' : 'secondary'}
      disabledReason={isStale ? needTexts.counting : null}
      onClick={() => onSell(set.documentIds)}
    >
      {name}
    </Button>
  );
  if (answer.short) {
    const { most } = answer.short;
    // Those without an order are named below, with what to do.
    const missing = answer.short.missing.filter(({ why }) => why !== 'ORDER');
    const lacking = parseMoney(asked, currency);
    return (
      <>
        <p>
          <strong>{needTexts.short}</strong>{' '}
          {most.documentIds.length > 0
            ? needTexts.most(textOf(most, currency), most.isExact)
            : needTexts.nothing(lacking ? moneyInText(lacking) : asked)}
        </p>
        {missing.length > 0 ? (
          <ul>
            {missing.map((each) => (
              <li key={`${each.why}${each.currency}${each.amount}`}>
                {needTexts.missing[each.why](each.count, formatMoney(moneyOf(each.amount, each.currency)))}
                {each.why === 'LINE' || each.why === 'NO_ACCOUNT' ? (
                  <>
                    {' '}
                    <Link to={paths.terms}>{needTexts.ask[each.why]}</Link>
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        ) : null}
        {most.documentIds.length > 0 ? <p>{sell(most, needTexts.sellMost)}</p> : null}
      </>
    );
  }
  const isSame = cheapest?.documentIds.join() === fewest?.documentIds.join();
  return (isSame ? answer.sets.slice(0, 1) : answer.sets).map((set) => (
    <div key={set.aim} className={css.option}>
      <p>
        {isSame ? null : <strong>{needTexts.aims[set.aim]}: </strong>}
        {needTexts.brings(textOf(set, currency))} {set.arrives ? needTexts.arrives(set.arrives) : null}
      </p>
      {set.assumed > 0 ? <p className="quiet">{needTexts.assumed(set.assumed)}</p> : null}
      {set.isExact ? null : <p className="quiet">{boundOf(set, currency)}</p>}
      {sell(set, isSame ? needTexts.sell : needTexts.sellAim[set.aim])}
    </div>
  ));
}

const textOf = ({ documentIds, deposit, cost }: AnySet, currency: FinancedCurrency) => ({
  count: documentIds.length,
  deposit: moneyInText(moneyOf(deposit, currency)),
  cost: moneyInText(moneyOf(cost, currency)),
});

/** How much better another set could be, where not all were tried. */
function boundOf(set: Answer['sets'][number], currency: FinancedCurrency): string {
  const { aim, cost, leastCost, leastCount, documentIds } = set;
  if (aim === 'count') return needTexts.boundCount(documentIds.length - leastCount);
  return needTexts.boundCost(moneyInText(subtract(moneyOf(cost, currency), moneyOf(leastCost, currency))));
}
