import { lenderSaleProof, type Transfer } from '@anticipa/contract/transfers';
import { moneyOf } from '@anticipa/domain/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatTableDate } from '../../../lib/format.ts';
import { lenderPaths } from '../../../lib/lender-paths.ts';
import { useMay } from '../../../lib/may.ts';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { LoadFallback } from '../../../ui/feedback/load-fallback.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import { ProofButton, TransferBadge } from '../../../ui/transfer.tsx';
import { type SaleUnderReview, transfersQuery } from '../api.ts';
import { es } from '../es.ts';
import css from '../sale-review.module.css';

const texts = es.standing;

const inTrouble: readonly Transfer['state'][] = ['failed', 'returned', 'closed'];
const counted = ['in-credit', 'overdue', 'paid', 'written-off', 'rejected'] as const;

/** Standing of an answered sale: its deposit with the transfers, and its invoices. */
export function Standing({ data: { sale, deposit, standings } }: { data: SaleUnderReview }) {
  const counts = counted.flatMap((each) => {
    const count = standings.filter(({ standing }) => standing === each).length;
    return count === 0 ? [] : texts.counts[each](count);
  });
  const { data: transfers, error, refetch } = useQuery(transfersQuery(sale.saleId));
  const isLost = transfers?.some(
    ({ state, trackingKey }) => state === 'returned' && trackingKey === deposit?.trackingKey,
  );
  return (
    <Card title={texts.title}>
      {isLost ? (
        <p>{texts.lost}</p>
      ) : deposit ? (
        <>
          <p>{texts.deposited(formatTableDate(deposit.at))}</p>
          <p>
            {texts.key}: {deposit.trackingKey} <CopyButton what={texts.key} text={deposit.trackingKey} />
          </p>
        </>
      ) : (
        <p>{es.closed.answered}</p>
      )}
      {counts.length > 0 ? <p>{counts.join(' · ')}</p> : null}
      {transfers ? (
        <Transfers saleId={sale.saleId} transfers={transfers} />
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={1} />
      )}
    </Card>
  );
}

/** The transfers of the deposit, newest first; nothing where it was paid by hand or not ordered yet. */
function Transfers({ saleId, transfers }: { saleId: string; transfers: readonly Transfer[] }) {
  const mayProve = useMay(lenderSaleProof);
  if (transfers.length === 0) return null;
  const [latest] = transfers;
  return (
    <>
      <ul className={css.checks} aria-label={texts.transfers}>
        {transfers.map(({ orderId, state, amount, clabe, trackingKey, orderedAt, settledAt, failure }) => (
          <li key={orderId}>
            <TransferBadge state={state} />
            <span className={css.rule}>
              <MoneyText amount={moneyOf(amount, 'MXN')} /> {texts.to(clabe.slice(-4))}
              {failure === null ? null : ` · ${failure}`}
            </span>
            <span className={css.source}>
              {trackingKey} · {formatTableDate(settledAt ?? orderedAt)}
            </span>
          </li>
        ))}
      </ul>
      {latest && inTrouble.includes(latest.state) ? <Link to={lenderPaths.transfers}>{texts.trouble}</Link> : null}
      {mayProve && transfers.some(({ state }) => state === 'paid') ? (
        <ButtonRow>
          <ProofButton of={{ saleId }} format="pdf" />
          <ProofButton of={{ saleId }} format="xml" />
        </ButtonRow>
      ) : null}
    </>
  );
}
