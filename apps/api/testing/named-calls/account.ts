/** Sessions, recovery, surveys and interest invoices. */
import { PASSWORD } from '../session.ts';
import type { NamedCall } from './named-call.ts';

export const accountCalls: readonly NamedCall[] = [
  {
    name: 'GET /api/getSession',
    caller: 'user',
    written: () => ({}),
    answers: [
      'isLoggedIn',
      ...['userId', 'clientId', 'email', 'firstName', 'lastName', 'motherSurname', 'fullName', 'phone', 'mobile'],
      ...['active', 'isAdmin', 'syncAllowed', 'addedBy', 'mustChangePassword', 'notifications.initialDeposit'],
      ...['notifications.desyncSAT', 'SATsyncActive', 'SATlastSync', 'SATdownloading', 'SATsyncAt', 'client.rfc'],
      ...['client.clientId', 'client.branch', 'client.entityName', 'client.promoterPhone', 'isActiveBI', 'hasFBUSD'],
    ].map((field, index) => (index === 0 ? field : `user.${field}`)),
  },
  {
    name: 'POST /api/login',
    caller: 'visitor',
    written: ({ email }) => ({ body: { username: email, password: PASSWORD } }),
    answers: ['user.client', 'recoverKey'],
  },
  {
    name: 'POST /api/logout',
    caller: 'administrator',
    written: () => ({}),
    answers: ['status'],
  },
  {
    name: 'POST /api/recoverPass',
    caller: 'visitor',
    written: ({ email }) => ({ body: { email } }),
    answers: [],
  },
  {
    name: 'POST /api/checkRecoveryKey',
    caller: 'visitor',
    written: ({ email }) => ({ body: { email, key: 'k'.repeat(43) } }),
    answers: [],
    refusal: 'INVALID_KEY',
  },
  {
    name: 'POST /api/setNewPassword',
    caller: 'visitor',
    written: ({ email }) => ({ body: { email, password: 'Lirio-77-caoba', recoverPassKey: 'k'.repeat(43) } }),
    answers: [],
    refusal: 'INVALID_KEY',
  },
  {
    name: 'POST /api/notify-error',
    caller: 'user',
    written: () => ({ body: { errorId: 'e1', error: 'TypeError', component: 'App', uri: '/profile' } }),
    answers: [],
  },
  {
    name: 'GET /api/products',
    caller: 'user',
    written: () => ({}),
    answers: ['data[].code', 'data[].productId', 'data[].displayName'],
  },
  {
    name: 'GET /api/survey-answer/getForUser/{userId}',
    caller: 'user',
    written: ({ userId }) => ({ path: [userId] }),
    answers: [
      'data.title',
      'data.finishMessage',
      ...['question', 'type', 'required', 'answer', 'values'].map((field) => `data.questions[].${field}`),
    ],
  },
  {
    name: 'POST /api/survey-answer/save',
    caller: 'user',
    written: () => ({
      body: {
        surveyQuestions: [{ question: '¿Qué opinas?', type: 'string', required: true, values: [], answer: 'Bien' }],
      },
    }),
    answers: ['status'],
  },
  {
    name: 'GET /client/payment-reference/{id}/base64',
    caller: 'user',
    written: ({ reference }) => ({ path: [reference.id] }),
    answers: ['base64'],
  },
  {
    name: 'POST /invoicing/api/cfdi/getAll',
    caller: 'user',
    written: ({ clientId }) => ({
      body: { search: { startDate: '2026-03-01', endDate: '2026-03-31', created: false, active: true, clientId } },
    }),
    answers: [
      ...['folio', 'emittionDate', 'currency', 'active', 'invoiceType', 'facturamaId', 'amount', 'iva', 'creditFolios'],
      ...['subTotal', 'iva', 'factoringDocumentFolio'].map((field) => `InvoicingDetails[].${field}`),
    ].map((field) => `data[].${field}`),
  },
  {
    name: 'GET /invoicing/api/cfdi/{fileType}/issuedLite/{id}',
    caller: 'user',
    written: ({ interestInvoiceId }) => ({ path: ['pdf', interestInvoiceId] }),
    answers: ['file.Content'],
  },
];
