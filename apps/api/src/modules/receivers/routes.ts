import { listReceivers, setReceiverLimit, setReceiverStatus } from '@anticipa/contract/lender-receivers';
import { done } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../lib/http/http.ts';
import { decideOn, limitReceiver } from './commands.ts';
import { receivers } from './queries.ts';

export const receiversRoutes: readonly Served[] = [
  read(listReceivers, async (work, { query }) => done(await receivers(work, query))),
  write(setReceiverStatus, (work, { params, body }) => decideOn(work, params.companyId.toLowerCase(), body)),
  write(setReceiverLimit, (work, { params, body }) => limitReceiver(work, params.companyId.toLowerCase(), body)),
];
