/** The lender's log of every change and of reads of clients' data. */
import { auditActions, auditActors } from '@anticipa/domain/audit';
import type { OperatorRole } from '@anticipa/domain/operator';
import { z } from 'zod';
import { exportFormats } from './exports.ts';
import { deskRead } from './route.ts';
import { date, id, instant, line, text } from './wire.ts';

/** A number of the log, as text. */
export const logNumber = z.string().regex(/^\d{1,18}$/);

export const logEntry = z.strictObject({
  id: logNumber,
  at: instant,
  /** `name`: null for the portal, and for a visitor. */
  actor: z.strictObject({ kind: z.enum(auditActors), name: text.nullable() }),
  address: text.nullable(),
  action: z.enum(auditActions),
  /** Subject: a name where one is known, otherwise `noun:id`. */
  subject: text,
  clientId: id.nullable(),
  entityName: text.nullable(),
  /** Values that changed, and facts, which have no value before. */
  changes: z.array(z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  reason: z.string().nullable(),
  /** Number in the chain of its client, or of the lender, and the hash that includes the one before, in hexadecimal. */
  link: logNumber,
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type LogEntry = z.output<typeof logEntry>;

const roles = ['auditor', 'administrador'] as const satisfies readonly OperatorRole[];

const filter = {
  clientId: id.optional(),
  /** Part of a client's name or RFC. */
  search: line.max(100).optional(),
  who: z.enum(auditActors).optional(),
  action: z.enum(auditActions).optional(),
  /** Days in Mexico City, both inclusive. */
  from: date.optional(),
  to: date.optional(),
};
const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to;

export const listLog = deskRead({
  path: '/api/lender/log',
  summary: 'The log, the newest on top, in pages of 100.',
  roles,
  query: z.strictObject({ ...filter, before: logNumber.optional() }).refine(isInOrder, { path: ['to'] }),
  // `next`: the `before` of the next page; null on the last one.
  response: z.strictObject({ data: z.array(logEntry), next: logNumber.nullable() }),
});

export const exportLog = deskRead({
  path: '/api/lender/log/export',
  summary: 'The log as a spreadsheet or as CSV, with the hashes that chain it.',
  roles,
  isHeavy: true,
  query: z.strictObject({ format: z.enum(exportFormats), ...filter }).refine(isInOrder, { path: ['to'] }),
  produces: 'application/octet-stream',
  errors: ['NOTHING_TO_EXPORT'],
});
