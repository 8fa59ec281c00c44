import {
  type FiledPayment,
  listPaymentFiles,
  PAYMENT_FILES_LIMIT,
  type PaymentFile,
  type PaymentFiles,
  type PaymentLayoutRow,
} from '@anticipa/contract/payment-files';
import { sql } from 'kysely';
import { rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { shownAccount } from '../operators/accounts.ts';

/** Layouts, the newest files and all with an open payment, the open payments, and the accounts that pay. */
export async function paymentFiles(work: WideWork): Promise<PaymentFiles> {
  const { db } = work;
  const newest = db
    .selectFrom('payment_files')
    .select('file_id')
    .orderBy('file_number', 'desc')
    .limit(PAYMENT_FILES_LIMIT);
  const open = db.selectFrom('filed_payments').select('file_id').where('state', '=', 'filed');
  const rows = await files(work)
    .where((eb) => eb.or([eb('file_id', 'in', newest), eb('file_id', 'in', open)]))
    .orderBy('file_number', 'desc')
    .execute();
  return {
    layouts: await layoutRows(work)
      .execute()
      .then((layouts) => layouts.map(toLayout)),
    files: await withPayments(work, rows),
    filed: await db
      .selectFrom('filed_payments')
      .select(['kind', 'subject', 'currency'])
      .where('state', '=', 'filed')
      .execute(),
    payers: await payerRows(work),
  };
}

/** Accounts of the lender that pay files, by currency. */
export const payerRows = ({ db }: WideWork) => rowsOf(db, listPaymentFiles.response.shape.payers.element)`
  select currency, bank, clabe, account, coalesce(rfc, '') as rfc, coalesce(name, beneficiary) as name
  from lender_accounts left join lender on true order by currency`;

const files = ({ db }: WideWork) =>
  db
    .selectFrom('payment_files')
    .innerJoin('operators', 'operators.operator_id', 'payment_files.made_by')
    .select(['file_id', 'file_number', 'layout', 'currency', 'operators.email', 'made_at']);

type FileRow = Awaited<ReturnType<ReturnType<typeof files>['execute']>>[number];

async function withPayments(work: WideWork, rows: readonly FileRow[]): Promise<PaymentFile[]> {
  const payments = await work.db
    .selectFrom('filed_payments')
    .selectAll()
    .where('file_id', '=', sql<string>`any(${rows.map(({ file_id }) => file_id)}::uuid[])`)
    .orderBy('reference')
    .execute();
  const byFile = Map.groupBy(payments, ({ file_id }) => file_id);
  return rows.map(({ file_id, file_number, layout, currency, email, made_at }) => ({
    fileId: file_id,
    number: file_number,
    layout,
    currency,
    madeBy: email,
    madeAt: made_at.toISOString(),
    payments: (byFile.get(file_id) ?? []).map(
      (row): FiledPayment => ({
        reference: row.reference,
        kind: row.kind,
        subject: row.subject,
        amount: row.amount,
        clabe: shownAccount(work, row.clabe),
        beneficiary: row.beneficiary,
        concept: row.concept,
        state: row.state,
        trackingKey: row.tracking_key,
        reason: row.reason,
      }),
    ),
  }));
}

/** The file with an id and its payments; undefined if there is none. */
export async function paymentFile(work: WideWork, fileId: string): Promise<PaymentFile | undefined> {
  const rows = await files(work).where('file_id', '=', fileId).execute();
  return (await withPayments(work, rows))[0];
}

/** Query of the stored layouts by name. */
export const layoutRows = ({ db }: WideWork) => db.selectFrom('payment_layouts').selectAll().orderBy('name');

/** A stored layout as the wire has it. */
export const toLayout = ({
  layout_id: layoutId,
  ...row
}: Awaited<ReturnType<ReturnType<typeof layoutRows>['execute']>>[number]): PaymentLayoutRow => ({ layoutId, ...row });
