import type { PrintedInvoice } from '@anticipa/cfdi/qr';
import type { InvoiceStatus } from '@anticipa/domain/invoice';
import { sql } from 'kysely';
import type { ClientId } from '../../../platform/work/caller.ts';
import type { WideWork } from '../../../platform/work/work.ts';

/** An invoice to check at the tax authority. */
export interface CheckableInvoice extends PrintedInvoice {
  readonly clientId: ClientId;
  readonly documentId: string;
}

const checkable = ({ db }: WideWork) =>
  db
    .selectFrom('invoices')
    .select(['client_id', 'document_id', 'uuid', 'issuer_rfc', 'receiver_rfc', 'cfdi_total', 'seal_tail']);

type CheckableRow = Awaited<ReturnType<ReturnType<typeof checkable>['execute']>>[number];

const toCheckable = (row: CheckableRow): CheckableInvoice => ({
  clientId: row.client_id,
  documentId: row.document_id,
  uuid: row.uuid,
  issuer: { rfc: row.issuer_rfc },
  receiver: { rfc: row.receiver_rfc },
  total: row.cfdi_total,
  sealTail: row.seal_tail,
});

/** Unconfirmed invoices of all clients, the longest unchecked first. For the worker. */
export async function pendingInvoices(
  work: WideWork,
  statuses: readonly InvoiceStatus[],
  limit: number,
): Promise<CheckableInvoice[]> {
  const rows = await checkable(work)
    .where(sql<boolean>`awaits_check`)
    .where('status', 'in', statuses)
    .orderBy('checked_at')
    .orderBy('document_id')
    .limit(limit)
    .execute();
  return rows.map(toCheckable);
}

/** The last invoice of a page. */
export type PageEnd = Pick<CheckableInvoice, 'clientId' | 'documentId'>;

export interface CheckedBefore {
  readonly statuses: readonly InvoiceStatus[];
  /** Limits the page to invoices last checked before. */
  readonly before: Date;
  /** The end of the previous page; null for the first page. */
  readonly after: PageEnd | null;
  readonly limit: number;
}

/** A page of invoices of all clients in these statuses, by client and id. For the worker. */
export async function invoicesToRecheck(work: WideWork, page: CheckedBefore): Promise<CheckableInvoice[]> {
  const { after } = page;
  const rows = await checkable(work)
    .where(sql<boolean>`not is_settled`)
    .where('status', 'in', page.statuses)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', page.before)]))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(client_id, document_id) > (${after?.clientId}::uuid, ${after?.documentId}::uuid)`),
    )
    .orderBy('client_id')
    .orderBy('document_id')
    .limit(page.limit)
    .execute();
  return rows.map(toCheckable);
}
