/** Sales whose hold has expired. */
import { HOLD_MINUTES } from '@anticipa/domain/sale';
import { sql } from 'kysely';
import type { ClientId } from '../../platform/work/caller.ts';
import { CLOCK_SKEW_MS } from '../../platform/work/clock.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';
import { readSales, type SaleRecord } from './queries.ts';

/** A hold that expires later than this was made by a clock that has been set back since, and has expired. */
export const latestExpiry = (at: Date): Date => new Date(at.getTime() + HOLD_MINUTES * 60_000 + CLOCK_SKEW_MS);

const overdue = ({ db, at }: WideWork) =>
  db
    .selectFrom('sales')
    // Written as in the index; a parameter would keep it from being used.
    .where(sql<boolean>`is_open`)
    .where((where) => where.or([where('expires_at', '<=', at), where('expires_at', '>', latestExpiry(at))]));

const overdueOf = (work: Work) => overdue(work).select('sale_id').where('client_id', '=', work.tenant);

/** Whether the client has a sale with an expired hold. */
export async function hasOverdueSales(work: Work): Promise<boolean> {
  return (await overdueOf(work).limit(1).executeTakeFirst()) !== undefined;
}

/** The client's sales with an expired hold, locked; those locked by another transaction are skipped. */
export async function overdueSales(work: Work): Promise<SaleRecord[]> {
  const rows = await overdueOf(work).orderBy('sale_id').forUpdate().skipLocked().execute();
  const saleIds = rows.map((row) => row.sale_id);
  if (saleIds.length === 0) return [];
  return readSales(work, 'read', (query) =>
    query.where('client_id', '=', work.tenant).where('sale_id', '=', sql<string>`any(${saleIds}::uuid[])`),
  );
}

/** Clients with an expired hold. */
export async function clientsWithOverdueSales(work: WideWork): Promise<ClientId[]> {
  const rows = await overdue(work).select('client_id').distinct().execute();
  return rows.map((row) => row.client_id);
}
