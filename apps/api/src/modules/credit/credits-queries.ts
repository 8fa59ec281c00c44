import type { Credit } from '@anticipa/contract/credit';
import { documentType, guaranteeOwnership } from '@anticipa/domain/credit';
import type { Work } from '../../platform/work/work.ts';

/** The client's invoices in credit with what each uses of its line, earliest due first. */
export async function creditsOf({ db, tenant }: Work): Promise<Credit[]> {
  const rows = await db
    .selectFrom('credit_holds as hold')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.client_id', '=', 'hold.client_id').onRef('invoices.document_id', '=', 'hold.document_id'),
    )
    .innerJoin('credit_lines as line', (join) =>
      join.onRef('line.client_id', '=', 'hold.client_id').onRef('line.credit_line_id', '=', 'hold.credit_line_id'),
    )
    .select(['line.credit_line_id as creditLineId', 'line.product', 'line.currency as moneda'])
    .select(['hold.amount as adelanto', 'invoices.document_id as documentId', 'uuid', 'folio'])
    .select(['receiver_rfc as receiverRFC', 'receiver_name as receiverName', 'total', 'invoices.currency'])
    .select(['deposited_on as fechaDeposito', 'invoices.due_date as dueDate'])
    .where('hold.client_id', '=', tenant)
    .where('hold.state', '=', 'posted')
    .orderBy('invoices.due_date')
    .orderBy('invoices.document_id')
    .execute();
  return rows.map((row) => ({
    ...row,
    documentType: documentType.INVOICE,
    guaranteeOwnership: guaranteeOwnership.OWN,
  }));
}
