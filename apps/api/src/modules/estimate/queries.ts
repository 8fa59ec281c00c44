/** Debts at the end of a day with their estimates, and estimates of months that were booked. */
import {
  ESTIMATE_PAGE,
  type Estimate,
  type EstimatedInvoice,
  type EstimateGroup,
  type getEstimate,
  listEstimated,
} from '@anticipa/contract/estimate';
import type { QueryOf, ResponseOf } from '@anticipa/contract/route';
import { dateAt, dateOf, daysBetween, endOfDate, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { type Estimated, type EstimateTerms, estimateOf, usualEstimateTerms } from '@anticipa/domain/estimate';
import { dueDateInForce } from '@anticipa/domain/extension';
import {
  add,
  atLeastZero,
  decimalOf,
  type FinancedCurrency,
  financedCurrencies,
  type Money,
  moneyOf,
  subtract,
  zero,
} from '@anticipa/domain/money';
import { addMonths, firstDayOf, lastDayOf, type Month, monthOf, parseMonth } from '@anticipa/domain/month';
import { lateChargesOn } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { z } from 'zod';
import {
  clientIdColumn,
  decimal,
  flag,
  instant,
  pageOf,
  rowsOf,
  text,
  valuesOf,
  whole,
} from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { extensionsColumn, storedExtensions, toExtensions } from '../invoices/extension-queries.ts';
import { folio } from '../log/queries.ts';

const termsRow = z.object({
  stage2From: whole,
  stage3From: whole,
  percent1: decimal,
  percent2: decimal,
  percent3: decimal,
});

/** The terms in force on a day. */
export async function estimateTermsOn({ db }: WideWork, day: IsoDate): Promise<EstimateTerms> {
  const [terms = usualEstimateTerms] = await rowsOf(db, termsRow)`
    select stage2_from as "stage2From", stage3_from as "stage3From", percent1, percent2, percent3
    from estimate_terms where in_force_from <= ${day}::date order by in_force_from desc limit 1`;
  return terms;
}

/** An hour before its end a month counts as over, so that it is estimated on its last day. */
const EARLY_MS = 3_600_000;

/** The last month whose estimate is due. */
export const monthDue = (at: Date): Month =>
  addMonths(monthOf(dateAt(new Date(at.getTime() + EARLY_MS), MEXICO_CITY)), -1);

const hasEntries = (until: IsoDate) => sql`exists (
  select from ledger_entries entry where entry.client_id = clients.client_id and entry.booked_on <= ${until}::date)`;
const isWaiting = (month: Month) => sql`not exists (
  select from estimated_months done where done.client_id = clients.client_id and done.month = ${firstDayOf(month)}::date)`;

/** Clients with books for whom a month is not estimated. */
export const clientsToEstimate = async ({ db }: WideWork, month: Month): Promise<ClientId[]> => {
  return await valuesOf(db, clientIdColumn)`
    select client_id from clients where ${hasEntries(lastDayOf(month))} and ${isWaiting(month)} order by client_id`;
};

const debtRow = z.object({
  documentId: text,
  folio: text,
  clientId: text,
  entityName: text,
  receiverName: text,
  currency: z.enum(financedCurrencies),
  soldDue: text,
  moratoryRate: decimal,
  daysInYear: whole,
  extensions: storedExtensions,
  isDeposited: flag,
  owed: decimal,
  owedChanges: z.array(z.object({ on: text, change: decimal })).nullable(),
  aforo: decimal,
  unearned: decimal,
  client: decimal,
  lateCharges: decimal,
  lateChargesIva: decimal,
  estimated: decimal,
  suspended: decimal,
});
type DebtRow = z.output<typeof debtRow>;

/** A debt at the end of a day, with what its estimate was and is to be. */
export interface EstimatedDebt
  extends Pick<DebtRow, 'documentId' | 'folio' | 'clientId' | 'entityName' | 'receiverName'> {
  readonly currency: FinancedCurrency;
  readonly dueDate: IsoDate;
  readonly daysLate: number;
  readonly now: Estimated;
  readonly before: { readonly estimate: Money<FinancedCurrency>; readonly suspended: Money<FinancedCurrency> };
  readonly memo: Money<FinancedCurrency>;
}

/**
 * Invoices of which something was owed or estimated at the end of a day, by the day of booking. `clients`: those that are meant; null
 * for all. Nothing is owed for an invoice before its deposit, or once that came back.
 */
export async function debtsAt(
  { db, at }: WideWork,
  day: IsoDate,
  clients: readonly ClientId[] | null,
  terms: EstimateTerms,
): Promise<EstimatedDebt[]> {
  const until = endOfDate(day, MEXICO_CITY);
  const rows = await rowsOf(db, debtRow)`
    with moved as (
      select line.client_id, line.document_id, entry.currency, event, value_date, account, debit - credit as amount
      from ledger_lines line join ledger_entries entry using (client_id, entry_number)
      where booked_on <= ${day}::date and account <> 'INGRESO_INTERES'
        and ${clients === null ? sql`true` : sql`line.client_id = any(${clients}::uuid[])`}
    ), balances as (
      select client_id, document_id, currency,
        coalesce(sum(amount) filter (where account in ('CARTERA', 'RECOMPRA')), 0) as owed,
        coalesce(-sum(amount) filter (where account = 'AFORO_POR_DEVOLVER'), 0) as aforo,
        coalesce(-sum(amount) filter (where account = 'INTERES_POR_DEVENGAR'), 0) as unearned,
        coalesce(sum(amount) filter (where account = 'CLIENTE'), 0) as client,
        coalesce(-sum(amount) filter (where account = 'RECARGOS'), 0) as late_charges,
        coalesce(-sum(amount) filter (where account = 'IVA_COBRADO' and event = 'late-charges'), 0) as late_charges_iva,
        coalesce(-sum(amount) filter (where account = 'ESTIMACION'), 0) as estimated,
        coalesce(-sum(amount) filter (where account = 'RECARGOS_POR_DEVENGAR'), 0) as suspended,
        coalesce(-sum(amount) filter (where event in ('disbursement', 'opening') and account in ('BANCOS', 'APERTURA')), 0) > 0 as is_deposited
      from moved group by client_id, document_id, currency
      having coalesce(sum(amount) filter (where account in ('CARTERA', 'RECOMPRA')), 0) <> 0
        or coalesce(sum(amount) filter (where account = 'CLIENTE'), 0) > 0
        or coalesce(sum(amount) filter (where account = 'ESTIMACION'), 0) <> 0
        or coalesce(sum(amount) filter (where account = 'RECARGOS_POR_DEVENGAR'), 0) <> 0
    ), changes as (
      select client_id, document_id, jsonb_agg(jsonb_build_object('on', value_date, 'change', amount::text)) as owed_changes
      from moved where account in ('CARTERA', 'RECOMPRA') group by client_id, document_id
    )
    select balances.document_id as "documentId", ${folio} as folio, balances.client_id as "clientId", entity_name as "entityName",
      receiver_name as "receiverName", balances.currency, item.due_date as "soldDue", trim_scale(item.moratory_rate)::text as "moratoryRate",
      item.days_in_year as "daysInYear", ${extensionsColumn({ until: day, at: until < at ? until : at })} as extensions,
      is_deposited as "isDeposited", owed, owed_changes as "owedChanges", balances.aforo, unearned, client,
      balances.late_charges as "lateCharges", balances.late_charges_iva as "lateChargesIva", estimated, suspended
    from balances
    left join changes using (client_id, document_id)
    join clients on clients.client_id = balances.client_id
    join invoices on invoices.client_id = balances.client_id and invoices.document_id = balances.document_id
    join sale_items item on item.client_id = balances.client_id and item.document_id = balances.document_id
      and item.sale_id = invoices.sale_id and item.state in ('authorised', 'disbursed')
    where is_deposited or estimated <> 0 or suspended <> 0`;
  return rows.map((row) => estimatedDebt(row, day, terms));
}

function estimatedDebt({ currency, ...row }: DebtRow, day: IsoDate, terms: EstimateTerms): EstimatedDebt {
  const amount = (balance: string) => moneyOf<FinancedCurrency>(row.isDeposited ? balance : '0.00', currency);
  const debt = {
    owed: amount(row.owed),
    aforo: amount(row.aforo),
    unearned: amount(row.unearned),
    client: amount(row.client),
    lateCharges: amount(row.lateCharges),
    lateChargesIva: amount(row.lateChargesIva),
  };
  const { moratoryRate, daysInYear } = row;
  const late = { dueDate: dateOf(row.soldDue), extensions: toExtensions(row.extensions), moratoryRate, daysInYear };
  const dueDate = dueDateInForce(late);
  const daysLate = daysBetween(dueDate, day);
  const now = estimateOf(debt, daysLate, terms);
  const owedChanges = (row.owedChanges ?? []).map(({ on, change }) => ({ on: dateOf(on), change: amount(change) }));
  const run = lateChargesOn({ owedChanges, owed: debt.owed }, late, day);
  return {
    ...row,
    currency,
    dueDate,
    daysLate,
    now,
    before: { estimate: moneyOf(row.estimated, currency), suspended: moneyOf(row.suspended, currency) },
    memo: debt.owed.cents === 0n ? zero(currency) : atLeastZero(subtract(run, debt.lateCharges)),
  };
}

const invoiceRow = listEstimated.response.shape.data.element.extend({
  exposure: decimal,
  percent: decimal,
  estimate: decimal,
  change: decimal,
  suspended: decimal,
  suspendedChange: decimal,
  memo: decimal,
});

/** The booked estimate of a month. */
const bookedOf = async ({ db }: WideWork, month: Month): Promise<EstimatedInvoice[]> => {
  return await rowsOf(db, invoiceRow)`
    select said.document_id as "documentId", ${folio} as folio, said.client_id as "clientId", entity_name as "entityName",
      receiver_name as "receiverName", said.currency, said.due_date as "dueDate", days_late as "daysLate", stage, percent, exposure,
      estimate, estimate_moved as change, suspended, suspended_moved as "suspendedChange", memo, true as "isBooked"
    from estimates said
    join clients on clients.client_id = said.client_id
    join invoices on invoices.client_id = said.client_id and invoices.document_id = said.document_id
    where said.month = ${firstDayOf(month)}::date`;
};

/** A debt as an invoice of an estimate that is not booked. */
export const toInvoice = (debt: EstimatedDebt): EstimatedInvoice => ({
  documentId: debt.documentId,
  folio: debt.folio,
  clientId: debt.clientId,
  entityName: debt.entityName,
  receiverName: debt.receiverName,
  currency: debt.currency,
  dueDate: debt.dueDate,
  daysLate: debt.daysLate,
  stage: debt.now.stage,
  percent: debt.now.percent,
  exposure: decimalOf(debt.now.exposure),
  estimate: decimalOf(debt.now.estimate),
  change: decimalOf(subtract(debt.now.estimate, debt.before.estimate)),
  suspended: decimalOf(debt.now.suspended),
  suspendedChange: decimalOf(subtract(debt.now.suspended, debt.before.suspended)),
  memo: decimalOf(debt.memo),
  isBooked: false,
});

interface Found {
  readonly month: Month;
  readonly asOf: IsoDate;
  readonly terms: EstimateTerms;
  readonly waiting: readonly ClientId[];
  readonly invoices: readonly EstimatedInvoice[];
}

/** A month as it was booked; clients of whom this month, or the last one that is due, is not booked have what would be. */
async function estimateOfMonth(work: WideWork, wanted: string | undefined): Promise<Found> {
  const current = monthOf(work.today);
  const month = parseMonth(wanted ?? current) ?? current;
  const asOf = month === current ? work.today : lastDayOf(month);
  const terms = await estimateTermsOn(work, asOf);
  const isOpen = month === current || month === monthDue(work.at);
  const waiting = isOpen ? await clientsToEstimate(work, month) : [];
  const coming = waiting.length === 0 ? [] : await debtsAt(work, asOf, waiting, terms);
  const invoices = [...(await bookedOf(work, month)), ...coming.map(toInvoice)];
  return { month, asOf, terms, waiting, invoices: invoices.filter(isListed) };
}

const figures = ['exposure', 'estimate', 'change', 'suspended', 'suspendedChange', 'memo'] as const;

/** An invoice of which nothing is estimated, suspended or late has no place in the list. */
const isListed = (invoice: EstimatedInvoice): boolean => figures.some((figure) => Number(invoice[figure]) !== 0);

const doneRow = z.object({ bookedAt: instant.nullable() });

export async function readEstimate(work: WideWork, { month: wanted }: QueryOf<typeof getEstimate>): Promise<Estimate> {
  const { month, asOf, terms, waiting, invoices } = await estimateOfMonth(work, wanted);
  const [done] = await rowsOf(work.db, doneRow)`
    select max(booked_at) as "bookedAt" from estimated_months where month = ${firstDayOf(month)}::date`;
  const booked = await valuesOf(work.db, text)`
    select to_char(month, 'YYYY-MM') from (select distinct month from estimated_months) months order by month desc`;
  const current = monthOf(work.today);
  return {
    month,
    asOf,
    bookedAt: done?.bookedAt ?? null,
    waiting: waiting.length,
    terms,
    groups: groupsOf(invoices),
    months: [...new Set([current, ...booked])].toSorted().toReversed(),
  };
}

const groupsOf = (invoices: readonly EstimatedInvoice[]): EstimateGroup[] =>
  [...Map.groupBy(invoices, ({ currency, stage }) => `${currency} ${stage}`)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([, rows]) => {
      const [first] = rows;
      if (!first) return [];
      const { currency, stage } = first;
      const total = (field: (typeof figures)[number]) =>
        decimalOf(rows.reduce((sum, row) => add(sum, moneyOf(row[field], currency)), zero<FinancedCurrency>(currency)));
      return [
        {
          currency,
          stage,
          count: rows.length,
          exposure: total('exposure'),
          estimate: total('estimate'),
          change: total('change'),
          suspended: total('suspended'),
          suspendedChange: total('suspendedChange'),
          memo: total('memo'),
        },
      ];
    });

/** The invoices of an estimate, the largest first; a page begins after the last invoice of the one before. */
export async function estimatedInvoices(
  work: WideWork,
  { month, currency, stage, after }: QueryOf<typeof listEstimated>,
): Promise<ResponseOf<typeof listEstimated>> {
  const { invoices } = await estimateOfMonth(work, month);
  const listed = invoices
    .filter((row) => currency === undefined || row.currency === currency)
    .filter((row) => stage === undefined || String(row.stage) === stage)
    .toSorted(
      (one, other) =>
        Number(other.estimate) - Number(one.estimate) ||
        Number(other.exposure) - Number(one.exposure) ||
        one.documentId.localeCompare(other.documentId),
    );
  const start = after === undefined ? 0 : listed.findIndex(({ documentId }) => documentId === after) + 1;
  return pageOf(listed.slice(start, start + ESTIMATE_PAGE + 1), ESTIMATE_PAGE, ({ documentId }) => documentId);
}
