/** Purchase orders for several invoices at once. */
import { cleanPurchaseOrder } from '@anticipa/domain/sale';

type Ordered = { readonly id: string; readonly purchaseOrder: string };

/**
 * The orders of a pasted column, by invoice: its lines from the invoice `from` downwards. Of several columns the first
 * counts; an empty line leaves its invoice as it is. Null for a text of one line, which is pasted as usual.
 */
export function pastedOrders(
  text: string,
  invoices: readonly Ordered[],
  from: string,
): { readonly orders: ReadonlyMap<string, string>; readonly unused: number } | null {
  const lines = text.replace(/(\r?\n)+$/, '').split(/\r?\n/);
  if (lines.length < 2) return null;
  const below = invoices.slice(invoices.findIndex(({ id }) => id === from));
  const cells = lines.map((line) => (line.split('\t')[0] ?? '').trim());
  const pairs = below.flatMap(({ id }, index) => (cells[index] ? [[id, cells[index]] as const] : []));
  return { orders: new Map(pairs), unused: Math.max(0, lines.length - below.length) };
}

/** The first order for each invoice that has none; empty if there is nothing to repeat. */
export function repeatedOrder(invoices: readonly Ordered[]): ReadonlyMap<string, string> {
  const first = invoices[0]?.purchaseOrder ?? '';
  if (cleanPurchaseOrder(first) === '') return new Map();
  const without = invoices.filter(({ purchaseOrder }) => cleanPurchaseOrder(purchaseOrder) === '');
  return new Map(without.map(({ id }) => [id, first]));
}
