/**
 * The specification names some fields of an object twice. Server and browser use one of the two names; answers get the
 * other one here.
 */
import type { CreditInformation } from './credit.ts';
import type { InterestInvoice } from './interest.ts';
import type { Invoice } from './invoices.ts';

export function withBothNamesOfLine(
  line: Omit<CreditInformation, 'moneda' | 'limiteCredito' | 'saldoCreditos'>,
): CreditInformation {
  const { creditCurrency: moneda, creditLimit: limiteCredito, creditUsed: saldoCreditos } = line;
  return { ...line, moneda, limiteCredito, saldoCreditos };
}

export function withBothNamesOfInvoice(invoice: Omit<Invoice, 'originalCurrency'>): Invoice {
  return { ...invoice, originalCurrency: invoice.currency };
}

export function withBothNamesOfInterestInvoice(invoice: Omit<InterestInvoice, 'facturamaId'>): InterestInvoice {
  return { ...invoice, facturamaId: invoice.id };
}
