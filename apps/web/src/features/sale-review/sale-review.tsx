import { answerSale, withdrawAuthorisation } from '@anticipa/contract/lender';
import { moneyOf } from '@anticipa/domain/money';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { causeText } from '../../lib/failure-text.ts';
import { formatMoney, formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { type SaleUnderReview, saleQuery } from './api.ts';
import { type Documents, Review } from './components/review.tsx';
import { Outcome, SecondPerson } from './components/second-person.tsx';
import { Terms } from './components/terms.tsx';
import { Answered } from './components/withdrawal.tsx';
import { es } from './es.ts';
import css from './sale-review.module.css';

const route = getRouteApi('/desk/lender/sales/$saleId');

/** The sale of the address. */
export function SaleOfAddress({ documents }: { documents: Documents }) {
  const { saleId } = route.useParams();
  return <SaleReview key={saleId} saleId={saleId} documents={documents} />;
}

/** One sale with the evidence of each invoice, to be answered. */
export function SaleReview({ saleId, documents }: { saleId: string; documents: Documents }) {
  const { data, error, refetch } = useQuery(saleQuery(saleId));
  const back = { to: lenderPaths.inbox, label: es.inbox };
  return (
    <Page title={data ? es.title(data.sale.numberOfSale) : es.inbox} back={back}>
      {data ? (
        <Sheet data={data} documents={documents} />
      ) : (
        <QueryFallback failed={error !== null} onRetry={refetch} title={es.failed} lines={8}>
          {error instanceof ApiRefusal && error.status === 404 ? es.missing : error && causeText(error)}
        </QueryFallback>
      )}
    </Page>
  );
}

function Sheet({ data, documents }: { data: SaleUnderReview; documents: Documents }) {
  const { sale, line, promisedAt, viewers } = data;
  const mayAnswer = useMay(answerSale);
  const mayWithdraw = useMay(withdrawAuthorisation);
  const [latest] = data.returns;
  const isReturned = sale.state === 'requested' && latest?.answer === null;
  const alone = aloneText(data);
  const ofLine = (amount: string) => <MoneyText amount={moneyOf(amount, line.currency)} />;
  return (
    <div className={css.screen}>
      <Card title={es.requested(sale.entityName, sale.clientRFC)}>
        <dl className={css.facts}>
          <Fact label={es.facts.total}>
            <MoneyText amount={moneyOf(sale.totals.total, sale.currency)} />
          </Fact>
          <Fact label={es.facts.deposit}>
            <MoneyText amount={moneyOf(sale.totals.initialDeposit, sale.currency)} strong />
          </Fact>
          <Fact label={es.facts.requested}>{sale.requestedAt && formatTableDate(sale.requestedAt)}</Fact>
          <Fact label={es.facts.promised}>{promisedAt && formatTableDate(promisedAt)}</Fact>
          <Fact label={es.facts.line}>{ofLine(line.limit)}</Fact>
          <Fact label={es.facts.used}>{ofLine(line.used)}</Fact>
          <Fact label={es.facts.held}>{ofLine(line.held)}</Fact>
          {alone ? (
            <Fact label={es.facts.alone} isSentence>
              {alone}
            </Fact>
          ) : null}
        </dl>
        <Terms acceptance={data.acceptance} />
      </Card>
      {sale.state === 'requested' ? null : <Notice tone="info">{closedText(sale.state)}</Notice>}
      {sale.state === 'requested' && !mayAnswer ? <Notice tone="info">{es.role}</Notice> : null}
      {viewers.length > 0 ? <Notice tone="info">{es.viewers(viewers)}</Notice> : null}
      {latest ? <Returned latest={latest} /> : null}
      {sale.waitsForSecond ? (
        <SecondPerson data={data} documents={documents} />
      ) : (
        <>
          <Outcome data={data} />
          {sale.state === 'answered' && mayWithdraw ? (
            <Answered data={data} documents={documents} />
          ) : (
            <Review data={data} documents={documents} isOpen={sale.state === 'requested' && mayAnswer && !isReturned} />
          )}
        </>
      )}
    </div>
  );
}

/** What the operator may authorise alone; null if nothing limits it. */
function aloneText({ sale, approval }: SaleUnderReview): string | null {
  if (approval === null) return null;
  const money = (amount: string): string => formatMoney(moneyOf(amount, sale.currency));
  const { perSale, perDay, earlier } = approval;
  const { alone } = es.second;
  return [perSale && alone.sale(money(perSale)), perDay && alone.day(money(perDay), money(earlier))]
    .filter(Boolean)
    .join('; ');
}

/** What the client was last asked to correct, and how it answered. */
function Returned({ latest: { by, at, message, answer } }: { latest: SaleUnderReview['returns'][number] }) {
  const texts = es.returned;
  return answer === null ? (
    <Notice tone="warn" title={texts.waiting(by, formatTableDate(at))}>
      {message}
    </Notice>
  ) : (
    <Notice tone="info" title={texts.answered(formatTableDate(answer.at))}>
      {answer.note ?? texts.noNote} {texts.asked(message)}
    </Notice>
  );
}

/** A figure of the sale, label above value. */
const Fact = ({
  label,
  isSentence = false,
  children,
}: {
  label: string;
  isSentence?: boolean;
  children: ReactNode;
}) => (
  <div className={isSentence ? css.sentence : undefined}>
    <dt>{label}</dt>
    <dd>{children ?? '—'}</dd>
  </div>
);

const closedText = (state: SaleUnderReview['sale']['state']): string =>
  state === 'answered' || state === 'disbursed' || state === 'cancelled' ? es.closed[state] : es.closed.other;
