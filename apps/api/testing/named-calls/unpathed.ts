/** Calls that the specification describes without a path. */
import { secondReceiver } from '../builders.ts';
import type { NamedCall } from './named-call.ts';

const payer = secondReceiver();

export const unpathedCalls: readonly NamedCall[] = [
  {
    name: 'POST /api/credits/balanceStatement',
    caller: 'user',
    written: ({ clientId, today }) => ({ body: { startDate: '2026-03-01', endDate: today, clientId } }),
    answers: ['base64'],
  },
  {
    name: 'POST /api/credits/balanceStatement/email',
    caller: 'user',
    written: ({ clientId, userId, today }) => ({ body: { startDate: '2026-03-01', endDate: today, clientId, userId } }),
    answers: ['status'],
  },
  {
    name: 'POST /api/credits/{creditLineId}/dispersions',
    caller: 'user',
    written: ({ creditLineId }) => ({ path: [creditLineId], body: { dateSelected: '2026-03' } }),
    answers: ['base64'],
  },
  {
    name: 'GET /api/credits/client/{clientId}',
    caller: 'user',
    written: ({ clientId }) => ({ path: [clientId] }),
    answers: ['data[].creditLineId', 'data[].guaranteeOwnership', 'data[].documentType'],
  },
  {
    name: 'POST /api/credits/interest',
    caller: 'user',
    written: ({ clientId, today }) => ({
      body: { startDate: '2026-03-01', endDate: today, products: ['BI', 'FB'], clientIds: [clientId] },
    }),
    answers: ['data.credits'],
  },
  {
    name: 'GET /api/payers/{rfc}',
    caller: 'user',
    written: ({ rfc }) => ({ path: [rfc] }),
    answers: ['rfcPayer', 'stpName', 'clabe', 'active', 'isMain', 'stpCompany', 'rfc'].map(
      (field) => `data[].${field}`,
    ),
  },
  {
    name: 'POST /api/payers',
    caller: 'user',
    written: () => ({ body: { stpCompany: 'PRUEBA', rfcPayer: payer.rfc, stpName: payer.name } }),
    answers: ['data.clabe'],
  },
  {
    name: 'GET /api/factoringDocument/balances',
    caller: 'user',
    written: ({ clientId }) => ({ query: `client=${clientId}` }),
    answers: ['data[].uuid', 'data[].credited_amount'],
  },
  {
    name: 'GET /api/credits/information',
    caller: 'user',
    written: ({ rfc }) => ({ query: `rfc=${rfc}&product=BI` }),
    answers: ['product', 'moneda', 'hasBankAccount', 'autorizado', 'tipoCambio', 'creditLineId'].map(
      (field) => `lines[].${field}`,
    ),
  },
  {
    name: 'GET /api/factoringDocument',
    caller: 'user',
    written: ({ clientId, reference }) => ({ query: `clientId=${clientId}&paymentReference=${reference.reference}` }),
    answers: ['data[].uuid'],
  },
];
