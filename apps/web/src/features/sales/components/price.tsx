import { isExempt } from '@anticipa/domain/iva-regime';
import { openingCharge } from '@anticipa/domain/price';
import { formatDecimal, formatMoney, withheldPercent } from '../../../lib/format.ts';
import { Breakdown } from '../../../ui/breakdown.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import type { Offer } from '../view-model/offer.ts';
import { stepTexts } from '../view-model/step-texts.ts';

/** The deposit of one invoice; opens to its calculation, line by line. */
export function DepositFigure({ offer }: { offer: Offer }) {
  const { price, line } = offer;
  if (!price || !line) return <>{stepTexts.sale.noPrice}</>;
  return (
    <Breakdown
      title={stepTexts.price.title}
      lines={[
        { label: stepTexts.price.total, value: formatMoney(price.total) },
        { label: stepTexts.price.aforo(withheldPercent(line.advancePercent)), value: `− ${formatMoney(price.aforo)}` },
        {
          label: stepTexts.price.interest(price.days, formatDecimal(line.interestRate), line.daysInYear),
          value: `− ${formatMoney(price.interest)}`,
        },
        ...(price.opening ? [{ label: stepTexts.price.opening, value: `− ${formatMoney(openingCharge(price))}` }] : []),
      ]}
      result={{ label: stepTexts.price.deposit, value: formatMoney(price.deposit) }}
      note={
        isExempt(line.ivaRate)
          ? stepTexts.price.exempt
          : stepTexts.price.iva(formatDecimal(line.ivaRate), formatMoney(price.iva))
      }
    >
      <MoneyText amount={price.deposit} strong />
    </Breakdown>
  );
}

/** "31.65 %", or a dash where the figure is meaningless. */
export const annualText = ({ annualCost }: Offer): string =>
  annualCost === null ? '—' : `${formatDecimal(annualCost)} %`;
