/** Amounts of a payment complement (Pagos 2.0) for one payment of one invoice. */
import { add, convert, type FinancedCurrency, type Money, money, subtract } from './money.ts';
import { ratioOf } from './ratio.ts';

/** What is paid of an invoice, at one rate of IVA in per cent. */
export interface PaidPart<C extends FinancedCurrency = FinancedCurrency> {
  readonly subTotal: Money<C>;
  readonly iva: Money<C>;
}

export interface PaymentAmounts<C extends FinancedCurrency = FinancedCurrency> {
  /** `Monto` and `ImpPagado`: both are in the invoice's currency. */
  readonly paid: Money<C>;
  /** `ImpSaldoInsoluto`. */
  readonly balanceAfter: Money<C>;
  /** `Totales`, in pesos at the payment's exchange rate, each rounded on its own. */
  readonly inPesos: { readonly base: Money<'MXN'>; readonly iva: Money<'MXN'>; readonly total: Money<'MXN'> };
}

/**
 * `exchangeRate`: pesos per unit, null in pesos. Throws RangeError if more is paid than the balance, or in another currency
 * without a rate.
 */
export function paymentAmounts<C extends FinancedCurrency>(
  { subTotal, iva }: PaidPart<C>,
  balanceBefore: Money<NoInfer<C>>,
  exchangeRate: string | null,
): PaymentAmounts<C> {
  const paid = add(subTotal, iva);
  if (paid.cents > balanceBefore.cents) throw new RangeError('more is paid than the balance of the invoice');
  if ((paid.currency === 'MXN') !== (exchangeRate === null)) throw new RangeError('a rate goes with another currency');
  const pesos = (amount: Money): Money<'MXN'> =>
    exchangeRate === null ? money(amount.cents, 'MXN') : convert(amount, 'MXN', ratioOf(exchangeRate));
  return {
    paid,
    balanceAfter: subtract(balanceBefore, paid),
    inPesos: { base: pesos(subTotal), iva: pesos(iva), total: pesos(paid) },
  };
}
