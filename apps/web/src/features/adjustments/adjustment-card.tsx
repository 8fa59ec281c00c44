import { type Adjustment, adjustInvoice } from '@anticipa/contract/adjustments';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { adjustmentNames } from '@anticipa/texts/adjustments';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { DialogButton } from '../../ui/overlay/dialog-button.tsx';
import { AdjustmentDialog } from './adjustment-dialog.tsx';
import { adjustmentsQuery } from './api.ts';
import { es } from './es.ts';

/** [DIN-60] What changed the debt of an invoice without a transfer, and what can be done when its receiver does not pay. */
export function AdjustmentCard({ documentId }: { documentId: string }) {
  const may = useMay(adjustInvoice);
  const [asked, setAsked] = useSearchParam('ajuste');
  const { data, error, refetch } = useQuery(adjustmentsQuery(documentId));
  if (!data)
    return (
      <Card title={es.title}>
        <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={3} />
      </Card>
    );
  const { standing, possible, today, currency, creditNotes } = data;
  const of = { documentId, currency, today, creditNotes };
  const money = (amount: string): string => formatMoney(moneyOf(amount, currency));
  const opened = may ? possible.find((kind) => kind === asked) : undefined;
  return (
    <Card title={es.title}>
      {opened ? <AdjustmentDialog of={{ ...of, kind: opened }} onClose={() => setAsked('')} /> : null}
      {standing && standing.buyBack !== '0.00' ? (
        <Facts
          facts={[
            [es.receiver, money(standing.receiver)],
            [es.buyBack, money(standing.buyBack)],
            [es.toBuyBack, <strong key="pays">{money(standing.toBuyBack)}</strong>],
          ]}
        />
      ) : null}
      {data.data.length === 0 ? <p className="quiet">{es.none}</p> : null}
      <ul className="stack">
        {data.data.map((made) => (
          <li key={made.adjustmentId}>
            <Made made={made} currency={currency} />
            {may && made.canWithdraw ? (
              <DialogButton
                size="small"
                aria-label={es.withdrawOf(es.done[made.kind])}
                dialog={(close) => (
                  <AdjustmentDialog of={{ ...of, kind: 'withdrawal', withdraws: made.adjustmentId }} onClose={close} />
                )}
              >
                {es.withdraw}
              </DialogButton>
            ) : null}
          </li>
        ))}
      </ul>
      {may && possible.length > 0 ? (
        <ButtonRow role="group" aria-label={es.actions}>
          {possible.map((kind) => (
            <DialogButton
              key={kind}
              size="small"
              dialog={(close) => <AdjustmentDialog of={{ ...of, kind }} onClose={close} />}
            >
              {adjustmentNames[kind]}
            </DialogButton>
          ))}
        </ButtonRow>
      ) : null}
    </Card>
  );
}

function Made({ made, currency }: { made: Adjustment; currency: FinancedCurrency }) {
  const money = (amount: string): string => formatMoney(moneyOf(amount, currency));
  const { kind, amount, covered, payBy, cfdiUuid, valueDate, bookedBy, reason } = made;
  return (
    <>
      <p>
        <strong>{es.done[kind]}</strong> · {es.row(money(amount), money(covered))}
        {payBy === null ? null : ` · ${es.payBy(formatDate(payBy))}`}
        {cfdiUuid === null ? null : ` · ${es.note(cfdiUuid)}`}
      </p>
      <p className="quiet">{es.by(formatDate(valueDate), bookedBy, reason)}</p>
    </>
  );
}
