/** Credit, invoices and files. */
import type { RouteName } from '@anticipa/contract/routes';
import { defaultWeekDays } from '@anticipa/domain/calendar';
import { firstReceiver } from '../builders.ts';
import { nothing, type RouteInputs, sameFor } from './inputs.ts';

const receiver = firstReceiver();
/** It names nobody's invoice. */
const importedOrders = 'UUID,Orden de compra\n6F9619FF-8B86-4D01-B42D-00CF4FC964FF,OC1\n';
const file = Buffer.from('<not-an-invoice/>').toString('base64');

/** The second free invoice, named by its user. */
const oneInvoice: RouteInputs = {
  own: ({ free: [, documentId], userId }) => ({ body: { documentId, clientUserId: userId } }),
  foreign: (own, other) => [
    { body: { documentId: other.free[1] } },
    { body: { documentId: own.free[1], clientUserId: other.userId } },
  ],
};

export const invoicesInputs = {
  getCreditInformation: {
    own: ({ clientId, rfc }) => ({ query: { product: 'BI', clientId, rfc } }),
    foreign: (_own, { clientId, rfc }) => [{ query: { clientId } }, { query: { rfc } }],
  },
  listCredits: sameFor(({ clientId }) => ({ params: { clientId } })),
  getHome: nothing(),
  searchPortal: {
    own: () => ({ query: { q: '10,000' } }),
    foreign: (_own, { creditUuids: [uuid = ''], reference }) =>
      [uuid, uuid.slice(0, 13), reference.reference].map((q) => ({ query: { q } })),
  },
  getCalendar: nothing({ query: { from: '2026-03-01', to: '2026-04-30' } }),
  renewCalendarLink: nothing({ body: {} }),
  calendarFeed: { own: ({ calendarKey }) => ({ params: { key: `${calendarKey}.ics` } }), foreign: () => [] },
  getInvoice: {
    own: ({ free: [, id = ''] }) => ({ params: { id } }),
    foreign: (_own, { creditUuids: [uuid = ''], free: [, documentId = ''] }) =>
      [uuid, documentId].map((id) => ({ params: { id } })),
  },
  listInvoices: {
    own: ({ clientId, rfc }) => ({ query: { status: '20,10', clientId, rfc } }),
    foreign: (_own, { clientId, rfc }) => [{ query: { clientId } }, { query: { rfc } }],
  },
  countInvoices: nothing(),
  listOpenInvoices: nothing(),
  updateInvoice: {
    own: ({ free: [, documentId = ''], clientId, companyId }) => ({
      params: { documentId },
      body: { documentId, clientId, companyId, total: '10000.00', purchaseOrder: 'oc 12' },
    }),
    foreign: (own, other) => [
      { params: { documentId: other.free[1] ?? '' }, body: { purchaseOrder: 'OC1' } },
      { params: { documentId: own.free[1] ?? '' }, body: { documentId: other.free[1] } },
      { params: { documentId: own.free[1] ?? '' }, body: { clientId: other.clientId } },
    ],
  },
  getPaymentInformation: {
    own: ({ creditUuids }) => ({ query: { uuids: creditUuids.join(',') } }),
    foreign: (own, other) => [
      { query: { uuids: other.creditUuids.join(',') } },
      { query: { uuids: [...own.creditUuids, ...other.creditUuids].join(',') } },
    ],
  },
  nextPayments: sameFor(({ clientId }) => ({ query: { clientId } })),
  getInvoiceBalance: {
    own: ({ creditUuids: [id = ''] }) => ({ params: { id } }),
    foreign: (_own, { creditUuids: [uuid = ''], free: [documentId = ''] }) =>
      [uuid, documentId].map((id) => ({ params: { id } })),
  },
  listInvoiceBalances: {
    own: ({ clientId, rfc }) => ({ query: { clientId, client: rfc } }),
    foreign: (_own, { clientId, rfc }) => [
      { query: { clientId } },
      { query: { client: clientId } },
      { query: { client: rfc } },
    ],
  },
  exportTable: nothing({ params: { table: 'credit' }, query: { format: 'csv' } }),
  deleteInvoice: oneInvoice,
  restoreInvoice: oneInvoice,
  findCompanies: {
    own: ({ clientId }) => ({ query: { rfc: receiver.rfc, name: receiver.name, clientId } }),
    foreign: (_own, { clientId }) => [{ query: { clientId } }],
  },
  createCompany: {
    own: ({ clientId }) => ({ body: { rfc: 'abc 010101 ab9', razonSocial: 'Comercial Nueva', clientId } }),
    foreign: (_own, { clientId }) => [{ body: { rfc: 'ABC010101AB9', razonSocial: 'Comercial Nueva', clientId } }],
  },
  savePaymentHabit: {
    own: ({ clientId }) => ({
      body: { rfc: receiver.rfc, razonSocial: receiver.name, paymentDays: 45, weekDays: defaultWeekDays, clientId },
    }),
    foreign: (_own, { clientId }) => [
      { body: { rfc: receiver.rfc, paymentDays: 45, weekDays: defaultWeekDays, clientId } },
    ],
  },
  checkImport: nothing({ query: { kind: 'orders' }, body: importedOrders }),
  saveImport: nothing({ query: { kind: 'orders', fingerprint: '0'.repeat(64) }, body: importedOrders }),
  importTemplate: nothing({ query: { kind: 'terms', format: 'csv' } }),
  listConfirmations: sameFor(({ free: [documentId = ''] }) => ({ params: { documentId } })),
  askConfirmation: sameFor(({ free: [documentId = ''] }) => ({ params: { documentId }, body: {} })),
  openConfirmation: nothing({ body: { key: 'x' } }),
  answerConfirmation: nothing({
    body: { key: 'x', verdict: 'confirmed', person: 'Zoe', position: 'Tesorera', reason: null, dueOn: null },
  }),
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
  signedUrl: sameFor(({ rfc }) => ({ query: { filename: 'factura.xml', clientRFC: rfc } })),
  // The address itself is the permission.
  uploadToSignedUrl: {
    own: ({ signedAddress }) => ({
      params: { sessionId: signedAddress.pathname.split('/').at(-1) ?? '' },
      query: Object.fromEntries(signedAddress.searchParams),
      body: '<not-an-invoice/>',
    }),
    foreign: () => [],
  },
  findOrCreateInvoice: {
    own: ({ creditUuids: [uuid], clientId }) => ({ body: { uuid, clientId, currency: 'MXN' } }),
    foreign: (own, other) => [
      { body: { uuid: other.creditUuids[0] } },
      { body: { documentId: other.free[1] } },
      { body: { uuid: own.creditUuids[0], clientId: other.clientId } },
    ],
  },
  listFiles: sameFor(({ clientId }) => ({ query: { refused: 'false', clientId } })),
  updateFile: {
    own: ({ fileId, clientId, rfc }) => ({
      params: { id: fileId },
      body: { fileId, clientId, clientRFC: rfc, fileType: 'text/xml', fileName: 'otra.xml' },
    }),
    foreign: (own, other) => [
      { params: { id: other.fileId }, body: { fileName: 'otra.xml' } },
      { params: { id: own.fileId }, body: { fileId: other.fileId } },
      { params: { id: own.fileId }, body: { clientId: other.clientId } },
      { params: { id: own.fileId }, body: { clientRFC: other.rfc } },
    ],
  },
  getFile: sameFor(({ fileId }) => ({ params: { id: fileId } })),
  downloadFile: sameFor(({ fileId }) => ({ params: { id: fileId } })),
} satisfies Partial<Record<RouteName, RouteInputs>>;
