/** What the client can receive today: the deposits of all invoices that can be sold, within the credit. */
import type { getHome } from '@anticipa/contract/home';
import type { ResponseOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { rateToShow } from '@anticipa/domain/credit';
import { invoiceStatus, statusName } from '@anticipa/domain/invoice';
import { decimalOf, type FinancedCurrency, financedCurrencies, moneyOf, sum } from '@anticipa/domain/money';
import { weekDaysOf } from '@anticipa/domain/payment-habit';
import type { ProductCode } from '@anticipa/domain/product';
import { type QuoteChoice, quoteSelection } from '@anticipa/domain/quote';
import type { CompanyStatus } from '@anticipa/domain/receiver';
import { defaultHabit, paymentDateOf } from '@anticipa/domain/sale';
import { sql } from 'kysely';
import type { Work } from '../../lib/work.ts';
import { creditLines, marketOf } from '../credit/queries.ts';
import { knownHabits } from '../invoices/habit-queries.ts';
import { isFinanceable } from '../sales/quote-queries.ts';

type Receivable = ResponseOf<typeof getHome>['receivable'];

interface SellableRow {
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
  readonly total: string;
  readonly emittedOn: string;
  readonly status: typeof invoiceStatus.REGISTRADO | typeof invoiceStatus.AUTORIZADA;
  readonly paymentMethod: 'PUE' | 'PPD' | null;
  readonly receiverStatus: CompanyStatus;
  /** Null if nothing is known of its receiver's payments. */
  readonly habit: { readonly term: number; readonly weekDays: string } | null;
}

/** Invoices that are neither sold nor rejected, in the order of the home screen: largest receivers first, newest first. */
async function sellableRows({ db, tenant }: Work, pesosPerDollar: string): Promise<readonly SellableRow[]> {
  const { rows } = await sql<{ rows: readonly SellableRow[] }>`
    with sellable as (
      select invoices.*, sum(case currency when 'MXN' then total else round(total * ${pesosPerDollar}::numeric, 2) end)
        over (partition by is_synced, receiver_key) as weight
      from invoices
      where client_id = ${tenant} and not is_settled and currency in ('MXN', 'USD')
        and status in (${invoiceStatus.REGISTRADO}, ${invoiceStatus.AUTORIZADA})
    ), habits as (${knownHabits(tenant, sql`sellable`)})
    select coalesce(json_agg(
      json_build_object('product', product, 'currency', currency, 'total', total::text, 'emittedOn', emitted_on,
        'status', sellable.status, 'paymentMethod', payment_method, 'receiverStatus', companies.status,
        'habit', case when term is not null then json_build_object('term', term, 'weekDays', week_days) end)
      order by is_synced, weight desc, sellable.receiver_key, sellable.created_at desc, document_id), '[]') as rows
    from sellable
    join companies using (company_id)
    join habits using (company_id)`.execute(db);
  return rows[0]?.rows ?? [];
}

/** [RES-06] Priced by the rules of a sale. A receiver of which nothing is known counts as paying after 180 days. */
export async function receivableToday(work: Work): Promise<Receivable> {
  const market = await marketOf(work);
  const lines = await creditLines(work, 'read');
  const { published } = market;
  const rows = await sellableRows(work, rateToShow(published?.tipoCambio ?? null).pesosPerDollar);
  const calendar = { today: work.today, holidays: market.holidays };
  const dueDates = new Map<string, ReturnType<typeof paymentDateOf>>();
  const choices = rows.map((row, index): QuoteChoice => {
    const { product, habit } = row;
    const emittedOn = dateOf(row.emittedOn);
    const key = JSON.stringify([product, emittedOn, habit]);
    const known = habit ? { term: habit.term, weekDays: weekDaysOf(habit.weekDays) } : defaultHabit;
    const dueDate = dueDates.get(key) ?? paymentDateOf({ product, emittedOn }, known, calendar);
    dueDates.set(key, dueDate);
    return {
      invoice: {
        documentId: String(index),
        product,
        total: moneyOf(row.total, row.currency),
        emittedOn,
        status: statusName(row.status),
        motive: null,
        rejectedOn: null,
        isFinanceable: isFinanceable(row, market.products),
      },
      dueDate,
      purchaseOrder: ANY_ORDER,
    };
  });
  const { items, failures } = quoteSelection(choices, {
    ...calendar,
    pesosPerDollar: published?.tipoCambio ?? null,
    products: new Map(market.products.map((product) => [product.product, product])),
    lines,
  });
  return {
    deposits: financedCurrencies.flatMap((currency) => {
      const own = items.filter(({ price }) => price.total.currency === currency);
      const deposits = own.map(({ price }) => moneyOf(decimalOf(price.deposit), currency));
      return own.length > 0 ? [{ currency, count: own.length, deposit: decimalOf(sum(currency, deposits)) }] : [];
    }),
    assumed: items.filter(({ invoice }) => invoice.product === 'BI' && !rows[Number(invoice.documentId)]?.habit).length,
    exceeding: failures.filter(({ code }) => code === 'CREDIT_EXCEEDED').length,
  };
}

/** The purchase order does not change a price; it is asked for at the sale. */
const ANY_ORDER = 'OC';
