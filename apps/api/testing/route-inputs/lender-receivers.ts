/** Calls of operators about receivers and the reminders of payment. */
import type { RouteName } from '@anticipa/contract/routes';
import { aNotice } from '../notices.ts';
import { nothing, type RouteInputs } from './inputs.ts';

export const lenderReceiversInputs = {
  listReceivers: nothing({ query: { status: '10' } }),
  setReceiverStatus: {
    own: ({ companyId }) => ({ params: { companyId }, body: { statusId: 20, reason: 'Estados financieros' } }),
    foreign: () => [],
  },
  getReceiver: {
    own: ({ companyId }) => ({ params: { companyId } }),
    foreign: () => [],
  },
  listReceiverPayments: {
    own: ({ companyId }) => ({ params: { companyId }, query: {} }),
    foreign: () => [],
  },
  getReceiverContacts: {
    own: ({ companyId }) => ({ params: { companyId } }),
    foreign: () => [],
  },
  saveReceiverContact: {
    own: ({ companyId }) => ({
      params: { companyId },
      body: { contactId: null, name: 'Laura Pérez', email: 'pagos@nandu.example', phone: null, area: null },
    }),
    foreign: () => [],
  },
  removeReceiverContact: {
    own: ({ companyId, contactId }) => ({ params: { companyId, contactId }, body: {} }),
    foreign: () => [],
  },
  setReceiverReminders: {
    own: ({ companyId }) => ({ params: { companyId }, body: { isOn: true, reason: 'ya tiene contactos' } }),
    foreign: () => [],
  },
  getTodaysReminders: nothing(),
  recordNotice: {
    own: ({ companyId, clientId }) => ({
      params: { companyId, clientId },
      body: aNotice({ reason: 'otra copia' }),
    }),
    foreign: () => [],
  },
  downloadNoticeEvidence: {
    own: ({ companyId, clientId }) => ({ params: { companyId, clientId, number: '1' } }),
    foreign: () => [],
  },
  setProgramme: {
    own: ({ companyId, clientId }) => ({
      params: { companyId },
      body: { clientId, fbProgramme: true, reason: 'Convenio firmado' },
    }),
    foreign: () => [],
  },
  setPaymentPolicy: {
    own: ({ companyId }) => ({ params: { companyId }, body: { seen: null, policy: null, reason: 'Convenio vencido' } }),
    foreign: () => [],
  },
  proposeAlias: {
    own: ({ companyId }) => ({ params: { companyId }, body: { aliasOf: companyId, reason: 'Misma empresa' } }),
    foreign: () => [],
  },
  setReceiverLimit: {
    own: ({ companyId, clientId }) => ({
      params: { companyId },
      body: { currency: 'MXN', clientId, limit: '90000000.00', reason: 'Estados financieros' },
    }),
    foreign: () => [],
  },
  getReminders: nothing(),
  changeReminders: nothing({
    body: { change: { kind: 'switch', reader: 'client', isOn: true }, reason: 'ya leímos los textos' },
  }),
} satisfies Partial<Record<RouteName, RouteInputs>>;
