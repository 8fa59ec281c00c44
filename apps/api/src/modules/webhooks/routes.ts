import {
  changeWebhook,
  createWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
} from '@anticipa/contract/webhooks';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, serve, write } from '../../platform/http/http.ts';
import { attemptAs } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { addWebhook, alterWebhook, rotateSecret, sendAgain, sendTest } from './commands.ts';
import { clientWebhook, clientWebhooks, deliveriesOf } from './queries.ts';

export const webhookRoutes: readonly Served<Deps>[] = [
  read(listWebhooks, async (work) =>
    work.actor.isAdmin ? done({ data: await clientWebhooks(work) }) : refuse('NOT_ALLOWED'),
  ),
  serve(createWebhook, (deps, { caller, body }) => attemptAs(deps, caller, (work) => addWebhook(work, deps, body))),
  write(changeWebhook, (work, { params, body }) => alterWebhook(work, params.webhookId, body)),
  write(rotateWebhookSecret, (work, { params }) => rotateSecret(work, params.webhookId)),
  write(testWebhook, (work, { params }) => sendTest(work, params.webhookId)),
  read(listDeliveries, async (work, { params: { webhookId }, query }) => {
    if (!work.actor.isAdmin) return refuse('NOT_ALLOWED');
    if ((await clientWebhook(work, webhookId)) === undefined) return refuse('NOT_FOUND');
    return done(await deliveriesOf(work, webhookId, query.before));
  }),
  write(replayDelivery, (work, { params }) => sendAgain(work, params.webhookId, params.deliveryId)),
];
