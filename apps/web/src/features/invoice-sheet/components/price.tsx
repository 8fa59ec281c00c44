import type { Invoice } from '@anticipa/contract/invoices';
import { type Currency, moneyOf } from '@anticipa/domain/money';
import { formatMoney } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Line, Lines } from '../../../ui/lines.tsx';
import { es } from '../es.ts';

const { prices } = es;

const hasRebate = ({ rebate }: Invoice): boolean => rebate !== null && rebate !== '0.00';

/** [EST-07] How the deposit follows from the amount and, once paid, the refund from the aforo. */
export function Price({ invoice }: { invoice: Invoice }) {
  const lines = [
    [prices.total, invoice.total],
    [prices.aforo, invoice.aforo],
    [prices.interest, invoice.comision],
    [prices.deposit, invoice.initialDeposit],
    ...(invoice.paymentDate === null
      ? []
      : ([
          [prices.paid, invoice.paidAmount],
          [prices.iva, invoice.iva],
          [prices.recargos, invoice.recargos],
          [prices.ivaRecargos, invoice.ivaRecargos],
          ...(hasRebate(invoice) ? ([[prices.rebate, invoice.rebate]] as const) : []),
          [prices.returned, invoice.finalDeposit],
        ] as const)),
  ] as const;
  return (
    <Card title={es.price}>
      <Lines hasResult>
        {lines.map(([label, amount]) => (
          <Line key={label} label={label}>
            {amount === null ? null : formatMoney(moneyOf<Currency>(amount, invoice.currency))}
          </Line>
        ))}
      </Lines>
    </Card>
  );
}
