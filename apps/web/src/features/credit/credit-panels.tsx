import { useQuery } from '@tanstack/react-query';
import { formatDate, formatExchangeRate, formatMoney } from '../../lib/format.ts';
import { creditQuery } from '../../lib/queries.ts';
import { Breakdown } from '../../ui/breakdown.tsx';
import { Card } from '../../ui/card.tsx';
import { CreditBar } from '../../ui/chart/credit-bar.tsx';
import { Definition } from '../../ui/definition.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import css from './credit.module.css';
import { es } from './es.ts';
import { type LinePanel, type ProductPanel, panelsOf } from './view-model.ts';

/** [TAB-01, TAB-10] The available credit per product and currency. */
export function CreditPanels() {
  const { data, isError, refetch } = useQuery(creditQuery);
  if (!data) {
    return (
      <Card title={es.title}>
        <QueryFallback failed={isError} onRetry={refetch} lines={2} height="tile">
          {es.failed}
        </QueryFallback>
      </Card>
    );
  }
  const panels = panelsOf(data);
  if (panels.length === 0) return null;
  const multi = panels.some(({ lines }) => lines.some(({ equivalent }) => equivalent !== null));
  return (
    <Card
      title={es.title}
      aside={
        multi ? (
          <span className={css.rate}>
            {es.rate(formatExchangeRate(data.tipoCambio))}{' '}
            {data.tipoCambioPublished ? (
              data.tipoCambioDate ? (
                es.rateOf(formatDate(data.tipoCambioDate), data.tipoCambioSource ?? '')
              ) : null
            ) : (
              <Definition term={es.referenceRate}>{es.referenceMeaning}</Definition>
            )}
          </span>
        ) : null
      }
    >
      <div className={css.panels}>
        {panels.map((panel) => (
          <Panel key={panel.product} panel={panel} />
        ))}
      </div>
    </Card>
  );
}

function Panel({ panel }: { panel: ProductPanel }) {
  return (
    <section className={css.panel} aria-label={panel.name}>
      <h3>{panel.name}</h3>
      {panel.active ? null : (
        <Notice tone="warn" title={es.blocked}>
          {es.blockedRemedy}
        </Notice>
      )}
      {panel.lines.length === 0 ? <p className={css.quiet}>{es.noLine}</p> : null}
      {panel.lines.map((line) => (
        <Line key={line.id} line={line} name={panel.name} />
      ))}
    </section>
  );
}

function Line({ line, name }: { line: LinePanel; name: string }) {
  const { available, left, limit, used, held, equivalent, validUntil, hasEnded } = line;
  return (
    <div className={css.line}>
      <div className={css.figure}>
        <Breakdown
          title={es.breakdown.title}
          lines={[
            { label: es.breakdown.limit, value: formatMoney(limit) },
            { label: `${es.minus} ${es.breakdown.used}`, value: formatMoney(used) },
            { label: `${es.minus} ${es.breakdown.held}`, value: formatMoney(held) },
          ]}
          result={{ label: es.breakdown.result, value: formatMoney(left) }}
        >
          <MoneyText amount={available} strong />
        </Breakdown>
        <span className={css.quiet}>{unbroken(es.of(formatMoney(limit)))}</span>
        {equivalent ? <span className={css.quiet}>{unbroken(es.equivalent(formatMoney(equivalent)))}</span> : null}
      </div>
      {validUntil && hasEnded ? (
        <Notice tone="warn" title={es.ended(formatDate(validUntil))}>
          {es.endedRemedy}
        </Notice>
      ) : null}
      {validUntil && !hasEnded ? <span className={css.quiet}>{es.until(formatDate(validUntil))}</span> : null}
      {hasEnded ? null : <CreditBar label={es.line(name, line.currency)} available={available} limit={limit} thin />}
    </div>
  );
}
