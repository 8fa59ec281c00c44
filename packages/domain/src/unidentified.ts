/** Received money that belongs to no client yet. It is booked in the lender's own journal until it is identified or sent back. */

/**
 * Why a payment entered the lender's journal: its reference does not exist, was cancelled, had expired, or is already paid. 'reversed':
 * its booking was reversed. 'parts': it pays several clients. 'early': it came before a deposit. 'double': its amount is one just paid.
 */
const keptReasons = ['unknown', 'cancelled', 'expired', 'paid', 'reversed', 'parts', 'early', 'double'] as const;
export type KeptReason = (typeof keptReasons)[number];

/** 'not-deposited': the sale for whose deposit it waited ended without one. */
export const unmatchedReasons = [...keptReasons, 'not-deposited'] as const;
export type UnmatchedReason = (typeof unmatchedReasons)[number];

/** 'waiting': something is left of it. 'identified': it was applied whole. 'sent-back': the lender decided to return what was left; 'returned': the bank confirmed the transfer. 'refund': it was a payment of the lender that came back, so it is no receipt. */
export const unidentifiedStates = ['waiting', 'identified', 'sent-back', 'returned', 'refund'] as const;
export type UnidentifiedState = (typeof unidentifiedStates)[number];

type LenderAccount = 'BANCOS' | 'COBROS_POR_IDENTIFICAR' | 'ENTRE_DIARIOS' | 'POR_DEPOSITAR';

interface Step {
  /** Null for its arrival. */
  readonly from: UnidentifiedState | null;
  readonly to: UnidentifiedState;
  /** An amount moves from the credited to the debited account. */
  readonly debit: LenderAccount;
  readonly credit: LenderAccount;
}

/** Events of the lender's journal. ENTRE_DIARIOS leads to the journal of the client whose invoices it pays. */
export const unidentifiedSteps = {
  unidentified: { from: null, to: 'waiting', debit: 'BANCOS', credit: 'COBROS_POR_IDENTIFICAR' },
  identification: { from: 'waiting', to: 'identified', debit: 'COBROS_POR_IDENTIFICAR', credit: 'ENTRE_DIARIOS' },
  'send-back': { from: 'waiting', to: 'sent-back', debit: 'COBROS_POR_IDENTIFICAR', credit: 'POR_DEPOSITAR' },
  return: { from: 'sent-back', to: 'returned', debit: 'POR_DEPOSITAR', credit: 'BANCOS' },
  refund: { from: 'waiting', to: 'refund', debit: 'COBROS_POR_IDENTIFICAR', credit: 'BANCOS' },
} as const satisfies Readonly<Record<string, Step>>;
export type UnidentifiedStep = keyof typeof unidentifiedSteps;

/** Place of an invoice that money names: its sale waits for the deposit, its debt is the lender's, or neither. */
export type NamedInvoice = 'sold' | 'owed' | 'gone';

/** Money that waits for the deposit of invoices is applied once none of them may still be deposited. */
export const waitStep = (named: readonly NamedInvoice[]): 'wait' | 'apply' | 'not-deposited' =>
  named.includes('sold') ? 'wait' : named.includes('owed') ? 'apply' : 'not-deposited';
