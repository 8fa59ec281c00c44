import type { FinancedCurrency, Money } from '@anticipa/domain/money';

/** The provider cannot stamp this invoice now; anything it did issue is returned for a repeated order. */
export class InvoicingUnavailable extends Error {
  override readonly name = 'InvoicingUnavailable';
}

/** One concept of the invoice: the interest of one financed invoice. */
export interface InterestConcept {
  /** Folio of the financed invoice. */
  readonly folio: string;
  readonly description: string;
  readonly subTotal: Money<FinancedCurrency>;
  readonly iva: Money<FinancedCurrency>;
  /** In per cent, as a decimal string. */
  readonly ivaRate: string;
}

/** An invoice for the lender to issue. Repeating an order returns the same invoice. */
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
  /** Whether the client has paid it already, by compensation with its aforo; otherwise its payment is still to be defined. */
  readonly isPaid: boolean;
  readonly receiver: {
    readonly rfc: string;
    readonly name: string;
    /** Code from the tax authority's catalogue. */
    readonly regime: string;
    readonly postalCode: string;
  };
  readonly concepts: readonly InterestConcept[];
}

export interface IssuedInvoice {
  /** Upper case. */
  readonly uuid: string;
  /** The stamped CFDI, byte for byte. */
  readonly xml: Uint8Array;
}

/** Issues the lender's invoices through a certified provider. */
export interface InvoicingPort {
  /** Throws InvoicingUnavailable. */
  issue(order: InvoiceOrder): Promise<IssuedInvoice>;
  /** Asks the tax authority to cancel an invoice; returns whether it is cancelled. Repeatable. Throws InvoicingUnavailable. */
  cancel(invoice: {
    readonly uuid: string;
    readonly motive: string;
    /** UUID of the substitute, with motive 01. */
    readonly substitute: string | null;
  }): Promise<boolean>;
}
