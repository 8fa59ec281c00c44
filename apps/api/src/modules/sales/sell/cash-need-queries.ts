import { id } from '@anticipa/contract/wire';
import { invoiceStatus } from '@anticipa/domain/invoice';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { weekDaysOf } from '@anticipa/domain/payment-habit';
import type { PaymentHabit } from '@anticipa/domain/sale';
import { defaultHabit } from '@anticipa/domain/sale';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, rowsOf } from '../../../platform/db/rows.ts';
import type { Work } from '../../../platform/work/work.ts';
import { knownHabits } from '../../invoices/portal/habit-queries.ts';
import { type InvoiceFacts, invoiceFacts } from '../../invoices/queries.ts';

const candidateRow = z.object({
  documentId: id,
  term: z.int().nullable(),
  weekDays: z.string().nullable(),
  room: decimal.nullable(),
});

export interface Candidate {
  readonly invoice: InvoiceFacts;
  readonly habit: PaymentHabit;
  /** Amount that the lender's limits of the receiver leave; null without a limit. */
  readonly room: string | null;
}

/** The client's invoices in a currency that are in no sale, wait in no prepared one and were not rejected, with what is known of their receivers. */
export async function sellableIn(work: Work, currency: FinancedCurrency): Promise<readonly Candidate[]> {
  const { db, tenant } = work;
  const rows = await rowsOf(db, candidateRow)`
    with open as materialized (
      select document_id, company_id from invoices
      where client_id = ${tenant} and not is_settled and currency = ${currency}
        and status in (${invoiceStatus.AUTORIZADA}, ${invoiceStatus.REGISTRADO})
        and not exists (select from prepared_items item where item.client_id = ${tenant} and item.document_id = invoices.document_id
          and item.is_waiting)
    ), habits as materialized (${knownHabits(tenant, sql`open`)}), rooms as materialized (
      select company_id, receiver_room(company_id, ${currency}) as room from (select distinct company_id from open) as receivers
    )
    select document_id as "documentId", term, week_days as "weekDays", room
    from open join habits using (company_id) join rooms using (company_id)`;
  const byId = new Map(rows.map((row) => [row.documentId, row]));
  const invoices = await invoiceFacts(work, [...byId.keys()], 'read');
  return invoices.flatMap((invoice) => {
    const row = byId.get(invoice.documentId);
    if (!row) return [];
    const habit = row.term === null ? defaultHabit : { term: row.term, weekDays: weekDaysOf(row.weekDays ?? '5') };
    return [{ invoice, habit, room: row.room }];
  });
}
