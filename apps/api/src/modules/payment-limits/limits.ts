/** Amounts of the lender above which its payments need a second person. */
import { changeSchema } from '@anticipa/contract/approvals';
import type { IsoDate } from '@anticipa/domain/calendar';
import { type Refused, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, type Money, moneyOf, sum } from '@anticipa/domain/money';
import { type PaymentRule, paymentNeed } from '@anticipa/domain/payment-limits';
import { isOfBank } from '@anticipa/domain/spei-banks';
import type { TransferPurpose } from '@anticipa/domain/transfer-order';
import { isBackdated } from '@anticipa/domain/typed-payment';
import type { ClientId } from '../../platform/work/caller.ts';
import type { OperatorWork, WideWork } from '../../platform/work/work.ts';

/** A payment that is about to be made. Its sale, client or receipt is locked. */
export interface DuePayment {
  readonly purpose: TransferPurpose;
  readonly subject: string;
  /** Null if the money goes back to its payer. */
  readonly clientId: ClientId | null;
  /** The number of the sale or the tracking key of the money; empty for devoluciones. */
  readonly label: string;
  /** Holder of the account of money that goes back. */
  readonly holder: string | null;
  readonly amount: Money<FinancedCurrency>;
  readonly clabe: string | null;
  /** The bank that sent money which goes back to an account that a person typed. */
  readonly sentBy?: string;
  /** The day from which the bank counts a payment that it has made. */
  readonly paidOn?: IsoDate;
}

/** A payment that the bank has made, as its file or a person says. */
export interface BankPayment {
  readonly trackingKey: string;
  readonly paidOn: IsoDate;
}

/** Refuses a day in the future, or before the payment was due. */
export function paidOnProblem({ today }: WideWork, paidOn: IsoDate, dueSince: IsoDate | null): Refused | null {
  if (paidOn > today) return refuseEach('VALUE_DATE_IN_FUTURE', ['paidOn']);
  // Today is never typed: the clock may have been set back.
  return paidOn < today && dueSince !== null && paidOn < dueSince ? refuseEach('PAID_BEFORE_DUE', ['paidOn']) : null;
}

/** Objects to payments that are about to be made together, in one currency. It is asked before anything is written. */
export type Objecting = (work: OperatorWork, payments: readonly DuePayment[]) => Promise<Refused | null>;

export interface PaymentNeed {
  readonly rule: PaymentRule;
  readonly limit: string | null;
}

/**
 * Why payments need a second person; null if they need none, and are then counted. The row of the operator's day is locked, so
 * that payments in two windows are counted one after the other.
 */
export async function countPayments(
  { db, actor, today }: OperatorWork,
  payments: readonly DuePayment[],
): Promise<PaymentNeed | null> {
  const isElsewhere = ({ clabe, sentBy }: DuePayment): boolean =>
    clabe !== null && sentBy !== undefined && !isOfBank(clabe, sentBy);
  if (payments.some(isElsewhere)) return { rule: 'bank', limit: null };
  if (payments.some(({ paidOn }) => paidOn !== undefined && isBackdated(paidOn, today)))
    return { rule: 'backdated', limit: null };
  const amounts = payments.map(({ amount }) => amount);
  const currency = amounts[0]?.currency ?? 'MXN';
  const limits = await db
    .selectFrom('approval_amounts')
    .select(['per_payment', 'payments_per_day'])
    .where('currency', '=', currency)
    .executeTakeFirst();
  if (limits === undefined || (limits.per_payment === null && limits.payments_per_day === null)) return null;
  const key = { operator_id: actor.operatorId, paid_on: today, currency };
  const { amount: earlier } = await db
    .insertInto('operator_payments')
    .values({ ...key, amount: '0' })
    .onConflict((conflict) =>
      conflict
        .columns(['operator_id', 'paid_on', 'currency'])
        .doUpdateSet(({ ref }) => ({ amount: ref('operator_payments.amount') })),
    )
    .returning('amount')
    .executeTakeFirstOrThrow();
  const money = (text: string | null) => (text === null ? null : moneyOf<FinancedCurrency>(text, currency));
  const need = paymentNeed(amounts, moneyOf<FinancedCurrency>(earlier, currency), {
    perPayment: money(limits.per_payment),
    perDay: money(limits.payments_per_day),
  });
  if (need !== null) return { rule: need.rule, limit: decimalOf(need.limit) };
  const paid = decimalOf(sum(currency, amounts));
  await db
    .updateTable('operator_payments')
    .set(({ eb }) => ({ amount: eb('amount', '+', paid) }))
    .where('operator_id', '=', key.operator_id)
    .where('paid_on', '=', key.paid_on)
    .where('currency', '=', currency)
    .execute();
  return null;
}

const keyOf = (subject: string, currency: string): string => `${currency} ${subject}`;

/** Tells payments that wait for a second person, which nothing else may pay. */
export async function proposedPayments({ db, at }: WideWork): Promise<(subject: string, currency: string) => boolean> {
  const rows = await db
    .selectFrom('approvals')
    .select('change')
    .where('kind', '=', 'lender-payments')
    .where('state', '=', 'open')
    .where('expires_at', '>', at)
    .execute();
  const keys = new Set<string>();
  for (const row of rows) {
    const change = changeSchema.parse(row.change);
    if (change.kind !== 'lender-payments') continue;
    const { payments, currency } = change.proposed;
    for (const { subject } of payments) keys.add(keyOf(subject, currency));
  }
  return (subject, currency) => keys.has(keyOf(subject, currency));
}
