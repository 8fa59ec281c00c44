/** Calls of operators about clients, of whom they see every one. */
import type { RouteName } from '@anticipa/contract/routes';
import { nothing, type RouteInputs } from './inputs.ts';

const payment = (pays: object, today: string) => ({
  pays,
  amount: '10000.00',
  currency: 'MXN',
  valueDate: today,
  trackingKey: 'MATRIX0002',
  source: 'REFERENCIA',
  bank: 'Banco de Prueba',
});

/** The picture of no sale. */
const NOT_SEEN = { version: 1, evidence: '0'.repeat(64) };

const ofClient: RouteInputs = {
  own: ({ clientId }) => ({ params: { clientId }, query: {} }),
  foreign: () => [],
};
const ofPeriod: RouteInputs = {
  own: ({ clientId, today }) => ({ params: { clientId }, query: { startDate: '2026-01-01', endDate: today } }),
  foreign: () => [],
};

export const lenderInputs = {
  listClients: nothing({ query: { search: 'a' } }),
  getLenderClient: {
    own: ({ clientId }) => ({ params: { clientId } }),
    foreign: () => [],
  },
  listTimeline: ofClient,
  getClientStatement: ofPeriod,
  printClientStatement: ofPeriod,
  listClientCfdi: ofPeriod,
  clientCfdiFile: {
    own: ({ clientId, interestInvoiceId }) => ({ params: { clientId, id: interestInvoiceId, fileType: 'xml' } }),
    foreign: () => [],
  },
  downloadClientPackage: {
    own: ({ clientId }) => ({ params: { clientId, month: '2026-03' } }),
    foreign: () => [],
  },
  exportClientTable: {
    own: ({ clientId }) => ({ params: { clientId, table: 'movements' }, query: { format: 'csv' } }),
    foreign: () => [],
  },
  listClientTransfers: ofClient,
  listClientPayments: ofClient,
  createClient: nothing({
    body: {
      rfc: 'XNE150401AB9',
      entityName: 'Aceros del Norte',
      taxRegime: 'PM',
      fiscalRegime: '601',
      postalCode: '64000',
      branch: 'MTY',
      administrator: { email: 'first@aceros.test', firstName: 'Ana', lastName: 'Ruiz' },
    },
  }),
  setClientProduct: {
    own: ({ clientId }) => ({
      params: { clientId },
      body: { product: 'BI', authorised: true, active: false, reason: 'la línea venció' },
    }),
    foreign: () => [],
  },
  getClosing: {
    own: ({ clientId }) => ({ params: { clientId } }),
    foreign: () => [],
  },
  proposeClientState: {
    own: ({ clientId }) => ({ params: { clientId }, body: { state: 'closed', reason: 'terminó su contrato' } }),
    foreign: () => [],
  },
  setClientSync: {
    own: ({ clientId }) => ({ params: { clientId }, body: { allowed: true, reason: 'firmó el anexo' } }),
    foreign: () => [],
  },
  setPaymentOrderCompany: {
    own: ({ clientId }) => ({ params: { clientId }, body: { company: null, reason: 'ya no la usa' } }),
    foreign: () => [],
  },
  invitePersonAgain: {
    own: ({ clientId, invitedId: userId }) => ({ params: { clientId, userId }, body: {} }),
    // Operators see every client; a user of another client is foreign.
    foreign: ({ clientId }, { invitedId: userId }) => [{ params: { clientId, userId }, body: {} }],
  },
  endPersonSessions: {
    own: ({ clientId, invitedId: userId }) => ({ params: { clientId, userId }, body: {} }),
    foreign: ({ clientId }, { invitedId: userId }) => [{ params: { clientId, userId }, body: {} }],
  },
  disablePerson: {
    own: ({ clientId, invitedId: userId }) => ({ params: { clientId, userId }, body: { reason: 'dejó la empresa' } }),
    foreign: ({ clientId }, { invitedId: userId }) => [
      { params: { clientId, userId }, body: { reason: 'dejó la empresa' } },
    ],
  },
  proposePersonFactor: {
    own: ({ clientId, invitedId: userId }) => ({
      params: { clientId, userId },
      body: { reason: 'perdió su teléfono' },
    }),
    foreign: ({ clientId }, { invitedId: userId }) => [
      { params: { clientId, userId }, body: { reason: 'perdió su teléfono' } },
    ],
  },
  viewClient: {
    own: ({ clientId }) => ({ params: { clientId }, body: { reason: 'no ve su depósito' } }),
    foreign: () => [],
  },
  proposeFiscalData: {
    own: ({ clientId }) => ({
      params: { clientId },
      body: {
        proposed: { entityName: 'ACEROS NUEVOS', fiscalRegime: '626', postalCode: '06600', branch: 'MTY' },
        reason: 'nueva constancia',
      },
    }),
    foreign: () => [],
  },
  getTaxData: {
    own: ({ clientId }) => ({ params: { clientId } }),
    foreign: () => [],
  },
  reissueCfdi: {
    own: ({ clientId }) => ({ params: { clientId }, body: {} }),
    foreign: () => [],
  },
  listClientRequests: nothing(),
  getRequestCover: {
    own: ({ clientId, requests }) => ({ params: { clientId, requestId: requests.account } }),
    foreign: () => [],
  },
  answerRequest: {
    own: ({ clientId, requests }) => ({
      params: { clientId, requestId: requests.line },
      body: { answer: { kind: 'decline', motive: 'no procede' } },
    }),
    foreign: () => [],
  },
  listProposals: nothing({ query: { waiting: 'true' } }),
  propose: {
    own: ({ clientId }) => ({
      body: {
        clientId,
        product: 'BI',
        currency: 'MXN',
        reason: 'baja de ventas',
        change: { kind: 'credit-line', proposed: { limit: '4000000.00' } },
      },
    }),
    foreign: () => [],
  },
  decideProposal: {
    own: ({ proposalId }) => ({ params: { proposalId }, body: { decision: { kind: 'withdraw' } } }),
    foreign: () => [],
  },
  listMessages: nothing({ query: { state: 'given-up' } }),
  repeatMessage: {
    own: ({ clientId, messageId }) => ({ params: { clientId, messageId }, body: {} }),
    foreign: ({ clientId }, { messageId }) => [{ params: { clientId, messageId }, body: {} }],
  },
  listAlerts: nothing({ query: { state: 'open' } }),
  closeAlert: {
    own: ({ alertId }) => ({ params: { alertId }, body: {} }),
    foreign: () => [],
  },
  getMonthCut: nothing({ params: { month: '2026-02' } }),
  cutMonth: {
    own: ({ clientId }) => ({ body: { clientId, month: '2026-02' } }),
    foreign: () => [],
  },
  cancelInterestInvoice: {
    own: ({ interestInvoiceId }) => ({ params: { invoiceId: interestInvoiceId }, body: { motive: '02' } }),
    foreign: () => [],
  },
  getCfdiCancellation: {
    own: ({ interestInvoiceId }) => ({ params: { invoiceId: interestInvoiceId }, query: { motive: '01' } }),
    foreign: () => [],
  },
  listLenderSales: nothing({ query: { state: 'requested' } }),
  getLenderSale: {
    own: ({ requested }) => ({ params: { saleId: requested.saleId } }),
    foreign: () => [],
  },
  downloadSoldFile: {
    own: ({ requested: { saleId, documentId } }) => ({ params: { saleId, documentId } }),
    foreign: (own, other) => [{ params: { saleId: own.requested.saleId, documentId: other.requested.documentId } }],
  },
  getOverview: nothing(),
  listExposures: nothing({ query: { currency: 'MXN' } }),
  listDepositedSales: nothing({ query: { currency: 'MXN', monday: '2026-03-09' } }),
  listInbox: nothing({ query: { queue: 'answer' } }),
  answerSale: {
    own: ({ requested }) => ({
      params: { saleId: requested.saleId },
      body: { seen: NOT_SEEN, decisions: [{ documentId: requested.documentId, authorised: true, motive: null }] },
    }),
    // Operators see every client; an invoice of another sale is foreign here.
    foreign: (own, other) => [
      {
        params: { saleId: own.requested.saleId },
        body: { seen: NOT_SEEN, decisions: [{ documentId: other.free[0] ?? '', authorised: true, motive: null }] },
      },
    ],
  },
  switchRobot: nothing({ body: { answers: false } }),
  decideAnswer: {
    own: ({ requested }) => ({ params: { saleId: requested.saleId }, body: { decision: { kind: 'withdraw' } } }),
    foreign: () => [],
  },
  returnSale: {
    own: ({ requested }) => ({
      params: { saleId: requested.saleId },
      body: { version: 1, message: 'Falta la orden de compra', documentIds: [requested.documentId] },
    }),
    foreign: (own, other) => [
      {
        params: { saleId: own.requested.saleId },
        body: { version: 1, message: 'Falta la orden de compra', documentIds: [other.free[0] ?? ''] },
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
  orderTransfers: {
    own: ({ answered }) => ({ body: { payments: [{ purpose: 'deposit', saleId: answered.saleId }] } }),
    foreign: () => [],
  },
  closeTransfer: {
    own: ({ answered }) => ({ params: { orderId: answered.saleId }, body: { reason: 'Nunca apareció en el banco' } }),
    foreign: () => [],
  },
  listTransfers: {
    own: ({ answered }) => ({ params: { saleId: answered.saleId } }),
    foreign: () => [],
  },
  lenderSaleProof: {
    own: ({ answered }) => ({ params: { saleId: answered.saleId }, body: { format: 'pdf' } }),
    foreign: () => [],
  },
  listTroubledTransfers: nothing(),
  listDueReferences: nothing(),
  registerCollection: {
    own: ({ reference, today }) => ({ body: payment({ reference: reference.reference }, today) }),
    foreign: () => [],
  },
  listUnidentifiedPayments: nothing({ query: { state: 'waiting' } }),
  listWaitingReceipts: nothing(),
  listAppliedReceipts: nothing(),
  listPayableInvoices: nothing({ query: { currency: 'MXN' } }),
  previewCollection: {
    own: ({ reference, today }) => {
      const { trackingKey: _, bank: __, ...typed } = payment({ reference: reference.reference }, today);
      return { body: typed };
    },
    foreign: () => [],
  },
  previewIdentification: {
    own: ({ unidentified, partlyPaid }) => ({
      params: { paymentId: unidentified.waiting },
      body: { pays: { documentIds: [partlyPaid] } },
    }),
    foreign: () => [],
  },
  refuseProposal: {
    own: ({ unidentified }) => ({
      params: { paymentId: unidentified.waiting },
      body: { documentIds: [], reason: 'es de otro cliente' },
    }),
    foreign: () => [],
  },
  identifyPayment: {
    own: ({ unidentified, partlyPaid }) => ({
      params: { paymentId: unidentified.waiting },
      body: { pays: { documentIds: [partlyPaid] } },
    }),
    foreign: () => [],
  },
  sendBackPayment: {
    own: ({ unidentified }) => ({ params: { paymentId: unidentified.unwanted }, body: {} }),
    foreign: () => [],
  },
  keepPayment: {
    own: ({ unidentified }) => ({
      params: { paymentId: unidentified.waiting },
      body: { reason: 'ya se sabe de quién es' },
    }),
    foreign: () => [],
  },
  confirmReturn: {
    own: ({ unidentified }) => ({ params: { paymentId: unidentified.sentBack }, body: { trackingKey: 'MATRIX0004' } }),
    foreign: () => [],
  },
  closeShortfall: {
    own: ({ partlyPaid }) => ({ body: { documentId: partlyPaid, reason: 'El receptor no paga más' } }),
    foreign: () => [],
  },
  previewReversal: {
    own: ({ partPayment: id }) => ({ query: { kind: 'collection', id } }),
    foreign: () => [],
  },
  proposeReversal: {
    own: ({ partPayment: id }) => ({ body: { kind: 'collection', id, reason: 'se escribió mal' } }),
    foreign: () => [],
  },
  previewCutReversal: {
    own: ({ clientId }) => ({ params: { month: '2026-03' }, query: { clientId } }),
    foreign: () => [],
  },
  proposeCutReversal: {
    own: ({ clientId }) => ({ params: { month: '2026-03' }, body: { clientId, reason: 'datos fiscales de antes' } }),
    foreign: () => [],
  },
  getFollowUp: {
    own: ({ partlyPaid: documentId }) => ({ params: { documentId } }),
    foreign: () => [],
  },
  recordPromise: {
    own: ({ partlyPaid: documentId, today }) => ({
      params: { documentId },
      body: { promised: { amount: '100.00', payOn: today, promisedBy: 'Laura Pérez' } },
    }),
    foreign: () => [],
  },
  openDispute: {
    own: ({ byClabe: documentId }) => ({
      params: { documentId },
      body: { raisedBy: 'Laura Pérez', reason: 'faltan dos cajas' },
    }),
    foreign: () => [],
  },
  closeDispute: {
    own: ({ partlyPaid: documentId }) => ({
      params: { documentId },
      body: { outcome: 'owed', note: 'las cajas llegaron' },
    }),
    foreign: () => [],
  },
} satisfies Partial<Record<RouteName, RouteInputs>>;
