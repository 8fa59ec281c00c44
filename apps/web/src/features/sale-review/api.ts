import { answerSale, getLenderSale, returnSale } from '@anticipa/contract/lender';
import { listInbox } from '@anticipa/contract/lender-inbox';
import type { ResponseOf, SentBodyOf } from '@anticipa/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';

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

export const sendAnswer = (saleId: string, body: Answer) =>
  call(answerSale, { params: { saleId }, body, idempotencyKey: newUuid() });

export const sendBack = (saleId: string, body: SentBodyOf<typeof returnSale>) =>
  call(returnSale, { params: { saleId }, body, idempotencyKey: newUuid() });

/** The most urgent sale to answer; null if none waits. */
export async function nextSale(): Promise<string | null> {
  const { data } = await call(listInbox, { query: { queue: 'answer' } });
  return data[0]?.saleId ?? null;
}
