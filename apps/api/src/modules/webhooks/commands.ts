/** Keeps the endpoints of a client, and sends its events again. */
import { randomUUID } from 'node:crypto';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { changeWebhook, createWebhook, rotateWebhookSecret, testWebhook } from '@anticipa/contract/webhooks';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { MAX_WEBHOOKS, OLD_SECRET_HOURS } from '@anticipa/domain/webhook';
import type { ClientWork } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { isAdministrator } from '../keys/commands.ts';
import { writeAudit } from '../log/audit.ts';
import { requireFreshFactor } from '../session/fresh-factor.ts';
import { lockAccess } from '../users/queries.ts';
import { clientWebhook, clientWebhooks, deliveryOf } from './queries.ts';
import { newSecret } from './signature.ts';

async function addSecret({ db, tenant, at }: ClientWork, endpointId: string): Promise<string> {
  const secret = newSecret();
  const row = {
    client_id: tenant,
    secret_id: randomUUID(),
    endpoint_id: endpointId,
    signing_secret: secret,
    made_at: at,
  };
  await db.insertInto('webhook_secrets').values(row).execute();
  return secret;
}

/** Adds an endpoint. Its secret exists only in the answer, and where the worker signs with it. */
export async function addWebhook(
  work: ClientWork,
  { webhooks }: Pick<Deps, 'webhooks'>,
  { url, types, mode = 'live' }: BodyOf<typeof createWebhook>,
): Promise<Outcome<ResponseOf<typeof createWebhook>>> {
  const { db, tenant, actor, at } = work;
  await lockAccess(work);
  if (!(await isAdministrator(work))) return refuse('NOT_ALLOWED');
  if (!webhooks.mayKeep(url)) return refuseEach('WEBHOOK_URL_REFUSED', ['url']);
  if ((await clientWebhooks(work)).length >= MAX_WEBHOOKS) return refuse('WEBHOOK_LIMIT_REACHED');
  const stale = requireFreshFactor(work);
  if (stale) return stale;
  const endpointId = randomUUID();
  const row = { client_id: tenant, endpoint_id: endpointId, url, mode, types: [...new Set(types)] };
  await db
    .insertInto('webhook_endpoints')
    .values({ ...row, created_by: actor.userId, created_at: at })
    .execute();
  const secret = await addSecret(work, endpointId);
  await writeAudit(work, { action: 'webhook.added', subject: `webhook:${endpointId}`, details: { url, types, mode } });
  return shown(work, endpointId, (webhook) => ({ secret, webhook }));
}

async function shown<T>(
  work: ClientWork,
  endpointId: string,
  answer: (webhook: NonNullable<Awaited<ReturnType<typeof clientWebhook>>>) => T,
): Promise<Outcome<T>> {
  const webhook = await clientWebhook(work, endpointId);
  return webhook ? done(answer(webhook)) : refuse('NOT_FOUND');
}

/** Changes an endpoint. What waits for one that is turned off waits until it is on again; one that is removed is answered a last time. */
export async function alterWebhook(
  work: ClientWork,
  endpointId: string,
  { types, isOn, isRemoved }: BodyOf<typeof changeWebhook>,
): Promise<Outcome<ResponseOf<typeof changeWebhook>>> {
  if (!(await isAdministrator(work))) return refuse('NOT_ALLOWED');
  const before = await clientWebhook(work, endpointId);
  if (before === undefined) return refuse('NOT_FOUND');
  const { at } = work;
  const off = isOn === false || isRemoved === true;
  await work.db
    .updateTable('webhook_endpoints')
    .set({
      ...(types && { types: [...new Set(types)] }),
      ...(off && before.isOn && { turned_off_at: at }),
      ...(isOn === true &&
        !isRemoved && { turned_off_at: null, given_up: false, failures: 0, failing_since: null, retry_at: null }),
      ...(isRemoved && { removed_at: at }),
      // Sets something in any case, for a body that changes nothing.
      url: before.url,
    })
    .where('client_id', '=', work.tenant)
    .where('endpoint_id', '=', endpointId)
    .execute();
  const details = { url: before.url, types, isOn, isRemoved };
  await writeAudit(work, { action: 'webhook.changed', subject: `webhook:${endpointId}`, details });
  if (isRemoved) return done({ webhook: { ...before, isOn: false } });
  return shown(work, endpointId, (webhook) => ({ webhook }));
}

/** Makes a new secret. The ones before sign for a day more. */
export async function rotateSecret(
  work: ClientWork,
  endpointId: string,
): Promise<Outcome<ResponseOf<typeof rotateWebhookSecret>>> {
  const { db, tenant, at } = work;
  if (!(await isAdministrator(work))) return refuse('NOT_ALLOWED');
  if ((await clientWebhook(work, endpointId)) === undefined) return refuse('NOT_FOUND');
  const stale = requireFreshFactor(work);
  if (stale) return stale;
  await db
    .updateTable('webhook_secrets')
    .set({ ends_at: new Date(at.getTime() + OLD_SECRET_HOURS * 3_600_000) })
    .where('client_id', '=', tenant)
    .where('endpoint_id', '=', endpointId)
    .where('ends_at', 'is', null)
    .execute();
  const secret = await addSecret(work, endpointId);
  await writeAudit(work, { action: 'webhook.secret', subject: `webhook:${endpointId}` });
  return shown(work, endpointId, (webhook) => ({ secret, webhook }));
}

type Queued = Promise<Outcome<ResponseOf<typeof testWebhook>>>;

async function queue(
  work: ClientWork,
  endpointId: string,
  event: {
    event_id: string;
    type: string;
    object_id: string;
    object_url: string;
    happened_at: Date;
    is_replay: boolean;
  },
): Queued {
  if (!(await isAdministrator(work))) return refuse('NOT_ALLOWED');
  const webhook = await clientWebhook(work, endpointId);
  if (webhook === undefined) return refuse('NOT_FOUND');
  if (!webhook.isOn) return refuse('WEBHOOK_OFF');
  const deliveryId = randomUUID();
  await work.db
    .insertInto('webhook_deliveries')
    .values({ client_id: work.tenant, delivery_id: deliveryId, endpoint_id: endpointId, ...event })
    .execute();
  return done({ deliveryId });
}

/** Sends an event that says nothing, to see whether the endpoint answers. */
export function sendTest(work: ClientWork, endpointId: string): Queued {
  const test = { type: 'webhook.test', object_id: endpointId, object_url: '/v1/key' };
  return queue(work, endpointId, { event_id: randomUUID(), ...test, happened_at: work.at, is_replay: false });
}

/** Sends an event again: under its own id, by which a program knows that it has it already. */
export async function sendAgain(work: ClientWork, endpointId: string, deliveryId: string): Queued {
  const sent = await deliveryOf(work, endpointId, deliveryId);
  if (sent === undefined) return refuse('NOT_FOUND');
  const { event_id, type, object_id, object_url, happened_at } = sent;
  return queue(work, endpointId, { event_id, type, object_id, object_url, happened_at, is_replay: true });
}
