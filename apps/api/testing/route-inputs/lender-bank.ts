/** Calls about the lender's bank accounts, its files of payments and its books, which belong to no client. */
import type { RouteName } from '@anticipa/contract/routes';
import { aStatementAccount } from '../bank-files.ts';
import { aManualEntry } from '../closed-books.ts';
import { nothing, type RouteInputs } from './inputs.ts';

export const lenderBankInputs = {
  getBank: nothing(),
  getBankReconciliation: nothing(),
  getBankFile: { own: ({ bankFileId: fileId }) => ({ params: { fileId } }), foreign: () => [] },
  saveStatementAccount: nothing({ body: aStatementAccount('Otro banco', '0123456789') }),
  previewBankFile: {
    own: ({ statementAccountId: accountId }) => ({ params: { accountId }, body: '02/03/2026,uno,5.80' }),
    foreign: () => [],
  },
  bringBankFile: {
    own: ({ statementAccountId: accountId }) => ({
      params: { accountId },
      query: { name: 'movimientos.csv' },
      body: '02/03/2026,uno,5.80',
    }),
    foreign: () => [],
  },
  bookBankLines: {
    own: ({ bankLineId }) => ({ body: { lineIds: [bankLineId] } }),
    foreign: () => [],
  },
  decideBankLine: {
    own: ({ bankLineId: lineId }) => ({
      params: { lineId },
      body: { decision: { kind: 'other', reason: 'son dos pagos' } },
    }),
    foreign: () => [],
  },
  getEstimate: nothing(),
  listEstimated: nothing(),
  getTrialBalance: nothing({ query: { startDate: '2026-03-01', endDate: '2026-03-10' } }),
  exportTrialBalance: nothing({ query: { format: 'csv', startDate: '2026-03-01', endDate: '2026-03-10' } }),
  listBookLines: nothing({
    query: { startDate: '2026-03-01', endDate: '2026-03-10', account: 'CARTERA', currency: 'MXN' },
  }),
  exportBookLines: nothing({ query: { format: 'csv', startDate: '2026-03-01', endDate: '2026-03-10' } }),
  getBookMonth: nothing({ params: { month: '2026-03' } }),
  listBankParts: nothing(),
  downloadBookPackage: nothing({ params: { month: '2026-03' } }),
  downloadBookFile: nothing({
    // A month without entries, so that no account needs a number.
    params: { month: '2020-01', file: 'folios' },
    query: { request: 'AF', number: 'ABC1234567/26' },
  }),
  getBookEntry: {
    own: ({ clientId }) => ({ params: { journal: clientId, entryNumber: '1' } }),
    foreign: () => [],
  },
  getBookClose: nothing(),
  closeBooks: nothing({ body: { month: '2026-01', ground: 'x', reasons: [] } }),
  getClosedMonth: { own: ({ closedMonth: month }) => ({ params: { month } }), foreign: () => [] },
  printClosedMonth: { own: ({ closedMonth: month }) => ({ params: { month } }), foreign: () => [] },
  listManualEntries: nothing(),
  previewManualEntry: nothing({ body: aManualEntry('2026-03-10') }),
  proposeManualEntry: nothing({
    body: { ...aManualEntry('2026-03-10'), evidence: 'factura A-1', reason: 'renta del mes' },
  }),
  proposeManualReversal: {
    own: ({ manualId }) => ({
      params: { manualId },
      body: { valueDate: '2026-03-10', reason: 'se registró dos veces' },
    }),
    foreign: () => [],
  },
  listPaymentFiles: nothing(),
  // A file names its payments by their ids, to operators who see every client.
  makePaymentFile: {
    own: ({ clientId, layoutId }) => ({
      body: { layoutId, payments: [{ kind: 'payout', subject: clientId, amount: '1.00' }] },
    }),
    foreign: () => [],
  },
  downloadPaymentFile: { own: ({ paymentFileId: fileId }) => ({ params: { fileId } }), foreign: () => [] },
  withdrawFiledPayments: {
    own: ({ paymentFileId: fileId }) => ({
      params: { fileId },
      body: { references: [1], reason: 'no se subió al banco' },
    }),
    foreign: () => [],
  },
  savePaymentLayout: nothing({
    body: { name: 'Mi banco', currency: 'MXN', reach: 'any', separator: 'comma', columns: 'cuenta\nimporte' },
  }),
} satisfies Partial<Record<RouteName, RouteInputs>>;
