/**
 * Fates of a payment: it came back, or it went to the account of somebody else, from where its money was recovered or is lost; what was
 * lost can be claimed again. 'differs': the bank moved another amount. What is too much is recovered or lost as well, what is missing is
 * 'completed' by another transfer, and 'exact' takes a difference back that was none. 'unmade': a person registered it by mistake, and the
 * bank never made it.
 */
export const paymentOutcomes = [
  'returned',
  'elsewhere',
  'recovered',
  'lost',
  'claimed',
  'differs',
  'completed',
  'exact',
  'unmade',
] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** Whether an outcome has the bank's key of a transfer. */
export const hasBankKey = (outcome: PaymentOutcome): boolean =>
  outcome === 'returned' || outcome === 'recovered' || outcome === 'completed';
