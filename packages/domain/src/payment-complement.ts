/** Amounts of a payment complement (Pagos 2.0) for one payment of one invoice. */
import { type Taxed, taxedPart } from './iva.ts';
import { uncollectedIva } from './ledger.ts';
import { add, convert, type FinancedCurrency, type Money, money, subtract } from './money.ts';
import { ratioOf } from './ratio.ts';

/** The tax authority's forms of payment: a transfer, or compensation with the aforo. */
export const paymentForms = ['03', '17'] as const;
export type PaymentForm = (typeof paymentForms)[number];

/** Payment of an invoice at one rate of IVA, in per cent. */
export type PaidPart<C extends FinancedCurrency = FinancedCurrency> = Taxed<C>;

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

/** An invoice of late charges, and what the client owed of it when it was issued and owes now, IVA included. */
export interface PartlyPaid<C extends FinancedCurrency = FinancedCurrency> extends PaidPart<C> {
  readonly unpaidAtIssue: Money<C>;
  readonly unpaid: Money<C>;
  /** Per cent, as a decimal string. */
  readonly ivaRate: string;
  /** Amount stated by earlier complements. */
  readonly complemented: Money<C>;
}

/**
 * Parts that need a complement: the part that the aforo covered when the invoice was issued, then what was paid since. The IVA of
 * each is its share of the invoice's, or the nearest one that its complement may state.
 */
export function partsToComplement<C extends FinancedCurrency>(
  invoice: PartlyPaid<C>,
): (PaidPart<C> & { readonly form: PaymentForm })[] {
  const total = add(invoice.subTotal, invoice.iva);
  const covered = subtract(total, invoice.unpaidAtIssue);
  const reached: readonly (readonly [PaymentForm, Money<C>])[] = [
    ['17', covered],
    ['03', subtract(total, invoice.unpaid)],
  ];
  let before = invoice.complemented;
  return reached.flatMap(([form, until]) => {
    if (until.cents <= before.cents) return [];
    const iva = subtract(
      uncollectedIva(invoice, subtract(total, before)),
      uncollectedIva(invoice, subtract(total, until)),
    );
    const part = taxedPart(subtract(until, before), iva, invoice.ivaRate);
    before = until;
    return part.subTotal.cents > 0n ? [{ form, ...part }] : [];
  });
}
