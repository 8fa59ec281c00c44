import { inboxQueues, listInbox } from '@anticipa/contract/lender-inbox';
import { ENDING_LINES, type Overview } from '@anticipa/contract/lender-overview';
import { type FinancedCurrency, financedCurrencies, moneyOf } from '@anticipa/domain/money';
import { formatDate } from '@anticipa/texts/format';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatCount, formatDecimal, formatMoney, formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { useProductNames } from '../../lib/product-names.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Bars } from '../../ui/chart/bars.tsx';
import { CreditBar } from '../../ui/chart/credit-bar.tsx';
import { Donut } from '../../ui/chart/donut.tsx';
import { Definition } from '../../ui/definition.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { LineEnd } from '../../ui/line-end.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { PhoneFoldedCard } from '../../ui/overlay/folding-card.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { overviewQuery } from './api.ts';
import { exposureOf, type Opened, RowsDialog } from './components/rows-dialog.tsx';
import { es } from './es.ts';
import css from './overview.module.css';

type Exposure = Overview['exposures'][number];
type Open = (rows: Opened) => void;

/** [OPE-10] The portfolio: each picture is also a table, and each figure opens its rows. */
export function OverviewScreen() {
  const { data, error, refetch } = useQuery(overviewQuery);
  const [opened, setOpened] = useState<Opened | null>(null);
  if (!data) {
    return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />;
  }
  return (
    <div className={css.screen}>
      <p className="quiet">{unbroken(es.at(formatTableDate(data.now)))}</p>
      {data.exposures.length === 0 ? (
        <EmptyState drawing="papers" level={2} title={es.emptyTitle}>
          {es.empty}
        </EmptyState>
      ) : (
        data.exposures.map((exposure) => <ExposureCard key={exposure.currency} of={exposure} onOpen={setOpened} />)
      )}
      <LinesCard lines={data.lines} />
      <EndingLines lines={data.endingLines} />
      <WaitingCard waiting={data.waiting} />
      {financedCurrencies
        .filter((currency) => currency === 'MXN' || data.weeks.some((week) => week.currency === currency))
        .map((currency) => (
          <WeeksCard key={currency} currency={currency} weeks={data.weeks} onOpen={setOpened} />
        ))}
      {opened ? <RowsDialog of={opened} onClose={() => setOpened(null)} /> : null}
    </div>
  );
}

function ExposureCard({ of, onOpen }: { of: Exposure; onOpen: Open }) {
  const { currency, held, owed, clients, receivers } = of;
  const opener = (figure: ReactNode): ReactNode => (
    <TextButton onClick={() => onOpen({ kind: 'exposure', title: es.allRows(currency), query: { currency } })}>
      {figure}
    </TextButton>
  );
  return (
    <Card title={es.exposure(currency)}>
      <div className={css.part}>
        <Facts
          inLine
          facts={[
            [es.total, opener(<MoneyText amount={exposureOf(of)} size="large" strong />)],
            [es.owed, opener(<MoneyText amount={moneyOf(owed, currency)} />)],
            [es.held, opener(<MoneyText amount={moneyOf(held, currency)} />)],
          ]}
        />
        <p className="quiet">{es.defined}</p>
        <div className={css.pair}>
          <Parties of={clients} by="clients" currency={currency} onOpen={onOpen} />
          <Parties of={receivers} by="receivers" currency={currency} onOpen={onOpen} />
        </div>
      </div>
    </Card>
  );
}

function Parties(props: {
  of: Exposure['clients'];
  by: 'clients' | 'receivers';
  currency: FinancedCurrency;
  onOpen: Open;
}) {
  const { of, by, currency, onOpen } = props;
  const key = by === 'clients' ? 'clientId' : 'companyId';
  const [one, many] = es.nouns[by];
  return (
    <div className={css.part}>
      <Bars
        label={es.largest[by]}
        headings={[es[by], es.share, es.amount]}
        bars={of.largest.map(({ id, name, share, ...amounts }) => ({
          key: id,
          label: name,
          length: Number(share),
          cells: [`${share} %`, <MoneyText key="amount" amount={exposureOf({ ...amounts, currency })} />],
          onOpen: () => onOpen({ kind: 'exposure', title: es.rowsOf(name, currency), query: { currency, [key]: id } }),
        }))}
      />
      <div className={css.foot}>
        <span>
          {es.five(of.concentration.five)} ·{' '}
          <Definition term={es.herfindahl(of.concentration.herfindahl.toLocaleString('es-MX'))}>
            {es.herfindahlHelp}
          </Definition>
        </span>
        <Button
          size="small"
          variant="quiet"
          onClick={() => onOpen({ kind: 'exposure', title: es.allRows(currency), query: { currency } })}
        >
          {es.all(formatCount(of.count, one, many))}
        </Button>
      </div>
    </div>
  );
}

function LinesCard({ lines }: Pick<Overview, 'lines'>) {
  const names = useProductNames();
  if (lines.length === 0) return null;
  return (
    <PhoneFoldedCard title={es.lines}>
      <div className={css.pair}>
        {lines.map(({ product, currency, limit, used, held, available }) => (
          <div key={`${product} ${currency}`} className={css.part}>
            <CreditBar
              label={es.line(names[product], currency)}
              available={moneyOf(available, currency)}
              limit={moneyOf(limit, currency)}
              compact
            />
            <Facts
              inLine
              facts={[
                [es.used, <MoneyText key="used" amount={moneyOf(used, currency)} />],
                [es.heldOfLine, <MoneyText key="held" amount={moneyOf(held, currency)} />],
              ]}
            />
          </div>
        ))}
      </div>
      <p className={css.foot}>
        <Link to={lenderPaths.clients}>{es.lineRows}</Link>
      </p>
    </PhoneFoldedCard>
  );
}

/** [OPE-05] Lines that end soon or have just ended, the first to end on top. */
function EndingLines({ lines }: { lines: Overview['endingLines'] }) {
  const names = useProductNames();
  if (lines.length === 0) return null;
  return (
    <Card title={es.endingLines}>
      <Rows>
        {lines.map(({ clientId, entityName, product, currency, limit, validUntil }) => (
          <Row key={`${clientId} ${product} ${currency}`}>
            <div>
              <Link to={lenderPaths.client} params={{ clientId }}>
                {entityName}
              </Link>
              <span className="quiet">{`${names[product]}, ${formatMoney(moneyOf(limit, currency))}`}</span>
            </div>
            <LineEnd validUntil={validUntil} />
          </Row>
        ))}
      </Rows>
      {lines.length === ENDING_LINES ? <p className="quiet">{es.moreEndingLines(ENDING_LINES)}</p> : null}
    </Card>
  );
}

const shades = { hour: 'good', 'four-hours': 'brand', day: 'warn', longer: 'bad' } as const;

function WaitingCard({ waiting }: Pick<Overview, 'waiting'>) {
  const navigate = useNavigate();
  const mayOpen = useMay(listInbox);
  return (
    <PhoneFoldedCard title={es.waiting}>
      <div className={css.pair}>
        {inboxQueues.map((queue) => (
          <div key={queue} className={css.part}>
            <h3>{es.queues[queue]}</h3>
            {waiting.some((part) => part.queue === queue && part.count > 0) ? (
              <Donut
                label={es.queues[queue]}
                noun={es.sales}
                parts={waiting
                  .filter((part) => part.queue === queue)
                  .map(({ age, count }) => ({
                    key: age,
                    label: es.ages[age],
                    count,
                    shade: shades[age],
                    ...(mayOpen && {
                      onOpen: () =>
                        void navigate({ to: lenderPaths.inbox, search: queue === 'answer' ? {} : { cola: queue } }),
                    }),
                  }))}
              />
            ) : (
              <p className="quiet">{es.noWaiting}</p>
            )}
          </div>
        ))}
      </div>
    </PhoneFoldedCard>
  );
}

function WeeksCard(props: { currency: FinancedCurrency; weeks: Overview['weeks']; onOpen: Open }) {
  const { currency, onOpen } = props;
  const weeks = props.weeks.filter((week) => week.currency === currency);
  const most = Math.max(1, ...weeks.map(({ deposit }) => Number(deposit)));
  return (
    <PhoneFoldedCard title={es.weeks(currency)}>
      {weeks.length === 0 ? (
        <p className="quiet">{es.noWeeks}</p>
      ) : (
        <div className={css.part}>
          <Bars
            label={es.weeks(currency)}
            headings={[es.week, es.count, es.deposit, es.yield]}
            bars={weeks.map(({ monday, sales, deposit, yield: rate }) => ({
              key: monday,
              label: formatDate(monday),
              length: (100 * Number(deposit)) / most,
              cells: [
                sales.toLocaleString('es-MX'),
                <MoneyText key="deposit" amount={moneyOf(deposit, currency)} />,
                rate === null ? es.none : `${formatDecimal(rate)} %`,
              ],
              onOpen: () =>
                onOpen({ kind: 'week', title: es.weekRows(formatDate(monday), currency), query: { currency, monday } }),
            }))}
          />
          <p className="quiet">{es.yieldHelp}</p>
        </div>
      )}
    </PhoneFoldedCard>
  );
}
