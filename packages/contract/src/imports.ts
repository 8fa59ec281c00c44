/** Purchase orders and receivers' terms that a client brings from a spreadsheet. */
import { importKinds, importProblems, MAX_IMPORTED } from '@anticipa/domain/import-rows';
import { z } from 'zod';
import { exportFormats } from './exports.ts';
import { weekDays } from './receivers.ts';
import { clientRead, type ResponseOf, route } from './route.ts';
import { text } from './wire.ts';

const kind = z.enum(importKinds);

/** Null where the table has no such value, or the portal none yet. */
const values = z.strictObject({ order: text.nullable(), term: z.int().nullable(), weekDays: weekDays.nullable() });

const importedRow = z.strictObject({
  /** Its number in the table. */
  row: z.int(),
  /** The folio of the invoice or the name of the receiver; as it was typed if there is none. */
  name: text,
  before: values,
  after: values,
  /** Null if the row can be saved, or is saved already. */
  problem: z.enum(importProblems).nullable(),
});
export type ImportedRow = z.output<typeof importedRow>;

const table = {
  audience: 'client',
  right: 'prepare',
  rate: 'upload',
  consumes: 'application/octet-stream',
  maxBytes: 2 * 1024 * 1024,
} as const;

export const checkImport = route({
  ...table,
  method: 'PUT',
  path: '/api/client/imports/check',
  summary: `Reads a table of at most ${MAX_IMPORTED} purchase orders or terms, in XLSX or CSV, and changes nothing.`,
  query: z.strictObject({ kind }),
  response: z.strictObject({
    rows: z.array(importedRow),
    /** Rows that would change something. */
    changes: z.int(),
    /** Identifies these changes. */
    fingerprint: z.string(),
  }),
  errors: ['IMPORT_UNREADABLE', 'IMPORT_TOO_LONG'],
});
export type CheckedImport = ResponseOf<typeof checkImport>;

export const saveImport = route({
  ...table,
  method: 'PUT',
  path: '/api/client/imports',
  summary:
    'Saves the good rows of a table at once, if they still change what the check said. A table that is saved already changes nothing.',
  query: z.strictObject({ kind, fingerprint: z.string().regex(/^[0-9a-f]{64}$/) }),
  response: z.strictObject({ changed: z.int() }),
  errors: ['IMPORT_UNREADABLE', 'IMPORT_TOO_LONG', 'IMPORT_CHANGED'],
});

export const importTemplate = clientRead({
  path: '/api/client/imports/template',
  summary:
    'A table to fill in: the invoices that lack a purchase order, or the receivers with the terms that the client saved.',
  query: z.strictObject({ kind, format: z.enum(exportFormats) }),
  produces: 'application/octet-stream',
});
