import type { findOrCreateInvoice as route } from '@anticipa/contract/files';
import type { Invoice } from '@anticipa/contract/invoices';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, type Refused, refuse } from '@anticipa/domain/errors';
import { fixedFields } from '../../platform/http/fixed-fields.ts';
import type { Caller } from '../../platform/work/caller.ts';
import { runAs } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { invoiceNamed } from '../invoices/queries.ts';
import { uploadFile } from './commands.ts';

type Document = BodyOf<typeof route>;

/** The id and facts of the sealed file. Others, such as the status, may have changed since the caller read them. */
const fixed = ['documentId', 'uuid', 'serie', 'folio', 'receiverRFC', 'currency', 'total', 'emittedOn'] as const;

/** A refusal if a fact that the caller repeats is not that of the invoice. */
function problemOf(document: Document, invoice: Invoice): Refused | null {
  const repeated = fixed.flatMap((field) => (document[field] === undefined ? [] : [[field, document[field]]]));
  const failures = fixedFields(invoice, Object.fromEntries(repeated), 'INVOICE_FIELD_FIXED');
  return failures.length > 0 ? refuse('INVOICE_FIELD_FIXED', failures) : null;
}

/** Finds an invoice of the client; one that it does not have, or has deleted, is uploaded if its file is there. */
export async function findOrCreateInvoice(
  deps: Deps,
  caller: Caller,
  { fileName = 'factura.xml', fileData, ...document }: Document,
): Promise<Outcome<ResponseOf<typeof route>>> {
  const named = document.documentId ?? document.uuid;
  const found = named === undefined ? undefined : await runAs(deps, caller, (work) => invoiceNamed(work, named));
  if (found !== undefined) return problemOf(document, found) ?? done({ data: found, created: false, motive: null });
  if (fileData === undefined) return refuse('INVOICE_FILE_MISSING');
  const uploaded = await uploadFile(deps, caller, {
    fileName,
    bytes: Buffer.from(fileData, 'base64'),
    problemOf: (invoice) => problemOf(document, invoice),
  });
  if (!uploaded.ok) return uploaded;
  const { invoice, outcome, doc } = uploaded.value;
  return done({ data: invoice, created: outcome === 'invoice', motive: invoice === null ? doc.motive : null });
}
