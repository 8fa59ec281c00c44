/** The steps of a sale. */
import type { RouteName } from '@anticipa/contract/routes';
import type { TestObjects } from '../populated-client.ts';
import type { Input } from '../session.ts';
import { nothing, type RouteInputs, sameFor } from './inputs.ts';

const choice = (documentId: string, { dueDate }: TestObjects) => ({ documentId, dueDate, purchaseOrder: 'OC1' });
const accepted = { version: '1', hash: '0'.repeat(64) };

/** Sales by number: one foreign number, alone and together with the caller's own. */
const foreignNumbers = (own: TestObjects, other: TestObjects): Input[] => [
  { body: { numberOfSales: [other.held.number] } },
  { body: { numberOfSales: [own.held.number, other.held.number] } },
];

/** Invoices to sell: foreign ones, alone and together with the caller's own, and a foreign tax id. */
const foreignDocuments = (own: TestObjects, other: TestObjects): Input[] => [
  { body: { documents: other.free.map((id) => choice(id, own)) } },
  { body: { documents: [...own.free, ...other.free].map((id) => choice(id, own)) } },
  { body: { documents: own.free.map((id) => choice(id, own)), rfc: other.rfc } },
];

export const salesInputs = {
  presell: {
    own: (own) => ({ body: { documents: own.free.map((id) => choice(id, own)), rfc: own.rfc } }),
    foreign: foreignDocuments,
  },
  findCash: nothing({ query: { amount: '100.00', currency: 'MXN' } }),
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
      ...foreignDocuments(own, other),
      { body: { documents: own.free.map((id) => ({ ...choice(id, own), soldBy: other.userId })) } },
      { body: { documents: own.free.map((id) => choice(id, own)), preparedId: other.preparedId } },
    ],
  },
  listPreparedSales: nothing(),
  getPreparedSale: sameFor(({ preparedId }) => ({ params: { preparedId } })),
  prepareSale: {
    own: (own) => ({
      body: { documents: own.free.map((id) => choice(id, own)), note: 'Para el viernes', rfc: own.rfc },
    }),
    foreign: (own, other) => [
      ...foreignDocuments(own, other),
      { body: { documents: own.free.map((id) => ({ ...choice(id, own), soldBy: other.userId })) } },
    ],
  },
  returnPreparedSale: sameFor(({ preparedId }) => ({ params: { preparedId }, body: { reason: 'Falta una factura' } })),
  withdrawPreparedSale: sameFor(({ preparedId }) => ({ params: { preparedId }, body: {} })),
  processPreSells: {
    own: ({ held, rfc }) => ({ body: { numberOfSales: [held.number], rfc } }),
    foreign: (own, other) => [
      ...foreignNumbers(own, other),
      { body: { numberOfSales: [own.held.number], rfc: other.rfc } },
    ],
  },
  requestAuthorization: {
    own: ({ held, clientId, companyId }) => ({
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
    foreign: (own, other) => [
      ...foreignNumbers(own, other),
      { body: { numberOfSales: [own.held.number, other.held.number], onlyHeld: true } },
    ],
  },
  getOpenSales: sameFor(({ held: { key } }) => ({ query: { key } })),
  listSales: { own: () => ({ query: { before: '1000' } }), foreign: () => [] },
  getSale: {
    own: ({ requested }) => ({ params: { numberOfSale: String(requested.number) } }),
    foreign: (_own, other) => [{ params: { numberOfSale: String(other.requested.number) } }],
  },
  resendSale: {
    own: ({ requested }) => ({
      params: { numberOfSale: String(requested.number) },
      body: { corrections: [{ documentId: requested.documentId, purchaseOrder: 'OC2' }], note: 'Corregida' },
    }),
    foreign: (own, other) => [
      {
        params: { numberOfSale: String(other.requested.number) },
        body: { corrections: [{ documentId: other.free[0] ?? '', purchaseOrder: 'OC2' }] },
      },
      {
        params: { numberOfSale: String(own.requested.number) },
        body: { corrections: [{ documentId: other.free[0] ?? '', purchaseOrder: 'OC2' }] },
      },
    ],
  },
  saleContract: {
    own: ({ requested }) => ({ params: { numberOfSale: String(requested.number) } }),
    foreign: (_own, other) => [{ params: { numberOfSale: String(other.requested.number) } }],
  },
  saleProof: {
    own: ({ requested }) => ({ params: { numberOfSale: String(requested.number) }, body: { format: 'pdf' } }),
    foreign: (_own, other) => [{ params: { numberOfSale: String(other.requested.number) }, body: { format: 'pdf' } }],
  },
  saleConstancia: {
    own: ({ requested }) => ({ params: { numberOfSale: String(requested.number) } }),
    foreign: (_own, other) => [{ params: { numberOfSale: String(other.requested.number) } }],
  },
  sendSummary: {
    own: ({ creditNumber, email, rfc }) => ({ body: { numberOfSales: [creditNumber], emails: [email], rfc } }),
    foreign: (own, other) => [
      { body: { numberOfSales: [other.creditNumber], emails: [own.email] } },
      { body: { numberOfSales: [own.creditNumber], emails: [other.email] } },
      { body: { numberOfSales: [own.creditNumber], emails: [own.email], rfc: other.rfc } },
    ],
  },
} satisfies Partial<Record<RouteName, RouteInputs>>;
