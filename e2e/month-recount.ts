/** The lives of the month's invoices in the bank, counted by the terms of their sale and apart from the product. */
import { halfUp } from '@anticipa/api/testing/model/arithmetic';
import { expect, type Page } from '@playwright/test';
import type { Person } from './browsers.ts';
import type { Lender } from './lender.ts';
import { centsIn, openSold } from './money-steps.ts';
import type { Client } from './month-cast.ts';

/** Days of each month from the sale on 16 January to the due date on 20 March. */
const MONTHS = [15n, 28n, 20n] as const;
const DAYS = 63n;
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
  /** It ended in its second month, whose CFDI has the rest of its interest. */
  readonly isEarly?: true;
}

const charge = (cents: bigint, rate: bigint, days: bigint): bigint => halfUp(cents * rate * days, 100n * YEAR);
const withIva = (cents: bigint): bigint => cents + halfUp(cents * IVA, 100n);

/** Interest of some days in the CFDI of its months, the last of which has the rest, each with its IVA. */
function interestOf(cents: bigint, days: bigint, isEarly: boolean): bigint {
  const cuts = [MONTHS[0], ...(isEarly ? [] : [MONTHS[0] + MONTHS[1]]), days];
  const earned = cuts.map((until) => charge(cents, RATE, until));
  return earned.reduce((sum, until, place) => sum + withIva(until - (earned[place - 1] ?? 0n)), 0n);
}

/**
 * Received less paid for an invoice, once nothing is owed for it: the income with its IVA, or else the loss. Days for which its client
 * waited for a deposit that had not arrived cost nothing.
 */
export function bankOf(
  { cents, daysLost = 0n }: Pick<Client, 'cents' | 'daysLost'>,
  { late, extended = 0n, isWrittenOff, isEarly }: Life = {},
): bigint {
  // The deposit, which had the whole interest taken off, is lost.
  if (isWrittenOff) return charge(cents, RATE, DAYS) - halfUp(cents * ADVANCE, 100n);
  const lateCharges = late === undefined ? 0n : withIva(charge(late.cents, LATE_RATE, late.days));
  return interestOf(cents, DAYS - daysLost, isEarly === true) + lateCharges + withIva(charge(cents, RATE, extended));
}

/** Debits less credits of an account on the page of an invoice, in cents. */
async function balanceOf(page: Page, account: RegExp): Promise<bigint> {
  const cells = page.getByRole('row', { name: account }).getByRole('gridcell');
  const [debit = '', credit = ''] = (await cells.allTextContents()).slice(-2);
  return centsIn(debit) - centsIn(credit);
}

/** Received less paid for an invoice, as the invoice's page has it. */
export async function bankOnPage(lender: Lender, person: Person, folio: string): Promise<bigint> {
  const page = await openSold(lender, person, folio);
  await expect(page.getByRole('row', { name: /^Bancos/ })).toBeVisible();
  // The lender's own journal booked the arrival of money that was unidentified at first.
  const moved = [/^Bancos/, /^Dinero que estaba sin identificar/].map((name) => balanceOf(page, name));
  return (await Promise.all(moved)).reduce((sum, cents) => sum + cents, 0n);
}
