/** Invoices outside a sale, as the lender's decision on their receiver moves them. */
import { invoiceStatus } from '@anticipa/domain/invoice';
import { receiverObjection } from '@anticipa/domain/invoice-entry';
import { type CompanyStatus, companyStatus } from '@anticipa/domain/receiver';
import { z } from 'zod';
import { clientIdColumn, rowsOf } from '../../platform/db/rows.ts';
import { announce } from '../../platform/live/events.ts';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { applyTransition } from './transition.ts';

const unsoldInvoice = z.object({ client_id: clientIdColumn, document_id: z.string(), is_releasable: z.boolean() });
type UnsoldInvoice = z.output<typeof unsoldInvoice>;

/** Locks the receiver's invoices outside a sale. */
export async function lockUnsold({ db }: OperatorWork, companyId: string): Promise<readonly UnsoldInvoice[]> {
  const { REGISTRADO, AUTORIZADA } = invoiceStatus;
  return await rowsOf(db, unsoldInvoice)`
    select client_id, document_id, status = ${REGISTRADO} and verification = 'verified' as is_releasable from invoices
    where not is_settled and status in (${REGISTRADO}, ${AUTORIZADA})
      and (client_id, company_id) in (select client_id, company_id from company_links where company_id = ${companyId})
    order by client_id, document_id for update`;
}

/** Moves locked invoices as the status of their receiver demands; returns what was moved. */
export async function moveUnsold(work: OperatorWork, unsold: readonly UnsoldInvoice[], status: CompanyStatus) {
  const motive = receiverObjection(status);
  const isApproval = status === companyStatus.APPROVED;
  const moving = unsold.filter(({ is_releasable }) => motive !== null || (isApproval && is_releasable));
  const byClient = Map.groupBy(moving, ({ client_id }) => client_id);
  for (const [client, invoices] of byClient) {
    const own = narrowTo(work, client);
    const documentIds = invoices.map(({ document_id }) => document_id);
    if (motive) await applyTransition(own, 'failCheck', documentIds, { motive });
    else await applyTransition(own, 'approveReceiver', documentIds);
    await announce(own, 'invoices', documentIds);
  }
  return { invoices: moving.length, clients: byClient.size };
}
