import { z } from 'zod';
import { fileMotive, invoice, repeatedInvoice } from './invoices.ts';
import { clientRead, route } from './route.ts';
import { flag, id, instant, line, rfc, text } from './wire.ts';

/** A stored upload. `fileURL` serves its original bytes to the same bearer. */
const fileRecord = z.strictObject({
  fileId: id,
  clientId: id,
  clientRFC: rfc,
  receiverRFC: rfc,
  fileName: text,
  fileType: z.literal('text/xml'),
  fileURL: z.string(),
  size: z.int(),
  sha256: z.string(),
  uploadedBy: id,
  createdAt: instant,
  motive: z.strictObject({ code: fileMotive, description: text, remedy: text }).nullable(),
});
export type FileRecord = z.output<typeof fileRecord>;

/** The browser's view of the credit when it sent the file; not kept. */
const creditsInformation = z.union([z.array(z.unknown()).max(10), z.record(z.string(), z.unknown())]).nullish();

/**
 * Uploads one CFDI. `fileData` is the unmodified file in base64; without it, `fileURL` is the `key` of a signed address to
 * which the file was put. `outcome`: a new `invoice`, an `existing` one, a `credit-note` that is kept and applied to the
 * invoices that it names, or `refused` with the motive in `doc.motive`. A file put to an address of the portal is there
 * already: its record is answered.
 */
export const uploadFile = route({
  method: 'POST',
  path: '/api/file',
  summary: 'Uploads one invoice file and reports the outcome.',
  audience: 'client',
  right: 'prepare',
  rate: 'upload',
  body: z.strictObject({
    fileName: z.string().min(1).max(4096),
    fileType: z.string().max(100).optional(),
    fileData: z.base64().max(2_800_000).optional(),
    clientId: id.optional(),
    clientRFC: rfc.optional(),
    fileURL: z.string().max(2048).optional(),
    creditsInformation,
    uploadedBy: id.optional(),
  }),
  response: z.strictObject({
    doc: fileRecord,
    outcome: z.enum(['invoice', 'existing', 'credit-note', 'refused']),
    invoice: invoice.nullable(),
  }),
  errors: ['PRODUCT_INACTIVE', 'DAILY_LIMIT_REACHED', 'SERVICE_UNAVAILABLE'],
});

const MAX_SIGNED_NAME = 300;

/**
 * The address is valid for 15 minutes. One of the portal lasts no longer than the session, and its answer is that of
 * `uploadFile`; one of a bucket, with `sha256` only for these bytes and the header `x-amz-checksum-sha256`, is followed by
 * `uploadFile` with the key.
 */
export const signedUrl = route({
  method: 'GET',
  audience: 'client',
  /** Its holder uploads without a session. */
  right: 'prepare',
  path: '/api/signedUrl',
  summary: 'A signed address to which one file is uploaded by PUT without a session.',
  query: z.strictObject({
    filename: line.min(1).max(MAX_SIGNED_NAME),
    clientRFC: rfc.optional(),
    /** Hash of the file's bytes, in hex. */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    /** Size of the file in bytes. It allows the address of a bucket, which takes no other size. */
    size: z
      .string()
      .regex(/^[1-9]\d{0,6}$/)
      .transform(Number)
      .optional(),
  }),
  response: z.strictObject({ signedUrl: z.url(), key: z.string() }),
  errors: ['DAILY_LIMIT_REACHED'],
});

/** The body is the unmodified file; the answer is that of `uploadFile`. */
export const uploadToSignedUrl = route({
  method: 'PUT',
  path: '/api/storage/:sessionId',
  summary: 'Uploads one invoice file to a signed address and reports the outcome.',
  audience: 'public',
  rate: 'upload',
  consumes: 'application/octet-stream',
  params: z.strictObject({ sessionId: id }),
  query: z.strictObject({
    filename: line.min(1).max(MAX_SIGNED_NAME),
    /** Milliseconds since 1970. */
    expires: z.string().regex(/^\d{13}$/),
    signature: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  }),
  response: uploadFile.response,
  errors: ['PRODUCT_INACTIVE', 'DAILY_LIMIT_REACHED', 'SERVICE_UNAVAILABLE'],
});

export const listFiles = clientRead({
  path: '/api/files',
  summary: 'Lists the client’s newest 1,000 stored files; `refused=true` only the refused ones.',
  isHeavy: true,
  query: z.strictObject({ refused: flag.optional(), clientId: id.optional() }),
  response: z.strictObject({ data: z.array(fileRecord) }),
});

export const getFile = clientRead({
  path: '/api/file/:id',
  summary: 'One stored file’s record.',
  params: z.strictObject({ id }),
  response: z.strictObject({ doc: fileRecord }),
});

/** Only the name can change; any other field that is sent must be unchanged, `fileData` the stored file in base64. */
export const updateFile = route({
  method: 'PUT',
  path: '/api/file/:id',
  summary: 'Renames a stored file.',
  audience: 'client',
  right: 'prepare',
  params: z.strictObject({ id }),
  body: fileRecord.partial().extend({
    fileName: z.string().min(1).max(4096).optional(),
    fileData: z.base64().max(2_800_000).nullish(),
    creditsInformation,
  }),
  response: z.strictObject({ doc: fileRecord }),
  errors: ['FILE_FIELD_FIXED', 'FILE_NAME_TAKEN'],
});

export const downloadFile = clientRead({
  path: '/api/file/:id/content',
  summary: 'The original bytes of a stored file, as an attachment.',
  params: z.strictObject({ id }),
  produces: 'application/octet-stream',
});

/**
 * `uuid` or `documentId` names the invoice. Any other of its sealed facts that is sent must match. `motive`: why the
 * file is no invoice.
 */
export const findOrCreateInvoice = route({
  method: 'POST',
  path: '/api/factoringDocument/findOrCreate',
  summary: 'Finds an invoice of the client, or creates it from its file.',
  audience: 'client',
  right: 'prepare',
  rate: 'upload',
  body: repeatedInvoice.extend({
    fileName: z.string().min(1).max(4096).optional(),
    /** The unmodified file in base64; needed to create the invoice. */
    fileData: z.base64().max(2_800_000).optional(),
  }),
  response: z.strictObject({
    data: invoice.nullable(),
    created: z.boolean(),
    motive: fileRecord.shape.motive,
  }),
  errors: [
    'INVOICE_FIELD_FIXED',
    'INVOICE_FILE_MISSING',
    'PRODUCT_INACTIVE',
    'DAILY_LIMIT_REACHED',
    'SERVICE_UNAVAILABLE',
  ],
});
