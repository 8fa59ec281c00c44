/** Activity of a client’s people, read by its administrators within the walls of the client. */
import type { ActivityEntry, listActivity } from '@anticipa/contract/activity';
import type { QueryOf } from '@anticipa/contract/route';
import { auditActions } from '@anticipa/domain/audit';
import { LENDER } from '@anticipa/texts/tables/log';
import { z } from 'zod';
import { instant, pageOf, rowsOf } from '../../platform/db/rows.ts';
import type { ClientWork } from '../../platform/work/work.ts';
import { changesOf, daysOfFilter, folio, textOf } from './queries.ts';

const PAGE = 100;

export type ActivityFilter = Omit<QueryOf<typeof listActivity>, 'before'>;

/** Steps on the way of a sale that change nothing for the company; its acceptance follows. */
const SILENT = ['sale.hold', 'sale.process', 'sale.summary'];

/** Acts of the lender's operators on a person's access, which the company learns of; their names stay the lender's. */
const OF_LENDER = ['second-factor.cleared'];

/** Ids and fingerprints that say nothing to a person. */
const HIDDEN = new Set(['proposal', 'documentId', 'hash', 'terms', 'sha256', 'requestId', 'address', 'view']);

const activityRow = z.object({
  audit_id: z.string(),
  recorded_at: instant,
  actor_kind: z.string(),
  actor_name: z.string().nullable(),
  action: z.enum(auditActions),
  subject_name: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

/** A page before an entry, the newest on top. */
export async function activityPage(
  { db, tenant }: ClientWork,
  filter: ActivityFilter,
  before: string | null,
): Promise<{ data: ActivityEntry[]; next: string | null }> {
  const { since, until } = daysOfFilter(filter);
  const rows = await rowsOf(db, activityRow)`
    select page.audit_id, page.recorded_at, page.actor_kind, page.action, page.details,
      nullif(trim(concat_ws(' ', who.first_name, who.last_name)), '') as actor_name, subject_name
    from (
      select * from audit
      where client_id = ${tenant} and (actor_kind = 'user' or (actor_kind = 'operator' and action = any(${OF_LENDER}::text[]))) and action <> all(${SILENT}::text[])
        and (${before}::bigint is null or audit_id < ${before}::bigint)
        and (${since}::timestamptz is null or recorded_at >= ${since}::timestamptz)
        and (${until}::timestamptz is null or recorded_at < ${until}::timestamptz)
      order by audit_id desc limit ${PAGE + 1}
    ) page
    left join users who on who.client_id = ${tenant} and who.user_id = page.actor_id
    left join lateral (
      select split_part(subject, ':', 1) as noun,
        substring(subject from '^[^:]*:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid as key
    ) about on true
    left join lateral (
      select case noun
        when 'user' then (select concat_ws(' ', first_name, last_name) from users where user_id = key and users.client_id = ${tenant})
        when 'company' then (select name from companies where company_id = key)
        when 'invoice' then (select 'Factura ' || ${folio} from invoices
          where document_id = key and invoices.client_id = ${tenant})
        when 'cost-centre' then (select stp_name from cost_centres
          where cost_centre_id = key and cost_centres.client_id = ${tenant})
        when 'reference' then (select 'Referencia ' || reference from payment_references
          where reference_id = key and payment_references.client_id = ${tenant})
        when 'file' then (select file_name from files where file_id = key and files.client_id = ${tenant})
        when 'sale' then (select 'Venta ' || number_of_sale from sales where sale_id = key and sales.client_id = ${tenant})
      end as subject_name
    ) named on true
    order by page.audit_id desc`;
  return pageOf(rows.map(toEntry), PAGE, ({ id }) => id);
}

const toEntry = (row: z.output<typeof activityRow>): ActivityEntry => {
  const { reason, fields: _, ...facts } = row.details;
  return {
    id: row.audit_id,
    at: row.recorded_at,
    by: row.actor_kind === 'operator' ? LENDER : (row.actor_name ?? '—'),
    action: row.action,
    subject: row.subject_name,
    changes: changesOf(facts).filter(({ field }) => !HIDDEN.has(field)),
    reason: reason === undefined ? null : textOf(reason),
  };
};

/** All entries in pages, the newest on top. */
export async function* wholeActivity(
  work: ClientWork,
  filter: ActivityFilter,
): AsyncGenerator<readonly ActivityEntry[]> {
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof activityPage>> = await activityPage(work, filter, before);
    if (page.data.length > 0) yield page.data;
    before = page.next;
  } while (before !== null);
}
