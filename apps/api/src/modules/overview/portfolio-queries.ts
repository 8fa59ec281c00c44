import { ages, listPortfolio, PORTFOLIO_PAGE, type Portfolio, type PortfolioView } from '@anticipa/contract/portfolio';
import type { QueryOf } from '@anticipa/contract/route';
import { addDays, dateOf, daysBetween } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import { amountAsked } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { z } from 'zod';
import { containing, decimal, flag, pageOf, rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { isPromiseBroken, lastPromise, lastPromiseColumn, openDispute, promisedOf } from '../follow-up/queries.ts';
import { coverable, owed, owingClients } from '../ledger/queries.ts';
import { byFolio, folio, folioIn } from '../log/queries.ts';

const { ageing, data } = listPortfolio.response.shape;
type Query = QueryOf<typeof listPortfolio>;

type Filter = Omit<Query, 'view' | 'after'>;

/** The invoices in credit that pass a filter. */
export const inCredit = ({ clientId, companyId, product, currency, search }: Filter) => sql`
  not invoices.is_settled and invoices.status = ${sql.lit(invoiceStatus.CREDITO)}
  and invoices.client_id in ${owingClients}
  and ${clientId === undefined ? sql`true` : sql`invoices.client_id = ${clientId}`}
  and ${companyId === undefined ? sql`true` : sql`invoices.company_id = ${companyId}`}
  and ${currency === undefined ? sql`true` : sql`invoices.currency = ${currency}`}
  and ${product === undefined ? sql`true` : ofSale(sql`product = ${product}`)}
  and ${search === undefined ? sql`true` : isFound(search)}`;

const ofSale = (condition: ReturnType<typeof sql>) => sql`exists (
  select from sales where sales.client_id = invoices.client_id and sales.sale_id = invoices.sale_id and ${condition})`;

/** SQL: the folio of an invoice, or the name or tax id of a party, contains a text, or its sale has that number. */
export function isFound(search: string) {
  const part = containing(search);
  return sql`(${folio} ilike ${part} or invoices.receiver_name ilike ${part} or invoices.receiver_rfc ilike ${part}
    or exists (select from clients where clients.client_id = invoices.client_id and (entity_name ilike ${part} or rfc ilike ${part}))
    or ${ofSale(sql`number_of_sale::text = ${search.trim()}`)})`;
}

/** A page of the invoices that receivers owe, by due date, with the ageing of all. */
export async function portfolio(work: WideWork, query: Query): Promise<Portfolio> {
  const rows = await portfolioRows(work, query);
  return {
    today: work.today,
    ageing: await ageingOf(work, query),
    ...pageOf(rows, PORTFOLIO_PAGE, ({ dueDate, documentId }) => `${dueDate}.${documentId}`),
  };
}

/** Whether an invoice in credit is in a view. */
export function inView({ today }: Pick<WideWork, 'today'>, view: PortfolioView) {
  const views: Readonly<Record<PortfolioView, ReturnType<typeof sql>>> = {
    all: sql`true`,
    overdue: sql`invoices.due_date < ${today}::date`,
    week: sql`invoices.due_date between ${today}::date and ${addDays(today, 7)}::date`,
    broken: isPromiseBroken(today),
    disputed: sql`${openDispute} is not null`,
  };
  return views[view];
}

const ageingOf = ({ db, today }: WideWork, query: Query) => rowsOf(db, ageing.element)`
  select currency, (${sql.val([...ages])}::text[])[1 + width_bucket(${today}::date - due_date, array[1, 31, 61, 91])] as age,
    count(*)::integer as count, sum(${owed})::numeric(18, 2) as owed
  from invoices where ${inCredit(query)} group by currency, age order by currency, min(due_date) desc`;

const portfolioRow = data.element.omit({ amountDue: true, daysLate: true, aforo: true, promise: true }).extend({
  promise: lastPromiseColumn,
  aforo: decimal,
  isClosed: flag,
  moratoryRate: z.string(),
  daysInYear: z.literal([360, 365]),
});

/** One row more than a page, to see whether another follows. */
async function portfolioRows(work: WideWork, query: Query): Promise<Portfolio['data']> {
  const { db, today } = work;
  const [dueDate, documentId] = query.after?.split('.') ?? [];
  const inOrder = sql`invoices.due_date, ${byFolio()}, invoices.document_id`;
  const isBehind =
    dueDate === undefined
      ? sql`true`
      : sql`exists (
          select from invoices last where last.document_id = ${documentId}::uuid
            and (${inOrder}) > (${dueDate}::date, ${byFolio(folioIn('last'))}, last.document_id))`;
  const rows = await rowsOf(db, portfolioRow)`
    with page as materialized (
      select * from invoices where ${inCredit(query)} and ${isBehind} and ${inView(work, query.view)}
      order by ${inOrder} limit ${PORTFOLIO_PAGE + 1}
    )
    select invoices.document_id as "documentId", ${folio} as folio,
      invoices.client_id as "clientId", clients.rfc as "clientRFC", entity_name as "entityName", invoices.company_id as "companyId",
      invoices.receiver_name as "receiverName", sales.product, invoices.currency, sales.sale_id as "saleId",
      sales.number_of_sale as "numberOfSale", invoices.total, ${owed}::numeric(18, 2) as owed, invoices.due_date as "dueDate",
      ${coverable}::numeric(18, 2) as aforo, trim_scale(item.moratory_rate)::text as "moratoryRate", item.days_in_year as "daysInYear",
      exists (select from shortfalls closed where closed.client_id = invoices.client_id and closed.document_id = invoices.document_id and closed.reversed_at is null) as "isClosed",
      ${lastPromise} as promise, ${openDispute} is not null as "isDisputed"
    from page invoices
    join clients on clients.client_id = invoices.client_id
    join sales on sales.client_id = invoices.client_id and sales.sale_id = invoices.sale_id
    join sale_items item on item.client_id = invoices.client_id and item.sale_id = invoices.sale_id and item.document_id = invoices.document_id
    order by ${inOrder}`;
  return rows.map(({ aforo, promise, isClosed, moratoryRate, daysInYear, ...row }) => {
    const left = moneyOf(row.owed, row.currency);
    const due = dateOf(row.dueDate);
    const isPartlyPaid = left.cents < moneyOf(row.total, row.currency).cents;
    return {
      ...row,
      amountDue: decimalOf(amountAsked({ owed: left, dueDate: due, moratoryRate, daysInYear }, today)),
      daysLate: daysBetween(due, today),
      promise: promise && promisedOf(promise, { currency: row.currency, today }),
      aforo: isPartlyPaid && !isClosed && Number(aforo) > 0 ? aforo : null,
    };
  });
}
