/** Changes that wait for a second person, of which there is one at a time about each subject. */
import { type ApprovalKind, listProposals } from '@anticipa/contract/approvals';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api-client.ts';

/** A kind of change and its subject: `bank-account:CLIENT,BI,MXN`. */
export type ProposalKey = `${ApprovalKind}:${string}`;

/** Ids of the proposals that wait, by their subject. */
export const waitingQuery = queryOptions({
  queryKey: ['approvals', 'waiting'],
  queryFn: async ({ signal }) => (await call(listProposals, { query: { waiting: 'true' }, signal })).data,
  select: (open): ReadonlyMap<string, string> =>
    new Map(open.map(({ id, change: { kind, about } }) => [`${kind}:${Object.values(about).join()}`, id])),
});
