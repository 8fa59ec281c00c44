import { confirmPayout } from '@anticipa/contract/collections';
import type { PayablePayout } from '@anticipa/contract/payables';
import { moneyOf } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { formatMoney } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { AccountText, accountColumn } from './account.tsx';
import { useBookPayout } from './api.ts';
import { BookedByHand } from './booked-by-hand.tsx';
import { es } from './es.ts';
import { type Line, PaymentTable, statusColumn } from './payment-table.tsx';

const texts = es.payouts;
const rowId = ({ clientId, currency }: PayablePayout): string => `${clientId} ${currency}`;
const amountOf = ({ amount, currency }: PayablePayout) => moneyOf(amount, currency);

const columns: readonly Column<PayablePayout>[] = [
  {
    id: 'client',
    header: es.columns.client,
    value: ({ entityName }) => entityName,
    text: ({ entityName, clientRFC }) => `${entityName} ${clientRFC}`,
    cell: ({ entityName, clientRFC, count, forwarded, currency }) => (
      <CellPair
        note={
          forwarded === '0.00'
            ? `${clientRFC} · ${es.invoices(count)}`
            : texts.forwarded(es.invoices(count), formatMoney(moneyOf(forwarded, currency)))
        }
      >
        {entityName}
      </CellPair>
    ),
    width: 'minmax(13rem, 2fr)',
    breaks: true,
    card: 'title',
  },
  accountColumn(es.severalAccounts),
  amountColumn({ id: 'amount', header: es.columns.amount, pick: amountOf, total: everyRow, card: 'figure' }),
  statusColumn(),
];

const lineOf = (payout: PayablePayout): Line => ({
  name: payout.entityName,
  amount: amountOf(payout),
  account: payout.account,
  wanted: { purpose: 'payout', clientId: payout.clientId, amount: payout.amount },
});

/** The rest of settled invoices, which goes back to their clients, in one transfer for each client and currency. */
export function Payouts({ payouts, now }: { payouts: readonly PayablePayout[]; now: string }) {
  return (
    <PaymentTable
      texts={texts}
      rows={payouts}
      columns={columns}
      rowId={rowId}
      lineOf={lineOf}
      mayRegister={useMay(confirmPayout)}
      dialogOf={(payout, onClose) => <PayoutDialog payout={payout} now={now} onClose={onClose} />}
    />
  );
}

function PayoutDialog({ payout, now, onClose }: { payout: PayablePayout; now: string; onClose: () => void }) {
  const { entityName, account, count } = payout;
  const amount = formatMoney(amountOf(payout));
  return (
    <BookedByHand
      now={now}
      title={texts.handTitle(entityName)}
      text={texts.handText(amount, count)}
      amount={amount}
      to={<AccountText of={account} none={es.severalAccounts} />}
      booking={useBookPayout(payout)}
      done={texts.handDone(entityName)}
      onClose={onClose}
    />
  );
}
