/** Invoices and their sale. The sale of the held invoice is processed before it is requested. */
import type { NamedCall } from './named-call.ts';

export const documentCalls: readonly NamedCall[] = [
  {
    name: 'GET /api/factoringDocument',
    caller: 'user',
    written: ({ clientId, rfc, reference }) => ({
      query: `clientId=${clientId}&products[]=BI&products[]=FB&status[]=30&status[]=20&sevenDaysRejectedDate=true&withoutPaymentDate=true&showCredit=true&rfc=${rfc}&paymentReference=${reference.reference}`,
    }),
    answers: [
      ...['documentId', 'uuid', 'folio', 'receiverName', 'receiverRFC', 'purchaseOrder', 'total', 'currency'],
      ...['originalCurrency', 'exchangeRate', 'emittedOn', 'dueDate', 'paymentDays', 'comision', 'interestRate'],
      ...['porcentajeAdelanto', 'adelanto', 'aforo', 'initialDeposit', 'fechaDeposito', 'status', 'rejectedDate'],
      ...['motive', 'productId', 'Product.code', 'Product.name', 'companyId', 'clientId', 'paymentReference'],
      ...['statusResponse', 'emissionToPaymentDate', 'fileName', 'paymentDate', 'recargos', 'finalDeposit', 'source'],
    ].map((field) => `data[].${field}`),
  },
  {
    name: 'PUT /api/factoringDocument/{documentId}',
    caller: 'user',
    written: ({ free: [documentId = ''], clientId }) => ({
      path: [documentId],
      body: { documentId, clientId, purchaseOrder: 'oc 7', total: 10_000, exchangeRate: 1, selected: true },
    }),
    answers: ['data.documentId', 'data.purchaseOrder'],
  },
  {
    name: 'POST /api/presell',
    caller: 'user',
    written: ({ free, dueDate, rfc }) => ({
      body: { documents: free.map((documentId) => ({ documentId, dueDate, purchaseOrder: null })), rfc },
    }),
    answers: ['data.items[].comision'],
  },
  {
    name: 'POST /api/factoringDocument/setAsPreSell',
    caller: 'user',
    written: ({ free: [documentId = ''], dueDate, userId, rfc }) => ({
      body: {
        documents: [{ documentId, dueDate, soldBy: userId, total: 10_000, purchaseOrder: 'OC 1' }],
        rfc,
      },
    }),
    answers: ['data[].documentId', 'data[].numberOfSale'],
  },
  {
    name: 'POST /api/factoringDocument/processPreSells',
    caller: 'user',
    written: ({ held }) => ({ body: { numberOfSales: [held.number] } }),
    answers: ['terms.text'],
  },
  {
    name: 'POST /api/factoringDocument/requestAuthorization',
    caller: 'user',
    written: ({ held, companyId, clientId }) => ({
      body: { invoices: [{ status: 25, documentId: held.documentId, companyId, clientId }], clientId },
    }),
    answers: ['version', 'hash', 'text'].map((_, index) => `error.details[${index}].expected`),
    refusal: 'TERMS_NOT_ACCEPTED',
  },
  {
    name: 'POST /api/factoringDocument/sendSummary',
    caller: 'user',
    written: ({ rfc, creditNumber, email }) => ({ body: { rfc, numberOfSales: [creditNumber], emails: [email] } }),
    answers: ['status'],
  },
  {
    name: 'POST /api/factoringDocument/deleteByUser',
    caller: 'user',
    written: ({ free: [, documentId], userId }) => ({ body: { documentId, clientUserId: userId } }),
    answers: ['deleted'],
  },
  {
    name: 'POST /api/factoringDocument/restoreByUser',
    caller: 'user',
    written: ({ free: [, documentId], userId }) => ({ body: { documentId, clientUserId: userId } }),
    answers: ['restored'],
  },
  {
    name: 'POST /api/factoringDocument/findOrCreate',
    caller: 'user',
    written: ({ creditUuids: [uuid], clientId }) => ({ body: { uuid, clientId, total: 10_000, selected: false } }),
    answers: ['data.documentId', 'data.uuid', 'created'],
  },
  {
    name: 'POST /api/factoringDocument/setPaymentReference',
    caller: 'user',
    written: ({ creditUuids }) => ({ body: { invoices: creditUuids } }),
    answers: ['paymentReference', 'rowsUpdated'],
  },
  {
    name: 'GET /api/factoringDocument/getPaymentInformation',
    caller: 'user',
    written: ({ creditUuids: [uuid] }) => ({ query: `uuids=${uuid}` }),
    answers: ['data'],
  },
  {
    name: 'GET /api/factoringDocument/nextPayments',
    caller: 'user',
    written: ({ clientId }) => ({ query: `clientId=${clientId}` }),
    answers: ['data[].dueDate', 'data[].total'],
  },
];
