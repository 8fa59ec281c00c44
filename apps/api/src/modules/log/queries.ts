import { changeSchema } from '@anticipa/contract/approvals';
import type { LogEntry, listLog } from '@anticipa/contract/log';
import type { QueryOf } from '@anticipa/contract/route';
import { type AuditAction, auditActions, auditActors } from '@anticipa/domain/audit';
import { addDays, dateOf, endOfDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { withMaskedAccounts } from '@anticipa/texts/approval-values';
import { titleOf, valuesOf } from '@anticipa/texts/approvals';
import { defaultProductNames } from '@anticipa/texts/offer-texts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, containing, instant, pageOf, rowsOf } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { OperatorWork } from '../../platform/work/work.ts';

/** Number of entries on a page. */
const LOG_PAGE = 100;

export type LogFilter = Omit<QueryOf<typeof listLog>, 'before'>;

const logRow = z.object({
  audit_id: z.string(),
  recorded_at: instant,
  actor_kind: z.enum(auditActors),
  actor_name: z.string().nullable(),
  address: z.string().nullable(),
  action: z.enum(auditActions),
  subject: z.string(),
  client_id: clientIdColumn.nullable(),
  entity_name: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** Folios of the invoices in the details, by id. */
  folios: z.record(z.string(), z.string()).nullable(),
  link_number: z.string(),
  hash: z.string(),
});
type LogRow = z.output<typeof logRow>;

/** The first instant after a day, in Mexico City. */
const after = (day: string): Date => endOfDate(dateOf(day), MEXICO_CITY);

/** The instants between which the days of a filter lie; null where they are open. */
export const daysOfFilter = ({ from, to }: Pick<LogFilter, 'from' | 'to'>) => ({
  since: from === undefined ? null : after(addDays(dateOf(from), -1)),
  until: to === undefined ? null : after(to),
});

/** A page of the log before an entry, the newest on top. */
export async function logPage(
  { db }: OperatorWork,
  { clientId, search, who, action, from, to }: LogFilter,
  before: string | null,
): Promise<{ data: LogEntry[]; next: string | null }> {
  const { since, until } = daysOfFilter({ from, to });
  const found = search === undefined ? null : containing(search);
  const page = sql`
    select * from audit
    where (${before}::bigint is null or audit_id < ${before}::bigint)
      and (${clientId ?? null}::uuid is null or client_id = ${clientId ?? null}::uuid)
      and (${found}::text is null or client_id in
        (select client_id from clients where entity_name ilike ${found} or rfc ilike ${found}))
      and (${who ?? null}::text is null or actor_kind = ${who ?? null}::text)
      and (${action ?? null}::text is null or action = ${action ?? null}::text)
      and (${since}::timestamptz is null or recorded_at >= ${since}::timestamptz)
      and (${until}::timestamptz is null or recorded_at < ${until}::timestamptz)
    order by audit_id desc limit ${LOG_PAGE + 1}`;
  const rows = await namedEntries(db, page, sql`page.audit_id`);
  return pageOf(rows, LOG_PAGE, ({ id }) => id);
}

/** Entries of a client's chain before a link, the newest on top; only refused files are among them. */
export function chainBefore(
  { db }: OperatorWork,
  of: {
    readonly clientId: ClientId;
    readonly actions: readonly AuditAction[];
    readonly before: string | null;
    readonly limit: number;
  },
): Promise<LogEntry[]> {
  const page = sql`
    select audit.* from audit_links join audit using (audit_id)
    where chain = ${of.clientId} and (${of.before}::bigint is null or link_number < ${of.before}::bigint)
      and (action = any(${[...of.actions]}::text[]) or action = 'file.upload' and details ->> 'outcome' = 'refused')
    order by link_number desc limit ${of.limit}`;
  return namedEntries(db, page, sql`link_number`);
}

/** Name that people use for an invoice: 'A-7', or the beginning of its UUID. Its columns may need the name of their table. */
export const folioIn = (table: string) => {
  const [serie, folio, uuid] = ['serie', 'folio', 'uuid'].map((column) => sql.ref(`${table}.${column}`));
  return sql`coalesce(nullif(concat_ws('-', ${serie}, ${folio}), ''), left(${uuid}, 8))`;
};
export const folio = folioIn('invoices');
/** SQL to order rows by folio, "A-9" before "A-10". An id must follow, because two clients may use the same folio. */
export const byFolio = (shown = folio) => sql`length(${shown}), ${shown} collate "C"`;

/** SQL: the name of the operator whose id a column has. */
export const operatorName = (column: string) =>
  sql<string>`(select trim(first_name || ' ' || last_name) from operators where operator_id = ${sql.ref(column)})`;

/** The entries of a page with the names of persons and things, the highest by `order` on top. */
async function namedEntries(
  db: OperatorWork['db'],
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<LogEntry[]> {
  const rows = await rowsOf(db, logRow)`
    select page.audit_id, recorded_at, actor_kind, address, action, page.client_id, entity_name, details, link_number,
      encode(hash, 'hex') as hash, coalesce(subject_name, subject) as subject, actor_name, folios
    from (${page}) page
    join audit_links using (audit_id)
    left join clients on clients.client_id = page.client_id
    left join lateral (
      select case actor_kind
        when 'operator' then (select concat_ws(' ', first_name, nullif(last_name, '')) from operators where operator_id = actor_id)
        when 'user' then (select concat_ws(' ', first_name, last_name) from users where user_id = actor_id and users.client_id = page.client_id)
        when 'key' then (select 'Llave ' || name from api_keys where key_id = actor_id and api_keys.client_id = page.client_id)
      end as actor_name
    ) actor on true
    left join lateral (
      select split_part(subject, ':', 1) as noun,
        substring(subject from '^[^:]*:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid as key
    ) about on true
    left join lateral (
      select case noun
        when 'client' then (select entity_name from clients where client_id = key)
        when 'user' then (select email from users where user_id = key and users.client_id = page.client_id)
        when 'operator' then (select email from operators where operator_id = key)
        when 'receiver' then (select name from companies where company_id = key)
        when 'company' then (select name from companies where company_id = key)
        when 'invoice' then (select 'Factura ' || ${folio} from invoices
          where document_id = key and invoices.client_id = page.client_id)
        when 'cost-centre' then (select 'Pagador ' || stp_name from cost_centres
          where cost_centre_id = key and cost_centres.client_id = page.client_id)
        when 'reference' then (select 'Referencia ' || reference from payment_references
          where reference_id = key and payment_references.client_id = page.client_id)
        when 'file' then (select file_name from files where file_id = key and files.client_id = page.client_id)
        when 'key' then (select name from api_keys where key_id = key and api_keys.client_id = page.client_id)
        when 'survey' then (select title from surveys where survey_id = key)
        when 'sale' then (select 'V-' || number_of_sale from sales where sale_id = key and sales.client_id = page.client_id)
      end as subject_name
    ) named on true
    left join lateral (
      select jsonb_object_agg(document_id, ${folio}) as folios from invoices
      where invoices.client_id = page.client_id and document_id = any(array(
        select id::uuid
        from jsonb_array_elements_text('[]' || coalesce(details -> 'documentIds', '[]') || coalesce(details -> 'documentId', '[]')) id
        where id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'))
    ) about_invoices on true
    order by ${order} desc`;
  return rows.map(toEntry);
}

const toEntry = (row: LogRow): LogEntry => {
  // Address and request have places of their own.
  const { reason, address: _, requestId: __, change, ...facts } = row.details;
  return {
    id: row.audit_id,
    at: row.recorded_at,
    actor: { kind: row.actor_kind, name: row.actor_name },
    address: row.address,
    action: row.action,
    subject: row.subject,
    clientId: row.client_id,
    entityName: row.entity_name,
    changes: [
      ...proposedChanges(row, change),
      ...changesOf(row.folios === null ? facts : withFolios(facts, row.folios)),
    ],
    reason: reason === undefined ? null : textOf(reason),
    link: row.link_number,
    hash: row.hash,
  };
};

/**
 * Values of a change that needs a second person, in the words of its card; empty for other entries. Nobody works with the accounts of an old
 * change, so that they show their last digits.
 */
function proposedChanges({ client_id, entity_name }: LogRow, logged: unknown): LogEntry['changes'] {
  const { data } = changeSchema.safeParse(logged);
  if (data === undefined) return [];
  const change = withMaskedAccounts(data);
  const of = (id: string): string => (id === client_id && entity_name ? entity_name : id.slice(0, 8));
  const names = { of, products: defaultProductNames };
  const values = valuesOf(change, names).filter(({ isGround }) => !isGround);
  return [
    { field: 'propuesta', before: null, after: titleOf(change, names) },
    ...values.map(({ label, past, proposed }) => ({ field: label, before: past, after: proposed })),
  ];
}

function withFolios(
  { documentId, documentIds, ...facts }: Readonly<Record<string, unknown>>,
  folios: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const named = (id: unknown): unknown => (typeof id === 'string' ? (folios[id] ?? id) : id);
  return {
    ...facts,
    ...(documentId !== undefined && { documentId: named(documentId) }),
    ...(Array.isArray(documentIds) && { documentIds: documentIds.map(named) }),
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Entries of credentials that version 1.0.0 wrote name only the state after. */
const withState = (details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { before, status, ...facts } = details;
  const isOld = before !== undefined && !isRecord(before) && !('after' in details) && status !== undefined;
  return isOld ? { ...facts, before: { status: before }, after: { status } } : details;
};

/** Values that several rows had or have, by field. */
const columnsOf = (value: unknown): unknown =>
  Array.isArray(value) && value.some(isRecord)
    ? Object.fromEntries(Object.keys(value[0]).map((field) => [field, value.map((row) => row[field])]))
    : value;

/** Values before and after, by field; other details are facts. */
export function changesOf(details: Readonly<Record<string, unknown>>): LogEntry['changes'] {
  const { before: was, after: is, ...facts } = withState(details);
  const [before, after] = [columnsOf(was), columnsOf(is)];
  const fields = isRecord(before) || isRecord(after) ? recordChanges(before, after) : scalarChange(before, after);
  return [...fields, ...Object.entries(facts).map(([field, value]) => ({ field, before: null, after: textOf(value) }))];
}

function recordChanges(before: unknown, after: unknown): LogEntry['changes'] {
  const old = isRecord(before) ? before : {};
  const now = isRecord(after) ? after : {};
  return Object.keys(isRecord(after) ? now : old)
    .map((field) => ({ field, before: textOf(old[field]), after: textOf(now[field]) }))
    .filter((change) => change.before !== change.after);
}

const scalarChange = (before: unknown, after: unknown): LogEntry['changes'] =>
  before === undefined && after === undefined ? [] : [{ field: 'value', before: textOf(before), after: textOf(after) }];

/** All entries in pages, the newest on top. */
export async function* wholeLog(work: OperatorWork, filter: LogFilter): AsyncGenerator<readonly LogEntry[]> {
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof logPage>> = await logPage(work, filter, before);
    if (page.data.length > 0) yield page.data;
    before = page.next;
  } while (before !== null);
}

/** SQL that lists breaks of the chains: rows altered, removed, or without a link. */
export const brokenLinksSql = `
  with chained as (
    select audit_links.*, lag(hash) over by_chain as hash_before, row_number() over by_chain as expected_number
    from audit_links window by_chain as (partition by chain order by link_number)
  )
  select coalesce(link.chain, audit_chain(entry.client_id)) as chain, coalesce(link.audit_id, entry.audit_id) as audit_id
  from chained link full join audit entry on entry.audit_id = link.audit_id
  where link.audit_id is null or entry.audit_id is null or link.link_number <> expected_number
    or link.chain <> audit_chain(entry.client_id)
    or link.hash <> audit_hash(coalesce(hash_before, decode(repeat('00', 32), 'hex')), link.link_number, entry)`;
