import type { CurrencyStatement } from '@anticipa/contract/statements';
import type { Period } from './api.ts';
import { es } from './es.ts';

/** [MOV-02] What is wrong with two dates, by field; null for a field that is right. `today` is the maximum of both. */
export function periodErrors(
  { from, to }: { readonly from: string | null; readonly to: string | null },
  today: string,
): { readonly from: string | null; readonly to: string | null } {
  const isFrom = from !== null && from <= today;
  const isTo = to !== null && to <= today;
  const isOrdered = !isFrom || !isTo || from <= to;
  return {
    from: isFrom ? (isOrdered ? null : es.query.wrongOrder) : es.query.wrongFrom,
    to: isTo ? null : es.query.wrongTo,
  };
}

/** The period of two valid dates; null while either is wrong. */
export function periodOf(
  dates: { readonly from: string | null; readonly to: string | null },
  today: string,
): Period | null {
  const errors = periodErrors(dates, today);
  if (errors.from !== null || errors.to !== null || dates.from === null || dates.to === null) return null;
  return { startDate: dates.from, endDate: dates.to };
}

/** [MOV-06] Whether a currency has neither movements, balances, costs nor invoices in the period. */
export const isNothing = ({ cost, recargosToCome, accounts, ...lists }: CurrencyStatement): boolean =>
  [recargosToCome, ...Object.values(cost)].every((amount) => Number(amount) === 0) &&
  accounts.every(
    ({ opening, closing, movements }) => Number(opening) === 0 && Number(closing) === 0 && movements.length === 0,
  ) &&
  [lists.invoices, lists.collections, lists.transfers, lists.interestInvoices, lists.complements].every(
    ({ length }) => length === 0,
  );
