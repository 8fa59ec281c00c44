/** The rules of a sale: payment dates, what each invoice needs, and the steps until it is paid out. */
import {
  addDays,
  daysBetween,
  defaultWeekDays,
  type ExtraHolidays,
  hasWeekday,
  type IsoDate,
  isAllowedWeekday,
  isBusinessDay,
  nextBusinessDay,
  type WeekDays,
  weekdayAfter,
  weekdayOf,
} from './calendar.ts';
import { FB_TERM_DAYS, MAX_TERM_DAYS, type ProductCode } from './product.ts';

/** Time for which invoices stay held while the client reads the summary and the terms. */
export const HOLD_MINUTES = 30;

/** States of a sale that reached the lender and may still be paid out, or was. */
export const sentStates = ['requested', 'returned', 'proposed', 'answered', 'disbursed'] as const;

/**
 * The life of a sale, one per product and currency. `quoted`: its terms are fixed, for the client to accept; `returned`: the
 * client corrects it; `proposed`: its answer, above an approval amount, waits for a second person.
 */
export const saleStates = ['held', 'quoted', ...sentStates, 'cancelled', 'expired'] as const;
export type SaleState = (typeof saleStates)[number];

/** Every step of a sale: from which states and to which one. */
export const saleSteps = {
  fixTerms: { from: ['held'], to: 'quoted' },
  request: { from: ['quoted'], to: 'requested' },
  answer: { from: ['requested'], to: 'answered' },
  /** The answer rejects every invoice, so the sale ends. */
  decline: { from: ['requested', 'returned'], to: 'cancelled' },
  /** The lender asks the client for a correction. The sale keeps its place in the queue. */
  return: { from: ['requested'], to: 'returned' },
  /** The client sends it back. */
  resend: { from: ['returned'], to: 'requested' },
  propose: { from: ['requested'], to: 'proposed' },
  /** The second person confirms the answer. */
  confirm: { from: ['proposed'], to: 'answered' },
  /** The second person returns it, or its proposer withdraws it. */
  reopen: { from: ['proposed'], to: 'requested' },
  /** Before the deposit the lender withdraws its authorisation of some invoices; the rest is still paid out. */
  withdraw: { from: ['answered'], to: 'answered' },
  /** It withdraws all that remained, so the sale ends. */
  revoke: { from: ['answered'], to: 'cancelled' },
  disburse: { from: ['answered'], to: 'disbursed' },
  /** Its invoices were loaded by mistake. */
  unload: { from: ['disbursed'], to: 'cancelled' },
  cancel: { from: ['held', 'quoted', 'requested', 'returned', 'proposed'], to: 'cancelled' },
  expire: { from: ['held', 'quoted'], to: 'expired' },
} as const satisfies Record<string, { from: readonly SaleState[]; to: SaleState }>;
export type SaleStep = keyof typeof saleSteps;

export function canStep(state: SaleState, step: SaleStep): boolean {
  const from: readonly SaleState[] = saleSteps[step].from;
  return from.includes(state);
}

/** Standing of a sold invoice for the lender; it waits until it is deposited or rejected. */
export const saleItemStandings = ['waiting', 'rejected', 'in-credit', 'overdue', 'paid', 'written-off'] as const;
export type SaleItemStanding = (typeof saleItemStandings)[number];

/** The standing of an invoice of a sale. A rejected or released one may be in credit by another sale. */
export function standingOf(
  item: {
    readonly state: 'held' | 'authorised' | 'rejected' | 'disbursed' | 'released';
    readonly isSettled: boolean;
    readonly isWrittenOff: boolean;
    readonly dueDate: IsoDate;
  },
  today: IsoDate,
): SaleItemStanding {
  if (item.state === 'rejected') return 'rejected';
  if (item.state !== 'disbursed') return 'waiting';
  if (item.isSettled) return item.isWrittenOff ? 'written-off' : 'paid';
  return item.dueDate < today ? 'overdue' : 'in-credit';
}

export const areAllIn = (sales: readonly { readonly state: SaleState }[], states: readonly SaleState[]): boolean =>
  sales.every((sale) => states.includes(sale.state));

/** Stored form of a purchase order: upper case, without whitespace or invisible characters. */
export const cleanPurchaseOrder = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, '').toUpperCase();

/** A receiver's payment habit: its term in days from emission (null if unknown) and the weekdays on which it pays. */
export interface PaymentHabit {
  readonly term: number | null;
  readonly weekDays: WeekDays;
}

export const defaultHabit: PaymentHabit = { term: null, weekDays: defaultWeekDays };

/**
 * The date the receiver is expected to pay. The term counts from emission (180 days if unknown) and moves forward to the
 * next allowed weekday that is a business day; past 180 days from emission, the last allowed business day within them is
 * used. FB: 45 days from today, moved forward to a business day. A habit without weekdays counts as Friday.
 * For an old invoice the date may be in the past; if the calendar leaves no day at all, it is the 180th day.
 * `choiceProblem` refuses both.
 */
export function paymentDateOf(
  invoice: { readonly product: ProductCode; readonly emittedOn: IsoDate },
  habit: PaymentHabit,
  calendar: { readonly today: IsoDate; readonly holidays?: ExtraHolidays },
): IsoDate {
  const { today, holidays } = calendar;
  if (invoice.product === 'FB') return nextBusinessDay(addDays(today, FB_TERM_DAYS), holidays);
  const weekDays = hasWeekday(habit.weekDays) ? habit.weekDays : defaultWeekDays;
  const term = Math.min(Math.max(habit.term ?? MAX_TERM_DAYS, 1), MAX_TERM_DAYS);
  const emitted = weekdayOf(invoice.emittedOn);
  const paymentDayAfter = (days: number): IsoDate | null => {
    // Rules out most days before their date is computed: a list of invoices asks for tens of thousands.
    if (!isAllowedWeekday(weekdayAfter(emitted, days), weekDays)) return null;
    const day = addDays(invoice.emittedOn, days);
    return isBusinessDay(day, holidays) ? day : null;
  };
  for (let days = term; days <= MAX_TERM_DAYS; days += 1) {
    const day = paymentDayAfter(days);
    if (day) return day;
  }
  for (let days = term - 1; days > 0; days -= 1) {
    const day = paymentDayAfter(days);
    if (day) return day;
  }
  return addDays(invoice.emittedOn, MAX_TERM_DAYS);
}

/** The client's choice for one invoice. */
export interface SaleChoice {
  readonly product: ProductCode;
  readonly emittedOn: IsoDate;
  readonly dueDate: IsoDate | null;
  readonly purchaseOrder: string;
}

export type ChoiceProblem =
  | 'PAYMENT_DATE_MISSING'
  | 'PAYMENT_DATE_NOT_AFTER_TODAY'
  | 'TERM_OVER_180_DAYS'
  | 'PAYMENT_DATE_NOT_BUSINESS_DAY'
  | 'INVOICE_REJECTED'
  | 'PURCHASE_ORDER_MISSING';

/**
 * Why a choice cannot be sold on `today`, in order of precedence, or null. An FB invoice must carry the product's fixed
 * date; an invoice emitted after today was rejected on entry. Source: specification section 5.
 */
export function choiceProblem(
  choice: SaleChoice,
  calendar: { readonly today: IsoDate; readonly holidays?: ExtraHolidays },
): ChoiceProblem | null {
  const { dueDate, emittedOn, product } = choice;
  if (dueDate === null) return 'PAYMENT_DATE_MISSING';
  if (dueDate <= calendar.today) return 'PAYMENT_DATE_NOT_AFTER_TODAY';
  if (daysBetween(emittedOn, dueDate) > MAX_TERM_DAYS) return 'TERM_OVER_180_DAYS';
  if (!isBusinessDay(dueDate, calendar.holidays)) return 'PAYMENT_DATE_NOT_BUSINESS_DAY';
  if (emittedOn > calendar.today) return 'INVOICE_REJECTED';
  if (product === 'FB' && dueDate !== paymentDateOf(choice, defaultHabit, calendar)) return 'PAYMENT_DATE_MISSING';
  if (product === 'FB' && cleanPurchaseOrder(choice.purchaseOrder) === '') return 'PURCHASE_ORDER_MISSING';
  return null;
}

/** Fault of a receiver's typed term or weekdays, or null. Source: specification section 5. */
export function habitProblem({
  term,
  weekDays,
}: PaymentHabit): 'TERM_NOT_A_NUMBER' | 'TERM_TOO_SHORT' | 'TERM_TOO_LONG' | 'NO_WEEKDAY' | null {
  if (term === null || !Number.isInteger(term) || term < 0) return 'TERM_NOT_A_NUMBER';
  if (term === 0) return 'TERM_TOO_SHORT';
  if (term > MAX_TERM_DAYS) return 'TERM_TOO_LONG';
  return hasWeekday(weekDays) ? null : 'NO_WEEKDAY';
}
