/** Activity of a client’s people, from the log, for its administrators. */
import { auditActions } from '@anticipa/domain/audit';
import { z } from 'zod';
import { exportFormats } from './exports.ts';
import { logEntry, logNumber } from './log.ts';
import { clientRead } from './route.ts';
import { date, instant, text } from './wire.ts';

const activityEntry = z.strictObject({
  id: logNumber,
  at: instant,
  by: text,
  action: z.enum(auditActions),
  /** Name of what it is about; null for what the words of the action say already. */
  subject: text.nullable(),
  changes: logEntry.shape.changes,
  reason: z.string().nullable(),
});
export type ActivityEntry = z.output<typeof activityEntry>;

/** Days in Mexico City, both inclusive. */
const days = { from: date.optional(), to: date.optional() };
const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to;

export const listActivity = clientRead({
  path: '/api/activity',
  summary:
    'What the people of the client did, and what the lender did to their access, the newest on top, in pages of 100. Administrators only.',
  query: z.strictObject({ ...days, before: logNumber.optional() }).refine(isInOrder, { path: ['to'] }),
  response: z.strictObject({ data: z.array(activityEntry), next: logNumber.nullable() }),
});

export const exportActivity = clientRead({
  path: '/api/activity/export',
  summary: 'What the people of the client did, as a spreadsheet or as CSV. Administrators only.',
  isHeavy: true,
  query: z.strictObject({ format: z.enum(exportFormats), ...days }).refine(isInOrder, { path: ['to'] }),
  produces: 'application/octet-stream',
  errors: ['NOTHING_TO_EXPORT'],
});
