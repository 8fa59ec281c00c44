/** The calls for programs, which people may make too, by hand: those that read, and the others. */
import type { KeyScope } from '@anticipa/domain/api-key';

export const readsOfPrograms = [
  'v1GetCalendar',
  'v1GetInvoice',
  'v1GetKey',
  'v1GetPreparedSale',
  'v1GetReference',
  'v1GetSale',
  'v1GetStatement',
  'v1GetUpload',
  'v1ListCreditLines',
  'v1ListEvents',
  'v1ListInvoices',
  'v1ListMovements',
  'v1ListPreparedSales',
  'v1ListReceivers',
  'v1ListReferences',
  'v1ListSales',
  'v1QuoteInvoices',
] as const;

export const callsOfPrograms = [
  ...readsOfPrograms,
  'v1AcceptSales',
  'v1CancelSales',
  'v1CreateReference',
  'v1CreateUpload',
  'v1FixTerms',
  'v1HoldInvoices',
  'v1PrepareSale',
] as const;

/** The scope of each call, by hand: one taken from the contract would change along with a mistake in it. */
export const scopesOfCalls: ReadonlyMap<string, KeyScope> = new Map<(typeof callsOfPrograms)[number], KeyScope>([
  ...readsOfPrograms.map((name) => [name, 'read'] as const),
  ['v1CreateUpload', 'upload'],
  ['v1PrepareSale', 'prepare'],
  ['v1CreateReference', 'prepare'],
  ['v1HoldInvoices', 'sell'],
  ['v1FixTerms', 'sell'],
  ['v1AcceptSales', 'sell'],
  ['v1CancelSales', 'sell'],
]);
