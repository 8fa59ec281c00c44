import { createApiKey, listApiKeys, revokeApiKey } from '@anticipa/contract/api-keys';
import type { SentBodyOf } from '@anticipa/contract/route';
import {
  changeWebhook,
  createWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
} from '@anticipa/contract/webhooks';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { once } from '../../lib/once.ts';
import { useChange } from '../../lib/use-change.ts';

export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call(listApiKeys, { signal }),
});

const stale = [keysQuery.queryKey];

/** Makes a key; the answer is the only place of it. */
export const useCreateKey = () =>
  useChange(stale, (body: SentBodyOf<typeof createApiKey>) => call(createApiKey, { body }));

export const useRevokeKey = () =>
  useChange(stale, (keyId: string) => call(revokeApiKey, { params: { keyId }, body: {} }));

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await call(listWebhooks, { signal })).data,
});

/** The log of an endpoint, a page at a time; read again while something waits. */
export const deliveriesQuery = (webhookId: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', webhookId],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: before }) =>
      call(listDeliveries, { params: { webhookId }, query: before === '' ? {} : { before }, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some((one) => one.state === 'waiting')) ? 5_000 : false,
  });

const staleWebhooks = [webhooksQuery.queryKey];

/** Adds an endpoint; the answer is the only place of its secret. */
export const useCreateWebhook = () =>
  useChange(staleWebhooks, (body: SentBodyOf<typeof createWebhook>) => call(createWebhook, { body }));

export const useChangeWebhook = (webhookId: string) =>
  useChange(staleWebhooks, (body: SentBodyOf<typeof changeWebhook>) =>
    once({ name: 'webhook', content: [webhookId, body] }, (idempotencyKey) =>
      call(changeWebhook, { params: { webhookId }, body, idempotencyKey }),
    ),
  );

export const useRotateSecret = (webhookId: string) =>
  useChange(staleWebhooks, (_confirmed: true) => call(rotateWebhookSecret, { params: { webhookId }, body: {} }));

export const useTestWebhook = (webhookId: string) =>
  useChange(staleWebhooks, () =>
    once({ name: 'webhook-test', content: webhookId }, (idempotencyKey) =>
      call(testWebhook, { params: { webhookId }, body: {}, idempotencyKey }),
    ),
  );

export const useReplay = (webhookId: string) =>
  useChange(staleWebhooks, (deliveryId: string) =>
    once({ name: 'webhook-replay', content: deliveryId }, (idempotencyKey) =>
      call(replayDelivery, { params: { webhookId, deliveryId }, body: {}, idempotencyKey }),
    ),
  );
