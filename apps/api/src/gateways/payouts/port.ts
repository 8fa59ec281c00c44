import type { IsoDate } from '@anticipa/domain/calendar';

/** The bank's transfer service: orders out, deposits in, in pesos. */
export interface PayoutPort {
  /** The CLABE that pays; null if transfers do not go through the service, so that operators confirm them by hand. */
  payingAccount(): Promise<string | null>;
  /** Orders a transfer. Never throws and never exceeds its deadline. */
  register(order: TransferOrder): Promise<Registration>;
  /** A transfer by its tracking key; null if there is none. Limited to 100 calls an hour. Throws PayoutsUnavailable. */
  find(transfer: TransferQuery): Promise<Transfer | null>;
  /** All transfers of one operation day. Throws PayoutsUnavailable. */
  reconciliation(day: ReconciledDay): Promise<Reconciliation>;
  /** Has transfers to a payer's CLABE taken in for the lender. Repeating it is harmless. Never throws. */
  registerAccount(account: PayerAccount): Promise<AccountRegistration>;
}

/** One of the lender's CLABEs, given to a payer. */
export interface PayerAccount {
  /** The lender's payment-order company to whose range it belongs. */
  readonly company: string;
  readonly clabe: string;
  readonly rfc: string;
  readonly name: string;
}

/** 'unknown': perhaps registered, to be repeated. 'not-ours': it belongs to another company than the one that signs. */
export type AccountRegistration =
  | { readonly kind: 'registered' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not-ours' };

export interface Reconciliation {
  readonly transfers: readonly Transfer[];
  /** Number of entries of the list that could not be read. */
  readonly unreadable: number;
}

/** The service did not answer, or not as agreed. */
export class PayoutsUnavailable extends Error {
  override readonly name = 'PayoutsUnavailable';
}

/** Texts are sent in the reduced form of `speiText`. */
export interface TransferOrder {
  /** Ours, the same in each attempt: at most 29 letters and digits. */
  readonly trackingKey: string;
  /** Pesos with two decimals, as in "1200.50". */
  readonly amount: string;
  /** The CLABE that pays, the same in each attempt. */
  readonly payer: string;
  readonly beneficiary: { readonly clabe: string; readonly name: string; readonly rfc: string };
  readonly concept: string;
  /** Has at most seven digits. */
  readonly reference: number;
}

/**
 * 'refused': nothing was ordered. 'not-now': nothing was ordered, and the same order may be repeated. 'unknown': the order may
 * have been stored, so it must be found before it is repeated.
 */
export type Registration =
  | { readonly kind: 'accepted'; readonly orderId: string }
  | { readonly kind: 'refused'; readonly code: number; readonly reason: string }
  | { readonly kind: 'not-now' }
  | { readonly kind: 'unknown' };

export type Direction = 'sent' | 'received';

export interface ReconciledDay {
  readonly direction: Direction;
  /** SPEI's operation day, which can be the banking day after the calendar's; null for the current one. */
  readonly operationDay: IsoDate | null;
}

export interface TransferQuery extends ReconciledDay {
  readonly trackingKey: string;
}

/** 'failed': the money did not leave, or came back. */
export type TransferState = 'in-flight' | 'paid' | 'failed';

export interface Transfer {
  /** The service's id. */
  readonly transferId: string;
  readonly trackingKey: string;
  readonly state: TransferState;
  /** The service's own state, such as LQ. */
  readonly code: string;
  readonly operationDay: IsoDate;
  /** Pesos with two decimals. */
  readonly amount: string;
  /** SPEI's code of the other bank; null if not given. */
  readonly counterpartBank: number | null;
  /** Empty if not given. */
  readonly senderAccount: string;
  readonly senderName: string;
  readonly beneficiaryAccount: string;
  /** The account's holder at the beneficiary's bank; null until the proof exists. */
  readonly holder: { readonly name: string; readonly rfc: string } | null;
  /** Why it was returned, by the service's catalogue. */
  readonly returnCause: number | null;
  /** Texts of the sender; empty if not given. */
  readonly concept: string;
  readonly reference: string;
  readonly settledAt: Date | null;
  /** Tracking key of the transfer that a received one gives back; null if it brings new money. */
  readonly refundOf: string | null;
}
