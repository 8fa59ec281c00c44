/** Money that waits for the deposit of the invoices that it pays. */
import { amount, financedCurrency, id } from '@anticipa/contract/wire';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { sentStates } from '@anticipa/domain/sale';
import type { NamedInvoice } from '@anticipa/domain/unidentified';
import { sql } from 'kysely';
import { z } from 'zod';
import { rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';

const places = ['sold', 'owed', 'gone'] as const satisfies readonly NamedInvoice[];
const namedRow = z.object({ documentId: id, currency: financedCurrency, total: amount, place: z.enum(places) });

/** Invoices that money names, by id: whether their deposit is to come, or was made. */
export const namedInvoices = ({ db }: WideWork, documentIds: readonly string[]) => rowsOf(db, namedRow)`
  select document_id as "documentId", invoices.currency, invoices.total::numeric(18, 2) as total,
    case when invoices.status = ${sql.lit(invoiceStatus.CREDITO)} then 'owed'
      when invoices.status = ${sql.lit(invoiceStatus.PREVENTA)} and sales.state = any(${[...sentStates]}) then 'sold'
      else 'gone' end as place
  from invoices left join sales on sales.client_id = invoices.client_id and sales.sale_id = invoices.sale_id
  where document_id = any(${documentIds}::uuid[]) order by document_id`;

/** The open wait of a receipt. */
export const openWait = ({ db }: WideWork, paymentId: string) =>
  db
    .selectFrom('deposit_waits')
    .select(['document_ids', 'amount', 'payer'])
    .where('payment_id', '=', paymentId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

export const paymentsThatWait = async ({ db }: WideWork): Promise<string[]> => {
  const rows = await db
    .selectFrom('deposit_waits')
    .select('payment_id')
    .where('ended_at', 'is', null)
    .orderBy('since')
    .execute();
  return rows.map((row) => row.payment_id);
};

/** Ends the open wait of a receipt, if it has one. */
export async function endWait(
  { db, at }: WideWork,
  paymentId: string,
  outcome: 'applied' | 'not-deposited' | 'used',
): Promise<void> {
  await db
    .updateTable('deposit_waits')
    .set({ ended_at: at, outcome })
    .where('payment_id', '=', paymentId)
    .where('ended_at', 'is', null)
    .execute();
}
