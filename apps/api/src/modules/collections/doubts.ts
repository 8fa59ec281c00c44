/** Doubts about a payment that need a second person. */
import { dateOf } from '@anticipa/domain/calendar';
import { type Refused, refuseEach } from '@anticipa/domain/errors';
import { type FinancedCurrency, type Money, moneyOf, sum } from '@anticipa/domain/money';
import { amountAsked } from '@anticipa/domain/settlement';
import { type Debt, typedPaymentDoubts, USUAL_SURPLUS_PERCENT } from '@anticipa/domain/typed-payment';
import type { WideWork } from '../../platform/work/work.ts';
import type { Payment } from './payment.ts';
import type { PayableInvoice, ReferenceToPay } from './queries.ts';

/** Debt with late charges today, or at the end of the reference's validity if that is later. */
export function owedToday(
  { today }: WideWork,
  payable: readonly PayableInvoice[],
  reference: ReferenceToPay | null,
): Money<FinancedCurrency> {
  const on = reference !== null && reference.validUntil > today ? reference.validUntil : today;
  const asked = payable.map((invoice) => amountAsked(invoice, on));
  return sum(asked[0]?.currency ?? 'MXN', asked);
}

/** Refuses what needs a second person. `debt`: in the currency of the payment; null if it matches nothing. */
export type Doubts = (
  work: WideWork,
  payment: Pick<Payment, 'amount' | 'currency' | 'valueDate'>,
  debt: Debt<FinancedCurrency> | null,
) => Refused | null;

/** Surplus over what is owed, in per cent, that one person may type, by currency. */
export type Tolerances = (currency: FinancedCurrency) => string;

/** Reads the tolerances of the lender. A currency without one has the usual tolerance. */
export async function tolerances({ db }: WideWork): Promise<Tolerances> {
  const rows = await db.selectFrom('approval_amounts').select(['currency', 'surplus_percent']).execute();
  const byCurrency = new Map(rows.map((row) => [row.currency, row.surplus_percent]));
  return (currency) => byCurrency.get(currency) ?? USUAL_SURPLUS_PERCENT;
}

/** Doubts about a typed payment: its amount and its value date. */
export const doubtsAbout =
  (toleranceOf: Tolerances): Doubts =>
  ({ today }, { amount, currency, valueDate }, debt) => {
    const typed = { amount: moneyOf<FinancedCurrency>(amount, currency), valueDate: dateOf(valueDate) };
    const doubts = typedPaymentDoubts(typed, debt, { today, surplusPercent: toleranceOf(currency) });
    return doubts.length === 0 ? null : refuseEach('SECOND_PERSON_NEEDED', doubts);
  };

/** Doubts about money that has arrived, so its date is not typed. */
export const doubtsAboutAmount =
  (toleranceOf: Tolerances): Doubts =>
  (work, payment, debt) =>
    doubtsAbout(toleranceOf)(work, { ...payment, valueDate: work.today }, debt);
