import { createClient, getLenderClient, listClients, setClientProduct } from '@anticipa/contract/lender-clients';
import { done, refuse, refuseEach } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../lib/http/http.ts';
import { openClient, switchProduct } from './commands.ts';
import { clientForOperator, clientPage } from './queries.ts';

export const clientRoutes: readonly Served[] = [
  read(listClients, async (work, { query }) => done(await clientPage(work, query))),
  read(getLenderClient, async (work, { params }) => {
    const client = await clientForOperator(work, params.clientId.toLowerCase());
    return client ? done({ client }) : refuse('NOT_FOUND');
  }),
  write(createClient, (work, { body }) => openClient(work, body), {
    broken: {
      clients_rfc_key: refuseEach('CLIENT_ALREADY_EXISTS', ['rfc']),
      users_email: refuseEach('EMAIL_ALREADY_REGISTERED', ['administrator.email']),
    },
  }),
  write(setClientProduct, (work, { params, body }) => switchProduct(work, params.clientId.toLowerCase(), body)),
];
