/** Amounts and instalments of a payment complement (Pagos 2.0), which has the payments of a day. */
import { type Taxed, taxedPart } from './iva.ts';
import { uncollectedIva } from './ledger.ts';
import { add, convert, type FinancedCurrency, type Money, money, subtract, sum } from './money.ts';
import { ratioOf } from './ratio.ts';

/** The tax authority's forms of payment: a transfer, or compensation with the aforo. */
export const paymentForms = ['03', '17'] as const;
export type PaymentForm = (typeof paymentForms)[number];

/** Payment at one rate of IVA, in per cent as a decimal string. */
export interface PaidPart<C extends FinancedCurrency = FinancedCurrency> extends Taxed<C> {
  readonly ivaRate: string;
}

function sumOfParts(
  currency: FinancedCurrency,
  parts: readonly Taxed[],
): Taxed & { readonly paid: Money<FinancedCurrency> } {
  const subTotal = sum<FinancedCurrency>(
    currency,
    parts.map((part) => part.subTotal),
  );
  const iva = sum<FinancedCurrency>(
    currency,
    parts.map((part) => part.iva),
  );
  return { subTotal, iva, paid: add(subTotal, iva) };
}

/**
 * The lines of one CFDI that are paid together, as one related document states them: by rate, with their own sum to the cent.
 * The sum of many rounded IVA may be none that its base may state; then it is the nearest one.
 */
export const statedParts = (currency: FinancedCurrency, lines: readonly PaidPart[]): PaidPart[] =>
  [...Map.groupBy(lines, ({ ivaRate }) => ivaRate)].map(([ivaRate, group]) => {
    const { paid, iva } = sumOfParts(currency, group);
    return { ivaRate, ...taxedPart(paid, iva, ivaRate) };
  });

/** The part of one CFDI that a payment pays. */
export interface PaidDocument {
  /** One for each rate. */
  readonly parts: readonly PaidPart[];
  readonly balanceBefore: Money<FinancedCurrency>;
}

/** `ImpPagado` and `ImpSaldoInsoluto`, in the CFDI's currency. Throws RangeError if more is paid than the balance. */
export function documentAmounts({ parts, balanceBefore }: PaidDocument) {
  const { paid } = sumOfParts(balanceBefore.currency, parts);
  if (paid.cents > balanceBefore.cents) throw new RangeError('more is paid than the balance of the invoice');
  return { paid, balanceAfter: subtract(balanceBefore, paid) };
}

/** `Monto` of a payment, and the taxes of its documents by rate. */
export function paymentAmounts(currency: FinancedCurrency, documents: readonly PaidDocument[]) {
  const parts = documents.flatMap((document) => document.parts);
  const byRate = Map.groupBy(parts, ({ ivaRate }) => ivaRate);
  return {
    paid: sumOfParts(currency, parts).paid,
    taxes: [...byRate].map(([ivaRate, group]): PaidPart => {
      const { subTotal, iva } = sumOfParts(currency, group);
      return { ivaRate, subTotal, iva };
    }),
  };
}

/**
 * `Totales` of the payments of a complement, in pesos, each sum rounded on its own. `exchangeRate`: pesos per unit on the day of the
 * payments, null in pesos. Throws RangeError in another currency without a rate.
 */
export function totalsInPesos(
  currency: FinancedCurrency,
  documents: readonly PaidDocument[],
  exchangeRate: string | null,
) {
  if ((currency === 'MXN') !== (exchangeRate === null)) throw new RangeError('a rate goes with another currency');
  const pesos = (amount: Money): Money<'MXN'> =>
    exchangeRate === null ? money(amount.cents, 'MXN') : convert(amount, 'MXN', ratioOf(exchangeRate));
  const { paid, taxes } = paymentAmounts(currency, documents);
  return {
    total: pesos(paid),
    taxes: taxes.map(({ ivaRate, subTotal, iva }) => ({ ivaRate, base: pesos(subTotal), iva: pesos(iva) })),
  };
}

/** The last instalment (`NumParcialidad`) that the tax authority's schema has. */
const LAST_INSTALMENT = 999;

interface Instalment<C extends FinancedCurrency> {
  readonly instalment: number;
  readonly paid: Money<C>;
}

/**
 * The instalments of payments of one CFDI of a total, in their order, beside those that complements in force have taken. Each has the
 * lowest number that is free, since the complement of that number was cancelled, and the balance that the numbers before it leave.
 * The last number takes all payments that are left and waits until they pay the rest.
 */
export function instalmentsOf<C extends FinancedCurrency, P extends { readonly paid: Money<C> }>(
  total: Money<C>,
  taken: readonly Instalment<C>[],
  payments: readonly P[],
): (Instalment<C> & { readonly balanceBefore: Money<C>; readonly payments: readonly P[] })[] {
  const all = new Map(taken.map((one) => [one.instalment, one.paid]));
  const paidIn = (numbers: (number: number) => boolean): Money<C> =>
    sum(
      total.currency,
      [...all].flatMap(([number, paid]) => (numbers(number) ? [paid] : [])),
    );
  const made: ReturnType<typeof instalmentsOf<C, P>> = [];
  const left = [...payments];
  for (let instalment = 1; left.length > 0 && instalment <= LAST_INSTALMENT; instalment += 1) {
    if (all.has(instalment)) continue;
    const isLast = all.size === LAST_INSTALMENT - 1;
    const group = left.splice(0, isLast ? left.length : 1);
    const paid = sum(
      total.currency,
      group.map((one) => one.paid),
    );
    if (
      isLast &&
      paid.cents <
        subtract(
          total,
          paidIn(() => true),
        ).cents
    )
      break;
    const balanceBefore = subtract(
      total,
      paidIn((number) => number < instalment),
    );
    all.set(instalment, paid);
    made.push({ instalment, paid, balanceBefore, payments: group });
  }
  return made;
}

/** An invoice of late charges, and what the client owed of it when it was issued and after the payments of each day, IVA included. */
export interface PartlyPaid<C extends FinancedCurrency = FinancedCurrency> extends PaidPart<C> {
  readonly unpaidAtIssue: Money<C>;
  /** The day of the part that the aforo covered when it was issued. */
  readonly coveredOn: string;
  /** Sorted by day. */
  readonly payments: readonly { readonly on: string; readonly unpaid: Money<C> }[];
  /** Amount stated by earlier complements. */
  readonly complemented: Money<C>;
}

/**
 * Parts that need a complement: the part that the aforo covered when the invoice was issued, then the payments of each day since. The
 * IVA of each is its share of the invoice's, or the nearest one that its complement may state.
 */
export function partsToComplement<C extends FinancedCurrency>(
  invoice: PartlyPaid<C>,
): (Taxed<C> & { readonly form: PaymentForm; readonly paidOn: string })[] {
  const total = add(invoice.subTotal, invoice.iva);
  const reached: readonly (readonly [PaymentForm, string, Money<C>])[] = [
    ['17', invoice.coveredOn, invoice.unpaidAtIssue],
    ...invoice.payments.map(({ on, unpaid }) => ['03', on, unpaid] as const),
  ];
  let before = invoice.complemented;
  return reached.flatMap(([form, paidOn, unpaid]) => {
    const until = subtract(total, unpaid);
    if (until.cents <= before.cents) return [];
    const iva = subtract(uncollectedIva(invoice, subtract(total, before)), uncollectedIva(invoice, unpaid));
    const part = taxedPart(subtract(until, before), iva, invoice.ivaRate);
    before = until;
    return part.subTotal.cents > 0n ? [{ form, paidOn, ...part }] : [];
  });
}
