import { inboxQueues, stateOfQueue } from '@anticipa/contract/lender-inbox';
import {
  depositedSale,
  ENDING_LINES,
  getOverview,
  OVERVIEW_ROWS,
  OVERVIEW_WEEKS,
  type Overview,
} from '@anticipa/contract/lender-overview';
import { financedCurrency } from '@anticipa/contract/wire';
import { addDays, dateOf, type IsoDate, MEXICO_CITY, startOfDate, weekdayOf } from '@anticipa/domain/calendar';
import { LINE_END_DAYS } from '@anticipa/domain/credit';
import { type FinancedCurrency, financedCurrencies, moneyOf } from '@anticipa/domain/money';
import { annualYield, concentrationOf, shareOf, waitingAges, waitingHours } from '@anticipa/domain/portfolio';
import { saleStates } from '@anticipa/domain/sale';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, instant, rowsOf } from '../../platform/db/rows.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import { isAnswerTo, isWaiting } from '../sales/desk/inbox-queries.ts';
import { firstDepositedOn, hasDeposit } from '../sales/transfer-queries.ts';

const { lines, weeks } = getOverview.response.shape;

/** The portfolio as of now. */
export async function overviewOf(work: OperatorWork): Promise<Overview> {
  const [clients, receivers] = [await partiesBy(work, 'client_id'), await partiesBy(work, 'company_id')];
  return {
    now: work.at.toISOString(),
    exposures: financedCurrencies.flatMap((currency) => {
      const [byClient, byReceiver] = [clients.get(currency), receivers.get(currency)];
      if (!byClient || !byReceiver) return [];
      const { held, owed, ...parties } = byClient;
      const { held: _held, owed: _owed, ...others } = byReceiver;
      return [{ currency, held, owed, clients: parties, receivers: others }];
    }),
    lines: await linesInUse(work),
    endingLines: await endingLines(work),
    waiting: await waitingSales(work),
    weeks: await depositedWeeks(work),
  };
}

const partyRow = z.object({
  currency: financedCurrency,
  id: z.string(),
  name: z.string(),
  held: decimal,
  owed: decimal,
  total: decimal,
  parties: z.int(),
  all_held: decimal,
  all_owed: decimal,
  squares: decimal,
});

/** Name of a receiver: the confirmed one, else a client's. */
const receiverName = sql`coalesce(companies.name, (select min(link.name) from company_links link where link.company_id = companies.company_id))`;

/** Sums by currency, and the five largest clients or receivers. Reads the kept sums, never the invoices. */
async function partiesBy({ db }: OperatorWork, column: 'client_id' | 'company_id') {
  const name =
    column === 'client_id'
      ? sql`(select entity_name from clients where client_id = id)`
      : sql`(select ${receiverName} from companies where company_id = id)`;
  const rows = await rowsOf(db, partyRow)`
    with party as (
      select currency, ${sql.ref(column)} as id, sum(held) as held, sum(owed) as owed, sum(held + owed) as total
      from pair_exposures where held + owed > 0 group by currency, ${sql.ref(column)}
    ), ranked as (
      select party.*, row_number() over (partition by currency order by total desc, id) as place,
        count(*) over everyone::integer as parties, sum(held) over everyone as all_held, sum(owed) over everyone as all_owed,
        sum((total * 100) ^ 2) over everyone::numeric(60, 0) as squares
      from party window everyone as (partition by currency)
    )
    select ranked.*, ${name} as name from ranked where place <= 5 order by currency, place`;
  return new Map([...Map.groupBy(rows, (row) => row.currency)].map(([currency, five]) => [currency, sumsOf(five)]));
}

const centsOf = (text: string): bigint => moneyOf(text, 'MXN').cents;

function sumsOf(rows: readonly z.output<typeof partyRow>[]) {
  const [{ all_held: held = '0.00', all_owed: owed = '0.00', squares = '0', parties = 0 } = {}] = rows;
  const total = centsOf(held) + centsOf(owed);
  const concentration = concentrationOf({
    total,
    squares: BigInt(squares),
    largest: rows.map((row) => centsOf(row.total)),
  });
  if (concentration === null) throw new Error('an exposure of nothing');
  return {
    held,
    owed,
    count: parties,
    largest: rows.map((row) => ({
      id: row.id,
      name: row.name,
      held: row.held,
      owed: row.owed,
      share: shareOf(centsOf(row.total), total) ?? '0.0',
    })),
    concentration,
  };
}

/**
 * Credit left to one client is of no use to another that has exceeded its line, so `available` is not the difference of
 * the sums.
 */
async function linesInUse({ db, today }: OperatorWork): Promise<Overview['lines']> {
  return await rowsOf(db, lines.element)`
    select line.product, line.currency, sum(credit_limit) as limit, sum(used) as used, sum(held) as held,
      coalesce(sum(greatest(credit_limit - used - held, 0))
        filter (where authorised and active and (valid_until is null or valid_until >= ${today})), 0.00) as available
    from credit_lines line
    left join client_products on client_products.client_id = line.client_id and client_products.product = line.product
    group by line.product, line.currency order by line.product, line.currency`;
}

async function endingLines({ db, today }: OperatorWork): Promise<Overview['endingLines']> {
  return await db
    .selectFrom('credit_lines')
    .innerJoin('clients', 'clients.client_id', 'credit_lines.client_id')
    .select(['clients.client_id as clientId', 'entity_name as entityName', 'product', 'currency'])
    .select(['credit_limit as limit', sql<string>`valid_until`.as('validUntil')])
    .where('valid_until', '>=', addDays(today, -LINE_END_DAYS))
    .where('valid_until', '<=', addDays(today, LINE_END_DAYS))
    .orderBy('valid_until')
    .orderBy('entity_name')
    .orderBy('credit_line_id')
    .limit(ENDING_LINES)
    .execute();
}

const waitingRow = z.object({ state: z.enum(saleStates), age: z.int(), count: z.int() });

async function waitingSales({ db, at }: OperatorWork): Promise<Overview['waiting']> {
  // The latest step put a sale where it is.
  const rows = await rowsOf(db, waitingRow)`
    select state, count(*)::integer as count,
      width_bucket(extract(epoch from ${at} - since) / 3600, ${[...waitingHours]}::numeric[]) as age
    from sales
    cross join lateral (
      select greatest(requested_at, answered_at, (
        select max(greatest(returned_at, resent_at)) from sale_returns made
        where made.client_id = sales.client_id and made.sale_id = sales.sale_id
      ), (
        select max(greatest(proposed_at, decided_at)) from approvals where ${isAnswerTo}
      )) as since
    ) entered
    where ${isWaiting} group by state, age`;
  return inboxQueues.flatMap((queue) =>
    waitingAges.map((age, place) => ({
      queue,
      age,
      count: rows.find((row) => row.state === stateOfQueue[queue] && row.age === place)?.count ?? 0,
    })),
  );
}

/** Sums of the sales whose deposit lies in a period, one row per sale. */
const deposited = (from: IsoDate, to: IsoDate) => sql`
  select sales.sale_id, sales.client_id, sales.number_of_sale, sales.product, sales.currency, sales.disbursed_at, ${firstDepositedOn} as deposited_on,
    sum(item.total) as total, sum(item.initial_deposit) as deposit, sum(item.interest) as interest,
    sum(item.initial_deposit * 100 * item.payment_days) as cash_days
  from sales
  join sale_items item on item.client_id = sales.client_id and item.sale_id = sales.sale_id and item.state = 'disbursed'
  where sales.disbursed_at >= ${startOfDate(from, MEXICO_CITY)} and ${firstDepositedOn} >= ${from}::date and ${firstDepositedOn} < ${to}::date
    and ${hasDeposit}
  group by sales.client_id, sales.sale_id`;

const weekRow = weeks.element.omit({ yield: true }).extend({ cash_days: decimal });

const mondayOf = (work: OperatorWork) => addDays(work.today, 1 - weekdayOf(work.today));

async function depositedWeeks(work: OperatorWork): Promise<Overview['weeks']> {
  const monday = mondayOf(work);
  const [from, to] = [addDays(monday, 7 - 7 * OVERVIEW_WEEKS), addDays(monday, 7)];
  const rows = await rowsOf(work.db, weekRow)`
    select to_char(date_trunc('week', deposited_on), 'YYYY-MM-DD') as monday, currency,
      count(*)::integer as sales, sum(total) as total, sum(deposit) as deposit, sum(interest) as interest,
      sum(cash_days)::numeric(60, 0) as cash_days
    from (${deposited(from, to)}) deposited
    group by monday, currency order by monday desc, currency`;
  return rows.map(({ cash_days, ...week }) => ({
    ...week,
    yield: annualYield(centsOf(week.interest), BigInt(cash_days)),
  }));
}

/** The exposure by client and receiver, the largest first. */
export async function exposuresOf(
  { db }: OperatorWork,
  of: {
    readonly currency: FinancedCurrency;
    readonly clientId?: string | undefined;
    readonly companyId?: string | undefined;
  },
) {
  return await db
    .selectFrom('pair_exposures')
    .innerJoin('clients', 'clients.client_id', 'pair_exposures.client_id')
    .innerJoin('companies', 'companies.company_id', 'pair_exposures.company_id')
    .select(['clients.client_id as clientId', 'entity_name as entityName', 'companies.company_id as companyId'])
    .select(['currency', 'held', 'owed', sql<string>`${receiverName}`.as('receiverName')])
    .where('currency', '=', of.currency)
    .where(sql<boolean>`held + owed > 0`)
    .$if(of.clientId !== undefined, (query) => query.where(sql<boolean>`clients.client_id = ${of.clientId}`))
    .$if(of.companyId !== undefined, (query) => query.where('companies.company_id', '=', of.companyId ?? ''))
    .orderBy(sql`held + owed`, 'desc')
    .orderBy('clients.client_id')
    .orderBy('companies.company_id')
    .limit(OVERVIEW_ROWS)
    .execute();
}

const depositedRow = depositedSale.extend({ disbursedAt: instant });

/** The sales whose deposit was made in the week from `monday`, the newest first. */
export async function depositedSales(
  { db }: OperatorWork,
  of: { readonly currency: FinancedCurrency; readonly monday: string },
) {
  const monday = dateOf(of.monday);
  return await rowsOf(db, depositedRow)`
    select sale_id as "saleId", number_of_sale as "numberOfSale", clients.client_id as "clientId",
      entity_name as "entityName", product, currency, disbursed_at as "disbursedAt", total, deposit, interest
    from (${deposited(monday, addDays(monday, 7))}) deposited
    join clients using (client_id)
    where deposited.currency = ${of.currency}
    order by disbursed_at desc, sale_id limit ${OVERVIEW_ROWS}`;
}
