/** One invoice as an offer: its line, payment date and price, or why it cannot be sold. */
import type { OrderSource } from '@anticipa/contract/invoices';
import { dateOf, daysBetween, type IsoDate, parseDate } from '@anticipa/domain/calendar';
import { type Draw, exchange, exposureOf, lineFor, lineStateOf } from '@anticipa/domain/credit';
import { statusName, type Unsellable, whyUnsellable } from '@anticipa/domain/invoice';
import { receiverObjection } from '@anticipa/domain/invoice-entry';
import { type FinancedCurrency, financedCurrencies, type Money, moneyOf } from '@anticipa/domain/money';
import type { HabitSource } from '@anticipa/domain/payment-habit';
import { annualCostOf, type Price, priceOf } from '@anticipa/domain/price';
import type { ProductCode } from '@anticipa/domain/product';
import { choiceProblem, cleanPurchaseOrder, paymentDateOf } from '@anticipa/domain/sale';
import { formatFolio } from '@anticipa/texts/format';
import { motiveTexts, UNKNOWN_MOTIVE } from '@anticipa/texts/motive-texts';
import { type OfferProblem, offerTexts, unsellableTexts } from '@anticipa/texts/offer-texts';
import type { OpenInvoice } from '../../../lib/open-invoices.ts';
import { defaultHabitText, type HabitText, habitOf, isKnownHabit, knownHabitText, type SaleDraft } from './draft.ts';
import type { Line, Market, PresentObstacle } from './market.ts';

/** Why an invoice cannot be selected, and the remedy; empty if there is none. */
export interface Refusal {
  readonly reason: string;
  readonly remedy: string;
}

export interface Offer {
  readonly id: string;
  readonly invoice: OpenInvoice;
  /** The prepared sale in which it waits for a person who accepts. */
  readonly preparedIn?: string;
  readonly product: ProductCode;
  readonly currency: FinancedCurrency | null;
  readonly total: Money<FinancedCurrency> | null;
  readonly line: Line | null;
  /** Null for an invoice that can be selected. */
  readonly refusal: Refusal | null;
  /** Whether the refusal is final (rejected, sold, receiver refused), unlike an inactive product. */
  readonly closed: boolean;
  /** Its receiver's habit as typed, or as known; an empty term has to be asked for. */
  readonly habit: HabitText;
  /** Source of that habit; null if it was typed or has to be asked for. */
  readonly habitSource: HabitSource | null;
  readonly calculatedDate: IsoDate;
  /** Whether the client changed the calculated date. */
  readonly dateChosen: boolean;
  readonly dueDate: IsoDate | null;
  readonly purchaseOrder: string;
  /** The part of the CFDI that states it; null if it was typed. */
  readonly orderSource: OrderSource | null;
  /** Why the server would currently refuse the sale. */
  readonly problem: OfferProblem | null;
  /** Null without a line, an account, a valid date and a deposit: what cannot be received has no amount. */
  readonly price: Price<FinancedCurrency> | null;
  readonly annualCost: string | null;
  /** The credit it takes from its line; independent of the date. */
  readonly draw: Draw | null;
  readonly hasAccount: boolean;
  /** Obstacle that keeps all invoices of its product and currency from being received today. */
  readonly obstacle: PresentObstacle | null;
}

interface Typed {
  readonly habit: HabitText | undefined;
  readonly date: string | undefined;
  readonly order: string | undefined;
}

/** Calculated dates by product, day of emission and receiver: thousands of invoices share a few hundred. */
type PaymentDates = Map<string, IsoDate>;

/** Creates and caches offers: an invoice is priced again only when one of its inputs changed. */
export function offerBook(): (invoices: readonly OpenInvoice[], market: Market, draft: SaleDraft) => readonly Offer[] {
  let known = new Map<string, { invoice: OpenInvoice; typed: Typed; offer: Offer }>();
  let knownMarket: Market | null = null;
  return (invoices, market, draft) => {
    const kept = knownMarket === market ? known : new Map<string, never>();
    const next: typeof known = new Map();
    const dates: PaymentDates = new Map();
    const offers = invoices.map((invoice) => {
      const id = invoice.documentId;
      const typed = {
        habit: draft.habits.get(invoice.receiverKey),
        date: draft.dates.get(id),
        order: draft.orders.get(id),
      };
      const before = kept.get(id);
      const same =
        before?.invoice === invoice &&
        before.typed.habit === typed.habit &&
        before.typed.date === typed.date &&
        before.typed.order === typed.order;
      const offer = same ? before.offer : offerOf(invoice, market, { ...typed, dates });
      next.set(id, { invoice, typed, offer });
      return offer;
    });
    known = next;
    knownMarket = market;
    return offers;
  };
}

/** [PRE-01, PRE-02, PRE-03] The offer for one invoice with the draft of it and its receiver. */
function offerOf(
  invoice: OpenInvoice,
  market: Market,
  { dates, ...typed }: Typed & { readonly dates: PaymentDates },
): Offer {
  const product = invoice.Product.code;
  const currency = financedCurrencies.find((code) => code === invoice.currency) ?? null;
  const line = currency && lineFor(market.lines, { product, currency });
  const total = currency && moneyOf(invoice.total, currency);
  const emittedOn = dateOf(invoice.emittedOn);
  const calendar = { today: market.today, holidays: market.holidays };
  const habit = typed.habit ?? (invoice.habit ? knownHabitText(invoice.habit) : defaultHabitText);
  const dateKey = `${product} ${emittedOn} ${invoice.receiverKey}`;
  const calculatedDate = dates.get(dateKey) ?? paymentDateOf({ product, emittedOn }, habitOf(habit), calendar);
  dates.set(dateKey, calculatedDate);
  const dueDate = typed.date === undefined ? calculatedDate : parseDate(typed.date);
  const purchaseOrder = typed.order ?? invoice.purchaseOrder ?? '';
  const chosen = choiceProblem({ product, emittedOn, dueDate, purchaseOrder }, calendar);
  const isDated = chosen === null || chosen === 'PURCHASE_ORDER_MISSING';
  const hasAccount = currency !== null && (market.products.get(product)?.accounts.has(currency) ?? false);
  const due =
    total && line && hasAccount && dueDate && isDated
      ? pricedUntil(total, dueDate, { line, today: market.today })
      : null;
  const price = due && due.deposit.cents > 0n ? due : null;
  const why = refusalOf(invoice, { line, currency, market });
  return {
    id: invoice.documentId,
    invoice,
    product,
    currency,
    total,
    line,
    refusal: why.refusal,
    closed: why.closed,
    habit,
    habitSource: typed.habit && !isKnownHabit(habit, invoice.habit) ? null : (invoice.habit?.source ?? null),
    calculatedDate,
    dateChosen: typed.date !== undefined,
    dueDate,
    purchaseOrder,
    orderSource: purchaseOrder === invoice.purchaseOrder ? invoice.orderSource : null,
    problem: due && !price ? 'DEPOSIT_NOT_POSITIVE' : chosen,
    price,
    annualCost: price && annualCostOf(price),
    draw: total && line ? drawOf({ id: invoice.documentId, total, price }, { line, market }) : null,
    hasAccount,
    obstacle: market.obstacles.find((each) => each.product === product && each.currency === currency) ?? null,
  };
}

/** The name of an invoice on the screen. */
export const folioOf = ({ invoice }: Pick<Offer, 'invoice'>): string => formatFolio(invoice);

/** Deposit that an offer brings today if its receiver pays on a date; null without a line or a positive deposit. */
export function depositUntil({ total, line }: Offer, date: IsoDate, today: IsoDate): Money<FinancedCurrency> | null {
  const price = total && line && pricedUntil(total, date, { line, today });
  return price && price.deposit.cents > 0n ? price.deposit : null;
}

/** The choice as sent to the server, which computes the rest. */
export const choiceOf = (offer: Offer) => ({
  documentId: offer.id,
  dueDate: offer.dueDate,
  ...(offer.product === 'FB' ? { purchaseOrder: cleanPurchaseOrder(offer.purchaseOrder) } : {}),
});

function pricedUntil(
  total: Money<FinancedCurrency>,
  dueDate: IsoDate,
  { line, today }: { line: Line; today: IsoDate },
): Price<FinancedCurrency> | null {
  const days = daysBetween(today, dueDate);
  return days < 1 ? null : priceOf(total, days, line);
}

/** The credit taken from the line. The advance does not depend on the days, so any number of days will do. */
function drawOf(
  { id, total, price }: { id: string; total: Money<FinancedCurrency>; price: Price<FinancedCurrency> | null },
  { line, market }: { line: Line; market: Market },
): Draw {
  const exposure = exposureOf(price ?? priceOf(total, 1, line));
  return { id, lineId: line.id, amount: exchange(exposure, line.currency, market.rate.pesosPerDollar) };
}

function refusalOf(
  invoice: OpenInvoice,
  facts: { line: Line | null; currency: FinancedCurrency | null; market: Market },
): { refusal: Refusal | null; closed: boolean } {
  const { line, currency, market } = facts;
  const product = market.products.get(invoice.Product.code);
  const why = whyUnsellable(
    {
      status: statusName(invoice.status),
      motive: invoice.motive?.code ?? null,
      rejectedOn: invoice.rejectedDate === null ? null : dateOf(invoice.rejectedDate),
      paymentMethod: invoice.paymentMethod,
      product: product ?? { authorised: false, active: false, requiresPpd: false },
      creditLine: lineStateOf(line, market.today),
    },
    market.today,
  );
  const closed = why === 'STATUS' || why === 'REJECTED_BEFORE_TODAY' || why === 'DELETED' || why === 'PPD_REQUIRED';
  const ofReceiver = receiverObjection(invoice.receiverStatus);
  if (ofReceiver && why !== 'STATUS' && why !== 'DELETED') return { refusal: motiveTexts[ofReceiver], closed: true };
  if (why) return { refusal: refusalText(invoice, why), closed };
  if (line && line.currency !== currency && !market.rate.published)
    return { refusal: { reason: offerTexts.EXCHANGE_RATE_MISSING, remedy: '' }, closed: false };
  return { refusal: null, closed: false };
}

function refusalText(invoice: OpenInvoice, why: Unsellable): Refusal {
  if (why === 'PPD_REQUIRED') return motiveTexts[why];
  if (why !== 'REJECTED_BEFORE_TODAY' && why !== 'DELETED') return { reason: unsellableTexts[why], remedy: '' };
  const code = invoice.motive?.code;
  return code
    ? motiveTexts[code]
    : { reason: invoice.motive?.description ?? UNKNOWN_MOTIVE, remedy: unsellableTexts[why] };
}
