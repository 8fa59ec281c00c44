/**
 * Sends what waits for an endpoint: in order for each object, at least once, and with longer and longer waits while it does not
 * answer. A company has one job at a time, and a job a bounded time, so that addresses that hang, however many, starve no other company.
 */

import { v1Event } from '@anticipa/contract/v1/events';
import { OFF_AFTER_MS, pauseAfter, waitAfter } from '@anticipa/domain/webhook';
import { sql } from 'kysely';
import type { WebhookAnswer } from '../../gateways/webhooks/port.ts';
import { putMessage } from '../../platform/jobs/outbox.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type Principal, type Work } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { writeAudit } from '../log/audit.ts';
import { administratorIds } from '../users/queries.ts';
import { type DueDelivery, isOpen, nextDelivery, nextDueAt, signingSecrets } from './queries.ts';
import { signedHeaders } from './signature.ts';

/** A job's share of its slot: others come to their turn afterwards. */
const MOST = 50;
const TURN_MS = 15_000;

type DeliverDeps = Pick<JobDeps, 'db' | 'clock' | 'webhooks'>;

export async function deliverWebhooks(deps: DeliverDeps, tenant: ClientId, endpointId: string): Promise<void> {
  const within = <T>(step: (work: Work<Principal>) => Promise<T>): Promise<T> =>
    runAs(deps, WORKER, (work) => step(narrowTo(work, tenant)));
  const until = performance.now() + TURN_MS;
  for (let sent = 0; sent < MOST && performance.now() < until; sent += 1) {
    const begun = await within((work) => begin(work, endpointId));
    if (begun === null) break;
    const answer = await deps.webhooks.send(begun.call);
    await within((work) => end(work, begun.due, answer));
  }
  await within((work) => enqueueNext(work, endpointId));
}

/** Takes the next delivery. The attempt is written before it is made: after a crash it counts as failed. */
async function begin(work: Work<Principal>, endpointId: string) {
  const due = await nextDelivery(work, endpointId);
  if (due === undefined) return null;
  const attempts = due.attempts + 1;
  await change(work, due, { attempts, next_at: laterBy(work, waitAfter(attempts) ?? 0) });
  const body = JSON.stringify(
    v1Event.parse({
      id: due.event_id,
      type: due.type,
      mode: due.mode,
      happened_at: due.happened_at.toISOString(),
      object_id: due.object_id,
      object_url: due.object_url,
    }),
  );
  const headers = signedHeaders(await signingSecrets(work, endpointId), { id: due.event_id, at: work.at, body });
  return { due: { ...due, attempts }, call: { url: due.url, headers, body } };
}

const laterBy = ({ at }: Work, ms: number): Date => new Date(at.getTime() + ms);

interface Change {
  readonly attempts?: number;
  readonly next_at?: Date | null;
  readonly state?: 'delivered' | 'failed';
  readonly ended_at?: Date;
  readonly status?: number | null;
  readonly error?: string | null;
  readonly answer?: string | null;
  readonly took_ms?: number;
}

async function change({ db, tenant }: Work, { delivery_number }: DueDelivery, set: Change): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set(set)
    .where('client_id', '=', tenant)
    .where('delivery_number', '=', delivery_number)
    .where('state', '=', 'waiting')
    .execute();
}

async function end(
  work: Work<Principal>,
  due: DueDelivery,
  { status, fault, text, tookMs }: WebhookAnswer,
): Promise<void> {
  const { at } = work;
  const answered = { status, error: fault, answer: text, took_ms: tookMs };
  const isDelivered = status !== null && status >= 200 && status < 300;
  if (isDelivered) {
    await change(work, due, { ...answered, state: 'delivered', ended_at: at, next_at: null });
    return setHealth(work, due, { failures: 0, failing_since: null, retry_at: null });
  }
  const isLast = waitAfter(due.attempts) === null;
  await change(work, due, { ...answered, ...(isLast && { state: 'failed' as const, ended_at: at, next_at: null }) });
  const failures = due.failures + 1;
  const failingSince = due.failing_since ?? at;
  const pause = pauseAfter(failures);
  await setHealth(work, due, {
    failures,
    failing_since: failingSince,
    retry_at: pause === 0 ? null : laterBy(work, pause),
  });
  if (at.getTime() - failingSince.getTime() >= OFF_AFTER_MS) await giveUp(work, due);
}

interface Health {
  readonly failures?: number;
  readonly failing_since?: Date | null;
  readonly retry_at?: Date | null;
  readonly turned_off_at?: Date;
  readonly given_up?: boolean;
}

async function setHealth({ db, tenant }: Work, { endpoint_id }: DueDelivery, set: Health): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set(set)
    .where('client_id', '=', tenant)
    .where('endpoint_id', '=', endpoint_id)
    .execute();
}

/** Turns off an endpoint that has not answered for days, and tells the administrators. */
async function giveUp(work: Work<Principal>, due: DueDelivery): Promise<void> {
  const { endpoint_id: endpointId, url } = due;
  await setHealth(work, due, { turned_off_at: work.at, given_up: true });
  await writeAudit(work, { action: 'webhook.given-up', subject: `webhook:${endpointId}`, details: { url } });
  for (const userId of await administratorIds(work)) await putMessage(work, 'webhook-off', { endpointId, userId });
}

/** Has the endpoint's job run again when something is due, after others that wait for the slot. */
async function enqueueNext(work: Work, endpointId: string): Promise<void> {
  const due = await nextDueAt(work, endpointId);
  if (due === null) return;
  const wait = Math.max(0, due.getTime() - work.at.getTime());
  await sql`select enqueue_job('deliver-webhooks', ${JSON.stringify({ clientId: work.tenant, endpointId })}::json,
    now() + ${wait} * interval '1 millisecond', ${`webhooks:${endpointId}`}, ${`webhooks:${work.tenant}`}, 25, 30)`.execute(
    work.db,
  );
}

/** Enqueues the endpoints at which something is due, should a job have been lost or the clock have been changed. */
export async function resumeWebhooks({ db, clock }: Pick<JobDeps, 'db' | 'clock'>): Promise<void> {
  const at = clock.now();
  await db.withTransaction({ as: 'worker' }, async (executor) => {
    await sql`
      select enqueue_job('deliver-webhooks', json_build_object('clientId', client_id, 'endpointId', endpoint_id),
        job_key => 'webhooks:' || endpoint_id, queue_name => 'webhooks:' || client_id, priority => 30)
      from webhook_endpoints endpoint join clients using (client_id)
      where ${isOpen(at)} and (retry_at is null or retry_at <= ${at}) and exists (
        select from webhook_deliveries due where due.client_id = endpoint.client_id and due.endpoint_id = endpoint.endpoint_id
          and due.state = 'waiting' and (due.next_at is null or due.next_at <= ${at}))`.execute(executor);
  });
}
