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

/** A tuple: with names the database would take a fifth longer for thousands of them. */
type SellableRow = readonly [
  product: ProductCode,
  currency: FinancedCurrency,
  total: string,
  emittedOn: string,
  status: typeof invoiceStatus.REGISTRADO | typeof invoiceStatus.AUTORIZADA,
  paymentMethod: 'PUE' | 'PPD' | null,
  receiverStatus: CompanyStatus,
  /** Null if nothing is known of its receiver's payments. */
  habit: readonly [term: number, weekDays: string] | null,
];

/** Invoices that are neither sold nor rejected, in the order of the home screen: largest receivers first, newest first. */
async function sellableRows({ db, tenant }: Work, pesosPerDollar: string): Promise<readonly SellableRow[]> {
  const { rows } = await sql<{ rows: readonly SellableRow[] }>`
    with sellable as (
      select document_id, company_id, receiver_key, is_synced, product, currency, total, emitted_on, status, payment_method, created_at
      from invoices
      where client_id = ${tenant} and not is_settled and currency in ('MXN', 'USD')
        and status in (${invoiceStatus.REGISTRADO}, ${invoiceStatus.AUTORIZADA})
    ), tiles as (
      select is_synced, receiver_key, row_number() over (order by is_synced,
        sum(case currency when 'MXN' then total else round(total * ${pesosPerDollar}::numeric, 2) end) desc, receiver_key) as position
      from sellable group by is_synced, receiver_key
    ), habits as materialized (${knownHabits(tenant, sql`sellable`)})
    select coalesce(json_agg(
      json_build_array(product, currency, total::text, emitted_on, sellable.status, payment_method, habits.status,
        case when term is not null then json_build_array(term, week_days) end)
      order by position, sellable.created_at desc, document_id), '[]') as rows
    from sellable
    join tiles using (is_synced, receiver_key)
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
  const assumed = new Set<string>();
  const choices = rows.map((row, index): QuoteChoice => {
    const [product, currency, total, emitted, status, paymentMethod, receiverStatus, habit] = row;
    const documentId = String(index);
    if (!habit) assumed.add(documentId);
    const emittedOn = dateOf(emitted);
    const key = `${product} ${emittedOn} ${habit}`;
    const known = habit ? { term: habit[0], weekDays: weekDaysOf(habit[1]) } : defaultHabit;
    const dueDate = dueDates.get(key) ?? paymentDateOf({ product, emittedOn }, known, calendar);
    dueDates.set(key, dueDate);
    return {
      invoice: {
        documentId,
        product,
        total: moneyOf(total, currency),
        emittedOn,
        status: statusName(status),
        motive: null,
        rejectedOn: null,
        isFinanceable: isFinanceable({ product, paymentMethod, receiverStatus }, market.products),
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
    assumed: items.filter(({ invoice }) => invoice.product === 'BI' && assumed.has(invoice.documentId)).length,
    exceeding: failures.filter(({ code }) => code === 'CREDIT_EXCEEDED').length,
  };
}

/** The purchase order does not change a price; it is asked for at the sale. */
const ANY_ORDER = 'OC';
