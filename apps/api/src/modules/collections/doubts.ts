/** Doubts about a payment that need a second person. */
import { dateOf } from '@anticipa/domain/calendar';
import { type Refused, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, type Money, moneyOf, sum } from '@anticipa/domain/money';
import { daysOfDouble, isDouble } from '@anticipa/domain/received-transfer';
import { amountAsked } from '@anticipa/domain/settlement';
import {
  type Debt,
  type TypedPaymentDoubt,
  typedPaymentDoubtKinds,
  typedPaymentDoubts,
  USUAL_SURPLUS_PERCENT,
} from '@anticipa/domain/typed-payment';
import { decimal, valuesOf } from '../../platform/db/rows.ts';
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

/**
 * Whether the receiver of invoices has just paid this amount under another key, while none of them owes exactly that. `owed`: the sum
 * of their debts with late charges, which one payment may pay exactly. A client pays what it was asked for: a reference or a buy-back.
 */
export async function isPaidAgain(
  { db }: WideWork,
  {
    amount,
    currency,
    valueDate,
    trackingKey,
    payer,
  }: Pick<Payment, 'amount' | 'currency' | 'valueDate' | 'trackingKey' | 'payer'>,
  invoices: readonly Pick<PayableInvoice, 'documentId' | 'owed'>[],
  owed: Money<FinancedCurrency>,
): Promise<boolean> {
  if (payer === 'client') return false;
  const paid = moneyOf<FinancedCurrency>(amount, currency);
  const documentIds = invoices.map(({ documentId }) => documentId);
  const [first, last] = daysOfDouble(dateOf(valueDate));
  const earlier = await valuesOf(db, decimal)`
    select sum(amount) from collections earlier
    where earlier.currency = ${currency} and earlier.payer = 'debtor' and earlier.reversed_at is null and earlier.tracking_key <> ${trackingKey}
      and earlier.value_date between ${first}::date and ${last}::date
      and exists (
        select from invoices named
        join invoices other on other.client_id = named.client_id and other.company_id is not distinct from named.company_id
        join collection_items item on item.client_id = other.client_id and item.document_id = other.document_id
        where named.document_id = any(${documentIds}::uuid[]) and item.client_id = earlier.client_id
          and item.collection_id = earlier.collection_id
      )
    group by tracking_key having sum(amount) = ${decimalOf(paid)}::numeric`;
  const asked = [...invoices, { documentId: '', owed }];
  return isDouble(
    paid,
    asked,
    earlier.map((one) => moneyOf<FinancedCurrency>(one, currency)),
  );
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

/** Doubts about a typed payment: its amount, an equal one just before it, and its value date. */
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

/** The doubts that a refusal names. */
export const doubtsOf = ({ failures }: Refused): TypedPaymentDoubt[] =>
  typedPaymentDoubtKinds.filter((kind) => failures.some(({ path }) => path === kind));
