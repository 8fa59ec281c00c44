/** The IVA of documents, as the tax authority takes it: half-up of its own base, or within limits around it. */
import { add, type FinancedCurrency, type Money, money, multiply, subtract } from './money.ts';
import { percent, type Ratio } from './ratio.ts';

/** An amount and its IVA. */
export interface Taxed<C extends FinancedCurrency = FinancedCurrency> {
  readonly subTotal: Money<C>;
  readonly iva: Money<C>;
}

/** IVA of a document, rounded once. `ivaRate` in per cent. */
export const ivaOf = <C extends FinancedCurrency>(base: Money<C>, ivaRate: string): Money<C> =>
  multiply(base, percent(ivaRate));

/** The least and the most that a document may state as the IVA of a base: that of half a cent less, and of half a cent more. */
function limitsOf(cents: bigint, { numerator, denominator }: Ratio): readonly [bigint, bigint] {
  if (cents <= 0n) return [0n, 0n];
  const whole = 2n * denominator;
  return [((2n * cents - 1n) * numerator) / whole, ((2n * cents + 1n) * numerator + whole - 1n) / whole];
}

const between = (wanted: bigint, [low, high]: readonly [bigint, bigint]): bigint => {
  if (wanted < low) return low;
  return wanted > high ? high : wanted;
};

/** The IVA that a document of a base may state which is nearest to a wanted one. */
export const nearestIva = <C extends FinancedCurrency>(
  base: Money<C>,
  wanted: Money<NoInfer<C>>,
  ivaRate: string,
): Money<C> => money(between(wanted.cents, limitsOf(base.cents, percent(ivaRate))), base.currency);

/** A payment of an amount with its IVA included, divided so that its document may state it, as near as possible to a wanted IVA. */
export function taxedPart<C extends FinancedCurrency>(
  amount: Money<C>,
  wanted: Money<NoInfer<C>>,
  ivaRate: string,
): Taxed<C> {
  const { numerator, denominator } = percent(ivaRate);
  const own = multiply(amount, { numerator, denominator: numerator + denominator }).cents;
  const isAllowed = (iva: bigint): boolean =>
    between(iva, limitsOf(amount.cents - iva, { numerator, denominator })) === iva;
  const step = wanted.cents < own ? -1n : 1n;
  let iva = own;
  while (iva !== wanted.cents && isAllowed(iva + step)) iva += step;
  return { subTotal: money(amount.cents - iva, amount.currency), iva: money(iva, amount.currency) };
}

/**
 * The IVA of several documents of one sale, each half-up of its own base. If together they must be another amount, because a
 * settlement has kept that amount back, the earliest ones take the difference as far as their limits allow.
 */
export function ivaOfEach<C extends FinancedCurrency>(
  bases: readonly Money<C>[],
  ivaRate: string,
  total: Money<NoInfer<C>> | null,
): Money<C>[] {
  const own = bases.map((base) => ivaOf(base, ivaRate));
  if (total === null) return own;
  let left = total;
  for (const iva of own) left = subtract(left, iva);
  return bases.map((base, index) => {
    const iva = own[index] ?? multiply(base, { numerator: 0n, denominator: 1n });
    const taken = nearestIva(base, add(iva, left), ivaRate);
    left = subtract(add(iva, left), taken);
    return taken;
  });
}
