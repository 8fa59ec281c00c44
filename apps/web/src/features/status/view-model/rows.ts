/** The rows of a status table: invoices with their amounts as money and the texts of their cells. */
import type { CreditInformation } from '@anticipa/contract/credit';
import type { Invoice } from '@anticipa/contract/invoices';
import { dateOf, daysBetween, type IsoDate } from '@anticipa/domain/calendar';
import { type DueLight, dueLight, statusName, whyUnsellable } from '@anticipa/domain/invoice';
import { type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';
import { interestOf } from '@anticipa/domain/price';
import type { ProductCode } from '@anticipa/domain/product';
import { lastSaleDay } from '@anticipa/domain/sale-deadline';
import { formatFolio } from '@anticipa/texts/format';
import { UNKNOWN_MOTIVE } from '@anticipa/texts/motive-texts';
import { formatDate, relativeDay } from '../../../lib/format.ts';
import type { Tone } from '../../../ui/feedback/status-badge.tsx';
import { es } from '../es.ts';
import type { RejectedView } from './address.ts';
import type { Day } from './next-step.ts';

export interface Due {
  readonly light: DueLight;
  readonly tone: Tone;
  /** The word beside the coloured light. */
  readonly word: string;
  /** "hace 2 días", "en 5 días". */
  readonly relative: string;
}

export interface StatusRow {
  readonly id: string;
  readonly invoice: Invoice;
  readonly folio: string;
  readonly total: Money;
  readonly adelanto: Money | null;
  readonly interest: Money | null;
  readonly aforo: Money | null;
  readonly deposit: Money | null;
  readonly amountDue: Money | null;
  /** The day-count basis of the interest; null if today's terms do not yield the booked amount. */
  readonly basis: number | null;
  readonly due: Due | null;
  readonly motive: { readonly reason: string; readonly remedy: string };
  /** The last day it can be sold; null if there is none or it is not for sale. */
  readonly sellBy: IsoDate | null;
}

export interface RowContext extends Day {
  readonly product: ProductCode;
  readonly lines: readonly Pick<CreditInformation, 'product' | 'creditCurrency' | 'diasBase'>[];
}

/** [EST-02] The invoices of the product as rows, in the given order. */
export function rowsOf(invoices: readonly Invoice[], context: RowContext): readonly StatusRow[] {
  const sellBy = deadlines(context);
  return invoices
    .filter(({ Product }) => Product.code === context.product)
    .map((invoice) => ({
      id: invoice.documentId,
      invoice,
      folio: formatFolio(invoice),
      total: moneyOf(invoice.total, invoice.currency),
      adelanto: amountOf(invoice.adelanto, invoice),
      interest: amountOf(invoice.comision, invoice),
      aforo: amountOf(invoice.aforo, invoice),
      deposit: amountOf(invoice.initialDeposit, invoice),
      amountDue: amountOf(invoice.amountDue, invoice),
      basis: basisOf(invoice, context),
      due: dueOf(invoice, context.today),
      motive: motiveOf(invoice),
      sellBy: sellBy(invoice),
    }));
}

const amountOf = (amount: string | null, { currency }: Invoice): Money | null =>
  amount === null ? null : moneyOf(amount, currency);

/** [EST-03] The overdue light, by the server's day. */
export function dueOf({ dueDate }: Pick<Invoice, 'dueDate'>, today: IsoDate): Due | null {
  if (dueDate === null) return null;
  const light = dueLight(dateOf(dueDate), today);
  return { light, ...es.light[light], relative: relativeDay(dueDate, today) };
}

/** [EST-04] The reason and remedy of a rejection, with a default when none is known. */
export const motiveOf = ({ motive }: Pick<Invoice, 'motive'>): StatusRow['motive'] =>
  motive === null
    ? { reason: UNKNOWN_MOTIVE, remedy: es.unknownRemedy }
    : { reason: motive.description || UNKNOWN_MOTIVE, remedy: motive.remedy };

/** The day-count basis with which the line's terms yield exactly the booked interest. */
function basisOf(invoice: Invoice, { product, lines }: RowContext): number | null {
  const { currency, total, paymentDays, interestRate, comision } = invoice;
  if (currency === 'EUR' || paymentDays === null || interestRate === null || comision === null) return null;
  const booked = moneyOf(comision, currency).cents;
  const whole = moneyOf<FinancedCurrency>(total, currency);
  const line = lines.find(
    ({ product: of, diasBase }) =>
      of === product && interestOf(whole, paymentDays, { interestRate, daysInYear: diasBase }).cents === booked,
  );
  return line?.diasBase ?? null;
}

// Cached per day of emission: its invoices share one deadline.
function deadlines(context: RowContext): (invoice: Invoice) => IsoDate | null {
  const known = new Map<string, IsoDate | null>();
  return ({ emittedOn }) => {
    const found = known.get(emittedOn);
    if (found !== undefined) return found;
    const last = lastSaleDay({ product: context.product, emittedOn: dateOf(emittedOn) }, context);
    known.set(emittedOn, last);
    return last;
  };
}

const RECENT_DAYS = 7;

/** [EST-05] [VTA-16] The part of 'Rechazadas' with an invoice. */
export function rejectedViewOf({ invoice }: Pick<StatusRow, 'invoice'>, today: IsoDate): RejectedView {
  const { motive, rejectedDate } = invoice;
  if (motive?.code === 'DELETED_BY_USER') return 'eliminadas';
  const isRecent = rejectedDate !== null && daysBetween(dateOf(rejectedDate), today) <= RECENT_DAYS;
  return isRecent ? 'recientes' : 'anteriores';
}

/** [VTA-12] Whether a rejected invoice may be sold again today; its receiver's rejection outlasts the day. */
export function canBeSoldAgain({ invoice, sellBy }: Pick<StatusRow, 'invoice' | 'sellBy'>, today: IsoDate): boolean {
  const { motive, rejectedDate } = invoice;
  const facts = {
    status: statusName(invoice.status),
    motive: motive?.code ?? null,
    rejectedOn: rejectedDate === null ? null : dateOf(rejectedDate),
    paymentMethod: invoice.paymentMethod,
    product: { authorised: true, active: true, requiresPpd: motive?.code === 'PPD_REQUIRED' },
    creditLine: 'open',
  } as const;
  const isOfReceiver = motive?.code === 'RECEIVER_REJECTED' || motive?.code === 'RECEIVER_DISABLED';
  return facts.status === 'RECHAZADA' && sellBy !== null && !isOfReceiver && whyUnsellable(facts, today) === null;
}

/** The number of rows per currency, for the chips. */
export const currencyCounts = (rows: readonly StatusRow[]): Readonly<Record<FinancedCurrency, number>> => ({
  MXN: rows.filter(({ total }) => total.currency === 'MXN').length,
  USD: rows.filter(({ total }) => total.currency === 'USD').length,
});

/** The rows of a currency; all rows without one. */
export const inCurrency = (rows: readonly StatusRow[], currency: FinancedCurrency | undefined): readonly StatusRow[] =>
  currency ? rows.filter(({ total }) => total.currency === currency) : rows;

/** "21/11/2026", or a dash for no date. */
export const dateText = (date: string | null): string => (date === null ? '—' : formatDate(date));
