import {
  changeOperator,
  decideProposal,
  listProposals,
  proposeFiscalData as proposeFiscalDataRoute,
  propose as proposeRoute,
  proposeSetting as proposeSettingRoute,
} from '@anticipa/contract/proposals';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { noteClientReading } from '../log/audit.ts';
import { changeAccess, decide, propose } from './commands.ts';
import { proposeFiscalData } from './propose-fiscal-data.ts';
import { proposeSetting } from './propose-setting.ts';
import { listOfProposals } from './queries.ts';

export const proposalRoutes: readonly Served[] = [
  read(listProposals, async (work, { query }) => {
    const data = await listOfProposals(work, query);
    const withAccount = data.flatMap(({ place, changes }) =>
      place && changes.some(({ field }) => field === 'clabe') ? place.clientId : [],
    );
    for (const clientId of new Set(withAccount)) await noteClientReading(work, clientId);
    return done({ data });
  }),
  write(proposeRoute, (work, { body }) => propose(work, body), {
    broken: { proposals_pending: refuse('PROPOSAL_PENDING') },
  }),
  write(
    proposeFiscalDataRoute,
    (work, { params, body }) => proposeFiscalData(work, params.clientId.toLowerCase(), body),
    { broken: { proposals_pending: refuse('PROPOSAL_PENDING') } },
  ),
  write(proposeSettingRoute, (work, { body }) => proposeSetting(work, body), {
    broken: { proposals_pending: refuse('PROPOSAL_PENDING') },
  }),
  write(changeOperator, (work, { body }) => changeAccess(work, body), {
    broken: {
      proposals_pending: refuse('PROPOSAL_PENDING'),
      operators_email: refuse('EMAIL_ALREADY_REGISTERED'),
    },
  }),
  write(decideProposal, (work, { params, body }) => decide(work, params.proposalId.toLowerCase(), body.decision), {
    broken: {
      receivers_within_limit: refuse('RECEIVER_LIMIT_EXCEEDED'),
      pairs_within_limit: refuse('RECEIVER_LIMIT_EXCEEDED'),
    },
  }),
];
