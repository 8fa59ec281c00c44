/** Calls of operators about the lender itself: settings, operators, systems, calendar, log and surveys. */
import type { RouteName } from '@anticipa/contract/routes';
import { firstBrand } from '../lender-start.ts';
import { pngOf } from '../pictures.ts';
import { nothing, type RouteInputs } from './inputs.ts';

export const lenderHouseInputs = {
  getSettings: nothing({}),
  getSetup: nothing({}),
  proposeSetting: nothing({
    body: {
      reason: 'otro banco',
      change: {
        kind: 'lender-account',
        currency: 'MXN',
        proposed: {
          beneficiary: 'Crédito Aurora',
          clabe: '012180001234567899',
          account: '0123456789',
          swift: '',
        },
      },
    },
  }),
  previewBrand: nothing({ body: { proposed: firstBrand } }),
  sendBrandMail: nothing({ body: { proposed: firstBrand } }),
  checkSenderDomain: nothing({ query: { domain: 'aurora.invalid' } }),
  uploadLogo: nothing({ body: { svg: null, png: pngOf(2, 1), icon: pngOf(512, 512) } }),
  changeSetting: nothing({
    body: { reason: 'nuevo nombre', change: { kind: 'product', code: 'BI', displayName: 'Anticipo' } },
  }),
  listLog: nothing({ query: { who: 'operator', before: '1000' } }),
  exportLog: nothing({ query: { format: 'csv' } }),
  changeOperator: {
    own: ({ operatorId }) => ({
      body: { reason: 'cambia de puesto', change: { kind: 'roles', operatorId, roles: ['cobranza', 'auditor'] } },
    }),
    // Operators belong to no client.
    foreign: () => [],
  },
  listOperators: nothing(),
  disableOperator: {
    own: ({ operatorId }) => ({ params: { operatorId }, body: { reason: 'dejó la empresa' } }),
    foreign: () => [],
  },
  endOperatorSessions: {
    own: ({ operatorId }) => ({ params: { operatorId }, body: {} }),
    foreign: () => [],
  },
  inviteOperatorAgain: {
    own: ({ operatorId }) => ({ params: { operatorId }, body: {} }),
    foreign: () => [],
  },
  listSystems: nothing(),
  retrySystem: nothing({ params: { system: 'mail' }, body: {} }),
  getTaxpayerList: nothing(),
  uploadTaxpayerList: nothing({ body: '<not-a-list/>' }),
  listPortfolioLoads: nothing(),
  portfolioLoadTemplate: nothing({ query: { format: 'csv' } }),
  checkPortfolioLoad: nothing({ query: { cutOn: '2026-03-09', fileName: 'cartera.csv' }, body: '<not-a-table/>' }),
  takeInCfdi: nothing({ query: { fileName: 'factura.xml' }, body: '<not-a-cfdi/>' }),
  // Files belong to no client.
  proposePortfolioLoad: {
    own: ({ loadId }) => ({
      params: { loadId },
      body: { state: 'withdrawn', totals: [], reason: 'se cargó por error' },
    }),
    foreign: () => [],
  },
  getLenderCalendar: nothing(),
  setHoliday: nothing({ body: { date: '2027-06-09', name: 'Aniversario' } }),
  publishRate: nothing({ body: { tipoCambio: '18.5', source: 'DOF', reason: 'Publicado hoy' } }),
  fetchExchangeRate: nothing({ body: {} }),
  listSurveys: nothing(),
  listSurveyAnswers: {
    own: ({ surveyId }) => ({ params: { surveyId }, query: {} }),
    // Surveys belong to no client.
    foreign: () => [],
  },
  exportSurveyAnswers: {
    own: ({ surveyId }) => ({ params: { surveyId }, query: { format: 'csv' } }),
    foreign: () => [],
  },
  writeSurvey: nothing({
    body: {
      draft: null,
      title: 'Tu experiencia',
      finishMessage: 'Gracias.',
      audience: 'everyone',
      product: null,
      questions: [{ question: '¿Qué tal?', type: 'rating', required: true, values: ['Mal', 'Bien'] }],
    },
  }),
  startSurvey: {
    own: ({ surveyId }) => ({ params: { surveyId }, body: { version: 1 } }),
    foreign: () => [],
  },
  listMadePayments: nothing(),
  proposeReturn: {
    own: ({ answered: { saleId: id } }) => ({
      body: {
        ...{ purpose: 'deposit', id, trackingKey: 'MATRIX0099', outcome: 'returned' },
        ...{ reference: 'REGRESO1', reason: 'el banco lo regresó' },
      },
    }),
    foreign: () => [],
  },
  recallPayment: {
    own: ({ answered: { saleId: id } }) => ({
      body: { purpose: 'deposit', id, trackingKey: 'MATRIX0099', reason: 'se pagó a otra cuenta' },
    }),
    foreign: () => [],
  },
  endRecall: {
    own: ({ answered: { saleId: id } }) => ({
      body: { purpose: 'deposit', id, trackingKey: 'MATRIX0099', reason: 'el banco no lo recuperó' },
    }),
    foreign: () => [],
  },
  paymentProof: {
    own: ({ answered }) => ({ params: { orderId: answered.saleId }, body: { format: 'pdf' } }),
    foreign: () => [],
  },
  deleteSurvey: {
    own: ({ surveyId }) => ({ params: { surveyId }, body: { version: 1 } }),
    foreign: () => [],
  },
  stopSurvey: {
    own: ({ surveyId }) => ({ params: { surveyId }, body: {} }),
    foreign: () => [],
  },
  getSaleTerms: {
    own: ({ clientId }) => ({ query: { clientId } }),
    foreign: () => [],
  },
  proposeSaleTerms: {
    own: ({ clientId }) => ({
      body: {
        clientId,
        proposed: {
          ...{ from: '2026-06-01', ivaRegime: 'exento', ivaRate: '16', earlyRebate: false },
          ...{ ivaOnCollection: true, collectedBy: 'lender', withRecourse: true },
        },
        reason: 'opinión del contador',
      },
    }),
    foreign: () => [],
  },
} satisfies Partial<Record<RouteName, RouteInputs>>;
