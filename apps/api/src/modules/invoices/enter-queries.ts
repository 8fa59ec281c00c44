import { invoiceStatus } from '@anticipa/domain/invoice';
import { type RejectionMotive, rejectionMotiveOf } from '@anticipa/domain/motives';
import type { ProductCode } from '@anticipa/domain/product';
import { sql } from 'kysely';
import type { Work } from '../../platform/work/work.ts';

/** A CFDI's fiscal UUID and the SHA-256 of its seal, which is unaffected by a forged UUID. */
export interface CfdiIdentity {
  readonly uuid: string;
  readonly sealHash: Buffer;
}

/** The client's invoice with that UUID, otherwise with that seal; locked until the transaction ends. */
export const knownInvoice = ({ db, tenant }: Work, identity: CfdiIdentity) =>
  db
    .selectFrom('invoices')
    .select(['document_id', 'uuid', 'seal_hash', 'status', 'motive', 'rejected_at'])
    .where('client_id', '=', tenant)
    .where((eb) => eb.or([eb('uuid', '=', identity.uuid), eb('seal_hash', '=', identity.sealHash)]))
    .orderBy(sql`uuid = ${identity.uuid}`, 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

/** Why an invoice that a user deleted was rejected before; null if it was not. */
export async function motiveBeforeDeletion({ db, tenant }: Work, documentId: string): Promise<RejectionMotive | null> {
  const events = db
    .selectFrom('invoice_events')
    .where('client_id', '=', tenant)
    .where('document_id', '=', documentId)
    .orderBy('event_id', 'desc')
    .limit(1);
  const deletion = await events
    .select(['event_id', 'from_status'])
    .where('transition', '=', 'deleteByUser')
    .executeTakeFirst();
  if (deletion === undefined || deletion.from_status !== invoiceStatus.RECHAZADA) return null;
  const before = await events
    .select('motive')
    .where('event_id', '<', deletion.event_id)
    .where('to_status', '=', invoiceStatus.RECHAZADA)
    .where('motive', 'is not', null)
    .executeTakeFirst();
  return rejectionMotiveOf(before?.motive ?? null);
}

/** The client's products that require PPD. */
export async function productsRequiringPpd({ db, tenant }: Work): Promise<ReadonlySet<ProductCode>> {
  const rows = await db
    .selectFrom('client_products')
    .select('product')
    .where('client_id', '=', tenant)
    .where('requires_ppd', '=', true)
    .execute();
  return new Set(rows.map(({ product }) => product));
}
