/**
 * Inputs for every route of the contract: a valid call about the caller's own objects, and every way to refer to another
 * client's object. A new route does not compile until it has both.
 */
import type { RouteName } from '@anticipa/contract/routes';
import type { TestObjects } from './populated-client.ts';
import { type Input, PASSWORD } from './session.ts';

export interface RouteInputs {
  /** A valid call about the caller's own objects. */
  readonly own: (own: TestObjects) => Input;
  /** Calls that each refer to one object of the other client; the rest is the caller's own. */
  readonly foreign: (own: TestObjects, other: TestObjects) => readonly Input[];
}

const nothing = (input: Input = {}): RouteInputs => ({ own: () => input, foreign: () => [] });

const choice = (documentId: string, { dueDate }: TestObjects) => ({ documentId, dueDate, purchaseOrder: 'OC1' });
const accepted = { version: '1', hash: '0'.repeat(64) };
const person = {
  firstName: 'Ana',
  lastName: 'Prueba',
  motherSurname: '',
  phone: '(811)-234-56-78',
  mobile: '',
  notifications: { initialDeposit: true },
};
const payment = (pays: object, today: string) => ({
  pays,
  amount: '10000.00',
  currency: 'MXN',
  valueDate: today,
  trackingKey: 'MATRIX0002',
  source: 'REFERENCIA',
  bank: 'Banco de Prueba',
});
const file = Buffer.from('<not-an-invoice/>').toString('base64');

/** Sales by number: one foreign number, alone and together with the caller's own. */
const foreignNumbers = (own: TestObjects, other: TestObjects, rest: object = {}): Input[] => [
  { body: { numberOfSales: [other.held.number], ...rest } },
  { body: { numberOfSales: [own.held.number, other.held.number], ...rest } },
];

export const routeInputs: Record<RouteName, RouteInputs> = {
  live: nothing(),
  ready: nothing(),
  login: { own: ({ email }) => ({ body: { username: email, password: PASSWORD } }), foreign: () => [] },
  getSession: nothing(),
  logout: nothing({ body: {} }),
  products: nothing(),
  listSessions: nothing(),
  endSession: {
    own: ({ sessionId }) => ({ params: { sessionId }, body: {} }),
    foreign: (_own, { sessionId }) => [{ params: { sessionId } }],
  },
  recoverPass: nothing({ body: { email: 'somebody@example.test' } }),
  checkRecoveryKey: nothing({ body: { email: 'somebody@example.test', key: 'k'.repeat(43) } }),
  setNewPassword: nothing({
    body: { email: 'somebody@example.test', password: 'Lirio-77-caoba', recoverPassKey: 'k'.repeat(43) },
  }),
  getClient: {
    own: ({ rfc }) => ({ params: { rfc } }),
    foreign: (_own, { rfc }) => [{ params: { rfc } }],
  },
  createUser: {
    own: ({ clientId, email }) => ({
      body: { ...person, email: `new-${email}`, clientId, active: true, isAdmin: false, syncAllowed: false },
      key: 'matrix-create-user',
    }),
    foreign: (own, { clientId }) => [{ body: { ...person, email: `other-${own.email}`, clientId } }],
  },
  updateUser: {
    own: ({ userId, clientId, email }) => ({ params: { userId }, body: { ...person, userId, clientId, email } }),
    foreign: (own, other) => [
      { params: { userId: other.userId }, body: person },
      { params: { userId: own.userId }, body: { ...person, userId: other.userId } },
      { params: { userId: own.userId }, body: { ...person, clientId: other.clientId } },
    ],
  },
  getAdminsCount: {
    own: ({ clientId }) => ({ query: { clientId } }),
    foreign: (_own, { clientId }) => [{ query: { clientId } }],
  },
  getCreditInformation: nothing(),
  listInvoices: {
    own: ({ clientId, rfc }) => ({ query: { status: '20,10', clientId, rfc } }),
    foreign: (_own, { clientId, rfc }) => [{ query: { clientId } }, { query: { rfc } }],
  },
  countInvoices: nothing(),
  listOpenInvoices: nothing(),
  uploadFile: {
    own: ({ clientId, rfc, userId }) => ({
      body: {
        fileName: 'factura.xml',
        fileType: 'text/xml',
        fileData: file,
        clientId,
        clientRFC: rfc,
        fileURL: 'https://example.test/x.xml',
        creditsInformation: [],
        uploadedBy: userId,
      },
    }),
    foreign: (_own, { clientId, rfc, userId }) =>
      [{ clientId }, { clientRFC: rfc }, { uploadedBy: userId }].map((claim) => ({
        body: { fileName: 'factura.xml', fileData: file, ...claim },
      })),
  },
  listFiles: nothing({ query: { refused: 'false' } }),
  getFile: {
    own: ({ fileId }) => ({ params: { id: fileId } }),
    foreign: (_own, { fileId }) => [{ params: { id: fileId } }],
  },
  downloadFile: {
    own: ({ fileId }) => ({ params: { id: fileId } }),
    foreign: (_own, { fileId }) => [{ params: { id: fileId } }],
  },
  presell: {
    own: (own) => ({ body: { documents: own.free.map((id) => choice(id, own)), rfc: own.rfc } }),
    foreign: (own, other) => [
      { body: { documents: other.free.map((id) => choice(id, own)) } },
      { body: { documents: [...own.free, ...other.free].map((id) => choice(id, own)) } },
      { body: { documents: own.free.map((id) => choice(id, own)), rfc: other.rfc } },
    ],
  },
  setAsPreSell: {
    own: (own) => ({
      body: {
        documents: own.free.map((id) => ({
          ...choice(id, own),
          paymentDays: 45,
          interestRate: '24',
          total: '10000.00',
        })),
        rfc: own.rfc,
      },
      key: 'matrix-set-as-pre-sell',
    }),
    foreign: (own, other) => [
      { body: { documents: other.free.map((id) => choice(id, own)) } },
      { body: { documents: [...own.free, ...other.free].map((id) => choice(id, own)) } },
      { body: { documents: own.free.map((id) => choice(id, own)), rfc: other.rfc } },
      { body: { documents: own.free.map((id) => ({ ...choice(id, own), soldBy: other.userId })) } },
    ],
  },
  processPreSells: {
    own: ({ held, rfc }) => ({ body: { numberOfSales: [held.number], rfc } }),
    foreign: (own, other) => [
      ...foreignNumbers(own, other),
      { body: { numberOfSales: [own.held.number], rfc: other.rfc } },
    ],
  },
  requestAuthorization: {
    own: ({ held, clientId, companyId, rfc: _rfc }) => ({
      body: { invoices: [{ documentId: held.documentId, companyId, clientId }], clientId, acceptedTerms: accepted },
    }),
    foreign: (own, other) => [
      { body: { invoices: [{ documentId: other.held.documentId }], acceptedTerms: accepted } },
      {
        body: { invoices: [{ documentId: own.held.documentId }], clientId: other.clientId, acceptedTerms: accepted },
      },
      {
        body: {
          invoices: [{ documentId: own.held.documentId, clientId: other.clientId }],
          acceptedTerms: accepted,
        },
      },
    ],
  },
  cancelPreSell: {
    own: ({ requested }) => ({ body: { numberOfSales: [requested.number] } }),
    foreign: (own, other) => foreignNumbers(own, other),
  },
  getSaleStates: {
    own: ({ held, requested }) => ({ query: { numberOfSales: `${held.number},${requested.number}` } }),
    foreign: (own, other) => [
      { query: { numberOfSales: String(other.held.number) } },
      { query: { numberOfSales: `${own.held.number},${other.held.number}` } },
    ],
  },
  sendSummary: {
    own: ({ creditNumber, email, rfc }) => ({ body: { numberOfSales: [creditNumber], emails: [email], rfc } }),
    foreign: (own, other) => [
      { body: { numberOfSales: [other.creditNumber], emails: [own.email] } },
      { body: { numberOfSales: [own.creditNumber], emails: [other.email] } },
      { body: { numberOfSales: [own.creditNumber], emails: [own.email], rfc: other.rfc } },
    ],
  },
  setPaymentReference: {
    own: ({ creditUuids }) => ({ body: { invoices: creditUuids } }),
    foreign: (own, other) => [
      { body: { invoices: other.creditUuids } },
      { body: { invoices: [...own.creditUuids, ...other.creditUuids] } },
    ],
  },
  addPaymentReference: {
    own: ({ reference, clientId }) => ({ body: { reference: reference.reference, count: 1, clientId } }),
    foreign: (own, other) => [
      { body: { reference: other.reference.reference } },
      { body: { reference: own.reference.reference, clientId: other.clientId } },
      { body: { reference: own.reference.reference, userId: other.userId } },
    ],
  },
  listPaymentReferences: {
    own: ({ clientId }) => ({ params: { clientId } }),
    foreign: (_own, { clientId }) => [{ params: { clientId } }],
  },
  getPaymentReference: {
    own: ({ reference, rfc }) => ({ params: { referenceId: reference.id }, query: { rfc } }),
    foreign: (own, other) => [
      { params: { referenceId: other.reference.id } },
      { params: { referenceId: other.reference.reference } },
      { params: { referenceId: own.reference.id }, query: { rfc: other.rfc } },
    ],
  },
  paymentReferencePdf: {
    own: ({ reference }) => ({ params: { id: reference.id }, body: {} }),
    foreign: (_own, { reference }) => [{ params: { id: reference.id } }, { params: { id: reference.reference } }],
  },
  getPaymentInstructions: nothing(),
  listMessages: nothing({ query: { state: 'given-up' } }),
  listPayers: {
    own: ({ rfc }) => ({ params: { rfc } }),
    foreign: (_own, { rfc }) => [{ params: { rfc } }],
  },
  listInterest: {
    own: ({ clientId, dueDate }) => ({ body: { startDate: '2026-01-01', endDate: dueDate, clientIds: [clientId] } }),
    foreign: (own, { clientId }) => [
      { body: { startDate: '2026-01-01', endDate: own.dueDate, clientIds: [clientId] } },
      { body: { startDate: '2026-01-01', endDate: own.dueDate, clientIds: [own.clientId, clientId] } },
    ],
  },
  listInterestInvoices: {
    own: ({ clientId, dueDate }) => ({ body: { search: { startDate: '2026-01-01', endDate: dueDate, clientId } } }),
    foreign: (own, { clientId }) => [{ body: { search: { startDate: '2026-01-01', endDate: own.dueDate, clientId } } }],
  },
  interestInvoiceFile: {
    own: ({ interestInvoiceId }) => ({ params: { fileType: 'xml', id: interestInvoiceId } }),
    foreign: (_own, { interestInvoiceId }) =>
      ['xml', 'pdf'].map((fileType) => ({ params: { fileType, id: interestInvoiceId } })),
  },
  cutMonth: {
    own: ({ clientId }) => ({ body: { clientId, month: '2026-02' } }),
    // Operators see every client.
    foreign: () => [],
  },
  listLenderSales: nothing({ query: { state: 'requested' } }),
  answerSale: {
    own: ({ requested }) => ({
      params: { saleId: requested.saleId },
      body: { decisions: [{ documentId: requested.documentId, authorised: true, motive: null }] },
    }),
    // Operators see every client; an invoice of another sale is foreign here.
    foreign: (own, other) => [
      {
        params: { saleId: own.requested.saleId },
        body: { decisions: [{ documentId: other.free[0] ?? '', authorised: true, motive: null }] },
      },
    ],
  },
  withdrawAuthorisation: {
    own: ({ answered }) => ({
      params: { saleId: answered.saleId },
      body: { rejections: [{ documentId: answered.documentId, motive: 'LENDER_DOCUMENTS' }] },
    }),
    foreign: (own, other) => [
      {
        params: { saleId: own.answered.saleId },
        body: { rejections: [{ documentId: other.free[0] ?? '', motive: 'LENDER_DOCUMENTS' }] },
      },
    ],
  },
  disburseSale: {
    own: ({ answered }) => ({ params: { saleId: answered.saleId }, body: { trackingKey: 'MATRIX0001' } }),
    foreign: () => [],
  },
  listDueReferences: nothing(),
  registerCollection: {
    own: ({ reference, today }) => ({ body: payment({ reference: reference.reference }, today) }),
    // A payment must not cover another client's invoices.
    foreign: (own, other) => [
      { body: payment({ documentIds: [own.held.documentId, other.held.documentId] }, own.today) },
    ],
  },
  streamEvents: nothing(),
  getSurvey: {
    own: ({ userId }) => ({ params: { userId } }),
    foreign: (_own, { userId }) => [{ params: { userId } }],
  },
  saveSurvey: {
    own: ({ surveyId, questionId }) => ({
      body: { surveyId, surveyQuestions: [{ questionId, answer: 'Bien' }] },
      key: 'matrix-save-survey',
    }),
    // Surveys belong to the lender and are open to every client.
    foreign: () => [],
  },
  notifyError: nothing({ body: { errorId: 'e1', error: 'TypeError', component: 'App', uri: '/profile' } }),
};
