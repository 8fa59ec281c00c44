/** Purchase orders for several invoices at once. */
import { folioKey } from '@anticipa/domain/import-rows';
import { cleanPurchaseOrder } from '@anticipa/domain/sale';

type Ordered = { readonly id: string; readonly purchaseOrder: string };

/**
 * The orders of a pasted column, by invoice: its lines from the invoice `from` downwards. The first of several columns counts;
 * an empty line leaves its invoice as it is. Null for a text of one line, which is pasted as usual.
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

/** An invoice with the names under which a spreadsheet may list it. */
type Named = Ordered & { readonly names: readonly string[] };

/**
 * The orders of a pasted table, by invoice: each line has a folio and, in a later column, its order. Columns are divided
 * as spreadsheets copy them or as CSV. `unknown`: the folios of no invoice here, without the first line if it is a heading.
 */
export function ordersByFolio(
  text: string,
  invoices: readonly Named[],
): { readonly orders: ReadonlyMap<string, string>; readonly unknown: readonly string[] } {
  const byName = Map.groupBy(
    invoices.flatMap(({ id, names }) => [...new Set(names.map(folioKey))].map((name) => ({ id, name }))),
    ({ name }) => name,
  );
  const orders = new Map<string, string>();
  const unknown: string[] = [];
  for (const [place, line] of text.split(/\r?\n/).entries()) {
    const [folio = '', ...others] = line.split(/[\t;,]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const order = others.find(Boolean);
    const found = byName.get(folioKey(folio)) ?? [];
    if (order && found.length === 1 && found[0]) orders.set(found[0].id, order);
    else if (folio && place > 0) unknown.push(folio);
  }
  return { orders, unknown };
}

/** The first order for each invoice that has none; empty if there is nothing to repeat. */
export function repeatedOrder(invoices: readonly Ordered[]): ReadonlyMap<string, string> {
  const first = invoices[0]?.purchaseOrder ?? '';
  if (cleanPurchaseOrder(first) === '') return new Map();
  const without = invoices.filter(({ purchaseOrder }) => cleanPurchaseOrder(purchaseOrder) === '');
  return new Map(without.map(({ id }) => [id, first]));
}
