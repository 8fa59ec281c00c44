/** Calls about the lender's bank accounts and its books, which belong to no client. */
import type { RouteName } from '@anticipa/contract/routes';
import { aStatementAccount } from '../bank-files.ts';
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
} satisfies Partial<Record<RouteName, RouteInputs>>;
