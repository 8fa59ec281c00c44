/** Commissions that a bank takes from an account of the lender. */
import { type FinancedCurrency, type Money, multiply, subtract, zero } from './money.ts';
import { ratio } from './ratio.ts';

/** Where the IVA of a commission is: 'apart' in another movement, 'included' in the charge, or 'only' IVA in the charge. */
export const feeTaxes = ['apart', 'included', 'only'] as const;
export type FeeTax = (typeof feeTaxes)[number];

/** Banks charge the general rate, not the reduced one of the border region. */
const IVA_PERCENT = 16;

export interface BankFee<C extends FinancedCurrency> {
  /** Commission without IVA: a cost of the lender. */
  readonly fee: Money<C>;
  /** IVA that the lender credits against the IVA that it owes. */
  readonly iva: Money<C>;
}

/** Banks name the movement of the IVA so, beside that of its commission. */
export const likelyTax = (text: string): FeeTax =>
  /(^|[^A-Z])(IVA|I\.V\.A\.)([^A-Z]|$)/i.test(text) ? 'only' : 'apart';

/** The parts of a charge, which add up to it. */
export function feeOf<C extends FinancedCurrency>(charge: Money<C>, tax: FeeTax): BankFee<C> {
  const none = zero(charge.currency);
  if (tax === 'apart') return { fee: charge, iva: none };
  if (tax === 'only') return { fee: none, iva: charge };
  const fee = multiply(charge, ratio(100, 100 + IVA_PERCENT));
  return { fee, iva: subtract(charge, fee) };
}
