import {
  getReceiver,
  listReceivers,
  setPaymentPolicy,
  setProgramme,
  setReceiverLimit,
  setReceiverStatus,
} from '@anticipa/contract/lender-receivers';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../lib/http/http.ts';
import { agreePolicy, confirmProgramme, decideOn, limitReceiver } from './commands.ts';
import { receiverById, receivers } from './queries.ts';

export const receiversRoutes: readonly Served[] = [
  read(listReceivers, async (work, { query }) => done(await receivers(work, query))),
  read(getReceiver, async (work, { params }) => {
    const data = await receiverById(work, params.companyId);
    return data ? done({ data }) : refuse('NOT_FOUND');
  }),
  write(setReceiverStatus, (work, { params, body }) => decideOn(work, params.companyId.toLowerCase(), body)),
  write(setReceiverLimit, (work, { params, body }) => limitReceiver(work, params.companyId.toLowerCase(), body), {
    broken: { proposals_pending: refuse('PROPOSAL_PENDING') },
  }),
  write(setPaymentPolicy, (work, { params, body }) => agreePolicy(work, params.companyId.toLowerCase(), body)),
  write(setProgramme, (work, { params, body }) => confirmProgramme(work, params.companyId.toLowerCase(), body)),
];
