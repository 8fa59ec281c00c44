import type { FinancedCurrency, Money } from '@anticipa/domain/money';

/** The provider cannot stamp now, or not this; nothing was issued that it would not give again. */
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
  /** Per cent, as a decimal string. */
  readonly ivaRate: string;
}

/** An invoice of the lender to be issued. The same order again gives the same invoice. */
export interface InvoiceOrder {
  readonly id: string;
  readonly serie: string;
  readonly folio: string;
  /** Local time of central Mexico, `YYYY-MM-DDTHH:MM:SS`. */
  readonly emittedAt: string;
  readonly currency: FinancedCurrency;
  /** Pesos for one unit; null in pesos. */
  readonly exchangeRate: string | null;
  readonly receiver: {
    readonly rfc: string;
    readonly name: string;
    /** Code of the tax authority's catalogue. */
    readonly regime: string;
    readonly postalCode: string;
  };
  readonly concepts: readonly InterestConcept[];
}

export interface IssuedInvoice {
  /** Upper case. */
  readonly uuid: string;
  /** The CFDI as it was stamped, byte for byte. */
  readonly xml: Uint8Array;
}

/** Issues the lender's invoices through a certified provider. */
export interface InvoicingPort {
  /** Throws InvoicingUnavailable. */
  issue(order: InvoiceOrder): Promise<IssuedInvoice>;
}
