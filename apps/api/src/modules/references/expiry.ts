/** Ends references whose last day has passed. */
import type { IsoDate } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { sql } from 'kysely';
import { text, valuesOf } from '../../platform/db/rows.ts';
import { announceAll } from '../../platform/live/events.ts';
import type { Work } from '../../platform/work/work.ts';

/**
 * Ends the references of these invoices that had expired by a day, before the invoices are referenced or paid again; a payment
 * may still name the reference `kept`. Until then a payment registered late, with a value date in time, finds its invoices.
 */
export async function endExpired(
  work: Work,
  documentIds: readonly string[],
  by: IsoDate,
  kept: string | null = null,
): Promise<void> {
  const { db, tenant } = work;
  const ended = await valuesOf(db, text)`
    update payment_references set state = 'expired'
    where client_id = ${tenant} and state = 'live' and valid_until < ${by}::date and reference_id is distinct from ${kept}
      and reference_id in (
        select unnest(array[reference_id, balance_reference_id]) from invoices
        where client_id = ${tenant} and document_id = any(${documentIds}::uuid[]))
    returning reference_id`;
  if (ended.length === 0) return;
  const freed = await db
    .updateTable('invoices')
    .set({ reference_id: null })
    .where('client_id', '=', tenant)
    .where('reference_id', '=', sql<string>`any(${ended}::uuid[])`)
    .where('status', '=', invoiceStatus.CREDITO)
    .returning('document_id')
    .execute();
  await announceAll(work, { references: ended, invoices: freed.map((row) => row.document_id) });
}
