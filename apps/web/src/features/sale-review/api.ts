import {
  answerSale,
  decideAnswer,
  downloadSoldFile,
  getLenderSale,
  returnSale,
  withdrawAuthorisation,
} from '@anticipa/contract/lender';
import { type InboxQueue, listInbox } from '@anticipa/contract/lender-inbox';
import type { ResponseOf, SentBodyOf } from '@anticipa/contract/route';
import { listTransfers } from '@anticipa/contract/transfers';
import { queryOptions } from '@tanstack/react-query';
import { call, callForFile, newUuid } from '../../lib/api-client.ts';
import { originalXml } from '../../lib/original-xml.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 15_000;

export type SaleUnderReview = ResponseOf<typeof getLenderSale>;
export type Answer = SentBodyOf<typeof answerSale>;

export const saleQuery = (saleId: string) =>
  queryOptions({
    queryKey: ['inbox', 'sale', saleId],
    queryFn: ({ signal }) => call(getLenderSale, { params: { saleId }, signal }),
    refetchInterval: POLL_MS,
  });

/** The transfers of a sale's deposit, newest first. */
export const transfersQuery = (saleId: string) =>
  queryOptions({
    queryKey: ['inbox', 'transfers', saleId],
    queryFn: async ({ signal }) => (await call(listTransfers, { params: { saleId }, signal })).data,
    refetchInterval: POLL_MS,
  });

/** An invoice of a sale. */
export interface Sold {
  readonly saleId: string;
  readonly documentId: string;
}

/** The uploaded file of an invoice, byte for byte; it never changes. */
export const soldFileQuery = (sold: Sold) =>
  queryOptions({
    queryKey: ['inbox', 'file', sold.documentId],
    queryFn: ({ signal }) => originalXml(callForFile(downloadSoldFile, { params: sold, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const sendAnswer = (saleId: string, body: Answer) =>
  call(answerSale, { params: { saleId }, body, idempotencyKey: newUuid() });

export const sendBack = (saleId: string, body: SentBodyOf<typeof returnSale>) =>
  call(returnSale, { params: { saleId }, body, idempotencyKey: newUuid() });

export type Rejections = SentBodyOf<typeof withdrawAuthorisation>['rejections'];

/** Withdraws the authorisation of invoices before their deposit. */
export const sendWithdrawal = (saleId: string, rejections: Rejections) =>
  call(withdrawAuthorisation, { params: { saleId }, body: { rejections }, idempotencyKey: newUuid() });

export type AnswerDecision = SentBodyOf<typeof decideAnswer>['decision'];

/** The second person's decision on a proposed answer, or its proposer's. */
export const sendDecision = (saleId: string, decision: AnswerDecision) =>
  call(decideAnswer, { params: { saleId }, body: { decision }, idempotencyKey: newUuid() });

/** The most urgent sale of a queue; null if none waits. */
export async function nextSale(queue: InboxQueue): Promise<string | null> {
  const { data } = await call(listInbox, { query: { queue } });
  return data[0]?.saleId ?? null;
}
