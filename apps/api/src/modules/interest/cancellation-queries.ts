import type { InterestInvoice } from '@anticipa/contract/interest';
import { sql } from 'kysely';
import { z } from 'zod';
import type { CancellationOrder } from '../../gateways/invoicing/port.ts';
import { rowsOf } from '../../platform/db/rows.ts';
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

/** All open cancellations, by client. The tax authority cancels no invoice with a complement or credit note in force, so those come first. */
export async function openCancellations(wide: WideWork): Promise<OpenCancellation[]> {
  const complements = await wide.db
    .selectFrom('payment_complements')
    .select(['client_id', 'complement_id'])
    .where('active', '=', true)
    .where('cancel_state', 'in', ['requested', 'in-process'])
    .orderBy('client_id')
    .orderBy('complement_id')
    .execute();
  const invoices = await wide.db
    .selectFrom('interest_invoices as invoice')
    .select(['client_id', 'invoice_id'])
    .where('active', '=', true)
    .where('cancel_state', 'in', ['requested', 'in-process'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_complements as made')
            .select('made.complement_id')
            .whereRef('made.client_id', '=', 'invoice.client_id')
            .whereRef('made.invoice_id', '=', 'invoice.invoice_id')
            .where('made.active', '=', true),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('interest_invoices as note')
            .select('note.invoice_id')
            .whereRef('note.client_id', '=', 'invoice.client_id')
            .whereRef('note.credits', '=', 'invoice.invoice_id')
            .where('note.active', '=', true),
        ),
      ),
    )
    .orderBy('client_id')
    .orderBy('invoice_id')
    .execute();
  const found: (OpenCancellation | null)[] = [];
  for (const { client_id, complement_id: id } of complements)
    found.push(await openOf(narrowTo(wide, client_id), { table: 'payment_complements', id, invoice: null }));
  for (const { client_id, invoice_id } of invoices) {
    const work = narrowTo(wide, client_id);
    const invoice = await invoiceById(work, invoice_id);
    found.push(invoice && (await openCancellation(work, invoice)));
  }
  return found.filter((one) => one !== null);
}
