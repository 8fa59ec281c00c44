/** Calls of operators about invoices that were bought, and what is owed of them. */
import type { RouteName } from '@anticipa/contract/routes';
import { nothing, type RouteInputs } from './inputs.ts';

const reportDays = { currency: 'MXN', startDate: '2026-03-01', asOf: '2026-03-10' };

export const lenderPortfolioInputs = {
  getBoughtInvoice: {
    own: ({ partlyPaid: documentId }) => ({ params: { documentId } }),
    foreign: () => [],
  },
  listLenderConfirmations: {
    own: ({ partlyPaid: documentId }) => ({ params: { documentId } }),
    foreign: () => [],
  },
  askLenderConfirmation: {
    own: ({ partlyPaid: documentId }) => ({ params: { documentId }, body: {} }),
    foreign: () => [],
  },
  previewExtension: {
    own: ({ byClabe: documentId }) => ({ params: { documentId }, query: { dueDate: '2026-05-08' } }),
    foreign: () => [],
  },
  proposeExtension: {
    own: ({ byClabe: documentId }) => ({
      params: { documentId },
      body: { dueDate: '2026-05-08', reason: 'el receptor paga en mayo' },
    }),
    foreign: () => [],
  },
  getToday: nothing(),
  listAgeing: nothing({ query: { by: 'client', asOf: '2026-03-10' } }),
  listSoldInvoices: nothing({ query: { state: 'paid' } }),
  exportSoldInvoices: nothing({ query: { format: 'csv' } }),
  exportAgeing: nothing({ query: { format: 'csv', asOf: '2999-01-01' } }),
  getPortfolioReport: nothing({ params: { report: 'yield' }, query: reportDays }),
  exportPortfolioReport: nothing({ params: { report: 'portfolio' }, query: { format: 'csv', ...reportDays } }),
  listReportRows: nothing({ query: { figure: 'gross', ...reportDays } }),
  exportReportRows: nothing({ query: { format: 'csv', figure: 'bought', ...reportDays } }),
  listTodayRows: nothing({ params: { figure: 'deposits' } }),
  listAdjustments: {
    own: ({ partlyPaid }) => ({ params: { documentId: partlyPaid } }),
    foreign: () => [],
  },
  previewAdjustment: {
    own: ({ partlyPaid }) => ({ params: { documentId: partlyPaid }, query: { kind: 'recourse' } }),
    foreign: () => [],
  },
  listForwardable: { own: ({ partlyPaid: documentId }) => ({ params: { documentId } }), foreign: () => [] },
  forwardPayment: {
    own: ({ partlyPaid: documentId }) => ({
      params: { documentId },
      body: { paymentId: '00000000-0000-4000-8000-000000000001', amount: '1.00', reason: 'es del cliente' },
    }),
    foreign: () => [],
  },
  adjustInvoice: {
    own: ({ partlyPaid }) => ({
      params: { documentId: partlyPaid },
      body: { kind: 'recourse', reason: 'El receptor no paga' },
    }),
    foreign: () => [],
  },
  listPortfolio: nothing({ query: { view: 'all' } }),
  listPayables: nothing(),
  listDuePayouts: nothing(),
  confirmPayout: {
    own: ({ clientId, returned }) => ({
      body: { clientId, currency: 'MXN', amount: returned, trackingKey: 'MATRIX0003' },
    }),
    foreign: () => [],
  },
} satisfies Partial<Record<RouteName, RouteInputs>>;
