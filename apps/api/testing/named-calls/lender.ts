/** The lender’s other services. */
import { firstReceiver } from '../builders.ts';
import type { NamedCall } from './named-call.ts';

const receiver = firstReceiver();

export const lenderCalls: readonly NamedCall[] = [
  {
    name: 'GET /api/factoringCompanyByRFC',
    caller: 'user',
    written: ({ clientId }) => ({
      query: `rfc=${receiver.rfc}&name=${encodeURIComponent(receiver.name)}&clientId=${clientId}`,
    }),
    answers: ['rfc', 'razonSocial', 'nombreComercial', 'statusId', 'companyId', 'paymentDays'].map(
      (field) => `data[].${field}`,
    ),
  },
  {
    name: 'POST /api/client/paymentDays',
    caller: 'user',
    written: ({ clientId }) => ({
      body: {
        rfc: receiver.rfc,
        razonSocial: receiver.name,
        paymentDays: 45,
        clientId,
        weekDays: { monday: false, tuesday: true, wednesday: false, thursday: false, friday: true },
      },
    }),
    answers: ['data.paymentDays', 'data.weekDays.friday'],
  },
  {
    name: 'POST /api/factoringCompany',
    caller: 'user',
    written: () => ({ body: { rfc: 'abc 010101 ab9', razonSocial: 'Comercial Nueva' } }),
    answers: ['data.companyId', 'data.statusId'],
  },
  {
    name: 'GET /api-external/taxpayer/{rfc}',
    caller: 'user',
    written: ({ rfc }) => ({ path: [rfc] }),
    answers: ['data.rfc', 'data.hasCiec', 'data.ciecStatus'],
  },
  {
    name: 'GET /api-external/invoice/balance/{id}',
    caller: 'user',
    written: ({ creditUuids: [uuid = ''] }) => ({ path: [uuid] }),
    answers: ['data.uuid', 'data.fully_paid_at', 'data.credited_amount'],
  },
];
