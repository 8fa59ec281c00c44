import type { IsoDate } from '@anticipa/domain/calendar';

/** The central bank's electronic proofs of SPEI payments (CEP). */
export interface PaymentProofPort {
  /** Asks for the proof of a settled payment. Never throws. The number of calls is limited. */
  fetch(payment: ProvenPayment): Promise<ProofAnswer>;
}

export interface ProvenPayment {
  /** The calendar's day of the payment, in Mexico City. */
  readonly paidOn: IsoDate;
  /** SPEI's day, which is later in the evening, at weekends and on holidays; null if it is not known. */
  readonly operationDay: IsoDate | null;
  readonly trackingKey: string;
  /** SPEI's codes of the banks, such as 90646. */
  readonly senderBank: string;
  readonly receiverBank: string;
  /** CLABE that paid. */
  readonly payer: string;
  /** CLABE that was paid. */
  readonly account: string;
  /** Pesos with two decimals. */
  readonly amount: string;
}

/** `found`: its key, amount and both accounts are those of the payment, its holder perhaps not. 'not-yet': the payment is unknown, or has no proof yet. 'unavailable': the limit is reached, or there was no valid answer. */
export type ProofAnswer =
  | { readonly kind: 'found'; readonly xml: Buffer; readonly pdf: Buffer; readonly holder: string }
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'unavailable' };
