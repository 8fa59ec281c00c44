/** Cancellation of the CFDI that rest on a reversed payment, a month cut or an invoice. They are issued again when it is booked again. */
import { firstDayOf, type Month } from '@anticipa/domain/month';
import { sql } from 'kysely';
import { z } from 'zod';
import { rowsOf } from '../../platform/db/rows.ts';
import type { Principal, Work } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { keys, subjectOf } from './stamping.ts';

/** An error without a relation to another CFDI. */
const MOTIVE = '02';

const restingRow = z.object({
  table: z.enum(['payment_complements', 'interest_invoices']),
  id: z.string(),
  folio: z.string(),
});
export type RestingCfdi = z.output<typeof restingRow>;

interface Reversed {
  /** Instant at which the reversed record was registered. */
  readonly since: Date;
  readonly documentIds: readonly string[];
  /** Invoices among `documentIds` that are no longer settled: their late charges and credit notes are void too. */
  readonly reopened: readonly string[];
}

/** SQL: the cancellation of the CFDI has not been requested, or was refused. */
const isCancellable = sql`coalesce(cancel_state, 'rejected') = 'rejected'`;

/** Complements in force that were issued since, and the CFDI of late charges and credit notes of reopened invoices. */
export const restingOn = async (
  { db, tenant }: Work,
  { since, documentIds, reopened }: Reversed,
): Promise<RestingCfdi[]> => {
  return await rowsOf(db, restingRow)`
    select 'payment_complements' as table, complement_id as id, serie || '-' || folio as folio, emitted_at
    from payment_complements made
    where client_id = ${tenant} and active and emitted_at >= ${since} and ${isCancellable} and exists (
      select from complement_lines line
      where line.client_id = made.client_id and line.complement_id = made.complement_id
        and line.document_id = any(${documentIds}::uuid[]))
    union all
    select 'interest_invoices', invoice_id, serie || '-' || folio, emitted_at from interest_invoices invoice
    where client_id = ${tenant} and active and (kind = 'late-charges' or credits is not null) and emitted_at >= ${since}
      and ${isCancellable} and exists (
        select from interest_invoice_lines line
        where line.client_id = invoice.client_id and line.invoice_id = invoice.invoice_id
          and line.document_id = any(${reopened}::uuid[]))
    order by emitted_at, folio, id`;
};

/** The complements of an invoice that are in force. */
export const restingOnInvoice = async ({ db, tenant }: Work, invoiceId: string): Promise<RestingCfdi[]> => {
  return await rowsOf(db, restingRow)`
    select 'payment_complements' as table, complement_id as id, serie || '-' || folio as folio from payment_complements made
    where client_id = ${tenant} and active and ${isCancellable} and complement_id in (
      select complement_id from complement_instalments part where part.client_id = ${tenant} and part.invoice_id = ${invoiceId})
    order by emitted_at, folio, id`;
};

/** The CFDI of interest of a month that are in force, after their complements and credit notes. */
export const restingOnCut = async ({ db, tenant }: Work, month: Month): Promise<RestingCfdi[]> => {
  return await rowsOf(db, restingRow)`
    with cut as (
      select invoice_id, serie || '-' || folio as folio, emitted_at from interest_invoices
      where client_id = ${tenant} and month_cut = ${firstDayOf(month)}::date and kind = 'interest' and sale_id is null and credits is null and active
        and ${isCancellable}
    )
    select "table", id, folio from (
      select 1 as place, 'payment_complements' as "table", complement_id as id, made.serie || '-' || made.folio as folio, made.emitted_at
      from payment_complements made
      where made.client_id = ${tenant} and made.active and ${isCancellable} and exists (
        select from complement_instalments part join cut using (invoice_id)
        where part.client_id = made.client_id and part.complement_id = made.complement_id)
      union all
      select 2, 'interest_invoices', note.invoice_id, note.serie || '-' || note.folio, note.emitted_at
      from interest_invoices note join cut on cut.invoice_id = note.credits
      where note.client_id = ${tenant} and note.active and ${isCancellable}
      union all
      select 3, 'interest_invoices', invoice_id, folio, emitted_at from cut
    ) resting order by place, emitted_at, folio, id`;
};

const wasNeverSent = sql`(state = 'pending' and sent_at is null)`;

/** Requests the cancellation of CFDI. A CFDI that was never sent to be stamped ends at once. */
export async function withdrawAll(work: Work<Principal>, resting: readonly RestingCfdi[]): Promise<void> {
  for (const { table, id, folio } of resting) {
    await sql`
      update ${sql.table(table)} set
        active = not ${wasNeverSent}, cancelled_at = case when ${wasNeverSent} then ${work.at}::timestamptz end,
        cancel_motive = ${MOTIVE}, cancel_state = case when not ${wasNeverSent} then 'requested' end
      where client_id = ${work.tenant} and ${sql.ref(keys[table])} = ${id} and active`.execute(work.db);
    const action = table === 'interest_invoices' ? 'interest.cancel-request' : 'complement.cancel-request';
    await writeAudit(work, { action, subject: subjectOf({ table, id }), details: { folio, motive: MOTIVE } });
  }
}
