/** Withdraws the sales of a file: nothing but interest was booked for their invoices. */
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import type { InvoiceStatus } from '@anticipa/domain/invoice';
import { rejectionMotiveOf } from '@anticipa/domain/motives';
import { sql } from 'kysely';
import { z } from 'zod';
import { rowsOf, valuesOf, whole } from '../../platform/db/rows.ts';
import type { OperatorWork, Work } from '../../platform/work/work.ts';
import { unpostHolds } from '../credit/commands.ts';
import { applyTransition, clearedSaleColumns } from '../invoices/transition.ts';
import { reverseAccruals, reverseEntries } from '../ledger/commands.ts';
import { writeAudit } from '../log/audit.ts';
import { endReferencesOf } from '../references/commands.ts';
import { announceSales, takeStep } from '../sales/step.ts';

interface LoadedItem {
  readonly saleId: string;
  readonly documentId: string;
}

/** Withdraws the sales of one client, whose lines and ledger are locked. */
export async function withdrawSales(
  work: Work<OperatorWork['actor']>,
  invoices: readonly LoadedItem[],
  cutOn: IsoDate,
): Promise<void> {
  const { db, tenant } = work;
  const saleIds = [...new Set(invoices.map(({ saleId }) => saleId))];
  const documentIds = invoices.map(({ documentId }) => documentId);
  for (const documentId of documentIds) await reverseAccruals(work, documentId, addDays(cutOn, -1));
  await reverseEntries(work, await openingsOf(work, saleIds));
  await db
    .updateTable('sale_items')
    .set({ state: 'released' })
    .where('client_id', '=', tenant)
    .where('sale_id', '=', sql<string>`any(${saleIds}::uuid[])`)
    .execute();
  await endReferencesOf(work, documentIds);
  await takeStep(work, saleIds, 'unload', { disbursed_at: null, cancelled_at: work.at });
  await unpostHolds(work, saleIds, documentIds);
  await restore(work, saleIds);
  for (const saleId of saleIds) await writeAudit(work, { action: 'sale.unload', subject: `sale:${saleId}` });
  await announceSales(
    work,
    saleIds.map((saleId) => ({ saleId, items: invoices.filter((each) => each.saleId === saleId) })),
  );
}

const openingsOf = async ({ db, tenant }: Work, saleIds: readonly string[]): Promise<number[]> => {
  return await valuesOf(db, whole)`
    select entry_number::integer from ledger_entries
    where client_id = ${tenant} and event = 'opening' and sale_id = any(${saleIds}::uuid[]) order by entry_number`;
};

const beforeRow = z.object({
  documentId: z.string(),
  status: z.literal([0, 10, 20]),
  motive: z.string().nullable(),
  rejectedAt: z.date().nullable(),
});

/** The invoices are again as before their sale. */
async function restore(work: Work<OperatorWork['actor']>, saleIds: readonly string[]): Promise<void> {
  const { db, tenant } = work;
  const rows = await rowsOf(db, beforeRow)`
    select document_id as "documentId", previous_status as status, previous_motive as motive, previous_rejected_at as "rejectedAt"
    from sale_items where client_id = ${tenant} and sale_id = any(${saleIds}::uuid[])`;
  for (const { documentId, status, motive, rejectedAt } of rows) {
    const to: InvoiceStatus = status;
    await applyTransition(work, 'unload', [documentId], {
      to,
      motive: rejectionMotiveOf(motive),
      rejectedAt,
      set: clearedSaleColumns,
    });
  }
  await sql`
    update invoices set total = loaded.total, cfdi_iva = loaded.cfdi_iva, returned_before = 0
    from loaded_invoices loaded
    where invoices.client_id = ${tenant} and loaded.client_id = ${tenant} and loaded.document_id = invoices.document_id
      and loaded.sale_id = any(${saleIds}::uuid[])`.execute(db);
}
