import { moneyOf } from '@anticipa/domain/money';
import { defaultProductNames } from '@anticipa/texts/offer-texts';
import { formatMoney } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Line, Lines } from '../../../ui/lines.tsx';
import type { SaleSheetData } from '../api.ts';
import { es } from '../es.ts';
import css from '../sent-sales.module.css';

const { prices } = es.sale;

/** Calculation of the sale's deposit from its invoices. */
export function Price({ sale: { totals, currency, product } }: { sale: SaleSheetData }) {
  const amount = (text: string): string => formatMoney(moneyOf(text, currency));
  return (
    <Card title={es.sale.price} aside={<span className={css.quiet}>{defaultProductNames[product]}</span>}>
      <Lines hasResult>
        <Line label={prices.total}>{amount(totals.total)}</Line>
        <Line label={prices.aforo}>− {amount(totals.aforo)}</Line>
        <Line label={prices.interest}>− {amount(totals.comision)}</Line>
        <Line label={prices.deposit}>
          <strong>{amount(totals.initialDeposit)}</strong>
        </Line>
      </Lines>
      <p className={css.quiet}>{prices.iva(amount(totals.iva))}</p>
    </Card>
  );
}
