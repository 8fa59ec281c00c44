import { DELIVERIES_PER_PAGE, type Delivery, type Webhook } from '@anticipa/contract/webhooks';
import { type DeliveryState, type EventType, eventTypes } from '@anticipa/domain/webhook';
import { sql } from 'kysely';
import { z } from 'zod';
import { pageOf, valuesOf } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';

export const eventTypeOf = (text: string): EventType => {
  const found = eventTypes.find((type) => type === text);
  if (found === undefined) throw new TypeError(`no type of event: ${text}`);
  return found;
};

/** Endpoints of the client that are not removed. */
const endpoints = ({ db, tenant }: Work) =>
  db
    .selectFrom('webhook_endpoints as endpoint')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select((all) => all.fn.countAll<string>().as('count'))
        .whereRef('webhook_deliveries.client_id', '=', 'endpoint.client_id')
        .whereRef('webhook_deliveries.endpoint_id', '=', 'endpoint.endpoint_id')
        .where('webhook_deliveries.state', '=', 'waiting')
        .as('waiting'),
    )
    .where('endpoint.client_id', '=', tenant)
    .where('endpoint.removed_at', 'is', null);
type EndpointRow = Awaited<ReturnType<ReturnType<typeof endpoints>['executeTakeFirstOrThrow']>>;

const toWebhook = (row: EndpointRow): Webhook => ({
  webhookId: row.endpoint_id,
  url: row.url,
  mode: row.mode,
  types: row.types.map(eventTypeOf),
  isOn: row.turned_off_at === null,
  isGivenUp: row.given_up,
  createdAt: row.created_at.toISOString(),
  failures: row.failures,
  retryAt: row.retry_at?.toISOString() ?? null,
  waiting: Number(row.waiting ?? 0),
});

export const clientWebhooks = async (work: Work): Promise<Webhook[]> =>
  (await endpoints(work).orderBy('endpoint.created_at').orderBy('endpoint.endpoint_id').execute()).map(toWebhook);

export async function clientWebhook(work: Work, endpointId: string): Promise<Webhook | undefined> {
  const row = await endpoints(work).where('endpoint.endpoint_id', '=', endpointId).executeTakeFirst();
  return row && toWebhook(row);
}

/** The name of a person of the client, and the addresses of the endpoints that this person added. */
export async function endpointsBy(
  { db, tenant }: Work,
  userId: string,
): Promise<{ name: string; urls: string[] } | null> {
  const rows = await db
    .selectFrom('webhook_endpoints as endpoint')
    .innerJoin('users', (join) =>
      join.onRef('users.client_id', '=', 'endpoint.client_id').onRef('users.user_id', '=', 'endpoint.created_by'),
    )
    .select(['endpoint.url', 'users.first_name', 'users.last_name'])
    .where('endpoint.client_id', '=', tenant)
    .where('endpoint.created_by', '=', userId)
    .where('endpoint.removed_at', 'is', null)
    .orderBy('endpoint.created_at')
    .execute();
  const [first] = rows;
  return first ? { name: `${first.first_name} ${first.last_name}`.trim(), urls: rows.map(({ url }) => url) } : null;
}

const deliveries = ({ db, tenant }: Work, endpointId: string) =>
  db.selectFrom('webhook_deliveries').selectAll().where('client_id', '=', tenant).where('endpoint_id', '=', endpointId);
type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveries>['executeTakeFirstOrThrow']>>;

const toDelivery = (row: DeliveryRow): Delivery => ({
  deliveryId: row.delivery_id,
  eventId: row.event_id,
  type: eventTypeOf(row.type),
  object: row.object_url,
  state: row.state satisfies DeliveryState,
  createdAt: row.created_at.toISOString(),
  attempts: row.attempts,
  nextAt: row.next_at?.toISOString() ?? null,
  status: row.status,
  error: row.error,
  answer: row.answer,
  tookMs: row.took_ms,
  isReplay: row.is_replay,
});

/** A page of what was sent to an endpoint, newest first, from below the delivery `before`. */
export async function deliveriesOf(work: Work, endpointId: string, before: string | undefined) {
  const rows = await deliveries(work, endpointId)
    .$if(before !== undefined, (query) =>
      query.where('delivery_number', '<', (eb) =>
        eb
          .selectFrom('webhook_deliveries as known')
          .select('known.delivery_number')
          .where('known.client_id', '=', work.tenant)
          .where('known.delivery_id', '=', before ?? ''),
      ),
    )
    .orderBy('delivery_number', 'desc')
    .limit(DELIVERIES_PER_PAGE + 1)
    .execute();
  const { data, next } = pageOf(rows, DELIVERIES_PER_PAGE, (row) => row.delivery_id);
  return { data: data.map(toDelivery), next };
}

export const deliveryOf = (work: Work, endpointId: string, deliveryId: string): Promise<DeliveryRow | undefined> =>
  deliveries(work, endpointId).where('delivery_id', '=', deliveryId).executeTakeFirst();

export interface DueDelivery extends DeliveryRow {
  readonly url: string;
  readonly mode: Webhook['mode'];
  readonly failures: number;
  readonly failing_since: Date | null;
}

/** The endpoint is on, and its client may still read. */
export const isOpen = (at: Date) => sql<boolean>`endpoint.turned_off_at is null and endpoint.removed_at is null
  and (clients.reads_until is null or clients.reads_until > ${at})`;

/** The delivery has come to its turn: nothing earlier about its object waits for the endpoint. */
const isFirst = sql<boolean>`due.state = 'waiting' and not exists (
  select from webhook_deliveries earlier
  where earlier.client_id = due.client_id and earlier.endpoint_id = due.endpoint_id and earlier.object_id = due.object_id
    and earlier.state = 'waiting' and earlier.delivery_number < due.delivery_number)`;

/** The next delivery that is due at an endpoint. */
export const nextDelivery = ({ db, tenant, at }: Work, endpointId: string): Promise<DueDelivery | undefined> =>
  db
    .selectFrom('webhook_deliveries as due')
    .innerJoin('webhook_endpoints as endpoint', (join) =>
      join.onRef('endpoint.client_id', '=', 'due.client_id').onRef('endpoint.endpoint_id', '=', 'due.endpoint_id'),
    )
    .innerJoin('clients', 'clients.client_id', 'due.client_id')
    .selectAll('due')
    .select(['endpoint.url', 'endpoint.mode', 'endpoint.failures', 'endpoint.failing_since'])
    .where('due.client_id', '=', tenant)
    .where('due.endpoint_id', '=', endpointId)
    .where(isOpen(at))
    .where(isFirst)
    .where((eb) => eb.or([eb('endpoint.retry_at', 'is', null), eb('endpoint.retry_at', '<=', at)]))
    .where((eb) => eb.or([eb('due.next_at', 'is', null), eb('due.next_at', '<=', at)]))
    .orderBy('due.delivery_number')
    .limit(1)
    .executeTakeFirst();

/** When something is due at an endpoint next; null if nothing waits that may be sent. */
export async function nextDueAt({ db, tenant, at }: Work, endpointId: string): Promise<Date | null> {
  const [due] = await valuesOf(db, z.date().nullable())`
    select min(greatest(due.next_at, endpoint.retry_at, ${at}::timestamptz))
    from webhook_deliveries due
    join webhook_endpoints endpoint on endpoint.client_id = due.client_id and endpoint.endpoint_id = due.endpoint_id
    join clients on clients.client_id = due.client_id
    where due.client_id = ${tenant} and due.endpoint_id = ${endpointId} and ${isOpen(at)} and ${isFirst}`;
  return due ?? null;
}

/** The secrets that sign at present, newest first. */
export async function signingSecrets({ db, tenant, at }: Work, endpointId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_secrets')
    .select('signing_secret')
    .where('client_id', '=', tenant)
    .where('endpoint_id', '=', endpointId)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
    .orderBy('made_at', 'desc')
    .execute();
  return rows.map((row) => row.signing_secret);
}
