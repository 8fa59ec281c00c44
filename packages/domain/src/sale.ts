/** The rules of a sale: when the receiver pays, what each invoice needs, and how the sale moves until it is paid out. */
import {
  addDays,
  daysBetween,
  defaultWeekDays,
  type ExtraHolidays,
  hasWeekday,
  type IsoDate,
  isBusinessDay,
  isPaymentDay,
  nextBusinessDay,
  type WeekDays,
} from './calendar.ts';
import type { ErrorCode } from './errors.ts';
import { FB_TERM_DAYS, MAX_TERM_DAYS, type ProductCode } from './product.ts';

/** Minutes that invoices stay held while the client reads the summary and the terms. */
export const HOLD_MINUTES = 30;

/** The life of a sale, one per product and currency. */
export const saleStates = ['held', 'quoted', 'requested', 'answered', 'disbursed', 'cancelled', 'expired'] as const;
export type SaleState = (typeof saleStates)[number];

/** Which steps exist, from where, and who takes them. */
export const saleSteps = {
  process: { from: ['held'], to: 'quoted', by: 'client' },
  request: { from: ['quoted'], to: 'requested', by: 'client' },
  answer: { from: ['requested'], to: 'answered', by: 'lender' },
  /** An answer that rejects every invoice: there is nothing to pay out, so the sale ends. */
  decline: { from: ['requested'], to: 'cancelled', by: 'lender' },
  /** The lender takes back its word on some invoices before the money goes out; of the others the deposit is still due. */
  withdraw: { from: ['answered'], to: 'answered', by: 'lender' },
  /** It takes it back on all that were left: there is nothing to pay out any more. */
  revoke: { from: ['answered'], to: 'cancelled', by: 'lender' },
  disburse: { from: ['answered'], to: 'disbursed', by: 'lender' },
  cancel: { from: ['held', 'quoted', 'requested'], to: 'cancelled', by: 'client' },
  expire: { from: ['held', 'quoted'], to: 'expired', by: 'clock' },
} as const satisfies Record<string, { from: readonly SaleState[]; to: SaleState; by: 'client' | 'lender' | 'clock' }>;
export type SaleStep = keyof typeof saleSteps;

/** Whether a step may be taken from a state. */
export function canStep(state: SaleState, step: SaleStep): boolean {
  const from: readonly SaleState[] = saleSteps[step].from;
  return from.includes(state);
}

/** Whether every one of the sales is in one of the states. */
export const areAllIn = (sales: readonly { readonly state: SaleState }[], states: readonly SaleState[]): boolean =>
  sales.every((sale) => states.includes(sale.state));

/** A purchase order as it is kept: without any space or anything else that nobody sees, in upper case. */
export const cleanPurchaseOrder = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, '').toUpperCase();

/** What a receiver's payment habit is: days from emission (null when not said) and the weekdays it pays on. */
export interface PaymentHabit {
  readonly paymentDays: number | null;
  readonly weekDays: WeekDays;
}

export const defaultHabit: PaymentHabit = { paymentDays: null, weekDays: defaultWeekDays };

/**
 * The date the receiver is expected to pay. The term counts from the emission date, 180 days when there is none; the
 * result moves forward to the next allowed weekday that is a business day; if that would pass 180 days from emission, the
 * last allowed business day within them is taken instead. FB: 45 days from today, moved forward to a business day.
 * A habit without weekdays counts as Friday. The date of an old invoice may lie in the past: the receiver should have paid
 * by then, and `choiceProblem` asks the client for another. Where the lender's calendar leaves no day at all, the 180th
 * day is given, which `choiceProblem` refuses too.
 */
export function paymentDateOf(
  invoice: { readonly product: ProductCode; readonly emittedOn: IsoDate },
  habit: PaymentHabit,
  calendar: { readonly today: IsoDate; readonly holidays?: ExtraHolidays },
): IsoDate {
  const { today, holidays } = calendar;
  if (invoice.product === 'FB') return nextBusinessDay(addDays(today, FB_TERM_DAYS), holidays);
  const weekDays = hasWeekday(habit.weekDays) ? habit.weekDays : defaultWeekDays;
  const term = Math.min(Math.max(habit.paymentDays ?? MAX_TERM_DAYS, 1), MAX_TERM_DAYS);
  const last = addDays(invoice.emittedOn, MAX_TERM_DAYS);
  const wanted = addDays(invoice.emittedOn, term);
  for (let day = wanted; day <= last; day = addDays(day, 1)) {
    if (isPaymentDay(day, weekDays, holidays)) return day;
  }
  for (let day = last; day > invoice.emittedOn; day = addDays(day, -1)) {
    if (isPaymentDay(day, weekDays, holidays)) return day;
  }
  return last;
}

/** What the client chose for one invoice. */
export interface SaleChoice {
  readonly product: ProductCode;
  readonly emittedOn: IsoDate;
  readonly dueDate: IsoDate | null;
  readonly purchaseOrder: string;
}

/**
 * Why a choice cannot be sold on `today`, in order of precedence; empty when it can. Source: specification section 5.
 * An FB invoice must carry the fixed date of the product; an invoice of a later date than today is rejected already.
 */
export function choiceProblem(
  choice: SaleChoice,
  calendar: { readonly today: IsoDate; readonly holidays?: ExtraHolidays },
): ErrorCode | null {
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

/** What is wrong with a receiver's term or weekdays as typed, or null. Source: specification section 5. */
export function habitProblem(habit: {
  readonly paymentDays: number | null;
  readonly weekDays: WeekDays;
}): 'TERM_NOT_A_NUMBER' | 'TERM_TOO_LONG' | 'NO_WEEKDAY' | null {
  const { paymentDays, weekDays } = habit;
  if (paymentDays === null || !Number.isInteger(paymentDays) || paymentDays < 1) return 'TERM_NOT_A_NUMBER';
  if (paymentDays > MAX_TERM_DAYS) return 'TERM_TOO_LONG';
  return hasWeekday(weekDays) ? null : 'NO_WEEKDAY';
}
