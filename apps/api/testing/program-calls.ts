/** The calls for programs, which people may make too, by hand: those that read, and the others. */
export const readsOfPrograms = [
  'v1GetInvoice',
  'v1GetKey',
  'v1GetReference',
  'v1GetSale',
  'v1GetStatement',
  'v1GetUpload',
  'v1ListCreditLines',
  'v1ListEvents',
  'v1ListInvoices',
  'v1ListMovements',
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
