/** Rows of an account statement as figures of invoices: what was collected, what is owed, what the lender paid. */
import type { CurrencyStatement } from '@anticipa/contract/statements';
import { dateOf, daysBetween, type IsoDate } from '@anticipa/domain/calendar';
import { dueDateInForce, type Extended } from '@anticipa/domain/extension';
import {
  atLeastZero,
  decimalOf,
  type FinancedCurrency,
  isPositive,
  lesserOf,
  moneyOf,
  subtract,
  zero,
} from '@anticipa/domain/money';
import { lateChargesOn } from '@anticipa/domain/settlement';
import { aforoPaid, complementDeadline, complementNodes, containedIva, taxOfPayment } from '@anticipa/domain/statement';
import { formatFolio } from '@anticipa/texts/format';
import { toExtensions } from '../invoices/extension-queries.ts';
import type { CededRow, PaidByLenderRow, Period, ReceivedRow } from './queries.ts';

export function ivaContainedIn(row: ReceivedRow): string | null {
  if (row.cfdi_iva === null) return null;
  const amount = (text: string) => moneyOf<FinancedCurrency>(text, row.currency);
  const invoice = { total: amount(row.total), iva: amount(row.cfdi_iva) };
  return decimalOf(containedIva(invoice, { before: amount(row.paid_before), paid: amount(row.amount) }));
}

const datesOf = (row: CededRow): Extended => ({
  dueDate: dateOf(row.due_date),
  extensions: toExtensions(row.extensions),
});

/** Late charges until a day that are not charged yet. */
export function lateChargesToCome(row: CededRow, on: IsoDate): string {
  const amount = (text: string) => moneyOf<FinancedCurrency>(text, row.currency);
  const owed = amount(row.owed);
  if (!isPositive(owed)) return decimalOf(zero(row.currency));
  const owedChanges = row.owed_changes.map((each) => ({ on: dateOf(each.on), change: amount(each.change) }));
  const terms = { ...datesOf(row), moratoryRate: row.moratory_rate, daysInYear: row.days_in_year };
  return decimalOf(subtract(lateChargesOn({ owed, owedChanges }, terms, on), amount(row.late_charges)));
}

export function toCeded(row: CededRow, asOf: IsoDate): CurrencyStatement['invoices'][number] {
  const { currency } = row;
  const amount = (text: string) => moneyOf<FinancedCurrency>(text, currency);
  const [total, owed] = [amount(row.total), amount(row.owed)];
  const collected = lesserOf(amount(row.collected), total);
  const dueDate = dueDateInForce(datesOf(row));
  const unpaid = amount(row.unpaid);
  return {
    documentId: row.document_id,
    uuid: row.uuid,
    folio: formatFolio(row),
    receiverName: row.receiver_name,
    receiverRFC: row.receiver_rfc,
    productName: row.product_name,
    cededOn: row.ceded_on,
    dueDate,
    total: row.total,
    invoiceIva: row.cfdi_iva,
    initialDeposit: row.initial_deposit,
    comision: row.interest,
    aforo: row.aforo,
    collected: decimalOf(collected),
    covered: decimalOf(atLeastZero(subtract(subtract(subtract(total, owed), collected), unpaid))),
    unpaid: row.unpaid,
    owed: row.owed,
    daysOverdue: isPositive(owed) ? Math.max(daysBetween(dueDate, asOf), 0) : 0,
    currency,
  };
}

/** The nodes of an invoice that fall in the period. */
export function complementsOf(
  row: PaidByLenderRow,
  { from, to }: Pick<Period, 'from' | 'to'>,
): CurrencyStatement['complements'] {
  const { currency } = row;
  const amount = (text: string) => moneyOf<FinancedCurrency>(text, currency);
  const invoice = { total: amount(row.total), aforo: amount(row.aforo) };
  const release =
    row.released_on === null
      ? null
      : {
          ...aforoPaid(invoice, {
            finalDeposit: amount(row.final_deposit),
            collected: amount(row.collected),
            lateCharges: amount(row.late_charges),
            rebate: amount(row.rebate),
          }),
          on: dateOf(row.released_on),
          transferredOn: row.transferred_on === null ? null : dateOf(row.transferred_on),
        };
  const sold = {
    total: amount(row.face),
    deposit: amount(row.initial_deposit),
    interest: amount(row.interest),
    opening: amount(row.opening),
    depositedOn: dateOf(row.deposited_on),
  };
  // Complements of the deposit of a loaded invoice were due before, but count as its first ones.
  const due = complementNodes(sold, release).slice(row.is_loaded ? complementNodes(sold, null).length : 0);
  return due
    .filter(({ paidOn }) => paidOn >= from && paidOn <= to)
    .map(({ paidOn, form, instalment, before, paid, left }) => {
      const tax = row.cfdi_iva === null ? null : taxOfPayment({ total: sold.total, iva: amount(row.cfdi_iva) }, paid);
      return {
        uuid: row.uuid,
        folio: formatFolio(row),
        paidOn,
        form,
        instalment,
        before: decimalOf(before),
        paid: decimalOf(paid),
        left: decimalOf(left),
        base: tax && decimalOf(tax.base),
        iva: tax && decimalOf(tax.iva),
        issueBy: complementDeadline(paidOn),
        currency,
      };
    });
}
