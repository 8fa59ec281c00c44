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
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { noteClientReading } from '../log/audit.ts';
import { clientById } from '../session/client-by-id.ts';
import { allowSync, changePaymentOrderCompany, openClient, switchProduct } from './commands.ts';
import { disable, endSessions, inviteAgain } from './people.ts';
import { answered, type ClientsWork, clientPage } from './queries.ts';
import { timelineOf } from './timeline.ts';

/** Serves a call about the client that its address names. */
const ofClient =
  <C, R>(handle: (work: ClientsWork, call: C) => Promise<Outcome<R>>) =>
  async (wide: OperatorWork, call: C & { readonly params: { readonly clientId: string } }): Promise<Outcome<R>> => {
    const tenant = await clientById(wide, call.params.clientId);
    return tenant === undefined ? refuse('NOT_FOUND') : handle(narrowTo(wide, tenant), call);
  };

export const clientRoutes: readonly Served[] = [
  read(listClients, async (work, { query }) => done(await clientPage(work, query))),
  read(
    getLenderClient,
    ofClient(async (work) => {
      await noteClientReading(work);
      return answered(work);
    }),
  ),
  read(
    listTimeline,
    ofClient(async (work, { query }) => {
      await noteClientReading(work);
      return done(await timelineOf(work, query));
    }),
  ),
  write(createClient, (work, { body }) => openClient(work, body), {
    broken: {
      clients_rfc_key: refuseEach('CLIENT_ALREADY_EXISTS', ['rfc']),
      accounts_email: refuseEach('EMAIL_ALREADY_REGISTERED', ['administrator.email']),
    },
  }),
  write(setClientProduct, ofClient(switchProduct)),
  write(setPaymentOrderCompany, ofClient(changePaymentOrderCompany), {
    broken: { clients_stp_company_fkey: refuseEach('NOT_FOUND', ['company']) },
  }),
  write(setClientSync, ofClient(allowSync)),
  write(invitePersonAgain, ofClient(inviteAgain)),
  write(endPersonSessions, ofClient(endSessions)),
  write(disablePerson, ofClient(disable)),
];
