import { type listReceivers, RECEIVERS_PER_PAGE, type Receiver } from '@anticipa/contract/lender-receivers';
import type { QueryOf, ResponseOf } from '@anticipa/contract/route';
import { invoiceStatus } from '@anticipa/domain/invoice';
import type { ListedSituation } from '@anticipa/domain/listed-taxpayer';
import { type CompanyStatus, companyStatus } from '@anticipa/domain/receiver';
import { type RawBuilder, sql } from 'kysely';
import type { WideWork } from '../../lib/work.ts';
import { situationOf } from '../invoices/receivers.ts';

type Query = QueryOf<typeof listReceivers>;

/** A page of receivers, the oldest first, with the number of those without a decision. */
export async function receivers(
  work: WideWork,
  { queue, search, after }: Query,
): Promise<ResponseOf<typeof listReceivers>> {
  const isWanted = sql`${queue === 'all' ? sql`true` : sql`status = ${companyStatus.PENDING}`}
    and ${search === undefined ? sql`true` : hasText(search)}
    and ${after === undefined ? sql`true` : isBehind(after)}`;
  const rows = await receiverRows(work, isWanted, RECEIVERS_PER_PAGE + 1);
  const data = rows.slice(0, RECEIVERS_PER_PAGE);
  const { rows: counted } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from companies where status = ${companyStatus.PENDING}`.execute(work.db);
  return {
    data,
    waiting: counted[0]?.waiting ?? 0,
    next: rows.length > data.length ? (data.at(-1)?.companyId ?? null) : null,
  };
}

const hasText = (search: string): RawBuilder<unknown> => {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(rfc ilike ${pattern} or companies.name ilike ${pattern} or exists (
    select from company_links link where link.company_id = companies.company_id and link.name ilike ${pattern}))`;
};

const isBehind = (companyId: string): RawBuilder<unknown> =>
  sql`(created_at, company_id) > (select created_at, company_id from companies last where last.company_id = ${companyId})`;

/** One receiver; undefined if there is none with that id. */
export const receiverById = async (work: WideWork, companyId: string): Promise<Receiver | undefined> =>
  (await receiverRows(work, sql`company_id = ${companyId}`, 1))[0];

interface ReceiverRow {
  readonly company_id: string;
  readonly rfc: string;
  readonly name: string | null;
  readonly tax_id: string | null;
  readonly status: CompanyStatus;
  readonly created_at: Date;
  readonly situation: ListedSituation | null;
  readonly released: Receiver['released'];
  readonly rejected: Receiver['rejected'];
  readonly exposures: Receiver['exposures'];
  readonly pairs: Receiver['pairs'];
}

/** The figures of exposure rows as JSON, in the order of the currencies. */
const exposuresOf = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object(
    'currency', currency, 'limit', limit_amount::text, 'held', held::text, 'owed', owed::text
  ) order by currency), '[]') from ${rows})`;

async function receiverRows({ db }: WideWork, isWanted: RawBuilder<unknown>, limit: number): Promise<Receiver[]> {
  const { REGISTRADO, AUTORIZADA } = invoiceStatus;
  const { rows } = await sql<ReceiverRow>`
    with page as materialized (
      select * from companies where ${isWanted} order by created_at, company_id limit ${limit}
    )
    select page.*, ${situationOf(sql`page.rfc`)} as situation, moved.released, moved.rejected,
      ${exposuresOf(sql`receiver_exposures exposure where exposure.company_id = page.company_id`)} as exposures,
      (select coalesce(json_agg(json_build_object(
        'clientId', link.client_id, 'entityName', clients.entity_name, 'name', link.name,
        'exposures', ${exposuresOf(sql`pair_exposures exposure
          where exposure.client_id = link.client_id and exposure.company_id = link.company_id`)}
      ) order by clients.entity_name, link.client_id), '[]')
      from company_links link join clients on clients.client_id = link.client_id
      where link.company_id = page.company_id) as pairs
    from page
    cross join lateral (
      select
        json_build_object('invoices', count(*) filter (where is_released),
          'clients', count(distinct client_id) filter (where is_released)) as released,
        json_build_object('invoices', count(*), 'clients', count(distinct client_id)) as rejected
      from (
        select client_id, status = ${REGISTRADO} and verification = 'verified' as is_released
        from invoices
        where not is_settled and status in (${REGISTRADO}, ${AUTORIZADA})
          and (client_id, company_id) in (
            select client_id, company_id from company_links where company_links.company_id = page.company_id
          )
      ) unsold
    ) moved
    order by page.created_at, page.company_id`.execute(db);
  return rows.map((row) => ({
    companyId: row.company_id,
    rfc: row.rfc,
    name: row.name,
    taxId: row.tax_id,
    statusId: row.status,
    createdAt: row.created_at.toISOString(),
    situation: row.situation,
    released: row.released,
    rejected: row.rejected,
    exposures: row.exposures,
    pairs: row.pairs,
  }));
}
