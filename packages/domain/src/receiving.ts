/** Why a client cannot receive money for invoices of a product and currency today. */
import { isAccountBlocked } from './approval.ts';
import type { IsoDate } from './calendar.ts';
import { availableOf, type CreditLine, lineFor, lineStateOf } from './credit.ts';
import type { FinancedCurrency } from './money.ts';
import type { ProductCode } from './product.ts';

/** In the order in which they are removed: a line before an account, and both before what changes from day to day. */
export const obstacles = [
  'PRODUCT_NOT_AUTHORISED',
  'PRODUCT_INACTIVE',
  'NO_CREDIT_LINE',
  'CREDIT_LINE_ENDED',
  'NO_ACCOUNT',
  'EXCHANGE_RATE_MISSING',
  'CREDIT_USED_UP',
  'ACCOUNT_HELD',
  'ACCOUNT_BLOCKED',
] as const;
export type Obstacle = (typeof obstacles)[number];

export interface ReceivingFacts {
  readonly product: { readonly code: ProductCode; readonly authorised: boolean; readonly active: boolean };
  readonly currency: FinancedCurrency;
  /** All lines of the client. */
  readonly lines: readonly CreditLine[];
  /** `paysFrom`: until then a changed account receives no deposit. Null without an account. */
  readonly account: { readonly paysFrom: Date | null } | null;
  readonly isRatePublished: boolean;
}

/**
 * The first obstacle to a deposit at an instant, or null. 'ACCOUNT_HELD' and 'ACCOUNT_BLOCKED' allow a sale, but its deposit has to
 * wait.
 */
export function obstacleOf(facts: ReceivingFacts, { today, at }: { today: IsoDate; at: Date }): Obstacle | null {
  const { product, currency, account } = facts;
  if (!product.authorised) return 'PRODUCT_NOT_AUTHORISED';
  if (!product.active) return 'PRODUCT_INACTIVE';
  const line = lineFor(facts.lines, { product: product.code, currency });
  if (line === null) return 'NO_CREDIT_LINE';
  if (lineStateOf(line, today) === 'ended') return 'CREDIT_LINE_ENDED';
  if (account === null) return 'NO_ACCOUNT';
  if (line.currency !== currency && !facts.isRatePublished) return 'EXCHANGE_RATE_MISSING';
  if (availableOf(line).cents <= 0n) return 'CREDIT_USED_UP';
  if (isAccountBlocked(account.paysFrom)) return 'ACCOUNT_BLOCKED';
  return account.paysFrom !== null && account.paysFrom > at ? 'ACCOUNT_HELD' : null;
}
