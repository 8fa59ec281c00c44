import {
  decideProposal,
  listProposals,
  proposeFiscalData as proposeFiscalDataRoute,
  propose as proposeRoute,
  proposeSaleTerms as proposeSaleTermsRoute,
  proposeSetting as proposeSettingRoute,
} from '@anticipa/contract/approvals';
import {
  answerRequest,
  getRequestCover,
  listClientRequests,
  listRequests,
  requestAccount,
  requestLine,
  withdrawRequest,
} from '@anticipa/contract/client-requests';
import { changeOperator } from '@anticipa/contract/operators';
import { proposePersonFactor as proposePersonFactorRoute } from '@anticipa/contract/person-factor';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { noteClientReading } from '../log/audit.ts';
import { seesAccounts } from '../operators/accounts.ts';
import { changeAccess } from './access.ts';
import { decide } from './decide.ts';
import { proposeFiscalData } from './fiscal-data.ts';
import { type Handlers, ofClient } from './handler.ts';
import { proposePersonFactor } from './person-factor.ts';
import { propose } from './places.ts';
import { listOfApprovals } from './queries.ts';
import { askForLine, ownRequests, proposeOwnAccount, withdrawOwn } from './requests.ts';
import { answer, coverOf, waitingRequests } from './requests-desk.ts';
import { proposeSaleTerms } from './sale-terms.ts';
import { proposeSetting } from './settings.ts';
import { oneAtATime } from './submit.ts';

/** Answer to a request if one of the same line or account waits already. */
const oneRequest = { client_requests_waiting: refuse('PROPOSAL_PENDING') };

const keyReused = refuse('TRACKING_KEY_REUSED');

export const approvalRoutes = (handlers: Handlers): readonly Served[] => [
  read(listProposals, async (work, { query }) => {
    const data = await listOfApprovals(work, handlers, query);
    const withAccount = data.flatMap(({ change: { kind, about } }) =>
      (kind === 'bank-account' || kind === 'account-release') && 'clientId' in about ? (about.clientId ?? []) : [],
    );
    if (seesAccounts(work))
      for (const clientId of new Set(withAccount)) await noteClientReading(ofClient(work, { clientId }));
    return done({ data });
  }),
  write(proposeRoute, (work, { body }) => propose(work, body), { broken: oneAtATime }),
  write(proposeFiscalDataRoute, (work, { params, body }) => proposeFiscalData(work, params.clientId, body), {
    broken: oneAtATime,
  }),
  write(proposePersonFactorRoute, (work, { params, body }) => proposePersonFactor(work, params, body), {
    broken: oneAtATime,
  }),
  write(proposeSaleTermsRoute, (work, { body }) => proposeSaleTerms(work, body), { broken: oneAtATime }),
  write(proposeSettingRoute, (work, { body }) => proposeSetting(work, body), { broken: oneAtATime }),
  write(changeOperator, (work, { body }) => changeAccess(work, body), {
    broken: { ...oneAtATime, operators_email: refuse('EMAIL_ALREADY_REGISTERED') },
  }),
  read(listRequests, async (work) => done(await ownRequests(work))),
  write(requestLine, (work, { body }) => askForLine(work, body), { broken: oneRequest }),
  write(requestAccount, (work, { body }) => proposeOwnAccount(work, body), { broken: oneRequest }),
  write(withdrawRequest, (work, { params: { requestId } }) => withdrawOwn(work, requestId)),
  read(listClientRequests, async (work) => done(await waitingRequests(work))),
  read(getRequestCover, (work, { params }) => coverOf(work, params)),
  write(answerRequest, (work, { params, body }) => answer(work, params, body), { broken: oneAtATime }),
  write(
    decideProposal,
    (work, { params: { proposalId: approvalId }, body: { decision } }) =>
      decide(work, (kind) => handlers[kind], { approvalId, decision }),
    {
      broken: {
        receivers_within_limit: refuse('RECEIVER_LIMIT_EXCEEDED'),
        pairs_within_limit: refuse('RECEIVER_LIMIT_EXCEEDED'),
        // Another payment has been made under the proposed key meanwhile.
        sales_tracking_key_key: keyReused,
        payouts_by_key: keyReused,
        unidentified_payments_return_key_key: keyReused,
      },
    },
  ),
];
