/** Payment references, payers and interest. */
import type { RouteName } from '@anticipa/contract/routes';
import { secondReceiver } from '../builders.ts';
import { nothing, type RouteInputs, sameFor } from './inputs.ts';

const payer = secondReceiver();

export const paymentsInputs = {
  setPaymentReference: {
    own: ({ creditUuids }) => ({ body: { invoices: creditUuids } }),
    foreign: (own, other) => [
      { body: { invoices: other.creditUuids } },
      { body: { invoices: [...own.creditUuids, ...other.creditUuids] } },
    ],
  },
  quotePaymentReference: {
    own: ({ creditUuids, dueDate }) => ({ body: { invoices: creditUuids, payOn: dueDate } }),
    foreign: (own, other) => [
      { body: { invoices: other.creditUuids } },
      { body: { invoices: [...own.creditUuids, ...other.creditUuids] } },
    ],
  },
  cancelPaymentReference: {
    own: ({ cancellable }) => ({ params: { id: cancellable.id }, body: {} }),
    foreign: (_own, { cancellable: { id, reference } }) => [{ params: { id } }, { params: { id: reference } }],
  },
  addPaymentReference: {
    own: ({ reference, clientId }) => ({ body: { reference: reference.reference, count: 1, clientId } }),
    foreign: (own, other) => [
      { body: { reference: other.reference.reference } },
      { body: { invoices: other.creditUuids } },
      { body: { reference: own.reference.reference, clientId: other.clientId } },
      { body: { reference: own.reference.reference, userId: other.userId } },
    ],
  },
  listPaymentReferences: sameFor(({ clientId }) => ({ params: { clientId } })),
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
  getPaymentReferencePdf: {
    own: ({ reference }) => ({ params: { id: reference.id } }),
    foreign: (_own, { reference }) => [{ params: { id: reference.id } }, { params: { id: reference.reference } }],
  },
  getPaymentInstructions: nothing(),
  listPayers: sameFor(({ rfc }) => ({ params: { rfc } })),
  createCostCentre: {
    own: ({ clientId }) => ({ body: { stpCompany: 'PRUEBA', rfcPayer: payer.rfc, stpName: payer.name, clientId } }),
    foreign: (_own, { clientId }) => [{ body: { rfcPayer: payer.rfc, clientId } }],
  },
  listClabeDebts: sameFor(({ byClabe }) => ({ query: { documentId: byClabe } })),
  mailClabe: sameFor(({ byClabe }) => ({ body: { documentIds: [byClabe], email: 'pagos@cliente.test' } })),
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
  getContractTerms: nothing(),
  getCosts: nothing({ query: { from: '2026-03', to: '2026-05' } }),
  downloadOwnPackage: nothing({ params: { month: '2026-03' } }),
  getStatement: {
    own: ({ today }) => ({ query: { startDate: '2026-01-01', endDate: today } }),
    foreign: () => [],
  },
  balanceStatement: sameFor(({ clientId, today }) => ({
    body: { startDate: '2026-01-01', endDate: today, clientId },
  })),
  mailBalanceStatement: {
    own: ({ clientId, userId, today }) => ({ body: { startDate: '2026-01-01', endDate: today, clientId, userId } }),
    foreign: (own, { clientId, userId }) => [
      { body: { startDate: '2026-01-01', endDate: own.today, clientId } },
      { body: { startDate: '2026-01-01', endDate: own.today, userId } },
    ],
  },
  dispersions: sameFor(({ creditLineId, today }) => ({ params: { creditLineId }, body: { dateSelected: today } })),
} satisfies Partial<Record<RouteName, RouteInputs>>;
