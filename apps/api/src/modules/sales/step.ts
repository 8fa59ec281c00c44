import { type SaleStep, saleSteps } from '@anticipa/domain/sale';
import { sql, type UpdateObject } from 'kysely';
import type { DB } from '../../platform/db/schema.ts';
import { announceAll } from '../../platform/live/events.ts';
import type { Principal, Work } from '../../platform/work/work.ts';

/** Takes a step of locked sales. Throws if the state of one does not allow it, which the caller has refused before. */
export async function takeStep(
  { db, tenant }: Work<Principal>,
  saleIds: readonly string[],
  step: SaleStep,
  set: UpdateObject<DB, 'sales'> = {},
): Promise<void> {
  const { from, to } = saleSteps[step];
  const { numUpdatedRows } = await db
    .updateTable('sales')
    .set({ ...set, state: to })
    .where('client_id', '=', tenant)
    .where('sale_id', '=', sql<string>`any(${saleIds}::uuid[])`)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) !== saleIds.length) throw new Error(`a sale may not ${step} from its state`);
}

/** Notifies the client's screens of changes to sales, their invoices and the credit. */
export async function announceSales(
  work: Work,
  sales: readonly { readonly saleId: string; readonly items: readonly { readonly documentId: string }[] }[],
): Promise<void> {
  await announceAll(work, {
    invoices: sales.flatMap((sale) => sale.items.map((item) => item.documentId)),
    sales: sales.map((sale) => sale.saleId),
    credit: [],
  });
}
