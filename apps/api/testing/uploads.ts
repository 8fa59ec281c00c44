import { sealInvoice, stampInvoice } from '@anticipa/cfdi/write';
import { uploadFile } from '@anticipa/contract/files';
import type { Invoice } from '@anticipa/contract/invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import { fileOf, type InvoiceSpec, invoiceDraft, type MadeInvoice, stampData } from '@anticipa/sandbox/cfdi-generator';
import type { TestClient } from './builders.ts';
import type { Portal } from './portal.ts';
import type { Session } from './session.ts';

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Request body of an upload. */
export const uploadBody = (file: NamedBytes) => ({
  fileName: file.name,
  fileData: Buffer.from(file.bytes).toString('base64'),
});

/** Uploads a file over HTTP; returns the outcome. */
export const uploadBy = (session: Session, file: NamedBytes): Promise<ResponseOf<typeof uploadFile>> =>
  session.call(uploadFile, { body: uploadBody(file) });

/** Uploads a file; returns its new or existing invoice and throws if refused. */
export const enteredBy = async (session: Session, file: NamedBytes): Promise<Invoice> => {
  const { invoice, outcome, doc } = await uploadBy(session, file);
  if (!invoice) throw new Error(`${file.name} was refused: ${outcome} ${doc.motive?.code}`);
  return invoice;
};

/** History of an invoice, as `transition status motive`. */
export const historyOf = async ({ db }: Portal, documentId: string): Promise<string[]> => {
  const { rows } = await db.owner.query<{ transition: string; to_status: number; motive: string | null }>(
    'select transition, to_status, motive from invoice_events where document_id = $1 order by event_id',
    [documentId],
  );
  return rows.map(({ transition, to_status, motive }) => [transition, to_status, motive ?? ''].join(' ').trim());
};

/** Whether an invoice is claimed by any client. */
export const isClaimed = async ({ db }: Portal, documentId: string): Promise<boolean> => {
  const { rows } = await db.owner.query('select 1 from invoice_claims where document_id = $1', [documentId]);
  return rows.length === 1;
};

let uuids = 0;
/** A unique fiscal UUID with the given prefix. */
export const uuidWith = (prefix: string): string => {
  uuids += 1;
  return `${prefix}-0000-4000-8000-${String(uuids).padStart(12, '0')}`;
};

/** The same sealed invoice stamped with another UUID, which the issuer's seal does not cover. */
export const stampedAgain = async (
  { pki }: Portal,
  { spec }: MadeInvoice,
  { rfc, entityName }: TestClient,
): Promise<MadeInvoice> => {
  const sealed = sealInvoice(invoiceDraft(spec), spec.version, await pki.sealerFor({ rfc, name: entityName }));
  return fileOf(spec, stampInvoice(sealed, { ...stampData(spec), uuid: uuidWith('F0F0F0F0') }, pki.stamp));
};

/** A client as the issuer of a generated invoice. */
export const partyOf = ({ rfc, entityName }: TestClient) => ({
  rfc,
  name: entityName,
  regime: '601',
  postalCode: '64000',
});

/** Number of a client's rows in a table. */
export const countRows = async (
  { db }: Portal,
  { clientId }: TestClient,
  { table, where = 'true' }: { readonly table: string; readonly where?: string },
): Promise<number> => {
  const { rows } = await db.owner.query<{ count: number }>(
    `select count(*)::integer as count from ${table} where client_id = $1 and ${where}`,
    [clientId],
  );
  return rows[0]?.count ?? -1;
};

export type FileSpec = Partial<InvoiceSpec>;

/** Spec of a CFDI that names others by a code of c_TipoRelacion. */
export const naming = (kind: string, ...uuids: string[]): FileSpec => ({ relations: [{ kind, uuids }] });

/** Spec of a credit note on invoices. */
export const note = (kind: string, totalCents: bigint, ...uuids: string[]): FileSpec => ({
  type: 'E',
  paymentMethod: 'PUE',
  totalCents,
  ...naming(kind, ...uuids),
});
