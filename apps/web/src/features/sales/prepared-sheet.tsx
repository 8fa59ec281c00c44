import type { getPreparedSale } from '@anticipa/contract/prepared-sales';
import type { ResponseOf } from '@anticipa/contract/route';
import { moneyOf } from '@anticipa/domain/money';
import { formatFolio } from '@anticipa/texts/format';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate, formatMoney, formatTableDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { creditQuery, openInvoicesQuery } from '../../lib/queries.ts';
import { isReadOnly, useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { giveBack, preparedSaleQuery, refreshLists } from './api.ts';
import { ReturnDialog, WithdrawDialog } from './components/prepared-dialogs.tsx';
import { SaleSummary } from './components/sale-summary.tsx';
import css from './prepared.module.css';
import { ProblemNotice, SaleDialog } from './sale-screen.tsx';
import { choose, setDate, setOrder } from './use-draft.ts';
import { useOwnBound, useOwnGrant } from './use-grant.ts';
import { type Portfolio, usePortfolio } from './use-offers.ts';
import { useSaleFlow } from './use-sale-flow.ts';
import { marketOf, productNames } from './view-model/market.ts';
import type { Offer } from './view-model/offer.ts';
import { type Acceptance, acceptanceNow, type PreparedRow, preparedToday, priceChange } from './view-model/prepared.ts';
import { preparedTexts } from './view-model/prepared-texts.ts';
import { totalsOf } from './view-model/totals.ts';

const route = getRouteApi('/private/toAccept/$id');
const texts = preparedTexts.sheet;

type Prepared = ResponseOf<typeof getPreparedSale>['data'];

/** The prepared sale of the address. */
export function PreparedRoute() {
  const { id } = route.useParams();
  return <PreparedSheet key={id} id={id} />;
}

/** [DER-07] A prepared sale at today's price: what changed, what is taken out, and the decision about it. */
export function PreparedSheet({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(preparedSaleQuery(id));
  const portfolio = usePortfolio();
  const failed = error !== null || portfolio.status === 'failed';
  return (
    <Page title={preparedTexts.title} back={{ to: paths.toAccept, label: texts.back }}>
      {data && portfolio.status === 'ready' ? (
        <Sheet sale={data} portfolio={portfolio} />
      ) : (
        <QueryFallback failed={failed} onRetry={refetch} title={preparedTexts.failed} lines={8}>
          {error instanceof ApiRefusal ? (error.status < 500 ? texts.missing : error.message) : null}
        </QueryFallback>
      )}
    </Page>
  );
}

/**
 * [DER-16] Gives back the holds of an acceptance that was interrupted, perhaps on another device, and answers with what can be
 * held again at the price of this moment. Its page may be gone, and the key of its hold with it.
 */
function useHeldAgain({ preparedId }: Prepared, out: ReadonlySet<string>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ numbers }: Acceptance): Promise<readonly Offer[]> => {
      await giveBack([...numbers]);
      await refreshLists(queries);
      const { items } = await queries.fetchQuery({ ...preparedSaleQuery(preparedId), staleTime: 0 });
      const open = queries.getQueryData(openInvoicesQuery.queryKey);
      const credit = await queries.ensureQueryData(creditQuery);
      return preparedToday(items, { invoices: open?.invoices ?? [], market: marketOf(credit) }, out).selected.offers;
    },
  });
}

function Sheet({ sale, portfolio }: { sale: Prepared; portfolio: Portfolio }) {
  const navigate = useNavigate();
  const { market, offers } = portfolio;
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const today = useMemo(
    () => preparedToday(sale.items, { invoices: offers.map(({ invoice }) => invoice), market }, out),
    [sale.items, offers, market, out],
  );
  const flow = useSaleFlow(sale.preparedId);
  const { selected, rows } = today;
  const accept = (): void => void flow.holdInvoices(selected.offers);
  const toggle = (documentId: string): void => setOut((now) => now.symmetricDifference(new Set([documentId])));
  const isWaiting = sale.state === 'waiting';
  const isAccepting = flow.flow.step !== 'invoices';
  const heldAgain = useHeldAgain(sale, out);
  const acceptance = isWaiting && !isAccepting ? acceptanceNow(sale.items) : null;
  const resume = (begun: Acceptance): void =>
    heldAgain.mutate(begun, { onSuccess: (found) => (found.length > 0 ? flow.holdInvoices(found) : undefined) });
  const leave = (): void => void navigate({ to: paths.toAccept });
  return (
    <div className={css.sheet}>
      <Card
        title={
          sale.isOwn
            ? preparedTexts.preparedByYou(formatTableDate(sale.preparedAt))
            : preparedTexts.prepared(sale.preparedBy, formatTableDate(sale.preparedAt))
        }
        aside={<StatusBadge tone={isWaiting ? 'info' : 'neutral'}>{preparedTexts.states[sale.state]}</StatusBadge>}
      >
        {sale.note === null ? null : <p>{preparedTexts.note(sale.note)}</p>}
        <Ended sale={sale} />
        {acceptance ? (
          <Notice
            tone="warn"
            title={
              acceptance.isOwn
                ? texts.accepting.own(acceptance.until)
                : texts.accepting.other(acceptance.by, acceptance.until)
            }
          >
            {acceptance.isOwn ? texts.accepting.ownNext : texts.accepting.otherNext(sale.mayAccept)}
          </Notice>
        ) : null}
        {heldAgain.error && !isAccepting ? <Notice tone="bad">{failureText(heldAgain.error)}</Notice> : null}
        {isWaiting && !acceptance?.isOwn && !(acceptance && selected.offers.length === 0) ? (
          <PriceNow rows={rows} preparedAt={sale.preparedAt} />
        ) : null}
        {flow.problem && !isAccepting ? (
          <ProblemNotice
            problem={flow.problem}
            busy={flow.busy}
            onRetry={flow.problem.unanswered ? flow.holdAgain : accept}
            onInvoices={() => flow.setProblem(null)}
            onRemove={(ids) => {
              setOut((now) => now.union(new Set(ids)));
              flow.setProblem(null);
            }}
          />
        ) : null}
        <Decision
          {...{ sale, today, portfolio, acceptance }}
          busy={(flow.busy || heldAgain.isPending) && !isAccepting}
          onAccept={acceptance?.isOwn ? () => resume(acceptance) : accept}
        />
      </Card>
      <Card title={preparedTexts.of(sale.count)}>
        <ul className={css.taken} aria-label={texts.table}>
          {rows.map((row) => (
            <Row
              key={row.item.documentId}
              row={row}
              isOut={out.has(row.item.documentId)}
              onToggle={isWaiting ? toggle : null}
            />
          ))}
        </ul>
      </Card>
      {isWaiting && !acceptance?.isOwn && selected.offers.length > 0 ? (
        <SaleSummary
          groups={totalsOf(selected.groups)}
          names={productNames(market)}
          lines={selected.lines.filter(({ before, after }) => before.cents !== after.cents)}
          market={market}
        />
      ) : null}
      {isAccepting ? (
        <SaleDialog
          sale={flow}
          market={market}
          first={{ body: null, footer: null, onRetry: accept }}
          isLeft={false}
          onClose={leave}
          onFollow={([first, second]) =>
            first === undefined || second !== undefined
              ? void navigate({ to: paths.sales })
              : void navigate({ to: paths.sale, params: { number: String(first) } })
          }
        />
      ) : null}
    </div>
  );
}

/** The end of its waiting: by whom, when and why. */
function Ended({ sale }: { sale: Prepared }) {
  const { state, endedBy, endedAt, reason } = sale;
  if (state === 'waiting') return null;
  // One whose dates have come is over some minutes before it is ended.
  const at = endedAt === null ? '' : formatTableDate(endedAt);
  return (
    <Notice tone={state === 'returned' ? 'warn' : 'info'}>
      {state === 'expired' ? texts.ended.expired : texts.ended[state](endedBy ?? '—', at)}
      {reason === null ? null : ` ${preparedTexts.reason(reason)}`}
    </Notice>
  );
}

/** [DER-07] What the invoices bring today, beside what its preparer saw. */
function PriceNow({ rows, preparedAt }: { rows: readonly PreparedRow[]; preparedAt: string }) {
  const changes = priceChange(rows);
  if (changes.length === 0) return <p>{texts.price.nothing}</p>;
  return (
    <div className={css.price}>
      {changes.map(({ now, before, difference }) => (
        <div key={now.currency} className={css.figures}>
          <span>{texts.price.now}</span>
          <MoneyText amount={now} size="large" strong />
          <span className="quiet">
            {difference.cents === 0n
              ? texts.price.same
              : `${texts.price.before(formatMoney(before), formatTableDate(preparedAt))} · ${
                  difference.cents > 0n
                    ? texts.price.more(formatMoney(difference))
                    : texts.price.less(formatMoney({ ...difference, cents: -difference.cents }))
                }`}
          </span>
        </div>
      ))}
    </div>
  );
}

function Row(props: { row: PreparedRow; isOut: boolean; onToggle: ((documentId: string) => void) | null }) {
  const { row, isOut, onToggle } = props;
  const { item, offer, problem, isTaken } = row;
  const now = offer?.price?.deposit ?? null;
  const [then, total] = [moneyOf(item.initialDeposit, item.currency), moneyOf(item.total, item.currency)];
  const isSellable = problem === null || isOut;
  const folio = formatFolio(item);
  return (
    <li data-out={isTaken || onToggle === null ? undefined : true}>
      <span className={css.cell}>
        {onToggle && isSellable ? (
          <Checkbox
            label={`${folio} · ${item.receiverName}`}
            checked={!isOut}
            onChange={() => onToggle(item.documentId)}
          />
        ) : (
          <strong>
            {folio} · {item.receiverName}
          </strong>
        )}
      </span>
      <span className={css.number}>
        <span className="quiet">{texts.columns.total}</span>
        <MoneyText amount={total} />
      </span>
      <span className={css.number}>
        <span className="quiet">{texts.columns.due}</span>
        {formatDate(offer?.dueDate ?? item.dueDate)}
      </span>
      <span className={css.number}>
        <span className="quiet">{onToggle ? texts.columns.now : texts.columns.before}</span>
        <span className={css.now}>
          {onToggle ? now ? <MoneyText amount={now} /> : '—' : <MoneyText amount={then} />}
        </span>
        {onToggle && now && now.cents !== then.cents ? (
          <small className="quiet">
            {texts.columns.before} {formatMoney(then)}
          </small>
        ) : null}
      </span>
      {problem !== null && onToggle ? (
        <span className={css.problem} data-held={item.elsewhere?.kind === 'held' || undefined}>
          {problem}{' '}
          {item.elsewhere?.kind === 'sold' ? (
            <Link to={paths.sale} params={{ number: String(item.elsewhere.numberOfSale) }}>
              {texts.elsewhere.seeSale}
            </Link>
          ) : null}
        </span>
      ) : null}
    </li>
  );
}

/** Accepts, returns, withdraws or prepares it again, as far as the person may; otherwise says who can. */
function Decision(props: {
  sale: Prepared;
  today: ReturnType<typeof preparedToday>;
  portfolio: Portfolio;
  acceptance: Acceptance | null;
  busy: boolean;
  onAccept: () => void;
}) {
  const { sale, today, portfolio, acceptance, busy, onAccept } = props;
  const user = useUser();
  const navigate = useNavigate();
  const grant = useOwnGrant(today.selected.offers, portfolio.market);
  const bound = useOwnBound();
  const [asked, setAsked] = useState<'return' | 'withdraw' | null>(null);
  if (isReadOnly(user))
    return sale.state === 'waiting' ? <p className="quiet">{texts.mayNot(sale.acceptors)}</p> : null;
  const mayWithdraw = sale.isOwn || user.isAdmin;
  const isWaiting = sale.state === 'waiting';
  if (!isWaiting && sale.state !== 'returned') return null;
  const isOwn = acceptance?.isOwn === true;
  const none = acceptance ? texts.accepting.wait(acceptance.by, acceptance.until) : texts.none;
  const noneLeft = today.selected.offers.length === 0 && !isOwn ? none : null;
  const above = grant.mayAccept || !bound ? null : texts.aboveOwn(formatMoney(bound), grant.others);
  /** Chooses its invoices with their terms on the dashboard, where they are corrected and left again. */
  const again = (): void => {
    for (const { item, offer } of today.rows) {
      if (!offer) continue;
      choose(item.documentId);
      if (item.product !== 'FB') setDate(item.documentId, item.dueDate);
      if (item.purchaseOrder) setOrder(item.documentId, item.purchaseOrder);
    }
    void navigate({ to: paths.home, hash: 'vender' });
  };
  return (
    <>
      {isWaiting && user.saleRight !== 'accept' ? <p>{texts.mayNot(sale.acceptors)}</p> : null}
      <div className={css.actions}>
        {isWaiting && user.saleRight === 'accept' ? (
          <>
            <Button variant="primary" busy={busy} disabledReason={noneLeft ?? above} onClick={onAccept}>
              {busy ? texts.holding : isOwn ? texts.accepting.resume : texts.accept}
            </Button>
            <Button onClick={() => setAsked('return')}>{texts.return}</Button>
          </>
        ) : null}
        {sale.state === 'returned' && sale.isOwn ? (
          <Button variant="primary" onClick={again}>
            {texts.again}
          </Button>
        ) : null}
        {mayWithdraw ? (
          <Button variant="quiet" onClick={() => setAsked('withdraw')}>
            {texts.withdraw}
          </Button>
        ) : null}
      </div>
      {asked === 'return' ? <ReturnDialog {...{ sale, acceptance }} onClose={() => setAsked(null)} /> : null}
      {asked === 'withdraw' ? <WithdrawDialog {...{ sale, acceptance }} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
