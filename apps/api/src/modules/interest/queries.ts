import type { InterestRow } from '@anticipa/contract/interest';
import { writtenFolio } from '@anticipa/contract/written';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { interestByMonth } from '@anticipa/domain/interest';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { sql } from 'kysely';
import type { Executor } from '../../lib/db/pool.ts';
import type { ClientId } from '../../lib/session-context.ts';

interface Accrual {
  /** Both inclusive. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly products: readonly ProductCode[];
}

/** What each disbursed invoice of the client earned between two dates, by month, in the order in which they were sold. */
export const interestRows = async (
  executor: Executor,
  tenant: ClientId,
  { from, to, products }: Accrual,
): Promise<InterestRow[]> => {
  const rows = await executor
    .selectFrom('sale_items')
    .innerJoin('sales', (join) =>
      join.onRef('sales.client_id', '=', 'sale_items.client_id').onRef('sales.sale_id', '=', 'sale_items.sale_id'),
    )
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.client_id', '=', 'sale_items.client_id')
        .onRef('invoices.document_id', '=', 'sale_items.document_id'),
    )
    .innerJoin('products', 'products.code', 'sales.product')
    .select((eb) => [
      'sale_items.document_id',
      'sale_items.comision',
      'sale_items.iva',
      eb.fn<string>('trim_scale', ['sale_items.iva_rate']).as('iva_rate'),
      'sale_items.payment_days',
      'sale_items.due_date',
      sql<string>`invoices.fecha_deposito`.as('fecha_deposito'),
      'invoices.serie',
      'invoices.folio',
      'sales.currency',
      'products.display_name',
    ])
    .where('sale_items.client_id', '=', tenant)
    .where('sale_items.state', '=', 'disbursed')
    .where('sales.product', '=', sql<ProductCode>`any(${products}::text[])`)
    .where('invoices.fecha_deposito', '<=', to)
    .where(sql<boolean>`greatest(sale_items.due_date, invoices.fecha_deposito) >= ${from}`)
    .orderBy('sales.number_of_sale')
    .orderBy('sale_items.position')
    .execute();
  return rows.flatMap((row) => {
    const sold = {
      comision: moneyOf(row.comision, row.currency),
      iva: moneyOf(row.iva, row.currency),
      ivaRate: row.iva_rate,
      paymentDays: row.payment_days,
      dueDate: dateOf(row.due_date),
      fechaDeposito: dateOf(row.fecha_deposito),
    };
    return interestByMonth(sold, { from, to }).map(({ month, interest, iva }) => ({
      documentId: row.document_id,
      periodo: month,
      folioInvoice: writtenFolio(row),
      interest: decimalOf(interest),
      iva: decimalOf(iva),
      currency: row.currency,
      productName: row.display_name,
    }));
  });
};
