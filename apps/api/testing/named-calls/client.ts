/** Files, the tax-authority sync, users and payment references. */
import type { TestObjects } from '../populated-client.ts';
import { CIEC } from '../session.ts';
import type { NamedCall } from './named-call.ts';

const XML = Buffer.from('<not-an-invoice/>').toString('base64');

const person = (objects: TestObjects) => ({
  clientId: objects.clientId,
  firstName: 'Ana',
  lastName: 'Prueba',
  motherSurname: 'Ríos',
  phone: '(811)-234-56-78',
  mobile: '',
  active: true,
  isAdmin: false,
  syncAllowed: false,
  notifications: { initialDeposit: true },
});

/** Further fields of a user in the specification. */
const session = { mustChangePassword: false, recoverKey: null, SATdownloading: false };

export const clientCalls: readonly NamedCall[] = [
  {
    name: 'GET /api/files',
    caller: 'user',
    written: ({ clientId }) => ({ query: `clientId=${clientId}` }),
    answers: ['fileId', 'clientId', 'fileURL', 'fileName', 'fileType', 'clientRFC', 'uploadedBy'].map(
      (field) => `data[].${field}`,
    ),
  },
  {
    name: 'GET /api/file/{id}',
    caller: 'user',
    written: ({ fileId }) => ({ path: [fileId] }),
    answers: ['doc.fileId', 'doc.fileURL'],
  },
  {
    name: 'POST /api/file',
    caller: 'user',
    written: ({ clientId, rfc, userId }) => ({
      body: {
        clientId,
        fileURL: 'https://example.test/factura.xml',
        fileName: 'factura.xml',
        fileType: 'text/xml',
        fileData: XML,
        clientRFC: rfc,
        creditsInformation: { BI: { moneda: 'MXN' } },
        uploadedBy: userId,
      },
    }),
    answers: ['doc.fileId', 'doc.fileName', 'doc.motive.description'],
  },
  {
    name: 'PUT /api/file/{fileId}',
    caller: 'user',
    written: ({ fileId, clientId, rfc, userId }) => ({
      path: [fileId],
      body: {
        fileId,
        clientId,
        fileURL: `/api/file/${fileId}/content`,
        fileName: 'factura.xml',
        fileType: 'text/xml',
        fileData: null,
        clientRFC: rfc,
        creditsInformation: [],
        uploadedBy: userId,
      },
    }),
    answers: ['doc.fileId'],
  },
  {
    name: 'GET /api/signedUrl',
    caller: 'user',
    written: ({ rfc }) => ({ query: `filename=factura.xml&clientRFC=${rfc}` }),
    answers: ['signedUrl', 'key'],
  },
  {
    name: 'POST /api/validateCredentials',
    caller: 'user',
    written: ({ rfc, userId, clientId }) => ({ body: { username: rfc, password: CIEC, userId, clientId } }),
    answers: ['data.rfc', 'data.hasCiec', 'data.ciecStatus'],
  },
  {
    name: 'PUT /api/clientCredentials',
    caller: 'user',
    written: ({ clientId }) => ({ body: { clientId, syncActive: true, days: 90 } }),
    answers: ['data.syncActive', 'data.SATsyncActive', 'data.SATlastSync', 'data.SATdownloading'],
  },
  { name: 'POST /api/satsync', caller: 'user', written: () => ({ body: {} }), answers: ['data.SATdownloading'] },
  {
    name: 'POST /api/sync/{clientId}',
    caller: 'user',
    written: ({ clientId }) => ({ path: [clientId], body: {} }),
    answers: ['data.SATdownloading'],
  },
  {
    name: 'POST /api/clientUser',
    caller: 'administrator',
    written: (own) => ({
      body: {
        ...person(own),
        ...session,
        userId: null,
        email: `named-${own.email}`,
        addedBy: null,
      },
    }),
    answers: ['message', 'user.userId'],
  },
  {
    name: 'PUT /api/clientUser/{userId}',
    caller: 'administrator',
    written: (own) => ({
      path: [own.userId],
      body: { ...person(own), ...session, userId: own.userId, email: own.email, addedBy: null },
    }),
    answers: ['message', 'user.userId'],
  },
  { name: 'GET /api/clients/getAdminsCount', caller: 'user', written: () => ({}), answers: ['count'] },
  {
    name: 'GET /api/client/{rfc}',
    caller: 'user',
    written: ({ rfc }) => ({ path: [rfc] }),
    answers: ['clientId', 'rfc', 'entityName', 'taxRegime', 'ClientUsers[].userId'].map((field) => `data.${field}`),
  },
  {
    name: 'POST /api/client/addPaymentReference',
    caller: 'user',
    written: ({ reference, userId, clientId }) => ({
      body: { count: 1, reference: reference.reference, userId, clientId },
    }),
    answers: ['id'],
  },
  {
    name: 'GET /api/client/getPaymentReferences/{clientId}',
    caller: 'user',
    written: ({ clientId }) => ({ path: [clientId] }),
    answers: ['id', 'date', 'reference', 'count', 'ClientUser.firstName', 'ClientUser.lastName'].map(
      (field) => `data[].${field}`,
    ),
  },
  {
    name: 'GET /api/client/getPaymentReferenceByID/{referenceId}',
    caller: 'user',
    written: ({ reference, rfc }) => ({ path: [reference.id], query: `referenceId=${reference.id}&rfc=${rfc}` }),
    answers: ['paymentReference.id', 'paymentReference.reference', 'paymentReference.count'],
  },
  {
    name: 'PUT /api/client/payment-reference/{id}/base64',
    caller: 'user',
    written: ({ reference }) => ({ path: [reference.id] }),
    answers: ['base64'],
  },
];
