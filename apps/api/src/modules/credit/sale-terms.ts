/** Terms of sales that are decided for all clients or for one, each from a day; a sale has those of its day. */
import { randomUUID } from 'node:crypto';
import { type SaleTerms, type SaleTermsHistory, type StatedTerms, saleTerms } from '@anticipa/contract/sale-terms';
import { addDays, dateOf, type IsoDate } from '@anticipa/domain/calendar';
import type { OpeningTerms } from '@anticipa/domain/price';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';

export interface DecidedTerms extends SaleTerms {
  readonly termsId: string;
}

/** SQL for `credit_lines`: those that apply to a client on a day, as JSON. */
export const termsColumn = (day: IsoDate) =>
  sql<unknown>`to_jsonb(sale_terms_on(credit_lines.client_id, ${day}::date))`;

/** SQL for a `line`: the rate of a client's interest on a day, 0 if it is exempt. */
export const ivaRateOfLine = (day: IsoDate) => sql`(
  select trim_scale(case when terms.iva_regime = 'exento' then 0 else coalesce(terms.iva_rate, line.iva_rate) end)
  from sale_terms_on(line.client_id, ${day}::date) terms)`;

const stored = z.object({
  terms_id: z.string(),
  iva_regime: saleTerms.shape.ivaRegime,
  iva_rate: z.coerce.number().transform(String).pipe(saleTerms.shape.ivaRate),
  early_rebate: z.boolean(),
  iva_on_collection: z.boolean(),
  collected_by: saleTerms.shape.collectedBy,
  with_recourse: z.boolean(),
  opening_rate: z.coerce.number(),
  opening_mxn: z.coerce.number(),
  opening_usd: z.coerce.number(),
});

export const toDecidedTerms = (row: unknown): DecidedTerms => {
  const { terms_id: termsId, ...terms } = stored.parse(row);
  return {
    termsId,
    ivaRegime: terms.iva_regime,
    ivaRate: terms.iva_rate,
    earlyRebate: terms.early_rebate,
    ivaOnCollection: terms.iva_on_collection,
    collectedBy: terms.collected_by,
    withRecourse: terms.with_recourse,
    openingRate: terms.opening_rate.toFixed(8).replace(/\.?0+$/, ''),
    openingMXN: terms.opening_mxn.toFixed(2),
    openingUSD: terms.opening_usd.toFixed(2),
  };
};

/** The commission that terms decide, as a price has it. Its IVA is that of the terms even where interest is exempt. */
export const openingOf = ({ openingRate: rate, openingMXN, openingUSD, ivaRate }: SaleTerms): OpeningTerms | null =>
  Number(rate) + Number(openingMXN) + Number(openingUSD) === 0
    ? null
    : { rate, amounts: { MXN: openingMXN, USD: openingUSD }, ivaRate };

/** The part of decided terms that a contract and an account statement say. */
export const statedIn = ({ ivaRegime, ivaOnCollection, collectedBy, withRecourse }: SaleTerms): StatedTerms => ({
  ivaRegime,
  ivaOnCollection,
  collectedBy,
  withRecourse,
});

/** Decided terms by id. */
export async function termsById({ db }: WideWork, ids: readonly string[]): Promise<Map<string, DecidedTerms>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('sale_terms').selectAll().where('terms_id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.terms_id, toDecidedTerms(row)]));
}

const toTerms = (row: unknown): SaleTerms => {
  const { termsId: _, ...terms } = toDecidedTerms(row);
  return terms;
};

/** The terms of the client's sales of a day; null if nothing was decided until then. */
export async function termsOf({ db, tenant }: Work, day: IsoDate): Promise<DecidedTerms | null> {
  const [row] = await db
    .selectFrom('clients')
    .select(sql<unknown>`to_jsonb(sale_terms_on(client_id, ${day}::date))`.as('terms'))
    .where('client_id', '=', tenant)
    .execute();
  return row?.terms ? toDecidedTerms(row.terms) : null;
}

/** The terms of a client, or without one of all, in the order in which they apply, the newest first. */
async function historyOf({ db }: WideWork, clientId: ClientId | null): Promise<SaleTermsHistory['own']> {
  const rows = await db
    .selectFrom('sale_terms')
    .selectAll()
    .where('client_id', clientId === null ? 'is' : '=', clientId)
    .orderBy('valid_from', 'desc')
    .orderBy('place', 'desc')
    .execute();
  const days = new Set<string>();
  const last = rows.filter(({ valid_from: from }) => !days.has(from) && days.add(from));
  return last.map((row, position) => {
    const next = last[position - 1];
    return { ...toTerms(row), from: row.valid_from, until: next ? addDays(dateOf(next.valid_from), -1) : null };
  });
}

export async function saleTermsHistory(work: WideWork, clientId: ClientId | null): Promise<SaleTermsHistory> {
  const { db, today } = work;
  const { count } = await db
    .selectFrom('sale_terms')
    .select((eb) => eb.fn.count<number>('client_id').distinct().as('count'))
    .where('client_id', 'is not', null)
    .where('valid_from', '<=', today)
    .executeTakeFirstOrThrow();
  return {
    today,
    lender: await historyOf(work, null),
    own: clientId === null ? [] : await historyOf(work, clientId),
    clientsWithOwn: Number(count),
  };
}

/** The terms that would apply to a client, or without one to the others, from a day on; null if none were decided. */
export async function termsFrom(
  work: WideWork,
  clientId: ClientId | null,
  day: IsoDate,
): Promise<(SaleTerms & { readonly from: IsoDate }) | null> {
  const found = (await historyOf(work, clientId)).find(({ from }) => from <= day);
  if (!found) return clientId === null ? null : termsFrom(work, null, day);
  const { until: _, from, ...terms } = found;
  return { ...terms, from: dateOf(from) };
}

export async function insertTerms(
  { db }: WideWork,
  clientId: ClientId | null,
  { from, ...terms }: SaleTerms & { readonly from: IsoDate },
  approvalId: string | null,
): Promise<void> {
  await db
    .insertInto('sale_terms')
    .values({
      terms_id: randomUUID(),
      client_id: clientId,
      valid_from: from,
      iva_regime: terms.ivaRegime,
      iva_rate: terms.ivaRate,
      early_rebate: terms.earlyRebate,
      iva_on_collection: terms.ivaOnCollection,
      collected_by: terms.collectedBy,
      with_recourse: terms.withRecourse,
      opening_rate: terms.openingRate,
      opening_mxn: terms.openingMXN,
      opening_usd: terms.openingUSD,
      approval_id: approvalId,
    })
    .execute();
}
