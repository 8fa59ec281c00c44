/** Changes between two readings that the user did not cause: the lender's answers and the payers' money. */
import type { InvoiceStatusName } from '@anticipa/domain/invoice';
import { invoiceStatus } from '@anticipa/domain/invoice';
import type { ProductCode } from '@anticipa/domain/product';
import type { StatusSlug } from './address.ts';
import type { Counts } from './dashboard.ts';

export interface News {
  readonly kind: 'disbursed' | 'rejected' | 'settled';
  readonly count: number;
  readonly product: ProductCode;
  /** The table where the invoices are now; null for settled ones, which have their own screen. */
  readonly slug: StatusSlug | null;
}

/**
 * The news of one product. Only a disbursement enters CREDITO and only a settlement leaves it, so both counts are
 * exact; rejections are limited to the invoices that left PREVENTA, because a refused upload also adds to RECHAZADA.
 */
function newsOfProduct(before: Counts, after: Counts, product: ProductCode): readonly News[] {
  const at = (counts: Counts, name: InvoiceStatusName): number =>
    counts.find((row) => row.product === product && row.status === invoiceStatus[name])?.count ?? 0;
  const change = (name: InvoiceStatusName): number => at(after, name) - at(before, name);
  const settled = Math.max(0, change('LIQUIDADO'));
  const disbursed = Math.max(0, change('CREDITO') + settled);
  const rejected = Math.max(0, Math.min(change('RECHAZADA'), -change('PREVENTA') - disbursed));
  return (
    [
      { kind: 'disbursed', count: disbursed, product, slug: 'credito' },
      { kind: 'rejected', count: rejected, product, slug: 'rechazadas' },
      { kind: 'settled', count: settled, product, slug: null },
    ] as const
  ).filter(({ count }) => count > 0);
}

/** The news of all products; none on the first reading. */
export const newsOf = (before: Counts | null, after: Counts): readonly News[] =>
  before === null ? [] : (['BI', 'FB'] as const).flatMap((product) => newsOfProduct(before, after, product));
