import type { InterestInvoice } from '@anticipa/contract/interest';
import { sql } from 'kysely';
import { z } from 'zod';
import type { CancellationOrder } from '../../gateways/invoicing/port.ts';
import { clientIdColumn, rowsOf } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { narrowTo, type WideWork, type Work } from '../../platform/work/work.ts';
import { invoiceById, lenderAsIssuer } from './queries.ts';
import { keys, type Numbered } from './stamping.ts';

/** The order is to be sent to the provider, perhaps again; accepted by it; or refused. */
export type CancellationState = 'requested' | 'in-process' | 'rejected';

/** A cancellation that is neither confirmed nor refused, of an interest invoice or of a payment complement. */
export interface OpenCancellation {
  readonly tenant: ClientId;
  readonly cfdi: Numbered;
  /** Null for a complement. */
  readonly invoice: InterestInvoice | null;
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
export const openCancellation = async (work: Work, invoice: InterestInvoice): Promise<OpenCancellation | null> =>
  openOf(work, { table: 'interest_invoices', id: invoice.id, invoice });

const openComplement = z.object({ id: z.string(), state: z.enum(['requested', 'in-process', 'rejected']) });

const complementsOf = async ({ db, tenant }: Work, invoiceId: string) => {
  return await rowsOf(db, openComplement)`
    select complement_id as id, coalesce(cancel_state, 'requested') as state from payment_complements made
    where client_id = ${tenant} and made.active and complement_id in (
      select complement_id from complement_instalments part where part.client_id = ${tenant} and part.invoice_id = ${invoiceId})
    order by emitted_at, complement_id`;
};

/** States of the cancellations of an invoice's complements in force; one that waits for its stamp is requested. */
export const complementStates = async (work: Work, invoiceId: string): Promise<CancellationState[]> =>
  (await complementsOf(work, invoiceId)).map(({ state }) => state);

/** The open cancellations of an invoice's complements. */
export async function openComplements(work: Work, invoiceId: string): Promise<OpenCancellation[]> {
  const found: (OpenCancellation | null)[] = [];
  for (const { id } of await complementsOf(work, invoiceId))
    found.push(await openOf(work, { table: 'payment_complements', id, invoice: null }));
  return found.filter((one) => one !== null);
}

interface Named extends Pick<Numbered, 'table' | 'id'> {
  readonly invoice: InterestInvoice | null;
}

const openRow = z.object({
  serie: z.string(),
  folio: z.string(),
  uuid: z.string(),
  rfc: z.string(),
  cancel_state: z.enum(['requested', 'in-process']),
  cancel_sent_at: z.date().nullable(),
  issued_at: z.date(),
  motive: z.string(),
  sha256: z.instanceof(Buffer),
});

async function openOf(work: Work, { table, id, invoice }: Named): Promise<OpenCancellation | null> {
  const [row] = await rowsOf(work.db, openRow)`
    select serie, cfdi.folio, uuid, rfc, cancel_state, cancel_sent_at, issued_at, cancel_motive as motive, sha256
    from ${sql.table(table)} cfdi join clients using (client_id)
    where client_id = ${work.tenant} and ${sql.ref(keys[table])} = ${id} and cfdi.active and state = 'issued'
      and cancel_state in ('requested', 'in-process')`;
  if (row === undefined) return null;
  const { uuid, serie, folio, rfc, cancel_state: state, cancel_sent_at: sentAt, motive, sha256 } = row;
  const isRecent = work.at.getTime() - row.issued_at.getTime() < SHOWN_AFTER_MS;
  return {
    tenant: work.tenant,
    cfdi: { table, id, folio: `${serie}-${folio}` },
    invoice,
    order: { uuid, serie, folio, issuer: await lenderAsIssuer(work), isRecent },
    receiverRfc: rfc,
    motive,
    state,
    sentAt: sentAt ?? new Date(0),
    sha256,
  };
}

const openKey = z.object({
  client_id: clientIdColumn,
  table: z.enum(['payment_complements', 'interest_invoices']),
  id: z.string(),
});

/** All open cancellations, by client. The tax authority cancels no invoice with a complement or credit note in force, so those come first. */
export async function openCancellations(wide: WideWork): Promise<OpenCancellation[]> {
  const rows = await rowsOf(wide.db, openKey)`
    select client_id, "table", id from (
      select 1 as place, client_id, 'payment_complements' as "table", complement_id as id from payment_complements
      where active and cancel_state in ('requested', 'in-process')
      union all
      select 2, client_id, 'interest_invoices', invoice_id from interest_invoices invoice
      where active and cancel_state in ('requested', 'in-process')
        and not exists (
          select from complement_instalments made
          where made.client_id = invoice.client_id and made.invoice_id = invoice.invoice_id and made.active)
        and not exists (
          select from interest_invoices note
          where note.client_id = invoice.client_id and note.credits = invoice.invoice_id and note.active)
    ) open order by place, client_id, id`;
  const found: (OpenCancellation | null)[] = [];
  for (const { client_id, table, id } of rows) {
    const work = narrowTo(wide, client_id);
    const invoice = table === 'interest_invoices' ? await invoiceById(work, id) : null;
    if (table === 'payment_complements' || invoice) found.push(await openOf(work, { table, id, invoice }));
  }
  return found.filter((one) => one !== null);
}
