/** Parts of the mails to both kinds of reader. */
import { dateOf, daysBetween } from '@anticipa/domain/calendar';
import { decimalOf, type FinancedCurrency, type Money, sumPerCurrency } from '@anticipa/domain/money';
import { filledIn, type ReminderReader } from '@anticipa/domain/reminder';
import { formatAmount } from '@anticipa/texts/format';
import { countOfInvoices, paragraphsOf } from '@anticipa/texts/reminder-texts';
import type { Mail } from '../../platform/jobs/mail-template.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { reminderMailOf } from './settings.ts';

/** A mail that could not be sent on its day is stale the day after the next: another reminder has its place. */
export const isStale = ({ today }: WideWork, on: string): boolean => daysBetween(dateOf(on), today) > 1;

/** An amount with its currency for a sentence. */
export const amountText = (money: Money<FinancedCurrency>): string => formatAmount(decimalOf(money), money.currency);

/** "MXN 1,000.00 y USD 20.00". */
const totalText = (amounts: readonly Money<FinancedCurrency>[]): string =>
  sumPerCurrency(amounts).map(amountText).join(' y ');

/** A number of days for a sentence. */
export const daysText = (days: number): string => (days === 1 ? '1 día' : `${days} días`);

interface Reader {
  readonly kind: ReminderReader;
  readonly name: string;
  readonly company: string;
}

/** Subject, heading and paragraphs of a reminder about invoices for one reader. `asked`: the amount asked for each invoice. */
export async function textFor<I extends { readonly daysLate: number }>(
  work: WideWork,
  { kind, name, company }: Reader,
  invoices: readonly I[],
  asked: (invoice: I) => Money<FinancedCurrency>,
): Promise<Pick<Mail, 'subject' | 'heading' | 'paragraphs'>> {
  const isOverdue = invoices.some(({ daysLate }) => daysLate > 0);
  const own = await reminderMailOf(work, `${kind}-${isOverdue ? 'overdue' : 'due'}`);
  const values = {
    nombre: name,
    empresa: company,
    facturas: countOfInvoices(invoices.length),
    total: totalText(invoices.map(asked)),
  };
  const subject = filledIn(own.subject, values);
  return {
    subject,
    heading: subject,
    paragraphs: paragraphsOf(own.paragraphs).map((paragraph) => filledIn(paragraph, values)),
  };
}
