import {
  getReceiver,
  listReceivers,
  proposeAlias,
  setPaymentPolicy,
  setProgramme,
  setReceiverLimit,
  setReceiverStatus,
} from '@anticipa/contract/lender-receivers';
import type { SentBodyOf } from '@anticipa/contract/route';
import type { CompanyStatus } from '@anticipa/domain/receiver';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 30_000;

/** Receivers, the oldest first, a page at a time; with any of the statuses, or all. */
export const receiversQuery = (status: readonly CompanyStatus[], search: string) =>
  infiniteQueryOptions({
    queryKey: ['receivers', 'list', status, search],
    queryFn: ({ pageParam, signal }) =>
      call(listReceivers, {
        query: {
          ...(status.length > 0 && { status: status.join(',') }),
          ...(search && { search }),
          ...(pageParam && { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

export const receiverQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['receivers', 'one', companyId],
    queryFn: async ({ signal }) => (await call(getReceiver, { params: { companyId }, signal })).data,
    refetchInterval: POLL_MS,
  });

const stale = [['approvals'], ['clients'], ['receivers']];

export const useSetStatus = (companyId: string) =>
  useChange(stale, (body: SentBodyOf<typeof setReceiverStatus>) =>
    call(setReceiverStatus, { params: { companyId }, body }),
  );

export const useSetLimit = (companyId: string) =>
  useChange(stale, (body: SentBodyOf<typeof setReceiverLimit>) =>
    call(setReceiverLimit, { params: { companyId }, body }),
  );

export const useSetProgramme = (companyId: string) =>
  useChange(stale, (body: SentBodyOf<typeof setProgramme>) => call(setProgramme, { params: { companyId }, body }));

export const useSetPolicy = (companyId: string) =>
  useChange(stale, (body: SentBodyOf<typeof setPaymentPolicy>) =>
    call(setPaymentPolicy, { params: { companyId }, body }),
  );

export const useProposeAlias = (companyId: string) =>
  useChange(stale, (body: SentBodyOf<typeof proposeAlias>) => call(proposeAlias, { params: { companyId }, body }));
