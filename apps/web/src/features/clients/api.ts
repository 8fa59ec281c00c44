import { propose, proposeClientState, proposeFiscalData } from '@anticipa/contract/approvals';
import { listTimeline, type TimelinePosition } from '@anticipa/contract/client-timeline';
import {
  createClient,
  disablePerson,
  endPersonSessions,
  getClosing,
  getLenderClient,
  invitePersonAgain,
  listClients,
  setClientProduct,
  setClientSync,
  setPaymentOrderCompany,
} from '@anticipa/contract/lender-clients';
import { proposePersonFactor } from '@anticipa/contract/person-factor';
import type { SentBodyOf } from '@anticipa/contract/route';
import { getSettings } from '@anticipa/contract/settings';
import { getTaxData, reissueCfdi } from '@anticipa/contract/tax-data';
import { viewClient } from '@anticipa/contract/views';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

/** Clients by name, a page at a time. */
export const clientsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['clients', 'list', search],
    queryFn: ({ pageParam, signal }) =>
      call(listClients, { query: { ...(search && { search }), ...(pageParam && { after: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['clients', 'one', clientId],
    queryFn: async ({ signal }) => (await call(getLenderClient, { params: { clientId }, signal })).client,
  });

/** The open business that keeps a client from being closed. */
export const closingQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['clients', 'closing', clientId],
    queryFn: ({ signal }) => call(getClosing, { params: { clientId }, signal }),
  });

const FIRST_PAGE: TimelinePosition = {};

/** Events of a client, a page at a time. */
export const timelineQuery = (clientId: string) =>
  infiniteQueryOptions({
    queryKey: ['clients', 'timeline', clientId],
    queryFn: ({ pageParam, signal }) => call(listTimeline, { params: { clientId }, query: pageParam, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
  });

const stale = [['approvals'], ['clients'], ['receivers']];

export const useCreateClient = () =>
  useChange(stale, (body: SentBodyOf<typeof createClient>) => call(createClient, { body, idempotencyKey: newUuid() }));

export const useSetProduct = (clientId: string) =>
  useChange(stale, (body: SentBodyOf<typeof setClientProduct>) =>
    call(setClientProduct, { params: { clientId }, body }),
  );

const settingsQuery = {
  queryKey: ['clients', 'settings'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => (await call(getSettings, { signal })).settings,
} as const;

/** The payment-order companies with a CLABE range. */
export const paymentOrderCompaniesQuery = queryOptions({
  ...settingsQuery,
  select: ({ clabeRanges }) => clabeRanges.map(({ company }) => company),
});

export const branchesQuery = queryOptions({
  ...settingsQuery,
  select: ({ branches }) => branches.map(({ branch }) => branch),
});

export const useSetPaymentOrderCompany = (clientId: string) =>
  useChange(stale, (body: SentBodyOf<typeof setPaymentOrderCompany>) =>
    call(setPaymentOrderCompany, { params: { clientId }, body }),
  );

export const useSetSync = (clientId: string) =>
  useChange(stale, (body: SentBodyOf<typeof setClientSync>) => call(setClientSync, { params: { clientId }, body }));

export const useInvitePersonAgain = (clientId: string) =>
  useChange(stale, (userId: string) => call(invitePersonAgain, { params: { clientId, userId }, body: {} }));

export const useEndPersonSessions = (clientId: string) =>
  useChange(stale, (userId: string) => call(endPersonSessions, { params: { clientId, userId }, body: {} }));

export const useDisablePerson = (clientId: string) =>
  useChange(stale, ({ userId, reason }: { readonly userId: string; readonly reason: string }) =>
    call(disablePerson, { params: { clientId, userId }, body: { reason } }),
  );

export const useProposePersonFactor = (clientId: string) =>
  useChange(stale, ({ userId, reason }: { readonly userId: string; readonly reason: string }) =>
    call(proposePersonFactor, { params: { clientId, userId }, body: { reason }, idempotencyKey: newUuid() }),
  );

export const usePropose = () =>
  useChange(stale, (body: SentBodyOf<typeof propose>) => call(propose, { body, idempotencyKey: newUuid() }));

export const useProposeFiscalData = (clientId: string) =>
  useChange(stale, (body: SentBodyOf<typeof proposeFiscalData>) =>
    call(proposeFiscalData, { params: { clientId }, body, idempotencyKey: newUuid() }),
  );

export const taxDataQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['clients', 'tax-data', clientId],
    queryFn: ({ signal }) => call(getTaxData, { params: { clientId }, signal }),
  });

export const useReissueCfdi = (clientId: string) =>
  useChange([...stale, ['month-cut'], ['alerts']], () =>
    call(reissueCfdi, { params: { clientId }, body: {}, idempotencyKey: newUuid() }),
  );

export const useProposeClientState = (clientId: string) =>
  useChange(stale, (body: SentBodyOf<typeof proposeClientState>) =>
    call(proposeClientState, { params: { clientId }, body, idempotencyKey: newUuid() }),
  );

export const useViewClient = (clientId: string) =>
  useMutation({ mutationFn: (reason: string) => call(viewClient, { params: { clientId }, body: { reason } }) });
