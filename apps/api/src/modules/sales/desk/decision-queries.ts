/** Figures for a credit analyst's decision besides the evidence, and standings of the invoices of a sale. */
import { getLenderSale } from '@anticipa/contract/lender';
import type { ResponseOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { standingOf } from '@anticipa/domain/sale';
import { sql } from 'kysely';
import { z } from 'zod';
import { rowsOf, valuesOf } from '../../../platform/db/rows.ts';
import type { Work } from '../../../platform/work/work.ts';
import { isPaidByReceiver } from '../../collections/adjustment-queries.ts';
import { invoicesById } from '../../invoices/queries.ts';
import type { SaleRecord } from '../queries.ts';

type Shown = ResponseOf<typeof getLenderSale>;

/** Months over which the client's payments are counted. */
const RECORD_MONTHS = 12;

/** The account that deposits of the sale's product and currency are paid to. */
export async function accountOf(
  { db, tenant, at }: Work,
  { product, currency }: SaleRecord,
): Promise<Shown['account']> {
  const row = await db
    .selectFrom('bank_accounts')
    .innerJoin('clients', 'clients.client_id', 'bank_accounts.client_id')
    .select(['bank', sql<string>`right(clabe, 4)`.as('ending'), 'entity_name as holder', 'pays_from'])
    .where('bank_accounts.client_id', '=', tenant)
    .where('product', '=', product)
    .where('currency', '=', currency)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { pays_from, ...account } = row;
  return { ...account, coolingUntil: pays_from !== null && pays_from > at ? pays_from.toISOString() : null };
}

/** Number of other sales paid to the client, and the record of its debtors' payments. */
export async function recordOf({ db, tenant, today }: Work, { saleId }: SaleRecord): Promise<Shown['record']> {
  const [record = { sales: 0, onTime: 0, late: 0, writtenOff: 0, boughtBack: 0, overdue: 0 }] = await rowsOf(
    db,
    getLenderSale.response.shape.record,
  )`
    select
      (select count(*)::integer from sales
        where client_id = ${tenant} and state = 'disbursed' and sale_id <> ${saleId}) as sales,
      ended."onTime", ended.late, ended."writtenOff", ended."boughtBack",
      (select count(*)::integer from invoices where client_id = ${tenant} and not is_settled
        and status = ${invoiceStatus.CREDITO} and due_date < ${today}::date) as overdue
    from (
      select count(*) filter (where ${isPaidByReceiver} and payment_date <= due_date)::integer as "onTime",
        count(*) filter (where ${isPaidByReceiver} and payment_date > due_date)::integer as late,
        count(*) filter (where written_off > 0)::integer as "writtenOff",
        count(*) filter (where written_off = 0 and not ${isPaidByReceiver})::integer as "boughtBack"
      from invoices
      where client_id = ${tenant} and payment_date >= ${today}::date - ${RECORD_MONTHS} * interval '1 month'
    ) ended`;
  return record;
}

/** Standing of each invoice of the sale, with the figures that its client sees. */
export async function standingsOf(work: Work, { items }: SaleRecord): Promise<Shown['standings']> {
  const deposited = items.filter(({ state }) => state === 'disbursed').map(({ documentId }) => documentId);
  const invoices = deposited.length === 0 ? [] : await invoicesById(work, deposited);
  const writtenOff = await writtenOffOf(work, deposited);
  const known = new Map(invoices.map((invoice) => [invoice.documentId, invoice]));
  return items.map(({ documentId, companyId, state, dueDate }) => {
    const invoice = known.get(documentId);
    const isWrittenOff = writtenOff.includes(documentId);
    const paidOn = isWrittenOff ? null : (invoice?.paymentDate ?? null);
    const due = invoice?.dueDate ? dateOf(invoice.dueDate) : dueDate;
    return {
      documentId,
      companyId,
      standing: standingOf(
        { state, isSettled: invoice?.status === invoiceStatus.LIQUIDADO, isWrittenOff, dueDate: due },
        work.today,
      ),
      amountDue: invoice?.amountDue ?? null,
      paidOn: paidOn === null ? null : dateOf(paidOn),
    };
  });
}

const writtenOffOf = async ({ db, tenant }: Work, documentIds: readonly string[]): Promise<string[]> =>
  await valuesOf(db, z.string())`
    select document_id from invoices
    where client_id = ${tenant} and document_id = any(${documentIds}::uuid[]) and written_off > 0`;
