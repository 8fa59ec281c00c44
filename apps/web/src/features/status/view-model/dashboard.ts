/** The figures of the dashboard: invoices and totals per status. */
import type { getCreditInformation } from '@anticipa/contract/credit';
import type { countInvoices } from '@anticipa/contract/invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import { type InvoiceStatus, type InvoiceStatusName, invoiceStatus } from '@anticipa/domain/invoice';
import { type Money, moneyOf } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { statusLabels } from '@anticipa/texts/offer-texts';
import type { statusTables } from '@anticipa/texts/tables/invoices';
import type { StatusSlug } from './address.ts';

export type Counts = ResponseOf<typeof countInvoices>['data'];
type CreditAnswer = ResponseOf<typeof getCreditInformation>;

export interface StatusFacts {
  readonly slug: StatusSlug;
  readonly name: InvoiceStatusName;
  readonly status: InvoiceStatus;
  readonly label: string;
  readonly exported: keyof typeof statusTables;
  readonly shade: 'brand' | 'good' | 'warn' | 'bad' | 'neutral';
}

/** The statuses in the order in which an invoice passes them. */
const statuses: readonly StatusFacts[] = (
  [
    ['pendientes', 'REGISTRADO', 'neutral', 'pending'],
    ['autorizadas', 'AUTORIZADA', 'brand', 'authorised'],
    ['validacion', 'PREVENTA', 'warn', 'validation'],
    ['credito', 'CREDITO', 'good', 'credit'],
    ['rechazadas', 'RECHAZADA', 'bad', 'rejected'],
  ] as const
).map(([slug, name, shade, exported]) => ({
  slug,
  name,
  shade,
  exported,
  status: invoiceStatus[name],
  label: statusLabels[name],
}));

/** The facts about a status in an address. */
export function statusOf(slug: StatusSlug): StatusFacts {
  const found = statuses.find((status) => status.slug === slug);
  if (!found) throw new TypeError(`no status ${slug}`);
  return found;
}

export interface ProductName {
  readonly code: ProductCode;
  readonly name: string;
}

/** [EST-01] The client's authorised products, with the lender's names. */
export const authorisedProducts = (credit: Pick<CreditAnswer, 'products'>): readonly ProductName[] =>
  credit.products
    .filter(({ autorizado }) => autorizado)
    .map(({ product, displayName }) => ({ code: product, name: displayName }));

/** The wanted product if authorised, else the first authorised one; null without any. */
export const productShown = (products: readonly ProductName[], wanted: ProductCode | undefined): ProductName | null =>
  products.find(({ code }) => code === wanted) ?? products[0] ?? null;

export interface StatusFigures extends StatusFacts {
  readonly count: number;
  /** One per currency with an amount. */
  readonly totals: readonly Money[];
  readonly firstEmitted: string | null;
  readonly firstDue: string | null;
  readonly overdue: number;
}

/** [EST-01] The figures of every status of a product, empty ones included. */
export const statusesOf = (counts: Counts, product: ProductCode): readonly StatusFigures[] =>
  statuses.map((facts) => {
    const found = counts.find((row) => row.product === product && row.status === facts.status);
    const totals = found ? [moneyOf(found.totalMXN, 'MXN'), moneyOf(found.totalUSD, 'USD')] : [];
    return {
      ...facts,
      count: found?.count ?? 0,
      totals: totals.filter(({ cents }) => cents !== 0n),
      firstEmitted: found?.firstEmitted ?? null,
      firstDue: found?.firstDue ?? null,
      overdue: found?.overdue ?? 0,
    };
  });

/** The number of invoices of a product on the dashboard. */
export const countOf = (counts: Counts, product: ProductCode): number =>
  statusesOf(counts, product).reduce((sum, { count }) => sum + count, 0);
