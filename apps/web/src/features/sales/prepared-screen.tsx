import type { PreparedSale } from '@anticipa/contract/to-accept';
import { moneyOf } from '@anticipa/domain/money';
import { defaultProductNames } from '@anticipa/texts/offer-texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDate, formatMoney, formatTableDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { preparedSalesQuery } from '../../lib/queries.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import css from './prepared.module.css';
import { preparedTexts } from './view-model/prepared-texts.ts';

const texts = preparedTexts;

/** [DER-06] The sales that wait for a person who accepts, and those returned to their preparer. */
export function PreparedScreen() {
  const { data, error, refetch } = useQuery(preparedSalesQuery);
  return (
    <Page title={texts.title} intro={texts.intro}>
      {data ? (
        <>
          {data.data.length > 0 ? (
            <ul className={css.list} aria-label={texts.title}>
              {data.data.map((sale) => (
                <Waiting key={sale.preparedId} sale={sale} />
              ))}
            </ul>
          ) : (
            <EmptyState
              drawing="papers"
              level={2}
              title={texts.emptyTitle}
              action={<Link to={paths.home}>{texts.toHome}</Link>}
            >
              {texts.empty}
            </EmptyState>
          )}
          {data.acceptors.length > 0 ? (
            <p className="quiet">
              {unbroken(
                texts.acceptors(
                  data.acceptors.map(({ name, acceptUpTo }) =>
                    acceptUpTo === null ? name : texts.upTo(name, formatMoney(moneyOf(acceptUpTo, 'MXN'))),
                  ),
                ),
              )}
            </p>
          ) : null}
        </>
      ) : (
        <QueryFallback failed={error !== null} onRetry={refetch} title={texts.failed} lines={6}>
          {null}
        </QueryFallback>
      )}
    </Page>
  );
}

function Waiting({ sale }: { sale: PreparedSale }) {
  const isReturned = sale.state === 'returned';
  return (
    <li className={css.waiting} data-tone={isReturned ? 'bad' : undefined}>
      <div className={css.what}>
        <span className={css.head}>
          <strong>
            {unbroken(
              sale.isOwn
                ? texts.preparedByYou(formatTableDate(sale.preparedAt))
                : texts.prepared(sale.preparedBy, formatTableDate(sale.preparedAt)),
            )}
          </strong>
          <StatusBadge tone={isReturned ? 'bad' : 'info'}>{texts.states[sale.state]}</StatusBadge>
        </span>
        {isReturned && sale.endedBy !== null && sale.endedAt !== null ? (
          <span>
            {unbroken(texts.returnedBy(sale.endedBy, formatTableDate(sale.endedAt)))}. {texts.reason(sale.reason ?? '')}
          </span>
        ) : null}
        {sale.note === null ? null : <span>{texts.note(sale.note)}</span>}
        <span className="quiet">
          {isReturned ? null : `${texts.until(formatDate(sale.lastDueDate))}. `}
          {sale.mayAccept || isReturned ? null : texts.sheet.mayNot(sale.acceptors)}
        </span>
      </div>
      <ul className={css.totals}>
        {sale.totals.map(({ product, currency, count, total }) => (
          <li key={`${product}${currency}`}>
            <MoneyText amount={moneyOf(total, currency)} strong />
            <span className="quiet">
              {texts.of(count)} · {defaultProductNames[product]}
            </span>
          </li>
        ))}
      </ul>
      <Link className={css.open} to={paths.preparedSale} params={{ id: sale.preparedId }}>
        {sale.mayAccept && !isReturned ? texts.open : texts.see}
      </Link>
    </li>
  );
}
