/** Signing in, sessions, users, surveys and reports. */
import type { RouteName } from '@anticipa/contract/routes';
import { CIEC, PASSWORD } from '../session.ts';
import { nothing, type RouteInputs, sameFor } from './inputs.ts';

const person = {
  firstName: 'Ana',
  lastName: 'Prueba',
  motherSurname: '',
  phone: '(811)-234-56-78',
  mobile: '',
  notifications: { initialDeposit: true },
};

export const accountInputs = {
  live: nothing(),
  ready: nothing(),
  login: { own: ({ email }) => ({ body: { username: email, password: PASSWORD } }), foreign: () => [] },
  startSecondFactor: { own: ({ email }) => ({ body: { username: email, password: PASSWORD } }), foreign: () => [] },
  askForPasskey: { own: ({ email }) => ({ body: { username: email, password: PASSWORD } }), foreign: () => [] },
  listPasskeys: nothing(),
  getAuthenticator: nothing(),
  beginAuthenticator: nothing({ body: {} }),
  addAuthenticator: nothing({ body: { code: '000000', proof: { code: '000000' } } }),
  beginPasskey: nothing({ body: {} }),
  addPasskey: nothing({
    body: {
      passkey: {
        id: 'AAAA',
        rawId: 'AAAA',
        type: 'public-key',
        response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
      },
      proof: { code: '000000' },
    },
  }),
  removePasskey: nothing({ body: { id: 'AAAA', proof: { code: '000000' } } }),
  getFactorRules: nothing(),
  setFactorRules: nothing({ body: { isRequired: false, freshAbove: null } }),
  proveFactor: nothing({ body: { proof: { code: '000000' } } }),
  dropSecondFactor: nothing({ body: { proof: { code: '000000' } } }),
  getSession: nothing(),
  listCompanies: nothing(),
  enterCompany: sameFor(({ clientId }) => ({ params: { clientId }, body: {} })),
  declineCompany: sameFor(({ clientId }) => ({ params: { clientId }, body: {} })),
  logout: nothing({ body: {} }),
  products: nothing(),
  listSessions: nothing(),
  endSession: sameFor(({ sessionId }) => ({ params: { sessionId }, body: {} })),
  recoverPass: nothing({ body: { email: 'somebody@example.test' } }),
  checkRecoveryKey: nothing({ body: { email: 'somebody@example.test', key: 'k'.repeat(43) } }),
  setNewPassword: nothing({
    body: { email: 'somebody@example.test', password: 'Lirio-77-caoba', recoverPassKey: 'k'.repeat(43) },
  }),
  listActivity: nothing(),
  exportActivity: nothing({ query: { format: 'csv' } }),
  getClient: sameFor(({ rfc }) => ({ params: { rfc } })),
  createUser: {
    own: ({ clientId, email }) => ({
      body: { ...person, email: `new-${email}`, clientId, active: true, isAdmin: false, syncAllowed: false },
      key: 'matrix-create-user',
    }),
    foreign: (own, { clientId, userId, rfc }) => [
      { body: { ...person, email: `other-${own.email}`, clientId } },
      { body: { ...person, email: `other-${own.email}`, addedBy: userId } },
      { body: { ...person, email: `other-${own.email}`, client: { clientId } } },
      { body: { ...person, email: `other-${own.email}`, client: { rfc } } },
    ],
  },
  clearPersonFactor: {
    own: ({ invitedId: userId }) => ({ params: { userId }, body: { reason: 'perdió su teléfono' } }),
    foreign: (_own, { invitedId: userId }) => [{ params: { userId }, body: { reason: 'perdió su teléfono' } }],
  },
  updateUser: {
    own: ({ userId, clientId, email }) => ({ params: { userId }, body: { ...person, userId, clientId, email } }),
    foreign: (own, other) => [
      { params: { userId: other.userId }, body: person },
      { params: { userId: own.userId }, body: { ...person, userId: other.userId } },
      { params: { userId: own.userId }, body: { ...person, clientId: other.clientId } },
      { params: { userId: own.userId }, body: { ...person, client: { clientId: other.clientId } } },
      { params: { userId: own.userId }, body: { ...person, client: { rfc: other.rfc } } },
    ],
  },
  getAdminsCount: sameFor(({ clientId }) => ({ query: { clientId } })),
  listRequests: nothing(),
  requestLine: nothing({ body: { product: 'BI', currency: 'MXN', amount: '900000000001.00', reason: 'más ventas' } }),
  requestAccount: {
    own: ({ rfc }) => ({
      body: { product: 'BI', currency: 'MXN', clabe: '072580000000000778', holderRFC: rfc, reason: 'otro banco' },
    }),
    foreign: () => [],
  },
  withdrawRequest: sameFor(({ requests }) => ({ params: { requestId: requests.line }, body: {} })),
  listApiKeys: nothing(),
  createApiKey: nothing({ body: { name: 'ERP', scopes: ['read'] } }),
  revokeApiKey: sameFor(({ keyId }) => ({ params: { keyId }, body: {} })),
  listWebhooks: nothing(),
  createWebhook: nothing({ body: { url: 'https://erp.example.com/avisos', types: [] } }),
  changeWebhook: sameFor(({ webhookId }) => ({ params: { webhookId }, body: { types: ['sale.disbursed'] } })),
  rotateWebhookSecret: sameFor(({ webhookId }) => ({ params: { webhookId }, body: {} })),
  testWebhook: sameFor(({ webhookId }) => ({ params: { webhookId }, body: {} })),
  listDeliveries: sameFor(({ webhookId }) => ({ params: { webhookId } })),
  replayDelivery: {
    own: ({ webhookId, deliveryId }) => ({ params: { webhookId, deliveryId }, body: {} }),
    foreign: (own, { webhookId, deliveryId }) => [
      { params: { webhookId, deliveryId }, body: {} },
      { params: { webhookId: own.webhookId, deliveryId }, body: {} },
    ],
  },
  streamEvents: nothing(),
  listViews: nothing(),
  listNotices: nothing(),
  readNotices: nothing({ body: { noticeIds: null } }),
  getNoticeChoices: nothing(),
  changeNoticeChoices: nothing({
    body: { choices: [{ event: 'paid', portal: true, mail: 'daily', whatsapp: false, push: false }] },
  }),
  confirmWhatsApp: nothing({ body: {} }),
  endWhatsApp: nothing({ body: {} }),
  addPushBrowser: nothing({
    body: { endpoint: 'https://fcm.googleapis.com/fcm/send/a', p256dh: 'k'.repeat(87), auth: 'k'.repeat(22) },
  }),
  removePushBrowser: nothing({ body: { endpoint: 'https://fcm.googleapis.com/fcm/send/a' } }),
  verifyWhatsAppWebhook: nothing({
    query: { 'hub.mode': 'subscribe', 'hub.verify_token': 'other', 'hub.challenge': '1158201444' },
  }),
  whatsAppWebhook: nothing(),
  getSurvey: sameFor(({ userId }) => ({ params: { userId } })),
  // Surveys belong to the lender and are open to every client.
  putOffSurvey: { own: ({ surveyId }) => ({ body: { surveyId } }), foreign: () => [] },
  saveSurvey: {
    own: ({ surveyId, questionId }) => ({
      body: { surveyId, surveyQuestions: [{ questionId, answer: 'Bien' }] },
      key: 'matrix-save-survey',
    }),
    // Surveys belong to the lender and are open to every client.
    foreign: () => [],
  },
  validateCredentials: {
    own: ({ rfc, clientId, userId }) => ({ body: { username: rfc, password: CIEC, userId, clientId } }),
    foreign: (own, other) => [
      { body: { username: other.rfc, password: CIEC } },
      { body: { username: own.rfc, password: CIEC, userId: other.userId } },
      { body: { username: own.rfc, password: CIEC, clientId: other.clientId } },
    ],
  },
  clientCredentials: sameFor(({ clientId }) => ({
    body: { clientId, syncActive: true, days: 90, notifyDesync: true },
  })),
  satsync: sameFor(({ clientId }) => ({ body: { clientId, days: 30 } })),
  syncNow: sameFor(({ clientId }) => ({ params: { clientId }, body: {} })),
  getTaxpayer: sameFor(({ rfc }) => ({ params: { rfc } })),
  syncWebhook: nothing(),
  transferWebhook: nothing(),
  receivedWebhook: nothing(),
  notifyError: nothing({ body: { errorId: 'e1', error: 'TypeError', component: 'App', uri: '/profile' } }),
} satisfies Partial<Record<RouteName, RouteInputs>>;
