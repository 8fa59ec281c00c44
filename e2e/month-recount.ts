/** The lives of the month's invoices in the bank, counted by the terms of their sale and apart from the product. */
import { halfUp } from '@anticipa/api/testing/model/arithmetic';
import { expect, type Page } from '@playwright/test';
import type { Lender, Person } from './lender.ts';
import { centsIn, openInvoiceOfSale } from './money-steps.ts';

/** Days in each month from the sale on 16 January to the due date on 20 March. */
const MONTHS = [15n, 28n, 20n] as const;
const YEAR = 360n;
const RATE = 24n;
const LATE_RATE = 48n;
const IVA = 16n;
const ADVANCE = 90n;

export interface Life {
  /** Paid so many days after the due date, of which this much was left. */
  readonly late?: { readonly cents: bigint; readonly days: bigint };
  /** Days by which the due date was extended, all of which were used. */
  readonly extended?: bigint;
  readonly isWrittenOff?: true;
}

const charge = (cents: bigint, rate: bigint, days: bigint): bigint => halfUp(cents * rate * days, 100n * YEAR);
const withIva = (cents: bigint): bigint => cents + halfUp(cents * IVA, 100n);

/** Interest of each month: the interest until its end less the interest until its beginning. */
const interestOf = (total: bigint): bigint[] => {
  let [days, before] = [0n, 0n];
  return MONTHS.map((count) => {
    days += count;
    const until = charge(total, RATE, days);
    const earned = until - before;
    before = until;
    return earned;
  });
};

/** Received less paid for an invoice, once nothing is owed for it: the income with its IVA, or else the loss. */
export function bankOf(total: bigint, { late, extended = 0n, isWrittenOff }: Life = {}): bigint {
  const interest = interestOf(total);
  if (isWrittenOff) return interest.reduce((sum, one) => sum + one, 0n) - halfUp(total * ADVANCE, 100n);
  const lateCharges = late === undefined ? 0n : withIva(charge(late.cents, LATE_RATE, late.days));
  const extension = withIva(charge(total, RATE, extended));
  return interest.reduce((sum, one) => sum + withIva(one), lateCharges + extension);
}

/** Debits less credits of an account on the page of an invoice, in cents. */
async function balanceOf(page: Page, account: RegExp): Promise<bigint> {
  const cells = page.getByRole('row', { name: account }).getByRole('gridcell');
  const [debit = '', credit = ''] = (await cells.allTextContents()).slice(-2);
  return centsIn(debit) - centsIn(credit);
}

/** Money received less money paid for an invoice of a sale, as its page shows it, in cents. */
export async function bankOnPage(lender: Lender, person: Person, sale: string, folio: string): Promise<bigint> {
  const page = await lender.open(person, sale);
  await openInvoiceOfSale(page, folio);
  await expect(page.getByRole('row', { name: /^Bancos/ })).toBeVisible();
  // The lender's own journal booked the arrival of money that was unidentified at first.
  const moved = [/^Bancos/, /^Dinero que estaba sin identificar/].map((name) => balanceOf(page, name));
  return (await Promise.all(moved)).reduce((sum, cents) => sum + cents, 0n);
}
