/** The client's invoices and sales on the home screen. */
import { DUE_SOON_DAYS, getHome } from '@anticipa/contract/home';
import type { ResponseOf } from '@anticipa/contract/route';
import { date, financedCurrency } from '@anticipa/contract/wire';
import { addDays, dateOf } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { decimalOf, type FinancedCurrency, financedCurrencies, moneyOf, subtract, sum } from '@anticipa/domain/money';
import { saleStates, sentStates } from '@anticipa/domain/sale';
import { amountAsked } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, rowsOf } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { paidAutomatically } from '../invoices/receivers.ts';
import { owed, sumsOfDue } from '../ledger/queries.ts';
import { sentOnWire } from '../sales/sent-queries.ts';
import { hasLostDeposit, stateForClient } from '../sales/transfer-queries.ts';

type Home = ResponseOf<typeof getHome>;

const DUE_DATES = 6;

const overdueRow = z.object({
  currency: financedCurrency,
  owed: decimal,
  dueDate: date,
  moratoryRate: decimal,
  daysInYear: z.int(),
  reference: z.string().nullable(),
  isReferable: z.boolean(),
});
const { sales: sent, ...shown } = getHome.response.omit({ today: true }).shape;
const figuresRow = z.object({
  ...shown,
  overdue: z.array(overdueRow),
  sales: z.array(sent.element.omit({ isReturned: true }).extend({ state: z.enum(saleStates) })),
});

const { CREDITO, PREVENTA, RECHAZADA } = invoiceStatus;

/** All figures, from one reading of the unsettled invoices. */
async function readFigures({ db, tenant, today, at }: Work) {
  const inCredit = sql`status = ${CREDITO}`;
  const [figures] = await rowsOf(db, figuresRow)`
    with mine as materialized (
      select document_id, sale_id, product, currency, total, due_date, aforo, iva, status, deposited_on, reference_id,
        company_id, client_id, returned_before
      from invoices
      where client_id = ${tenant} and not is_settled and (
        status in (${PREVENTA}, ${CREDITO})
        or status = ${RECHAZADA} and motive <> 'DELETED_BY_USER'
          and (rejected_at at time zone 'America/Mexico_City')::date = ${today})
    ), late as (
      select invoices.currency, ${owed}::text as owed, invoices.due_date as "dueDate",
        trim_scale(item.moratory_rate)::text as "moratoryRate", item.days_in_year as "daysInYear", reference.reference,
        reference.reference is null and not ${paidAutomatically} as "isReferable"
      from mine as invoices
      join sale_items as item on item.client_id = invoices.client_id and item.sale_id = invoices.sale_id
        and item.document_id = invoices.document_id
      left join payment_references as reference on reference.client_id = invoices.client_id
        and reference.reference_id = invoices.reference_id and reference.valid_until >= ${today}
      where invoices.${inCredit} and invoices.due_date <= ${today}
    ), soon as (
      select product, currency, count(*)::integer as count, min(due_date) as "firstDue", sum(${owed})::numeric(18, 2)::text as total
      from mine as invoices where ${inCredit} and due_date > ${today} and due_date <= ${addDays(today, DUE_SOON_DAYS)}
      group by product, currency order by product, currency
    ), rejected as (
      select product, count(*)::integer as count from mine where status = ${RECHAZADA} group by product order by product
    ), due as (
      select due_date as date, currency, ${sumsOfDue}
      from mine as invoices where ${inCredit} and due_date > ${today}
      group by due_date, currency order by due_date, currency limit ${DUE_DATES}
    ), sent as (
      select number_of_sale as "numberOfSale", currency, ${stateForClient} as state, items.*
      from sales
      join lateral (
        select count(*)::integer as count, sum(initial_deposit)::text as "initialDeposit"
        from sale_items as item
        where item.client_id = sales.client_id and item.sale_id = sales.sale_id and item.is_live
      ) as items on true
      where client_id = ${tenant} and state = any(${sentStates}) and load_id is null and (
        sale_id in (select sale_id from mine where status = ${PREVENTA} or deposited_on = ${today}) or ${hasLostDeposit})
      order by number_of_sale desc
    )
    select
      exists (select from invoices where client_id = ${tenant}) as "hasInvoices",
      coalesce((select json_agg(late) from late), '[]') as overdue,
      coalesce((select json_agg(soon) from soon), '[]') as "dueSoon",
      coalesce((select json_agg(rejected) from rejected), '[]') as "rejectedToday",
      coalesce((select json_agg(due) from due), '[]') as "nextDue",
      coalesce((select json_agg(sent) from sent), '[]') as sales`;
  if (!figures) throw new Error(`no figures at ${at.toISOString()}`);
  return figures;
}

/** Due dates, rejections and sales of the home screen. */
export async function homeFigures(work: Work): Promise<Home> {
  const { overdue, sales, ...figures } = await readFigures(work);
  const due = financedCurrencies.flatMap((currency) => {
    const rows = overdue.filter((row) => row.currency === currency);
    return rows.length > 0 ? [overdueIn(work, currency, rows)] : [];
  });
  return { today: work.today, ...figures, overdue: due, sales: sales.flatMap(sentOnWire) };
}

function overdueIn(
  { today }: Work,
  currency: FinancedCurrency,
  rows: readonly z.output<typeof overdueRow>[],
): Home['overdue'][number] {
  const total = sum(
    currency,
    rows.map((row) => moneyOf(row.owed, currency)),
  );
  const amount = sum(
    currency,
    rows.map((row) => amountAsked({ ...row, owed: moneyOf(row.owed, currency), dueDate: dateOf(row.dueDate) }, today)),
  );
  return {
    currency,
    count: rows.length,
    dueToday: rows.filter(({ dueDate }) => dueDate === today).length,
    firstDue: rows.map(({ dueDate }) => dueDate).toSorted()[0] ?? today,
    total: decimalOf(total),
    lateCharges: decimalOf(subtract(amount, total)),
    amount: decimalOf(amount),
    referable: rows.filter(({ isReferable }) => isReferable).length,
    byClabe: rows.filter(({ isReferable, reference }) => !isReferable && reference === null).length,
    references: [...new Set(rows.flatMap(({ reference }) => reference ?? []))].toSorted(),
  };
}
