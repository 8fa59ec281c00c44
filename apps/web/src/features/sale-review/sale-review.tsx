import { answerSale, withdrawAuthorisation } from '@anticipa/contract/lender';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ApiRefusal } from '../../lib/api-client.ts';
import { causeText } from '../../lib/failure-text.ts';
import { formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { Page } from '../../ui/page.tsx';
import { type SaleUnderReview, saleQuery } from './api.ts';
import type { Documents } from './components/questions.tsx';
import { Review } from './components/review.tsx';
import { SaleFacts } from './components/sale-facts.tsx';
import { Outcome, SecondPerson } from './components/second-person.tsx';
import { Standing } from './components/standing.tsx';
import { Answered } from './components/withdrawal.tsx';
import { es } from './es.ts';
import css from './sale-review.module.css';

const route = getRouteApi('/desk/lender/sales/$saleId');

/** The sale of the address. */
export function SaleRoute({ documents }: { documents: Documents }) {
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
  const { sale, viewers } = data;
  const mayAnswer = useMay(answerSale);
  const mayWithdraw = useMay(withdrawAuthorisation);
  const [latest] = data.returns;
  const isReturned = sale.state === 'requested' && latest?.answer === null;
  return (
    <div className={css.screen}>
      <SaleFacts data={data} />
      <Closed data={data} />
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

/** Standing of a sale that no operator can answer, any more or yet. */
function Closed({ data }: { data: SaleUnderReview }) {
  const { state } = data.sale;
  if (state === 'requested') return null;
  if (state === 'answered' || state === 'disbursed') return <Standing data={data} />;
  return <Notice tone="info">{state === 'cancelled' ? es.closed.cancelled : es.closed.other}</Notice>;
}

/** Latest correction asked of the client, and its answer. */
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
