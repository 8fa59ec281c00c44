import type { findCash, Shortage } from '@anticipa/contract/cash-need';
import type { QueryOf, ResponseOf } from '@anticipa/contract/route';
import { isAccountBlocked } from '@anticipa/domain/approval';
import { dateAt, type ExtraHolidays, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { type CashOffer, type CashRoom, type CashSet, cashAims, mostOf, raise } from '@anticipa/domain/cash-need';
import { availableOf } from '@anticipa/domain/credit';
import { promiseEnd } from '@anticipa/domain/deposit-message';
import type { ErrorCode } from '@anticipa/domain/errors';
import { receiverObjection } from '@anticipa/domain/invoice-entry';
import { decimalOf, type FinancedCurrency, type Money, money, moneyOf, subtract, sum } from '@anticipa/domain/money';
import { type QuotedItem, quoteOne } from '@anticipa/domain/quote';
import { paymentDateOf } from '@anticipa/domain/sale';
import type { Work } from '../../../platform/work/work.ts';
import { type ClientProduct, type CreditLineRow, creditLines, marketOf } from '../../credit/queries.ts';
import { type Candidate, sellableIn } from './cash-need-queries.ts';

type Answer = ResponseOf<typeof findCash>;
type Missing = NonNullable<Answer['short']>['missing'][number];

/** A candidate as it can be sold now, or why it cannot. */
interface Judged extends Candidate {
  readonly item: QuotedItem | null;
  readonly arrives: IsoDate;
  /** Null also for what no one can remove. */
  readonly why: Shortage | null;
}

const shortageOf: Partial<Record<ErrorCode, Shortage>> = {
  BANK_ACCOUNT_MISSING: 'NO_ACCOUNT',
  CREDIT_LINE_MISSING: 'NO_LINE',
  CREDIT_LINE_ENDED: 'NO_LINE',
  PRODUCT_INACTIVE: 'NO_PRODUCT',
  EXCHANGE_RATE_MISSING: 'NO_RATE',
  PURCHASE_ORDER_MISSING: 'ORDER',
  PAYMENT_DATE_MISSING: 'DATE',
  PAYMENT_DATE_NOT_AFTER_TODAY: 'DATE',
  PAYMENT_DATE_NOT_BUSINESS_DAY: 'DATE',
  TERM_OVER_180_DAYS: 'DATE',
};

/** The invoices to sell now for an amount, at the prices that a sale of today has; changes nothing. */
export async function cashFor(work: Work, { amount, currency, day }: QueryOf<typeof findCash>): Promise<Answer> {
  const [lines, market, candidates] = [
    await creditLines(work, 'read'),
    await marketOf(work),
    await sellableIn(work, currency),
  ];
  const facts = {
    today: work.today,
    holidays: market.holidays,
    pesosPerDollar: market.published?.tipoCambio ?? null,
    products: new Map(market.products.map((product) => [product.product, product])),
    lines,
  };
  const judged = candidates.map((candidate): Judged => {
    const { invoice, habit } = candidate;
    const product = facts.products.get(invoice.product);
    const result = quoteOne(
      {
        invoice: { ...invoice, isFinanceable: receiverObjection(invoice.receiverStatus) === null },
        dueDate: paymentDateOf(invoice, habit, facts),
        purchaseOrder: invoice.purchaseOrder ?? '',
      },
      facts,
    );
    const arrives = product ? arrivalOf(product, currency, { ...work, holidays: market.holidays }) : null;
    const last = arrives ?? work.today;
    if (typeof result === 'string') return { ...candidate, item: null, arrives: last, why: shortageOf[result] ?? null };
    const why = arrives === null ? 'NO_ACCOUNT' : day !== undefined && arrives > day ? 'DAY' : null;
    return { ...candidate, item: why === null ? result : null, arrives: last, why };
  });
  const offers = judged.flatMap((each) => offerOf(each, currency));
  const room = roomOf(judged, lines, currency);
  const needed = moneyOf(amount, currency);
  const toSet = (set: CashSet) => toWire(set, judged);
  const withoutOrder = leftOut(judged, currency);
  const sets = cashAims.flatMap((aim) => {
    const found = raise(offers, needed, { room, aim });
    if (!found) return [];
    const { leastCost, leastCount } = found;
    return [{ aim, ...toSet(found), leastCost: decimalOf(leastCost), leastCount }];
  });
  if (sets.length > 0) return { withoutOrder, sets, short: null };
  const most = mostOf(offers, currency, room);
  return {
    withoutOrder,
    sets,
    short: { most: toSet(most), missing: missingOf({ judged, offers, needed, room, lines }) },
  };
}

function leftOut(judged: readonly Judged[], currency: FinancedCurrency): Answer['withoutOrder'] {
  const lacking = judged.filter(({ why }) => why === 'ORDER');
  const totals = lacking.map(({ invoice }) => money(invoice.total.cents, currency));
  return lacking.length > 0 ? { count: lacking.length, amount: decimalOf(sum(currency, totals)) } : null;
}

/** The last day of the promise of a product's deposits; null if its account receives none until the lender acts. */
function arrivalOf(
  { product, depositAccounts }: ClientProduct,
  currency: FinancedCurrency,
  { at, holidays }: Pick<Work, 'at'> & { readonly holidays: ExtraHolidays },
): IsoDate | null {
  const paysFrom = depositAccounts.find((account) => account.currency === currency)?.paysFrom ?? null;
  const opens = paysFrom === null ? at : new Date(paysFrom);
  if (paysFrom !== null && isAccountBlocked(opens)) return null;
  const end = promiseEnd(new Set([product]), opens > at ? opens : at, holidays);
  return typeof end === 'string' ? end : dateAt(end, MEXICO_CITY);
}

function offerOf({ item, invoice, room }: Judged, currency: FinancedCurrency): CashOffer[] {
  if (!item) return [];
  const { price, line, exposure } = item;
  return [
    {
      id: invoice.documentId,
      deposit: money(price.deposit.cents, currency),
      cost: money(price.interest.cents, currency),
      line: line.creditLineId,
      exposure,
      receiver: room === null ? null : invoice.companyId,
      total: money(price.total.cents, currency),
    },
  ];
}

function roomOf(judged: readonly Judged[], lines: readonly CreditLineRow[], currency: FinancedCurrency): CashRoom {
  return {
    lines: new Map(lines.map((line) => [line.creditLineId, availableOf(line).cents])),
    receivers: new Map(
      judged.flatMap(({ invoice, room }) =>
        room === null ? [] : [[invoice.companyId, moneyOf(room, currency).cents] as const],
      ),
    ),
  };
}

function toWire({ ids, deposit, cost, isExact }: CashSet, judged: readonly Judged[]) {
  const wanted = new Set(ids);
  const chosen = judged.filter(({ invoice }) => wanted.has(invoice.documentId));
  return {
    documentIds: [...ids],
    deposit: decimalOf(deposit),
    cost: decimalOf(cost),
    arrives:
      chosen
        .map(({ arrives }) => arrives)
        .toSorted()
        .at(-1) ?? null,
    assumed: chosen.filter(({ invoice, habit }) => invoice.product === 'BI' && habit.term === null).length,
    isExact,
  };
}

interface Shortfall {
  readonly judged: readonly Judged[];
  readonly offers: readonly CashOffer[];
  readonly needed: Money<FinancedCurrency>;
  readonly room: CashRoom;
  readonly lines: readonly CreditLineRow[];
}

/** The causes that keep more money from being had, those of all invoices first. */
function missingOf({ judged, offers, needed, room, lines }: Shortfall): Missing[] {
  const { currency } = needed;
  const lacking = subtract(
    needed,
    sum(
      currency,
      offers.map(({ deposit }) => deposit),
    ),
  );
  const none = lacking.cents > 0n ? [{ why: 'INVOICES' as const, count: 0, amount: decimalOf(lacking), currency }] : [];
  const full = lines.flatMap(({ creditLineId, currency: own }): Missing[] => {
    const onLine = offers.filter(({ line }) => line === creditLineId);
    const over = subtract(
      sum(
        own,
        onLine.map(({ exposure }) => money(exposure.cents, own)),
      ),
      money(room.lines.get(creditLineId) ?? 0n, own),
    );
    const isOver = onLine.length > 0 && over.cents > 0n;
    return isOver ? [{ why: 'LINE', count: onLine.length, amount: decimalOf(over), currency: own }] : [];
  });
  const byReceiver = Map.groupBy(
    offers.filter(({ receiver }) => receiver !== null),
    ({ receiver }) => receiver ?? '',
  );
  const limited = [...byReceiver].filter(
    ([receiver, members]) =>
      sum(
        currency,
        members.map(({ total }) => total),
      ).cents > (room.receivers.get(receiver) ?? 0n),
  );
  // The amount would tell how much of the receiver other clients have sold.
  const receivers =
    limited.length > 0 ? [{ why: 'RECEIVER' as const, count: limited.length, amount: '0.00', currency }] : [];
  const held = Map.groupBy(
    judged.filter(({ why }) => why !== null),
    ({ why }) => why,
  );
  const others = [...held].flatMap(([why, members]): Missing[] =>
    why === null
      ? []
      : [
          {
            why,
            count: members.length,
            amount: decimalOf(
              sum(
                currency,
                members.map(({ invoice }) => money(invoice.total.cents, currency)),
              ),
            ),
            currency,
          },
        ],
  );
  return [...none, ...full, ...receivers, ...others];
}
