import type { InterestInvoice } from '@anticipa/contract/interest';
import type { CancellationOrder } from '../../gateways/invoicing/port.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { narrowTo, type WideWork, type Work } from '../../platform/work/work.ts';
import { invoiceById, lenderAsIssuer } from './queries.ts';

/** The order is to be sent to the provider, perhaps again; accepted by it; or refused. */
export type CancellationState = 'requested' | 'in-process' | 'rejected';

/** A cancellation that is neither confirmed nor refused. */
export interface OpenCancellation {
  readonly tenant: ClientId;
  readonly invoice: InterestInvoice;
  readonly order: Omit<CancellationOrder, 'motive' | 'substitute'>;
  readonly receiverRfc: string;
  readonly motive: string;
  readonly state: Exclude<CancellationState, 'rejected'>;
  /** Acceptance by the provider; until then the beginning of time. */
  readonly sentAt: Date;
  /** Key of the stored CFDI. */
  readonly sha256: Buffer;
}

/** The tax authority has a new CFDI at the latest so long after its stamp. */
const SHOWN_AFTER_MS = 72 * 3_600_000;

/** The open cancellation of an issued invoice; null if there is none. */
export async function openCancellation(work: Work, invoice: InterestInvoice): Promise<OpenCancellation | null> {
  const row = await work.db
    .selectFrom('interest_invoices')
    .innerJoin('clients', 'clients.client_id', 'interest_invoices.client_id')
    .select((eb) => [
      'serie',
      'folio',
      'rfc',
      'cancel_state',
      'cancel_sent_at',
      'issued_at',
      eb.ref('cancel_motive').$notNull().as('motive'),
      eb.ref('sha256').$notNull().as('sha256'),
    ])
    .where('interest_invoices.client_id', '=', work.tenant)
    .where('invoice_id', '=', invoice.id)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!row || row.cancel_state === null || row.cancel_state === 'rejected') return null;
  const { serie, folio, rfc, cancel_state: state, cancel_sent_at: sentAt, motive, sha256 } = row;
  const isRecent = row.issued_at !== null && work.at.getTime() - row.issued_at.getTime() < SHOWN_AFTER_MS;
  const order = { uuid: invoice.uuid, serie, folio, issuer: await lenderAsIssuer(work), isRecent };
  return {
    tenant: work.tenant,
    invoice,
    order,
    receiverRfc: rfc,
    motive,
    state,
    sentAt: sentAt ?? new Date(0),
    sha256,
  };
}

/** All open cancellations, by client. */
export async function openCancellations(wide: WideWork): Promise<OpenCancellation[]> {
  const rows = await wide.db
    .selectFrom('interest_invoices')
    .select(['client_id', 'invoice_id'])
    .where('active', '=', true)
    .where('cancel_state', 'in', ['requested', 'in-process'])
    .orderBy('client_id')
    .orderBy('invoice_id')
    .execute();
  const found: (OpenCancellation | null)[] = [];
  for (const { client_id, invoice_id } of rows) {
    const work = narrowTo(wide, client_id);
    const invoice = await invoiceById(work, invoice_id);
    found.push(invoice && (await openCancellation(work, invoice)));
  }
  return found.filter((one) => one !== null);
}
