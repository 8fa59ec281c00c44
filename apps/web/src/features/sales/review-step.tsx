import type { Sale, SaleItem } from '@anticipa/contract/sales';
import { moneyOf, sum } from '@anticipa/domain/money';
import { rebatePerDay } from '@anticipa/domain/settlement';
import { formatFolio } from '@anticipa/texts/format';
import { useEffect, useMemo, useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { announce } from '../../ui/overlay/announcer.ts';
import { amountColumn, dateColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { SaleSummary } from './components/sale-summary.tsx';
import css from './sale.module.css';
import { secondsTo } from './view-model/hold-clock.ts';
import type { Market } from './view-model/market.ts';
import { stepTexts } from './view-model/step-texts.ts';
import { type GroupTotals, lowestAndHighest } from './view-model/totals.ts';

const columns: readonly Column<SaleItem>[] = [
  {
    id: 'receiver',
    header: stepTexts.columns.receiver,
    value: ({ receiverName }) => receiverName,
    width: 'minmax(12rem, 3fr)',
    card: 'title',
  },
  { id: 'folio', header: stepTexts.columns.folio, value: formatFolio, width: 'minmax(7rem, 1fr)', breaks: true },
  {
    id: 'order',
    header: stepTexts.columns.order,
    value: ({ purchaseOrder }) => purchaseOrder,
    text: ({ purchaseOrder }) => purchaseOrder ?? '—',
    width: 'minmax(8rem, 1fr)',
  },
  amountColumn({
    id: 'total',
    header: stepTexts.columns.total,
    pick: ({ total, currency }) => moneyOf(total, currency),
    total: null,
    width: '10.5rem',
    card: 'figure',
  }),
  dateColumn({ id: 'emitted', header: stepTexts.columns.emitted, pick: ({ emittedOn }) => emittedOn, width: '7.5rem' }),
  dateColumn({ id: 'due', header: stepTexts.columns.due, pick: ({ dueDate }) => dueDate, width: '8.5rem' }),
  {
    id: 'days',
    header: stepTexts.columns.days,
    value: ({ paymentDays }) => paymentDays,
    align: 'end',
    width: '9.5rem',
  },
  amountColumn({
    id: 'deposit',
    header: stepTexts.columns.deposit,
    pick: ({ initialDeposit, currency }) => moneyOf(initialDeposit, currency),
    total: null,
    width: '10.5rem',
  }),
];
const rowId = ({ documentId }: SaleItem): string => documentId;

/** [RES-01] The invoices to sell as held by the server, and the time left. */
export function ReviewStep(props: {
  sales: readonly Sale[];
  until: number;
  names: ReadonlyMap<string, string>;
  market: Market;
  mail: boolean;
  onMail: (mail: boolean) => void;
}) {
  const { sales, until, names, market, mail, onMail } = props;
  const user = useUser();
  const items = useMemo(() => sales.flatMap((sale) => sale.items), [sales]);
  return (
    <div className={css.review}>
      <h3>{stepTexts.review.heading}</h3>
      <Countdown until={until} />
      <SaleSummary groups={bookedGroups(sales)} names={names} market={market} />
      <DataTable
        label={stepTexts.review.table}
        noun={['factura', 'facturas']}
        rows={items}
        columns={columns}
        rowId={rowId}
        empty={null}
      />
      <div data-print="hide">
        <Checkbox
          label={stepTexts.review.copy(user.email)}
          checked={mail}
          onChange={(event) => onMail(event.target.checked)}
        />
      </div>
    </div>
  );
}

/** The server's figures in the shape of the summary. */
export const bookedGroups = (sales: readonly Sale[]): readonly GroupTotals[] =>
  sales.map(({ product, currency, items, totals }) => ({
    product,
    currency,
    count: items.length,
    unpriced: 0,
    annualCosts: lowestAndHighest(items.map(({ effectiveAnnualCost }) => effectiveAnnualCost)),
    totals: {
      total: moneyOf(totals.total, currency),
      interest: moneyOf(totals.comision, currency),
      iva: moneyOf(totals.iva, currency),
      aforo: moneyOf(totals.aforo, currency),
      advance: moneyOf(totals.adelanto, currency),
      ...(totals.openingCommission &&
        totals.openingIva && {
          opening: {
            commission: moneyOf(totals.openingCommission, currency),
            iva: moneyOf(totals.openingIva, currency),
          },
        }),
      deposit: moneyOf(totals.initialDeposit, currency),
    },
    rebatePerDay: sum(
      currency,
      items
        .filter(({ earlyRebate }) => earlyRebate)
        .map(({ comision, paymentDays }) => rebatePerDay({ interest: moneyOf(comision, currency), days: paymentDays })),
    ),
  }));

const ANNOUNCED_AT_SECONDS: ReadonlySet<number> = new Set([300, 60]);

function Countdown({ until }: { until: number }) {
  const [seconds, setSeconds] = useState(() => secondsTo(until));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsTo(until)), 1000);
    return () => clearInterval(timer);
  }, [until]);
  useEffect(() => {
    if (ANNOUNCED_AT_SECONDS.has(seconds)) announce(stepTexts.review.left(clockText(seconds)));
  }, [seconds]);
  return (
    <p className={css.countdown} role="timer">
      <StatusBadge tone={seconds > 60 ? 'info' : 'warn'} icon="clock">
        {seconds > 0 ? stepTexts.review.held : stepTexts.review.expired}
      </StatusBadge>
      {seconds > 0 ? stepTexts.review.left(clockText(seconds)) : null}
    </p>
  );
}

/** Seconds as a countdown: 1799 → "29:59". */
const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
