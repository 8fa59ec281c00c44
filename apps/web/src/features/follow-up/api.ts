import {
  closeDispute,
  getFollowUp,
  openDispute,
  previewExtension,
  proposeExtension,
  recordPromise,
} from '@anticipa/contract/follow-up';
import type { BodyOf } from '@anticipa/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 15_000;

export const followUpQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['follow-up', documentId],
    queryFn: ({ signal }) => call(getFollowUp, { params: { documentId }, signal }),
    refetchInterval: POLL_MS,
  });

export const extensionQuery = (documentId: string, dueDate: string) =>
  queryOptions({
    queryKey: ['follow-up', documentId, 'extension', dueDate],
    queryFn: ({ signal }) => call(previewExtension, { params: { documentId }, query: { dueDate }, signal }),
    retry: false,
  });

const stale = [['follow-up'], ['portfolio'], ['overview']];

export const useRecordPromise = (documentId: string) =>
  useChange(stale, (body: BodyOf<typeof recordPromise>) =>
    call(recordPromise, { params: { documentId }, body, idempotencyKey: newUuid() }),
  );

export const useProposeExtension = (documentId: string) =>
  useChange([...stale, ['proposals']], (body: BodyOf<typeof proposeExtension>) =>
    call(proposeExtension, { params: { documentId }, body, idempotencyKey: newUuid() }),
  );

export const useOpenDispute = (documentId: string) =>
  useChange(stale, (body: BodyOf<typeof openDispute>) =>
    call(openDispute, { params: { documentId }, body, idempotencyKey: newUuid() }),
  );

export const useCloseDispute = (documentId: string) =>
  useChange(stale, (body: BodyOf<typeof closeDispute>) =>
    call(closeDispute, { params: { documentId }, body, idempotencyKey: newUuid() }),
  );
