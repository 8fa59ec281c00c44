import {
  closeShortfall,
  identifyPayment,
  listDueReferences,
  registerCollection,
  sendBackPayment,
} from '@anticipa/contract/collections';
import { forwardPayment, listForwardable } from '@anticipa/contract/forwarding';
import { exportAgeing, listAgeing, listPortfolio } from '@anticipa/contract/portfolio';
import {
  listAppliedReceipts,
  listPayableInvoices,
  listWaitingReceipts,
  type previewCollection,
  type previewIdentification,
  refuseProposal,
} from '@anticipa/contract/receipts';
import type { BodyOf, SentQueryOf } from '@anticipa/contract/route';
import { getSettings } from '@anticipa/contract/settings';
import { exportSoldInvoices, listSoldInvoices } from '@anticipa/contract/sold-invoices';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { USUAL_SURPLUS_PERCENT } from '@anticipa/domain/typed-payment';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call, callForFile, newUuid } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 15_000;

/** The invoices that receivers owe, in pages. */
export const portfolioQuery = (filter: Omit<SentQueryOf<typeof listPortfolio>, 'after'>) =>
  infiniteQueryOptions({
    queryKey: ['portfolio', filter],
    queryFn: ({ pageParam: after, signal }) =>
      call(listPortfolio, { query: { ...filter, ...(after === '' ? {} : { after }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

/** The first page of the debts of a client's receivers, or of one receiver. */
export const owedOfQuery = (of: { clientId: string } | { companyId: string }) =>
  queryOptions({
    queryKey: ['portfolio', 'of', of],
    queryFn: ({ signal }) => call(listPortfolio, { query: { view: 'all', ...of }, signal }),
    refetchInterval: POLL_MS,
  });

/** The debt at the end of a day, from the journal. */
export const ageingQuery = (query: SentQueryOf<typeof listAgeing>) =>
  queryOptions({
    queryKey: ['portfolio', 'ageing', query],
    queryFn: async ({ signal }) => (await call(listAgeing, { query, signal })).data,
    placeholderData: keepPreviousData,
  });

export const downloadAgeing = (query: SentQueryOf<typeof exportAgeing>) => callForFile(exportAgeing, { query });

/** Every invoice that was sold, in pages. */
export const soldQuery = (filter: Omit<SentQueryOf<typeof listSoldInvoices>, 'after'>) =>
  infiniteQueryOptions({
    queryKey: ['portfolio', 'sold', filter],
    queryFn: ({ pageParam: after, signal }) =>
      call(listSoldInvoices, { query: { ...filter, ...(after === '' ? {} : { after }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** Downloads the sold invoices as a file. */
export const downloadSold = (query: SentQueryOf<typeof exportSoldInvoices>) =>
  callForFile(exportSoldInvoices, { query });

export const waitingQuery = queryOptions({
  queryKey: ['unidentified'],
  queryFn: ({ signal }) => call(listWaitingReceipts, { signal }),
  refetchInterval: POLL_MS,
});

/** Invoices that money of a currency can pay, by a search. */
export const payableQuery = (query: SentQueryOf<typeof listPayableInvoices>) =>
  queryOptions({
    queryKey: ['payable', query],
    queryFn: async ({ signal }) => (await call(listPayableInvoices, { query, signal })).data,
    placeholderData: keepPreviousData,
  });

const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await call(getSettings, { signal })).settings,
});

/**
 * Surplus over what is owed, in per cent, that one person may type. Until it is known the dialog asks for a reason for any surplus,
 * which the server does not need if the surplus is within the tolerance.
 */
export function useTolerance(currency: FinancedCurrency): string {
  const { data } = useQuery(settingsQuery);
  if (data === undefined) return '0';
  return data.approvalAmounts.find((one) => one.currency === currency)?.surplusPercent ?? USUAL_SURPLUS_PERCENT;
}

/** The receipts that were applied on a day; today's without one. */
export const appliedQuery = (day: string | null) =>
  queryOptions({
    queryKey: ['applied', day],
    queryFn: ({ signal }) => call(listAppliedReceipts, { query: day === null ? {} : { day }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

export type Identifying = BodyOf<typeof previewIdentification>;
export type Typing = BodyOf<typeof previewCollection>;
export const referencesQuery = queryOptions({
  queryKey: ['due-references'],
  queryFn: ({ signal }) => call(listDueReferences, { signal }),
  refetchInterval: POLL_MS,
});

/** All that a payment changes. */
const stale = [
  ['portfolio'],
  ['unidentified'],
  ['applied'],
  ['due-references'],
  ['payables'],
  ['proposals'],
  ['overview'],
];

export const useRegisterPayment = () =>
  useChange(stale, (body: BodyOf<typeof registerCollection>) =>
    call(registerCollection, { body, idempotencyKey: newUuid() }),
  );

export const useIdentify = (paymentId: string) =>
  useChange(stale, (body: BodyOf<typeof identifyPayment>) =>
    call(identifyPayment, { params: { paymentId }, body, idempotencyKey: newUuid() }),
  );

export const useRefuseProposal = (paymentId: string) =>
  useChange(stale, (body: BodyOf<typeof refuseProposal>) =>
    call(refuseProposal, { params: { paymentId }, body, idempotencyKey: newUuid() }),
  );

export const useSendBack = (paymentId: string) =>
  useChange(stale, (body: NonNullable<BodyOf<typeof sendBackPayment>>) =>
    call(sendBackPayment, { params: { paymentId }, body, idempotencyKey: newUuid() }),
  );

export const useCloseShortfall = (documentId: string) =>
  useChange(stale, (reason: string) =>
    call(closeShortfall, { body: { documentId, reason }, idempotencyKey: newUuid() }),
  );

export const forwardableQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['unidentified', 'forwardable', documentId],
    queryFn: async ({ signal }) => (await call(listForwardable, { params: { documentId }, signal })).data,
  });

export const useForward = (documentId: string) =>
  useChange([['portfolio'], ['unidentified'], ['payables']], (body: BodyOf<typeof forwardPayment>) =>
    call(forwardPayment, { params: { documentId }, body, idempotencyKey: newUuid() }),
  );
