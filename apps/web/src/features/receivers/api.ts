import {
  getReceiver,
  listReceivers,
  proposeAlias,
  setPaymentPolicy,
  setProgramme,
  setReceiverLimit,
  setReceiverStatus,
} from '@anticipa/contract/lender-receivers';
import {
  downloadNoticeEvidence,
  getReceiverContacts,
  recordNotice,
  removeReceiverContact,
  saveReceiverContact,
  setReceiverReminders,
} from '@anticipa/contract/receiver-contacts';
import type { SentBodyOf } from '@anticipa/contract/route';
import type { CompanyStatus } from '@anticipa/domain/receiver';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';
import { base64Of } from '../../lib/base64-of.ts';
import { blobOf, saveFile } from '../../lib/save-file.ts';
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

export const contactsQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['receivers', 'contacts', companyId],
    queryFn: ({ signal }) => call(getReceiverContacts, { params: { companyId }, signal }),
    refetchInterval: POLL_MS,
  });

export const useSaveContact = (companyId: string) =>
  useChange(stale, (body: SentBodyOf<typeof saveReceiverContact>) =>
    call(saveReceiverContact, { params: { companyId }, body, idempotencyKey: newUuid() }),
  );

export const useRemoveContact = (companyId: string, contactId: string) =>
  useChange(stale, (body: SentBodyOf<typeof removeReceiverContact>) =>
    call(removeReceiverContact, { params: { companyId, contactId }, body, idempotencyKey: newUuid() }),
  );

export const useSetReminders = (companyId: string) =>
  useChange(stale, (body: SentBodyOf<typeof setReceiverReminders>) =>
    call(setReceiverReminders, { params: { companyId }, body, idempotencyKey: newUuid() }),
  );

type NoticeBody = SentBodyOf<typeof recordNotice>;
export interface TypedNotice {
  readonly given: (Omit<NonNullable<NoticeBody['given']>, 'evidence'> & { readonly file: File | null }) | null;
  readonly reason: string | null;
}

export const useRecordNotice = (pair: { readonly companyId: string; readonly clientId: string }) =>
  useChange(stale, async ({ given, reason }: TypedNotice) => {
    const evidence = given?.file ? { fileName: given.file.name, data: await base64Of(given.file) } : null;
    const body = { given: given && { on: given.on, way: given.way, evidence }, reason };
    return call(recordNotice, { params: pair, body, idempotencyKey: newUuid() });
  });

export async function saveEvidence(notice: { companyId: string; clientId: string; number: number }): Promise<void> {
  const { companyId, clientId, number } = notice;
  const params = { companyId, clientId, number: String(number) };
  const { base64, fileName } = await call(downloadNoticeEvidence, { params });
  saveFile({ blob: blobOf(base64, 'application/octet-stream'), name: fileName });
}
