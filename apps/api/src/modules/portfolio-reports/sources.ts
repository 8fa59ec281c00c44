/**
 * Sources of the reports, each with a row per invoice or sale: a figure is the sum of a column, and the rows behind it are those in which the
 * column is not zero. Every source is read as of the end of a day.
 */
import type { OpenedFigure } from '@anticipa/contract/portfolio-reports';
import { addDays, dateOf, endOfDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { type Account, accounts } from '@anticipa/domain/ledger';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { type RawBuilder, sql } from 'kysely';
import { text, valuesOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { dueDateOn } from '../follow-up/queries.ts';

export interface ReportDays {
  readonly currency: FinancedCurrency;
  /** Begins the period of the figures that have one. */
  readonly startDate: string;
  readonly asOf: string;
  readonly knownOn?: string | undefined;
}

/** The days of a report with the instant until which entries count that were recorded. */
export interface Days extends ReportDays {
  readonly until: Date;
  /** The last days whose invoices were carried: until the end of the report, and before its period. */
  readonly carried?: string | undefined;
  readonly carriedBefore?: string | undefined;
}

/** Months of closed invoices that the dilution and the days outstanding count, and of the losses and the worst month. */
const ROLLING_MONTHS = 3;
const YEAR_MONTHS = 12;
export const COLLECTED_WEEKS = 12;

const dayBefore = (day: string) => sql`(${day}::date - 1)`;
const monthsBefore = (asOf: string, months: number) =>
  sql`(${asOf}::date - make_interval(months => ${months}::integer))::date`;

/** Events with which the lender buys an invoice, and what is left of one that it loaded. */
const bought = sql.raw(`'authorisation', 'withdrawal', 'opening'`);

/** Leaves lines out. */
interface Restriction {
  /** SQL: the client and the document of each invoice whose lines are read, once. */
  readonly documents?: RawBuilder<unknown> | undefined;
  /** SQL: a further condition. */
  readonly also?: RawBuilder<unknown> | undefined;
}

/**
 * Lines of some accounts, with what each `moved` on the debit side. `cash` is what the lender paid out for the invoice, less what it
 * received: of a loaded invoice, what its lender had paid and received before.
 */
const lines = (
  accounts: readonly Account[],
  { currency, asOf, until }: Days,
  { documents, also = sql`` }: Restriction = {},
) => sql`
  select line.client_id, line.document_id, line.account, entry.event, entry.value_date, entry.booked_on, entry.collection_id,
    line.debit - line.credit as moved,
    case
      when entry.event = 'opening' and line.account = 'CARTERA' then sign(line.debit - line.credit) * (
        select loaded.deposited - loaded.collected from loaded_invoices loaded
        where loaded.client_id = line.client_id and loaded.sale_id = entry.sale_id and loaded.document_id = line.document_id)
      when entry.event in ('disbursement', 'collection') and line.account in ('BANCOS', 'ENTRE_DIARIOS') then line.credit - line.debit
      else 0 end as cash
  from ${documents === undefined ? sql`ledger_lines line` : linesOf(documents, accounts)}
  join ledger_entries entry on entry.client_id = line.client_id and entry.entry_number = line.entry_number
  where line.account = any(${[...accounts]}::text[]) and entry.currency = ${currency} and entry.booked_on <= ${asOf}::date
    and entry.recorded_at < ${until} ${also}`;

/**
 * Lines of some invoices, each of which is looked up in the index of lines by invoice: the planner expects that reading all
 * lines takes less.
 */
const linesOf = (documents: RawBuilder<unknown>, accounts: readonly Account[]) => sql`
  (${documents} offset 0) document cross join lateral (
    select client_id, entry_number, document_id, account, debit, credit from ledger_lines
    where ledger_lines.client_id = document.client_id and ledger_lines.document_id = document.document_id
      and account = any(${[...accounts]}::text[]) offset 0
  ) line`;

/** Condition of `lines`: an invoice carried at the end of a day was not settled with them. */
const movedAfter = (carried: string) =>
  sql`and (entry.recorded_at >= ${endOfDate(dateOf(carried), MEXICO_CITY)} or entry.booked_on > ${carried}::date)`;

const ofInterest: readonly Account[] = ['INTERES_POR_DEVENGAR', 'INGRESO_INTERES'];
const besideInterest = accounts.filter((account) => !ofInterest.includes(account));

/** Invoices that were not settled at the end of a day, or moved later. No other one had a balance since. */
const unsettled = (carried: string | undefined, days: Days): Restriction =>
  carried === undefined
    ? {}
    : {
        documents: sql`
          select client_id, document_id from carried_invoices where carried_on = ${carried}::date and currency = ${days.currency}
          union
          select client_id, document_id from (${lines(besideInterest, days, { also: movedAfter(carried) })}) moved`,
      };

/** The balances of each invoice, of the accounts of some lines. */
const balancesOf = (moved: RawBuilder<unknown>) => sql`
  select client_id, document_id, null::uuid as sale_id, '' as part, gross, unearned, gross - unearned as "netOfUnearned",
    greatest(client, 0) as "clientDebt", aforo, undeposited,
    gross + greatest(client, 0) - aforo - unearned - undeposited as net, buy_back as "buyBack",
    case when gross + buy_back > 0 then cash else 0 end as "cashInUse", releasable, is_short
  from (
    select client_id, document_id,
      coalesce(sum(moved) filter (where account = 'CARTERA'), 0) as gross,
      coalesce(sum(moved) filter (where account = 'RECOMPRA'), 0) as buy_back,
      coalesce(sum(moved) filter (where account = 'CLIENTE'), 0) as client,
      coalesce(-sum(moved) filter (where account = 'AFORO_POR_DEVOLVER'), 0) as aforo,
      coalesce(-sum(moved) filter (where account = 'INTERES_POR_DEVENGAR'), 0) as unearned,
      coalesce(-sum(moved) filter (where account = 'POR_DEPOSITAR' and event in ('authorisation', 'withdrawal', 'commission', 'disbursement')), 0) as undeposited,
      coalesce(-sum(moved) filter (where account = 'POR_DEPOSITAR' and event not in ('authorisation', 'withdrawal', 'commission', 'disbursement')), 0) as releasable,
      sum(cash) as cash, coalesce(sum(cash) filter (where event = 'collection'), 0) < 0 as is_short
    from (${moved}) line group by client_id, document_id
  ) balance`;

/** The interest to be earned of each invoice: the carried one with what moved later. */
const unearned = (days: Days) => {
  const { carried, currency } = days;
  const interestOf = (also?: RawBuilder<unknown>) =>
    sql`select client_id, document_id, moved from (${lines(['INTERES_POR_DEVENGAR'], days, { also })}) line`;
  return carried === undefined
    ? interestOf()
    : sql`
      select client_id, document_id, -unearned as moved from carried_invoices
      where carried_on = ${carried}::date and currency = ${currency}
      union all ${interestOf(movedAfter(carried))}`;
};

/** The balances of each invoice. Its interest, which has a line of each day, is added up first. */
export const positions = (days: Days) =>
  balancesOf(sql`
    ${lines(
      ['CARTERA', 'RECOMPRA', 'CLIENTE', 'AFORO_POR_DEVOLVER', 'POR_DEPOSITAR', 'BANCOS', 'ENTRE_DIARIOS'],
      days,
      unsettled(days.carried, days),
    )}
    union all
    select client_id, document_id, 'INTERES_POR_DEVENGAR', '', null::date, null::date, null::uuid, sum(moved), 0
    from (${unearned(days)}) line group by client_id, document_id`);

/** The face and the aforo of each invoice, which an index has apart from the interest. */
const held = (days: Days) =>
  balancesOf(lines(['CARTERA', 'AFORO_POR_DEVOLVER', 'POR_DEPOSITAR'], days, unsettled(days.carried, days)));

/** The net exposure to clients and the face owed by receivers. A client whose money the lender holds is no exposure. */
const exposures = (days: Days) => sql`
  select client_id, document_id, sale_id, part, gross as "receiverExposure",
    case when sum(net) over (partition by client_id) > 0 then net else 0 end as "clientExposure"
  from (${positions(days)}) position where gross <> 0 or net <> 0`;

/** Income that was booked in the period. */
const income = (days: Days) => sql`
  select client_id, document_id, null::uuid as sale_id, '' as part,
    coalesce(-sum(moved) filter (where account = 'INGRESO_INTERES'), 0) as interest,
    coalesce(-sum(moved) filter (where account = 'RECARGOS'), 0) as "lateCharges"
  from (${lines(['INGRESO_INTERES', 'RECARGOS'], days)}) line where booked_on >= ${days.startDate}::date
  group by client_id, document_id`;

/** Cash in use at the start of each day of the period, added up. An invoice that is closed uses none. */
const cash = (days: Days) => sql`
  select client_id, document_id, null::uuid as sale_id, '' as part, sum(cash * greatest(least(until, ${days.asOf}::date) - greatest(since, ${days.startDate}::date - 1), 0))
    filter (where owed > 0) as "cashDays"
  from (
    select client_id, document_id, booked_on as since, lead(booked_on, 1, ${days.asOf}::date) over in_order as until,
      sum(cash) over in_order as cash, sum(owed) over in_order as owed
    from (
      select client_id, document_id, booked_on, sum(cash) as cash, coalesce(sum(moved) filter (where account in ('CARTERA', 'RECOMPRA')), 0) as owed
      from (${lines(['CARTERA', 'RECOMPRA', 'BANCOS', 'ENTRE_DIARIOS'], days, unsettled(days.carriedBefore, days))}) line
      group by client_id, document_id, booked_on
    ) day window in_order as (partition by client_id, document_id order by booked_on)
  ) state group by client_id, document_id`;

/** The aforo that was held back in the period, and its uses. */
const reserve = (days: Days) => sql`
  select client_id, document_id, null::uuid as sale_id, '' as part,
    coalesce(-sum(moved) filter (where not is_within), 0) as "aforoBefore",
    coalesce(-sum(moved) filter (where is_within and event in (${bought})), 0) as "aforoWithheld",
    coalesce(sum(moved) filter (where is_within and event = 'release'), 0) as "aforoReleased",
    coalesce(sum(moved) filter (where is_within and event not in (${bought}, 'release')), 0) as "aforoApplied"
  from (
    select *, booked_on >= ${days.startDate}::date as is_within from (${lines(['AFORO_POR_DEVOLVER'], days, unsettled(days.carriedBefore, days))}) line
  ) line group by client_id, document_id`;

/** The aforo of invoices that are overdue, disputed or partly paid. */
const tied = (days: Days) => sql`
  select position.client_id, position.document_id, position.sale_id, part, position.aforo as "aforoTied"
  from (${balancesOf(lines(['AFORO_POR_DEVOLVER', 'BANCOS', 'ENTRE_DIARIOS'], days, unsettled(days.carried, days)))}) position
  join sale_items item on item.client_id = position.client_id and item.document_id = position.document_id and item.state = 'disbursed'
  cross join lateral ${dueDateOn(days)} due
  where position.aforo <> 0 and (is_short or due.date < ${days.asOf}::date or exists (
    select from disputes where disputes.client_id = position.client_id and disputes.document_id = position.document_id
      and opened_on <= ${days.asOf}::date and opened_at < ${days.until}
      and (closed_on is null or closed_on > ${days.asOf}::date or closed_at >= ${days.until})
  ))`;

/** Invoices of which some account moved after a day. */
const moved = (accounts: readonly Account[], after: RawBuilder<unknown>, days: Days): Restriction => ({
  documents: sql`
    select distinct client_id, document_id
    from (${lines(accounts, days, { also: sql`and entry.booked_on > ${after}` })}) moved`,
});

/**
 * Invoices of which nothing is owed any more, closed after a day. Payments of the receiver count up to the face value, whether the lender
 * received them, the client did, or the lender forwarded them to a client that had bought the invoice back. `days`: from its deposit to its last payment.
 */
const closed = (days: Days, after = monthsBefore(days.asOf, YEAR_MONTHS)) => sql`
  select client_id, document_id, null::uuid as sale_id, to_char(closed_on, 'YYYY-MM') as part, closed_on,
    closed_on > ${monthsBefore(days.asOf, ROLLING_MONTHS)} as is_late, paid_on, deposited_on,
    face as "closedFace", paid as "paidByReceiver", lost as "lostFace", least(notes, face - paid - lost) as "creditNotes",
    face - paid - lost - least(notes, face - paid - lost) as "otherDilution", face - paid - lost as diluted
  from (
    select *, least(greatest(lost_cartera + greatest(lost_recompra - to_client, 0), 0), face - paid) as lost
    from (
      select client_id, document_id, max(booked_on) as closed_on,
        coalesce(max(value_date) filter (where owed <> 0), max(value_date) filter (where owed is not null)) as paid_on,
        coalesce(max(deposited_on), (
          select loaded.deposited_on from loaded_invoices loaded
          where loaded.client_id = day.client_id and loaded.document_id = day.document_id limit 1
        )) as deposited_on,
        sum(face) as face, least(sum(face), greatest(sum(money + to_client), 0)) as paid, sum(notes) as notes, sum(to_client) as to_client,
        sum(lost_cartera) as lost_cartera, sum(lost_recompra) as lost_recompra
      from (
        select line.client_id, line.document_id, line.value_date,
          max(booked_on) filter (where account in ('CARTERA', 'RECOMPRA')) as booked_on,
          sum(moved) filter (where account in ('CARTERA', 'RECOMPRA')) as owed,
          max(line.value_date) filter (where event = 'disbursement') as deposited_on,
          coalesce(sum(moved) filter (where account = 'CARTERA' and event in (${bought})), 0) as face,
          coalesce(sum(moved) filter (where account in ('BANCOS', 'ENTRE_DIARIOS')
            and (event = 'forward' or event = 'collection' and payer = 'debtor')), 0) as money,
          coalesce(-sum(moved) filter (where account = 'CARTERA' and event = 'paid-to-client'), 0) as to_client,
          coalesce(-sum(moved) filter (where account = 'CARTERA' and event = 'supplier-credit'), 0) as notes,
          coalesce(-sum(moved) filter (where account = 'CARTERA' and event = 'write-off'), 0) as lost_cartera,
          coalesce(-sum(moved) filter (where account = 'RECOMPRA' and event = 'write-off'), 0) as lost_recompra
        from (${lines(
          ['CARTERA', 'RECOMPRA', 'BANCOS', 'ENTRE_DIARIOS'],
          days,
          moved(['CARTERA', 'RECOMPRA'], after, days),
        )}) line
        left join collections on collections.client_id = line.client_id and collections.collection_id = line.collection_id
        group by line.client_id, line.document_id, line.value_date
      ) day group by client_id, document_id
      having sum(owed) = 0 and sum(face) > 0 and max(booked_on) > ${after}
    ) ended
  ) ended`;

/** Invoices that were closed in the last three months. */
const lately = (days: Days) => closed(days, monthsBefore(days.asOf, ROLLING_MONTHS));

/** Invoices that were due in the last weeks, the current one until the day, by the Monday of their week. */
const dueLately = (days: Days) => sql`
  with due as materialized (
    select item.client_id, item.document_id, due.date from sale_items item cross join lateral ${dueDateOn(days)} due
    where item.state = 'disbursed' and due.date <= ${days.asOf}::date
      and due.date >= date_trunc('week', ${days.asOf}::date)::date - ${7 * (COLLECTED_WEEKS - 1)}::integer
  )
  select bought.client_id, bought.document_id, null::uuid as sale_id, to_char(date_trunc('week', due.date), 'YYYY-MM-DD') as part,
    face as due, least(face, greatest(received, 0)) as collected
  from (
    select client_id, document_id, sum(moved) filter (where account = 'CARTERA' and event in (${bought})) as face,
      coalesce(-sum(cash) filter (where event = 'collection'), 0) as received
    from (${lines(['CARTERA', 'BANCOS', 'ENTRE_DIARIOS'], days, { documents: sql`select distinct client_id, document_id from due` })}) line
    group by client_id, document_id having coalesce(sum(cash) filter (where event in ('disbursement', 'opening')), 0) > 0
  ) bought
  join due on due.client_id = bought.client_id and due.document_id = bought.document_id where face > 0`;

/** Losses of a year, their recoveries, and the invoices bought in it. Loaded invoices were bought elsewhere. */
const losses = (days: Days) => sql`
  select client_id, document_id, null::uuid as sale_id, '' as part,
    coalesce(sum(moved) filter (where account = 'ESTIMACION' and event = 'write-off'), 0) as losses,
    coalesce(-sum(moved) filter (where account = 'RECUPERACIONES'), 0) as recovered,
    coalesce(sum(moved) filter (where account = 'CARTERA' and event in ('authorisation', 'withdrawal')), 0) as bought
  from (${lines(['ESTIMACION', 'RECUPERACIONES', 'CARTERA'], days)}) line
  where booked_on > ${monthsBefore(days.asOf, YEAR_MONTHS)} group by client_id, document_id`;

const localDate = (column: string) => sql`(${sql.ref(column)} at time zone ${MEXICO_CITY})::date`;
const isWithin = (column: string, { startDate, asOf, until }: Days) =>
  sql`${localDate(column)} between ${startDate}::date and ${asOf}::date and ${sql.ref(column)} < ${until}`;
const hours = (from: string, to: string) => sql`extract(epoch from ${sql.ref(to)} - ${sql.ref(from)})::numeric / 3600`;

/** Sales whose step ended in the period. Loaded sales have no steps. */
const step = (figure: string, from: string, to: string) => (days: Days) =>
  sql`
  select client_id, null::uuid as document_id, sale_id, '' as part, ${hours(from, to)} as ${sql.ref(figure)} from sales
  where currency = ${days.currency} and load_id is null and ${sql.ref(from)} is not null and ${isWithin(to, days)}`;

/** Sales whose deposit was promised for a time in the period, with the hours by which it came late; null without a deposit. */
const promised = (days: Days) => sql`
  select client_id, null::uuid as document_id, sale_id, '' as part,
    case when ${localDate('disbursed_at')} <= ${days.asOf}::date and disbursed_at < ${days.until} then ${hours('promised_at', 'disbursed_at')} end as promised
  from sales where currency = ${days.currency} and load_id is null and ${isWithin('promised_at', days)} and exists (
    select from sale_items item where item.client_id = sales.client_id and item.sale_id = sales.sale_id and item.state in ('authorised', 'disbursed'))`;

/** Invoices that were closed in the period, with the days from deposit to payment. */
const collection = (days: Days) => sql`
  select client_id, document_id, sale_id, '' as part, (paid_on - deposited_on)::numeric as "collectionMedian"
  from (${closed(days, dayBefore(days.startDate))}) ended where deposited_on is not null`;

/** Invoices whose devolución was transferred in the period, with the days since it was due. */
const returned = (days: Days) => sql`
  select client_id, document_id, null::uuid as sale_id, '' as part, (paid_on - due_on)::numeric as "returnMedian"
  from (
    select client_id, document_id, max(booked_on) filter (where event in ('release', 'forward')) as due_on,
      max(booked_on) filter (where event = 'payout') as paid_on
    from (${lines(['POR_DEPOSITAR'], days, moved(['POR_DEPOSITAR'], dayBefore(days.startDate), days))}) line
    where event in ('release', 'forward', 'payout') group by client_id, document_id
    having sum(moved) filter (where event = 'payout') > 0
  ) paid where paid_on >= ${days.startDate}::date and due_on is not null`;

const sources = {
  positions,
  held,
  exposures,
  income,
  cash,
  reserve,
  tied,
  closed,
  lately,
  dueLately,
  losses,
  answers: step('answerMedian', 'requested_at', 'answered_at'),
  deposits: step('depositMedian', 'answered_at', 'disbursed_at'),
  collection,
  returned,
  promised,
} as const satisfies Readonly<Record<string, (days: Days) => RawBuilder<unknown>>>;
export type Source = keyof typeof sources;

/** The source of each figure, which has a column of its name. */
export const sourceOf: Readonly<Record<OpenedFigure, Source>> = {
  gross: 'held',
  unearned: 'positions',
  netOfUnearned: 'positions',
  clientDebt: 'positions',
  aforo: 'held',
  undeposited: 'positions',
  net: 'positions',
  buyBack: 'positions',
  cashInUse: 'positions',
  releasable: 'held',
  clientExposure: 'exposures',
  receiverExposure: 'exposures',
  interest: 'income',
  lateCharges: 'income',
  cashDays: 'cash',
  aforoBefore: 'reserve',
  aforoWithheld: 'reserve',
  aforoReleased: 'reserve',
  aforoApplied: 'reserve',
  aforoTied: 'tied',
  closedFace: 'lately',
  paidByReceiver: 'lately',
  lostFace: 'lately',
  creditNotes: 'lately',
  otherDilution: 'lately',
  diluted: 'lately',
  answerMedian: 'answers',
  depositMedian: 'deposits',
  collectionMedian: 'collection',
  returnMedian: 'returned',
  promised: 'promised',
  due: 'dueLately',
  collected: 'dueLately',
  losses: 'losses',
  recovered: 'losses',
  bought: 'losses',
};

/** Figures whose rows are times and not amounts. */
export const timeFigures: readonly OpenedFigure[] = [
  'answerMedian',
  'depositMedian',
  'collectionMedian',
  'returnMedian',
  'promised',
];

/** The instant until which entries count that were recorded. */
export const untilOf = ({ today }: WideWork, { knownOn }: ReportDays): Date =>
  endOfDate(dateOf(knownOn ?? today), MEXICO_CITY);

/** The last day until another one whose invoices were carried. */
export async function lastCarried({ db }: WideWork, until: string): Promise<string | undefined> {
  const [day] = await valuesOf(db, text)`
    select carried_on::text from carried_invoices where carried_on <= ${until}::date order by carried_invoices.carried_on desc limit 1`;
  return day;
}

/** SQL: the rows of a source. */
export async function rowsOfSource(work: WideWork, source: Source, days: ReportDays): Promise<RawBuilder<unknown>> {
  const { asOf, startDate, knownOn = work.today } = days;
  const known = (day: string) => (day < knownOn ? day : knownOn);
  return sources[source]({
    ...days,
    until: untilOf(work, days),
    carried: await lastCarried(work, known(asOf)),
    carriedBefore: await lastCarried(work, known(addDays(dateOf(startDate), -1))),
  });
}
