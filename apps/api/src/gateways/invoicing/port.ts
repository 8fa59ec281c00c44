import type { IsoDate } from '@anticipa/domain/calendar';
import type { FinancedCurrency, Money } from '@anticipa/domain/money';
import type { PaidDocument, PaymentForm } from '@anticipa/domain/payment-complement';

/** The provider did not carry out a call; repeating it later is safe. */
export class InvoicingUnavailable extends Error {
  override readonly name = 'InvoicingUnavailable';
  /** Whether the provider may have carried it out; an order is not sent again before it had time to finish. */
  readonly isUnknown: boolean;

  constructor(message: string, { cause, isUnknown = false }: { cause?: unknown; isUnknown?: boolean } = {}) {
    super(message, { cause });
    this.isUnknown = isUnknown;
  }
}

/** The provider refuses an order or a cancellation; repeating it helps only after a correction of the data. */
export class InvoicingRefused extends Error {
  override readonly name = 'InvoicingRefused';
  /** Written by the provider, for operators; may name the receiver. */
  readonly reason: string;
  /**
   * Places of the concepts, or of the invoices that a complement pays, that it refuses, from 0; empty if it refuses the whole order,
   * or does not say.
   */
  readonly concepts: readonly number[];

  constructor(reason: string, concepts: readonly number[] = []) {
    super('the invoicing provider refuses');
    this.reason = reason.slice(0, 500);
    this.concepts = concepts;
  }
}

/** One concept of the invoice: the interest of one financed invoice. */
export interface InterestConcept {
  /** Folio of the financed invoice. */
  readonly folio: string;
  readonly description: string;
  readonly subTotal: Money<FinancedCurrency>;
  readonly iva: Money<FinancedCurrency>;
  /** Rate in per cent, as a decimal string; 0 is exempt. */
  readonly ivaRate: string;
}

/** A taxpayer as in a CFDI. */
export interface Party {
  readonly rfc: string;
  /** Upper case. */
  readonly name: string;
  /** Code from the tax authority's catalogue. */
  readonly regime: string;
  readonly postalCode: string;
}

/** An invoice for the lender to issue, identified by series and folio. Repeating an order returns the same invoice. */
export interface InvoiceOrder {
  readonly id: string;
  readonly serie: string;
  readonly folio: string;
  /** Local time of central Mexico, `YYYY-MM-DDTHH:MM:SS`. */
  readonly emittedAt: string;
  readonly currency: FinancedCurrency;
  /** Pesos per unit of the currency; null in pesos. */
  readonly exchangeRate: string | null;
  /** UUID of the invoice that this credit note takes back in part; null for an invoice. */
  readonly credits: string | null;
  /** UUID of the invoice that this one substitutes, which is cancelled afterwards. */
  readonly substitutes: string | null;
  /** Whether aforo or deposit has paid the document already, by compensation; otherwise its payment is still to be defined. */
  readonly isPaid: boolean;
  readonly issuer: Party;
  readonly receiver: Party;
  readonly concepts: readonly InterestConcept[];
}

/** A PPD invoice, and what is paid of it, in its currency. */
export interface PaidInvoice extends PaidDocument {
  readonly uuid: string;
  readonly serie: string;
  readonly folio: string;
  /** Counts from 1. */
  readonly instalment: number;
}

/** A payment complement for the payments of a day in one currency, one for each form. Repeating an order returns the same CFDI. */
export interface PaymentOrder
  extends Pick<
    InvoiceOrder,
    'id' | 'serie' | 'folio' | 'emittedAt' | 'currency' | 'exchangeRate' | 'issuer' | 'receiver'
  > {
  readonly paidOn: IsoDate;
  readonly payments: readonly { readonly form: PaymentForm; readonly invoices: readonly PaidInvoice[] }[];
}

export interface IssuedInvoice {
  /** Upper case. */
  readonly uuid: string;
  /** The stamped CFDI, byte for byte. */
  readonly xml: Uint8Array;
}

export interface CancellationOrder {
  readonly uuid: string;
  readonly serie: string;
  readonly folio: string;
  readonly issuer: Party;
  readonly motive: string;
  /** UUID of the substitute, with motive 01. */
  readonly substitute: string | null;
  /** Whether it was stamped so lately that the tax authority may not have it yet. */
  readonly isRecent: boolean;
}

/** Cancelled, or requested: the receiver may refuse for days. */
export type Cancellation = 'cancelled' | 'requested';

/** Issues the lender's invoices through a certified provider. */
export interface InvoicingPort {
  /** Throws InvoicingUnavailable and InvoicingRefused. */
  issue(order: InvoiceOrder): Promise<IssuedInvoice>;
  /** Throws InvoicingUnavailable and InvoicingRefused. */
  issuePayment(order: PaymentOrder): Promise<IssuedInvoice>;
  /** Asks the tax authority to cancel an invoice. Repeatable. Throws InvoicingUnavailable and InvoicingRefused. */
  cancel(order: CancellationOrder): Promise<Cancellation>;
}
