/** Work that waits for operators now. */
import type { WaitingReceipt } from '@anticipa/contract/receipts';
import {
  type FigureWithRows,
  figureRoles,
  getToday,
  listTodayRows,
  type TodayFigure,
  type TodayRow,
  type TodaySum,
  todayFigures,
} from '@anticipa/contract/today';
import { decimalOf, type FinancedCurrency, moneyOf, sumPerCurrency } from '@anticipa/domain/money';
import { type RawBuilder, sql } from 'kysely';
import { instant, rowsOf, valuesOf, whole } from '../../platform/db/rows.ts';
import type { OperatorWork, WideWork } from '../../platform/work/work.ts';
import { countOfDecidable } from '../approvals/queries.ts';
import { countOfAnswerable } from '../approvals/requests-desk.ts';
import { waitingReceipts } from '../collections/proposal-queries.ts';
import { stateOfCfdi } from '../interest/month-queries.ts';
import { owed } from '../ledger/queries.ts';
import { countOfUndecided } from '../receivers/queries.ts';
import { isWaiting, queueSizes } from '../sales/desk/inbox-queries.ts';
import { payables } from '../transfers/payables-queries.ts';
import { troubledOrders } from '../transfers/queries.ts';
import { inCredit, inView } from './portfolio-queries.ts';

const { figures } = getToday.response.shape;
const sumRow = figures.element.shape.amounts.element.extend({ count: whole });
const todayRow = listTodayRows.response.shape.data.element.extend({ at: instant });

type Sum = Omit<TodaySum, 'figure'>;

/** The figures whose rows the operator may read. `stopped`: number of outside systems to which calls are stopped. */
export async function todayOf(work: OperatorWork, stopped: number): Promise<TodaySum[]> {
  const sums: TodaySum[] = [];
  const waiting = mayRead(work, 'unidentified') ? await waitingReceipts(work) : [];
  for (const figure of todayFigures)
    if (mayRead(work, figure)) sums.push({ figure, ...(await sumOf(work, figure, { stopped, waiting })) });
  return sums;
}

export const mayRead = ({ actor }: OperatorWork, figure: TodayFigure): boolean =>
  figureRoles[figure].read.some((role) => actor.roles.has(role));

async function sumOf(
  work: OperatorWork,
  figure: TodayFigure,
  { stopped, waiting }: { readonly stopped: number; readonly waiting: readonly WaitingReceipt[] },
): Promise<Sum> {
  const { db } = work;
  switch (figure) {
    case 'promises':
      return summed(work, latePromises(work));
    case 'answers':
      return counted((await queueSizes(work)).answer.count);
    case 'confirmations':
      return counted((await queueSizes(work)).confirmation.count);
    case 'deposits':
      return sumOfAll(await readyDeposits(work));
    case 'payouts':
    case 'returns':
      return sumOfAll((await payables(work, false))[figure]);
    case 'transfers':
      // The portal orders pesos alone.
      return sumOfAll((await troubledOrders(work)).map(({ amount }) => ({ amount, currency: 'MXN' as const })));
    case 'proposals':
      return counted(await countOfDecidable(work));
    case 'requests':
      return counted(await countOfAnswerable(work));
    case 'receivers':
      return counted(await countOfUndecided(work));
    case 'proposed':
    case 'unidentified':
      return sumOfAll(
        waiting
          .filter(({ proposal, waitsFor }) => waitsFor === null && (proposal === null) === (figure === 'unidentified'))
          .map(({ left, currency }) => ({ amount: left, currency })),
      );
    case 'bank':
      return summed(
        work,
        sql`select currency, amount from bank_lines join statement_accounts using (account_id) where state in ('due', 'waiting')`,
      );
    case 'overdue':
    case 'week':
    case 'broken':
      return summed(
        work,
        sql`select currency, ${owed} as amount from invoices where ${inCredit({})} and ${inView(work, figure)}`,
      );
    case 'cfdi':
      return summed(work, failedCfdi);
    case 'systems':
      return counted(stopped);
    case 'alerts':
      return counted((await valuesOf(db, whole)`select count(*)::integer from alerts where closed_at is null`)[0] ?? 0);
  }
}

/** The rows of a figure: those that it counts. */
export async function todayRows(work: OperatorWork, figure: FigureWithRows): Promise<TodayRow[]> {
  if (figure === 'deposits') return await readyDeposits(work);
  return await rowsOf(work.db, todayRow)`${figure === 'cfdi' ? failedCfdi : latePromises(work)} order by at, id`;
}

const counted = (count: number): Sum => ({ count, amounts: [] });

const sumOfAll = (rows: readonly { readonly currency: FinancedCurrency; readonly amount: string }[]): Sum => ({
  count: rows.length,
  amounts: sumPerCurrency(rows.map(({ currency, amount }) => moneyOf(amount, currency))).map((amount) => ({
    currency: amount.currency,
    amount: decimalOf(amount),
  })),
});

async function summed({ db }: WideWork, rows: RawBuilder<unknown>): Promise<Sum> {
  const sums = await rowsOf(db, sumRow)`
    select currency, count(*)::integer as count, sum(amount)::numeric(18, 2) as amount
    from (${rows}) waiting group by currency order by currency`;
  return {
    count: sums.reduce((all, { count }) => all + count, 0),
    amounts: sums.map(({ currency, amount }) => ({ currency, amount })),
  };
}

/** Sales whose deposit is late, or due within the hour. A returned one waits for its client. */
const latePromises = ({ at }: WideWork) => sql`
  select sales.sale_id as id, number_of_sale::text as number, null as month, sales.client_id as "clientId",
    entity_name as "entityName", sales.currency, promised_at as at,
    (select sum(initial_deposit) from sale_items item
      where item.client_id = sales.client_id and item.sale_id = sales.sale_id and item.is_live) as amount
  from sales join clients on clients.client_id = sales.client_id
  where ${isWaiting} and state <> 'returned' and promised_at < ${at}::timestamptz + interval '1 hour'`;

/** Numbered CFDI without a stamp, and those whose cancellation was refused. */
const failedCfdi = sql`
  select invoice_id as id, concat_ws('-', serie, cfdi.folio) as number, to_char(month_cut, 'YYYY-MM') as month,
    cfdi.client_id as "clientId", entity_name as "entityName", currency, emitted_at as at, sub_total + iva as amount
  from interest_invoices cfdi join clients on clients.client_id = cfdi.client_id
  where ${stateOfCfdi} in ('pending', 'kept')`;

/** Deposits that can be paid and are not ordered, as 'Por pagar' lists them. */
async function readyDeposits(work: WideWork): Promise<TodayRow[]> {
  const { deposits } = await payables(work, false);
  return deposits
    .filter(({ obstacle, way }) => obstacle === null && way !== 'ordered')
    .map(({ saleId, numberOfSale, clientId, entityName, currency, amount, promisedAt }) => ({
      id: saleId,
      number: String(numberOfSale),
      month: null,
      clientId,
      entityName,
      currency,
      amount,
      at: promisedAt,
    }));
}
