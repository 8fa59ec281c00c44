/** Reversals: a new entry in the open month cancels a booking and everything that depends on it. */
import { operatorRoles } from '@anticipa/domain/operator';
import { moneyFates, reversibleKinds } from '@anticipa/domain/reversal';
import { z } from 'zod';
import { approval, approvalRoles } from './approvals.ts';
import { consequence } from './consequence.ts';
import { deskRead, deskWrite } from './route.ts';
import { financedCurrency, id, listed, month, reason } from './wire.ts';

const kind = z.enum(reversibleKinds);

/** Most invoices to which money is moved. */
const MAX_MOVED = 100;

const refusals = [
  'NOT_FOUND',
  'ALREADY_REVERSED',
  'REVERSE_LATER_FIRST',
  'MONEY_AT_BANK',
  'MONEY_LEFT_BANK',
  'PAYMENT_NOT_WAITING',
  'TRANSFER_OPEN',
  'PAYMENT_FILED',
  'INVOICE_NOT_IN_CREDIT',
  'BALANCE_DUE_EXCEEDED',
  'COLLECTION_CURRENCY_DIFFERS',
  'PAYMENT_DIFFERS',
] as const;

export const previewReversal = deskRead({
  path: '/api/lender/reversals/preview',
  summary: 'Shows what the reversal of a receipt, a closed shortfall or a transferred devolución would do.',
  roles: operatorRoles,
  query: z.strictObject({ kind, id, money: z.enum(moneyFates).optional(), to: listed(id, MAX_MOVED).optional() }),
  response: z.strictObject({ currency: financedCurrency, consequences: z.array(consequence) }),
  errors: refusals,
});

/**
 * A second person always confirms it, because it changes settled accounts and tax documents. `money`: of a receipt that an
 * operator typed. Money that the bank reported waits to be identified, unless the bank took it back. `to`: invoices of any client that
 * the money of a receipt pays instead, in the same step; more than they owe waits to be identified.
 */
export const proposeReversal = deskWrite({
  path: '/api/lender/reversals',
  summary: 'Proposes a reversal; it is booked once a second person approves it.',
  roles: approvalRoles.reversal,
  body: z.strictObject({
    kind,
    id,
    money: z.enum(moneyFates).optional(),
    to: z.array(id).min(1).max(MAX_MOVED).optional(),
    reason,
  }),
  response: z.strictObject({ proposal: approval }),
  errors: ['PROPOSAL_PENDING', ...refusals],
});

export const previewCutReversal = deskRead({
  path: '/api/lender/monthCuts/:month/reversal',
  summary: 'Shows what the reversal of a month cut of one client would do.',
  roles: [...approvalRoles['cut-reversal'], 'auditor'],
  params: z.strictObject({ month }),
  query: z.strictObject({ clientId: id }),
  response: z.strictObject({ consequences: z.array(consequence) }),
  errors: ['NOT_FOUND', 'ALREADY_REVERSED'],
});

/** The CFDI of interest of the month are cancelled after their complements and credit notes; the next cut invoices the interest again. */
export const proposeCutReversal = deskWrite({
  path: '/api/lender/monthCuts/:month/reversal',
  summary: 'Proposes to reverse a month cut of one client; its CFDI are cancelled once a second person approves it.',
  roles: approvalRoles['cut-reversal'],
  params: z.strictObject({ month }),
  body: z.strictObject({ clientId: id, reason }),
  response: z.strictObject({ proposal: approval }),
  errors: ['NOT_FOUND', 'ALREADY_REVERSED', 'PROPOSAL_PENDING'],
});
