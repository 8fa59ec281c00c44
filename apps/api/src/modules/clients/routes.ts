import { listTimeline } from '@anticipa/contract/client-timeline';
import {
  createClient,
  disablePerson,
  endPersonSessions,
  getLenderClient,
  invitePersonAgain,
  listClients,
  setClientProduct,
  setClientSync,
  setPaymentOrderCompany,
} from '@anticipa/contract/lender-clients';
import { done, refuse, refuseEach } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { noteClientReading } from '../log/audit.ts';
import { allowSync, changePaymentOrderCompany, openClient, switchProduct } from './commands.ts';
import { disable, endSessions, inviteAgain } from './people.ts';
import { clientForOperator, clientPage, isClient } from './queries.ts';
import { timelineOf } from './timeline.ts';

export const clientRoutes: readonly Served[] = [
  read(listClients, async (work, { query }) => done(await clientPage(work, query))),
  read(getLenderClient, async (work, { params }) => {
    const client = await clientForOperator(work, params.clientId);
    if (client === undefined) return refuse('NOT_FOUND');
    await noteClientReading(work, client.clientId);
    return done({ client });
  }),
  read(listTimeline, async (work, { params: { clientId }, query }) => {
    if (!(await isClient(work, clientId))) return refuse('NOT_FOUND');
    await noteClientReading(work, clientId);
    return done(await timelineOf(work, clientId, query));
  }),
  write(createClient, (work, { body }) => openClient(work, body), {
    broken: {
      clients_rfc_key: refuseEach('CLIENT_ALREADY_EXISTS', ['rfc']),
      users_email: refuseEach('EMAIL_ALREADY_REGISTERED', ['administrator.email']),
    },
  }),
  write(setClientProduct, (work, { params, body }) => switchProduct(work, params.clientId, body)),
  write(setPaymentOrderCompany, (work, { params, body }) => changePaymentOrderCompany(work, params.clientId, body), {
    broken: { clients_stp_company_fkey: refuseEach('NOT_FOUND', ['company']) },
  }),
  write(setClientSync, (work, { params, body }) => allowSync(work, params.clientId, body)),
  write(invitePersonAgain, (work, { params }) => inviteAgain(work, params)),
  write(endPersonSessions, (work, { params }) => endSessions(work, params)),
  write(disablePerson, (work, { params, body }) => disable(work, params, body.reason)),
];
