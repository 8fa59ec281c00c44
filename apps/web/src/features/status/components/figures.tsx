import { formatCount, formatDecimal, formatMoney, withheldPercent } from '../../../lib/format.ts';
import { Breakdown } from '../../../ui/breakdown.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import { es } from '../es.ts';
import type { StatusRow } from '../view-model/rows.ts';

/** The booked interest; opens to its calculation. */
export function InterestFigure({ row }: { row: StatusRow }) {
  const { interest, total, basis, invoice } = row;
  if (!interest) return <>{es.table.none}</>;
  const { paymentDays, interestRate } = invoice;
  return (
    <Breakdown
      title={es.breakdown.interest}
      lines={[
        { label: es.breakdown.total, value: formatMoney(total) },
        ...(paymentDays === null ? [] : [{ label: es.breakdown.days, value: formatCount(paymentDays, 'día', 'días') }]),
        ...(interestRate === null ? [] : [{ label: es.breakdown.rate, value: `${formatDecimal(interestRate)} %` }]),
        ...(basis === null ? [] : [{ label: es.breakdown.basis, value: String(basis) }]),
      ]}
      result={{ label: es.breakdown.interestResult, value: formatMoney(interest) }}
      note={es.breakdown.formula}
    >
      <MoneyText amount={interest} />
    </Breakdown>
  );
}

/** The deposit paid or to be paid; opens to its calculation. */
export function DepositFigure({ row }: { row: StatusRow }) {
  const { deposit, total, aforo, interest, invoice } = row;
  if (!deposit) return <>{es.table.none}</>;
  const percent = invoice.porcentajeAdelanto && withheldPercent(invoice.porcentajeAdelanto);
  return (
    <Breakdown
      title={es.breakdown.deposit}
      lines={[
        { label: es.breakdown.total, value: formatMoney(total) },
        ...(aforo
          ? [{ label: percent ? es.breakdown.aforo(percent) : es.breakdown.aforoPlain, value: formatMoney(aforo) }]
          : []),
        ...(interest ? [{ label: es.breakdown.minusInterest, value: formatMoney(interest) }] : []),
      ]}
      result={{ label: es.breakdown.depositResult, value: formatMoney(deposit) }}
      note={invoice.iva === null ? null : es.breakdown.iva(`${invoice.currency} ${formatDecimal(invoice.iva)}`)}
    >
      <MoneyText amount={deposit} strong />
    </Breakdown>
  );
}
