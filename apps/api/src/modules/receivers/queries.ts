import {
  type ListedReceiver,
  listedReceiver,
  type listReceivers,
  RECEIVERS_PER_PAGE,
  type Receiver,
  receiver,
} from '@anticipa/contract/lender-receivers';
import type { QueryOf, ResponseOf } from '@anticipa/contract/route';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { weekDaysOf } from '@anticipa/domain/payment-habit';
import { companyStatus } from '@anticipa/domain/receiver';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { clientIdColumn, containing, instant, pageOf, rowsOf, valuesOf, whole } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { shownName, situationOf } from '../invoices/receivers.ts';

type Query = QueryOf<typeof listReceivers>;

/** A page of receivers, the oldest first, with the number of those without a decision. */
export async function receivers(
  work: WideWork,
  { status, search, after }: Query,
): Promise<ResponseOf<typeof listReceivers>> {
  const isWanted = sql`alias_of is null and ${status === undefined ? sql`true` : sql`status = any(${status.map(Number)}::integer[])`}
    and ${search === undefined ? sql`true` : hasText(search)}
    and ${after === undefined ? sql`true` : isBehind(after)}`;
  const rows = await receiverRows(work, isWanted, RECEIVERS_PER_PAGE + 1);
  const waiting = await countOfUndecided(work);
  return { waiting, ...pageOf(rows, RECEIVERS_PER_PAGE, ({ companyId }) => companyId) };
}

/** Receivers on which the lender has not decided. */
export async function countOfUndecided({ db }: WideWork): Promise<number> {
  const [waiting = 0] = await valuesOf(db, whole)`
    select count(*)::integer from companies where status = ${companyStatus.PENDING} and alias_of is null`;
  return waiting;
}

const hasText = (search: string): RawBuilder<unknown> => {
  const pattern = containing(search);
  return sql`(rfc ilike ${pattern} or companies.name ilike ${pattern} or exists (
    select from company_links link where link.company_id = companies.company_id and link.name ilike ${pattern}
  ) or exists (
    select from companies alias where alias.alias_of = companies.company_id and alias.name ilike ${pattern}))`;
};

const isBehind = (companyId: string): RawBuilder<unknown> =>
  sql`(created_at, company_id) > (select created_at, company_id from companies last where last.company_id = ${companyId})`;

const { aliases: alias, pairs: pair } = receiver.shape;
const pairRow = pair.element.extend({ clientId: clientIdColumn });
type KnownReceiver = Receiver & { readonly pairs: readonly z.output<typeof pairRow>[] };

/** One receiver with its clients; undefined if there is none with that id. */
export async function receiverById(work: WideWork, companyId: string): Promise<KnownReceiver | undefined> {
  const [found] = await receiverRows(work, sql`company_id = ${companyId}`, 1);
  if (!found) return undefined;
  const policyRow = await work.db
    .selectFrom('companies')
    .select(['policy_term', 'policy_week_days', 'alias_of'])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  const pairs = await rowsOf(work.db, pairRow)`
    select link.client_id as "clientId", clients.entity_name as "entityName", link.name,
      link.fb_programme as "fbProgramme", ${exposuresOf(sql`pair_exposures exposure
        where exposure.client_id = link.client_id and exposure.company_id = link.company_id`)} as exposures
    from company_links link join clients on clients.client_id = link.client_id
    where link.company_id = ${companyId}
    order by clients.entity_name, link.client_id`;
  const names = await rowsOf(work.db, alias.element)`
    select company_id as "companyId", ${shownName} as name, rfc, tax_id as "taxId" from companies
    where alias_of = ${companyId} or company_id = ${policyRow.alias_of} order by created_at, company_id`;
  const { policy_term: term, policy_week_days: numbers } = policyRow;
  const policy = term === null || numbers === null ? null : { term, weekDays: weekDaysOf(numbers) };
  const [main] = policyRow.alias_of === null ? [] : names;
  const aliasOf = main ? { companyId: main.companyId, name: main.name } : null;
  const hasList = await work.db.selectFrom('taxpayer_list_cuts').select('cut_id').limit(1).executeTakeFirst();
  return { ...found, hasList: hasList !== undefined, policy, aliasOf, aliases: main ? [] : names, pairs };
}

/** The figures of exposure rows as JSON, in the order of the currencies. */
const exposuresOf = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object(
    'currency', currency, 'limit', limit_amount::text, 'held', held::text, 'owed', owed::text
  ) order by currency), '[]') from ${rows})`;

const receiverRow = listedReceiver.extend({ createdAt: instant });

async function receiverRows({ db }: WideWork, isWanted: RawBuilder<unknown>, limit: number): Promise<ListedReceiver[]> {
  const { REGISTRADO, AUTORIZADA } = invoiceStatus;
  return await rowsOf(db, receiverRow)`
    with page as materialized (
      select *, ${shownName} as shown_name from companies where ${isWanted} order by created_at, company_id limit ${limit}
    )
    select page.company_id as "companyId", page.rfc, shown_name as name, page.name is not null as "isNameConfirmed",
      tax_id as "taxId", status as "statusId", created_at as "createdAt",
      ${situationOf(sql`page.rfc`)} as situation,
      (select count(*)::integer from company_links link where link.company_id = page.company_id) as clients, moved.*,
      ${exposuresOf(sql`receiver_exposures exposure where exposure.company_id = page.company_id`)} as exposures
    from page
    cross join lateral (
      with waiting as (
        select client_id, currency, total, status = ${REGISTRADO} and verification = 'verified' as is_released
        from invoices
        where not is_settled and status in (${REGISTRADO}, ${AUTORIZADA})
          and (client_id, company_id) in (
            select client_id, company_id from company_links where company_links.company_id = page.company_id
          )
      )
      select
        json_build_object('invoices', count(*) filter (where is_released),
          'clients', count(distinct client_id) filter (where is_released)) as released,
        json_build_object('invoices', count(*), 'clients', count(distinct client_id)) as rejected,
        (select coalesce(json_agg(json_build_object('currency', currency, 'amount', amount::text) order by currency), '[]')
          from (select currency, sum(total) as amount from waiting group by currency) as totals) as unsold
      from waiting
    ) moved
    order by page.created_at, page.company_id`;
}
