import type { findOrCreateInvoice as route } from '@anticipa/contract/files';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { Deps } from '../../lib/deps.ts';
import { fixedFields } from '../../lib/http/fixed-fields.ts';
import type { Caller } from '../../lib/session/context.ts';
import { runAs } from '../../lib/transaction.ts';
import { invoiceNamed } from '../invoices/queries.ts';
import { uploadFile } from './commands.ts';

type Document = BodyOf<typeof route>;

/** Facts of the sealed file. Others, such as the status, may have changed since the caller read them. */
const sealed = ['uuid', 'serie', 'folio', 'receiverRFC', 'currency', 'total', 'emittedOn'] as const;

/** Finds an invoice of the client; one that it does not have, or has deleted, is uploaded if its file is there. */
export async function findOrCreateInvoice(
  deps: Deps,
  caller: Caller,
  { fileName = 'factura.xml', fileData, ...document }: Document,
): Promise<Outcome<ResponseOf<typeof route>>> {
  const named = document.documentId ?? document.uuid;
  const found = named === undefined ? undefined : await runAs(deps, caller, (work) => invoiceNamed(work, named));
  if (found !== undefined) {
    const repeated = sealed.flatMap((field) => (document[field] === undefined ? [] : [[field, document[field]]]));
    const fixed = fixedFields(found, Object.fromEntries(repeated), 'INVOICE_FIELD_FIXED');
    return fixed.length > 0
      ? refuse('INVOICE_FIELD_FIXED', fixed)
      : done({ data: found, created: false, motive: null });
  }
  if (fileData === undefined) return refuse('INVOICE_FILE_MISSING');
  const uploaded = await uploadFile(deps, caller, { fileName, bytes: Buffer.from(fileData, 'base64') });
  if (!uploaded.ok) return uploaded;
  const { invoice, outcome, doc } = uploaded.value;
  return done({ data: invoice, created: outcome === 'invoice', motive: invoice === null ? doc.motive : null });
}
