import { decideProposal, listProposals } from '@anticipa/contract/approvals';
import type { SentBodyOf } from '@anticipa/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

/** Polling interval in milliseconds: operators receive no events. */
export const POLL_MS = 30_000;

/** The open changes, or the decided ones; of one client, of one receiver, or all. */
export const approvalsQuery = (isOpen: boolean, of: { clientId?: string; companyId?: string } = {}) =>
  queryOptions({
    queryKey: ['approvals', isOpen, of],
    queryFn: async ({ signal }) => {
      const query = { waiting: isOpen ? ('true' as const) : ('false' as const), ...of };
      return (await call(listProposals, { query, signal })).data;
    },
    refetchInterval: POLL_MS,
  });

const stale = [['approvals'], ['clients'], ['receivers']];

export const useDecide = (proposalId: string) =>
  useChange(stale, (decision: SentBodyOf<typeof decideProposal>['decision']) =>
    call(decideProposal, { params: { proposalId }, body: { decision } }),
  );
