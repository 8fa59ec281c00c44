/** Push as a channel: the browsers of a person, and the delivery of notices to them. */
import { companyAddress, inCompany } from '@anticipa/texts/company-link';
import { noticeActions, noticeAddress, noticeText } from '@anticipa/texts/notice-texts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PushPort, PushSubscription } from '../../gateways/push/port.ts';
import { rowsOf, text } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { type ClientWork, narrowTo, type Work } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { claimMessage } from '../outbox/queries.ts';
import { companyNamedTo } from '../users/company-queries.ts';
import { activeUserById } from '../users/queries.ts';
import { noticesById } from './queries.ts';

/** Browsers of a person; a further one takes the place of the oldest. */
const MOST_BROWSERS = 10;
/** A notification that comes later is no news. */
const PATIENCE_MS = 15 * 60_000;

/** Registers a browser. */
export async function addBrowser(work: ClientWork, { endpoint, p256dh, auth }: PushSubscription): Promise<void> {
  const { db, tenant, actor, at } = work;
  const keys = { p256dh, auth, created_at: at };
  await db
    .insertInto('push_subscriptions')
    .values({ client_id: tenant, user_id: actor.userId, endpoint, ...keys })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id', 'endpoint']).doUpdateSet(keys))
    .execute();
  await sql`
    delete from push_subscriptions where client_id = ${tenant} and user_id = ${actor.userId} and endpoint in (
      select endpoint from push_subscriptions where client_id = ${tenant} and user_id = ${actor.userId}
      order by created_at desc, endpoint offset ${MOST_BROWSERS})`.execute(db);
}

export async function removeBrowser({ db, tenant, actor }: ClientWork, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('client_id', '=', tenant)
    .where('user_id', '=', actor.userId)
    .where('endpoint', '=', endpoint)
    .execute();
}

export type PushDeps = Pick<JobDeps, 'db' | 'clock' | 'log'> & { readonly push: PushPort };

const told = z.strictObject({ noticeId: z.uuid(), userId: z.uuid() });
const browserRow = z.object({ endpoint: text, p256dh: text, auth: text });

/** Sends a notice to each browser of its reader; throws if none took it and it is to be tried again. */
export async function deliverPush(deps: PushDeps, clientId: ClientId, id: string): Promise<void> {
  const within = <T>(step: (work: Work) => Promise<T>): Promise<T> =>
    runAs(deps, WORKER, (work) => step(narrowTo(work, clientId)));
  const claimed = await within((work) => claim(work, id));
  if (claimed === null) return;
  const { browsers, notification, createdAt } = claimed;
  const sent = await Promise.all(
    browsers.map(async (browser) => ({ browser, outcome: await deps.push.send(browser, notification) })),
  );
  const gone = sent.filter(({ outcome }) => outcome.kind === 'gone').map(({ browser }) => browser.endpoint);
  const failed = sent.flatMap(({ outcome }) => (outcome.kind === 'failed' ? outcome.reason : []));
  const taken = sent
    .filter(({ outcome }) => outcome.kind === 'sent')
    .map(({ browser }) => new URL(browser.endpoint).host);
  const isLate = deps.clock.now().getTime() - createdAt.getTime() >= PATIENCE_MS;
  const isOver = isLate || failed.length === 0 || taken.length > 0;
  // Without a browser nothing was to be sent; if all of them are gone, it reached nobody.
  const isLost = taken.length === 0 && sent.length > 0;
  await within(async ({ db, tenant, at }) => {
    await db.deleteFrom('push_subscriptions').where('endpoint', '=', sql<string>`any(${gone}::text[])`).execute();
    await db
      .updateTable('outbox')
      .set({
        attempts: sql<number>`attempts + 1`,
        claimed_until: null,
        last_error: failed[0] ?? (isLost ? 'every browser is gone' : null),
        sent_to: taken.length > 0 ? [...new Set(taken)].join(', ') : null,
        ...(isOver && (isLost ? { given_up_at: at, bounced: failed.length === 0 } : { delivered_at: at })),
      })
      .where('client_id', '=', tenant)
      .where('outbox_id', '=', id)
      .execute();
  });
  if (!isOver) throw new Error(`a notification is sent later: ${failed[0]}`);
}

async function claim(work: Work, id: string) {
  const row = await claimMessage(work, id);
  if (row === undefined) return null;
  const { noticeId, userId } = told.parse(row.payload);
  const [notice] = await noticesById(work, userId, [noticeId]);
  const reader = await activeUserById(work, userId);
  const browsers = reader ? await browsersOf(work, userId) : [];
  if (!notice || !reader) return { browsers: [], notification: nothing, createdAt: row.created_at };
  const { title, body } = noticeText(notice);
  const next = noticeActions[notice.event];
  const at = (address: string) => companyAddress(address, work.tenant);
  const notification = {
    title: inCompany(title, await companyNamedTo(work, reader.email)),
    body,
    address: at(noticeAddress(notice)),
    action: next && { ...next, address: at(next.address) },
    id: noticeId,
  };
  return { browsers, notification, createdAt: row.created_at };
}

const nothing = { title: '', body: '', address: '', id: '' } as const;

/** The browsers that nobody else has registered since. */
const browsersOf = ({ db, tenant }: Work, userId: string): Promise<PushSubscription[]> =>
  rowsOf(db, browserRow)`
    select endpoint, p256dh, auth from push_subscriptions own
    where client_id = ${tenant} and user_id = ${userId} and not exists (
      select from push_subscriptions other where other.endpoint = own.endpoint and other.created_at > own.created_at)
    order by created_at`;
