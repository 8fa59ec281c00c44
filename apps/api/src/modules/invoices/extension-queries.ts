/** Extensions of invoices, as their terms need them. */
import { dateOf } from '@anticipa/domain/calendar';
import type { Extension } from '@anticipa/domain/extension';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal } from '../../platform/db/rows.ts';

/** Column with the extensions of a row of `invoices`, in order; those of an agreement until `until`, by day, and known at an instant. */
export const extensionsColumn = (known?: { readonly until: string; readonly at: Date }) => sql<
  z.input<typeof storedExtensions>
>`(
  select json_agg(json_build_object('agreedOn', agreed_on, 'dueDate', extended.due_date, 'rate', trim_scale(extended.interest_rate)::text)
    order by extension_number)
  from extensions extended
  where extended.client_id = invoices.client_id and extended.document_id = invoices.document_id
    and ${known ? sql`agreed_on <= ${known.until}::date and agreed_at <= ${known.at}` : sql`true`})`;

/** Null without one. */
export const storedExtensions = z
  .array(z.object({ agreedOn: z.string(), dueDate: z.string(), rate: decimal }))
  .nullable();

export const toExtensions = (stored: z.output<typeof storedExtensions>): Extension[] =>
  (stored ?? []).map(({ agreedOn, dueDate, rate }) => ({ agreedOn: dateOf(agreedOn), dueDate: dateOf(dueDate), rate }));
