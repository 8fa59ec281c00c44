/**
 * The search of a client. Each reading of the text reads a bounded number of invoices and sales through an index of its own,
 * so that none is missing because another found more, and a search costs the same with a history of years.
 */
import type { ResponseOf } from '@anticipa/contract/route';
import {
  invoiceHit,
  payerHit,
  referenceHit,
  SEARCH_COUNTED,
  SEARCH_HITS,
  saleHit,
  type searchPortal,
} from '@anticipa/contract/search';
import { date } from '@anticipa/contract/wire';
import { dateOf } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { referenceState } from '@anticipa/domain/reference';
import { saleStates, sentStates } from '@anticipa/domain/sale';
import type { CentsRange, SearchTerms } from '@anticipa/domain/search';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { rowsOf } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { sentOnWire } from '../sales/sent-queries.ts';
import { stateForClient } from '../sales/transfer-queries.ts';

type Found = ResponseOf<typeof searchPortal>;

/** Best first: what was typed as a whole before what only begins with it, then the invoices of the payers. */
const RANKS = { uuid: 1, folio: 2, amount: 3, folioBegins: 4, amountBegins: 5, payer: 6 };

const { RECHAZADA, REGISTRADO, AUTORIZADA, PREVENTA, CREDITO } = invoiceStatus;
/** Number of folios that begin alike whose letters before the number are compared. */
const FOLIO_CANDIDATES = 10 * SEARCH_COUNTED;
/** Comes after all letters and digits of a `folio_key`. */
const AFTER_ALL = '~';
/** A shorter word only counts as the beginning of a word. */
const MIN_PART = 3;
/** The order in which a payer's hit prefers its invoices. */
const URGENCY = [CREDITO, PREVENTA, AUTORIZADA, REGISTRADO, RECHAZADA];

export async function found(work: Work, terms: SearchTerms): Promise<Found> {
  const payers = await payersNamed(work, terms);
  // A name that more payers share is not yet about their invoices.
  const companyIds = payers.total > SEARCH_HITS ? [] : payers.hits.map(({ companyId }) => companyId);
  const [invoices, references, sales] = await Promise.all([
    invoicesFor(work, terms, companyIds),
    referencesFor(work, terms),
    salesFor(work, terms),
  ]);
  return { invoices, payers, references, sales };
}

/** A hit with the number of all. */
const rowOf = <T>(hit: z.ZodType<T>) => z.object({ hit, of: z.int() });
const invoiceRow = rowOf(invoiceHit);
const payerRow = rowOf(payerHit);
const referenceRow = rowOf(
  referenceHit.extend({ state: z.enum(['live', 'paid', 'cancelled', 'expired']), validUntil: date }),
);
const saleRow = rowOf(saleHit.omit({ isReturned: true }).extend({ state: z.enum(saleStates) }));

const hitsOf = <T>(rows: readonly { readonly hit: T; readonly of: number }[]): { total: number; hits: T[] } => ({
  total: Math.min(rows[0]?.of ?? 0, SEARCH_COUNTED),
  hits: rows.map(({ hit }) => hit),
});

const NONE = { total: 0, hits: [] };

const within = (column: RawBuilder<unknown>, { from, to }: CentsRange): RawBuilder<boolean> =>
  sql`${column} between ${String(from)}::bigint and ${String(to)}::bigint`;

const rangesOf = (amounts: SearchTerms['amounts']): readonly CentsRange[] =>
  amounts ? [amounts.exact, ...amounts.longer] : [];

async function invoicesFor(
  { db, tenant }: Work,
  { uuids, folio, amounts }: SearchTerms,
  companyIds: readonly string[],
): Promise<Found['invoices']> {
  const some = (rank: number, where: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    (select document_id, ${rank}::integer as rank from invoices where client_id = ${tenant} and ${where}
      order by ${order} limit ${SEARCH_COUNTED})`;
  const byAmount = (range: CentsRange, rank: number) => some(rank, within(sql`total_cents`, range), sql`total_cents`);
  const branches = [
    ...(uuids ? [some(RANKS.uuid, sql`uuid between ${uuids.first} and ${uuids.last}`, sql`uuid`)] : []),
    ...(folio ? [byFolio(tenant, folio)] : []),
    ...(amounts ? [byAmount(amounts.exact, RANKS.amount)] : []),
    ...(amounts?.longer.map((range) => byAmount(range, RANKS.amountBegins)) ?? []),
    ...companyIds.map((id) => some(RANKS.payer, sql`company_id = ${id}`, sql`is_settled, created_at desc`)),
  ];
  if (branches.length === 0) return NONE;
  const rows = await rowsOf(db, invoiceRow)`
    with ranked as (
      select document_id, min(rank) as rank from (${sql.join(branches, sql` union all `)}) as matches group by document_id
    )
    select count(*) over ()::integer as of, json_build_object('documentId', document_id, 'uuid', uuid, 'serie', serie,
      'folio', folio, 'receiverName', receiver_name, 'status', status,
      'isDeleted', motive is not distinct from 'DELETED_BY_USER', 'currency', currency, 'total', total::text) as hit
    from ranked join invoices using (document_id)
    where client_id = ${tenant}
    order by rank, is_settled, created_at desc, document_id limit ${SEARCH_HITS}`;
  return hitsOf(rows);
}

/** Folios whose whole number was typed come first, so that none of them is beyond the candidates. */
const byFolio = (tenant: string, { key, before }: NonNullable<SearchTerms['folio']>) => sql`
  (select document_id, case when folio_key = ${key} then ${RANKS.folio}::integer else ${RANKS.folioBegins}::integer end as rank
    from (
      select document_id, folio_key, serie, folio from invoices
      where client_id = ${tenant} and folio_key >= ${key} and folio_key < ${`${key}${AFTER_ALL}`}
      order by folio_key limit ${FOLIO_CANDIDATES}
    ) as candidates
    where position(${before} in regexp_replace(upper(normalize(concat(serie, folio), NFD)), '[^A-Z0-9]', '', 'g')) > 0
    limit ${SEARCH_COUNTED})`;

/** Receivers that have invoices, by name without accents, also an earlier one, or by tax id. */
async function payersNamed({ db, tenant }: Work, { words }: SearchTerms): Promise<Found['payers']> {
  if (words.length === 0) return NONE;
  const contained = words.map((word) => (word.length < MIN_PART ? `% ${word}%` : `%${word}%`));
  const rows = await rowsOf(db, payerRow)`
    with named as (
      select main.company_id, coalesce(main.name, mine.name) as name, main.rfc
      from company_links as link
      join companies as known on known.company_id = link.company_id
      join companies as main on main.company_id = coalesce(known.alias_of, known.company_id)
      join company_links as mine on mine.client_id = link.client_id and mine.company_id = main.company_id
      where link.client_id = ${tenant}
        and ' ' || regexp_replace(
          lower(regexp_replace(normalize(concat_ws(' ', known.name, link.name, mine.name, main.rfc), NFD), '[\\u0300-\\u036f]', '', 'g')),
          '[^[:alnum:]]+', ' ', 'g'
        ) like all (${contained}::text[])
        and exists (select from invoices where invoices.client_id = ${tenant} and invoices.company_id = main.company_id)
      group by main.company_id, main.name, mine.name, main.rfc
    ), first as (
      select *, count(*) over ()::integer as of from named order by name, company_id limit ${SEARCH_HITS}
    ), open as (
      select distinct on (company_id) company_id, json_build_object('product', product, 'currency', currency,
        'status', status, 'count', count(*), 'total', sum(total)::numeric(18, 2)::text) as figures
      from invoices
      where client_id = ${tenant} and not is_settled and company_id in (select company_id from first)
        and motive is distinct from 'DELETED_BY_USER'
      group by company_id, product, currency, status
      order by company_id, array_position(${URGENCY}::integer[], status), count(*) desc
    )
    select of, json_build_object('companyId', company_id, 'name', name, 'rfc', rfc, 'open', figures, 'settledOn', (
      select max(payment_date) from invoices
      where invoices.client_id = ${tenant} and invoices.company_id = first.company_id and is_settled
    )) as hit
    from first left join open using (company_id)
    order by name, company_id`;
  return hitsOf(rows);
}

async function referencesFor(
  { db, tenant, today }: Work,
  { code, amounts }: SearchTerms,
): Promise<Found['references']> {
  if (code === null && amounts === null) return NONE;
  const matches = [
    sql`position(${code}::text in reference) > 0`,
    ...rangesOf(amounts).map((range) => within(sql`amount * 100`, range)),
  ];
  const rows = await rowsOf(db, referenceRow)`
    select count(*) over ()::integer as of, json_build_object('id', reference_id, 'reference', reference,
      'state', state, 'validUntil', valid_until, 'currency', currency, 'amount', amount::text, 'count', count) as hit
    from payment_references
    where client_id = ${tenant} and (${sql.join(matches, sql` or `)})
    order by created_at desc, reference_id limit ${SEARCH_HITS}`;
  const { total, hits } = hitsOf(rows);
  return {
    total,
    hits: hits.map(({ validUntil, ...hit }) => ({
      ...hit,
      state: referenceState({ ...hit, validUntil: dateOf(validUntil) }, today),
    })),
  };
}

/** Finds sales by number, tracking key or deposit. */
async function salesFor({ db, tenant }: Work, { numberOfSale, code, amounts }: SearchTerms): Promise<Found['sales']> {
  if (numberOfSale === null && code === null && amounts === null) return NONE;
  const byDeposit = sql.join(
    rangesOf(amounts).map(
      (range) => sql`union all (
        select sale_id from sales where client_id = ${tenant} and ${within(sql`deposit_cents`, range)}
        limit ${SEARCH_COUNTED})`,
    ),
    sql` `,
  );
  const rows = await rowsOf(db, saleRow)`
    select count(*) over ()::integer as of, json_build_object('numberOfSale', number_of_sale, 'currency', currency,
      'state', ${stateForClient}, 'count', count, 'initialDeposit', coalesce(deposit, 0)::numeric(18, 2)::text) as hit
    from sales
    join lateral (
      select count(*)::integer as count, sum(initial_deposit) as deposit from sale_items as item
      where item.client_id = sales.client_id and item.sale_id = sales.sale_id and (item.is_live or sales.state = 'cancelled')
    ) as items on true
    where client_id = ${tenant} and state = any(${[...sentStates, 'cancelled']}) and sale_id in (
      select sale_id from sales where client_id = ${tenant} and number_of_sale = ${numberOfSale}
      union all
      select sale_id from sales where client_id = ${tenant} and tracking_key in (${code}, lower(${code}))
      ${byDeposit})
    order by number_of_sale desc limit ${SEARCH_HITS}`;
  const { total, hits } = hitsOf(rows);
  return { total, hits: hits.flatMap(sentOnWire) };
}
