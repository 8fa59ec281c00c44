/** WhatsApp as a channel: a person's number, and the delivery of notices to it. */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { companyAddress, inCompany } from '@anticipa/texts/company-link';
import { noticeAddress, noticeText } from '@anticipa/texts/notice-texts';
import { type WhatsAppAnswer, whatsAppAnswers } from '@anticipa/texts/whatsapp-answers';
import { sql, type Updateable } from 'kysely';
import { z } from 'zod';
import type { WhatsAppMessage, WhatsAppPort, WhatsAppSent } from '../../gateways/whatsapp/port.ts';
import type { WhatsAppNews } from '../../gateways/whatsapp/webhook.ts';
import { clientIdColumn, rowsOf, text, valuesOf } from '../../platform/db/rows.ts';
import type { DB } from '../../platform/db/schema.ts';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { announce } from '../../platform/live/events.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { type ClientWork, narrowTo, type WideWork, type Work } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { writeAudit } from '../log/audit.ts';
import { claimMessage } from '../outbox/queries.ts';
import { companyNamedTo } from '../users/company-queries.ts';
import { activeUserById } from '../users/queries.ts';
import { noticesById } from './queries.ts';

const MINUTE_MS = 60_000;
/** Until then a person can send the code. */
export const CODE_MS = 15 * MINUTE_MS;
/** After so long without WhatsApp the notice goes by mail. */
const PATIENCE_MS = 15 * MINUTE_MS;
/** A message whose answer was lost has been heard of by now, or never will be. */
const UNSEEN_MS = 10 * MINUTE_MS;
/**
 * A message that Meta took and has not reported as delivered goes by mail too: a phone that is off, a webhook that does not reach us, or a
 * person who has blocked the number look the same. Meta tries for 30 days and does not tell when it stops.
 */
const UNDELIVERED_MS = 60 * MINUTE_MS;
/** An older message is no news. */
const STALE_MS = 72 * 60 * MINUTE_MS;

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** A new code, which replaces an earlier one; the number that was confirmed stays until another one is. */
export async function askForCode(work: ClientWork): Promise<string> {
  const { db, tenant, actor, at } = work;
  const code = String(randomInt(10_000_000, 100_000_000));
  const asked = { code_hash: hashOf(code), code_until: new Date(at.getTime() + CODE_MS) };
  await db
    .insertInto('whatsapp_numbers')
    .values({ client_id: tenant, user_id: actor.userId, ...asked })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id']).doUpdateSet(asked))
    .execute();
  return code;
}

const nothing = { code_hash: null, code_until: null, phone: null, confirmed_at: null } as const;

/** Ends the person's consent. */
export async function endWhatsApp(work: ClientWork): Promise<void> {
  const { db, tenant, actor } = work;
  await db
    .updateTable('whatsapp_numbers')
    .set(nothing)
    .where('client_id', '=', tenant)
    .where('user_id', '=', actor.userId)
    .execute();
  await writeAudit(work, { action: 'user.whatsapp-ended', subject: `user:${actor.userId}` });
  await announce(work, 'notices', []);
}

export type WhatsAppDeps = Pick<JobDeps, 'db' | 'clock' | 'log'> & { readonly whatsapp: WhatsAppPort };

const told = z.strictObject({ noticeId: z.uuid(), userId: z.uuid(), isMailed: z.boolean() });

type Claimed =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'send'; readonly message: WhatsAppMessage; readonly createdAt: Date };

/** Sends a notice, at most once; throws if it is to be tried again. */
export async function deliver(deps: WhatsAppDeps, clientId: ClientId, id: string): Promise<void> {
  const within = <T>(step: (work: Work) => Promise<T>): Promise<T> =>
    runAs(deps, WORKER, (work) => step(narrowTo(work, clientId)));
  const claimed = await within((work) => claim(work, id));
  if (claimed.kind === 'nothing') return;
  const sent = await deps.whatsapp.send(claimed.message);
  const isLate = deps.clock.now().getTime() - claimed.createdAt.getTime() >= PATIENCE_MS;
  await within((work) => conclude(work, id, sent, isLate));
  if (sent.kind === 'not-now' && !isLate) throw new Error(`a message is sent later: ${sent.reason}`);
}

/** Records that a message is about to be sent. One that a dead worker may have sent is not sent again. */
async function claim(work: Work, id: string): Promise<Claimed> {
  const { db, tenant, at } = work;
  const row = await claimMessage(work, id);
  if (row === undefined) return { kind: 'nothing' };
  const { noticeId, userId, isMailed } = told.parse(row.payload);
  const number = await db
    .selectFrom('whatsapp_numbers')
    .select('phone')
    .where('client_id', '=', tenant)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const [notice] = await noticesById(work, userId, [noticeId]);
  const reader = await activeUserById(work, userId);
  const to = number?.phone ?? null;
  if (!notice || !reader || to === null) {
    await endOutbox(work, id, null);
    return { kind: 'nothing' };
  }
  const mine = {
    client_id: tenant,
    message_id: id,
    notice_id: noticeId,
    user_id: userId,
    phone: to,
    is_mailed: isMailed,
  };
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('whatsapp_messages')
    .values({ ...mine, state: 'sending', created_at: at, changed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) {
    await change(work, id, { state: 'unknown' });
    await endOutbox(work, id, to);
    return { kind: 'nothing' };
  }
  const { title, body } = noticeText(notice);
  const company = await companyNamedTo(work, reader.email);
  const address = companyAddress(noticeAddress(notice), tenant).slice(1);
  return {
    kind: 'send',
    message: { id, to, title: inCompany(title, company), body, address },
    createdAt: row.created_at,
  };
}

async function conclude(work: Work, id: string, sent: WhatsAppSent, isLate: boolean): Promise<void> {
  const { db, tenant } = work;
  if (sent.kind === 'not-now' && !isLate) {
    // Nothing was sent: the next attempt begins anew.
    await db.deleteFrom('whatsapp_messages').where('client_id', '=', tenant).where('message_id', '=', id).execute();
    await db
      .updateTable('outbox')
      .set({ attempts: sql<number>`attempts + 1`, claimed_until: null, last_error: sent.reason })
      .where('client_id', '=', tenant)
      .where('outbox_id', '=', id)
      .execute();
    return;
  }
  const row = await change(work, id, changeOf(sent));
  await endOutbox(work, id, row?.phone ?? null);
  if (sent.kind === 'refused' || sent.kind === 'not-now') await mailInstead(work, id);
}

const changeOf = (sent: WhatsAppSent): Updateable<DB['whatsapp_messages']> => {
  if (sent.kind === 'accepted') return { state: 'accepted', provider_id: sent.providerId };
  return sent.kind === 'unknown' ? { state: 'unknown' } : { state: 'failed', reason: sent.reason };
};

/** Later states stand: a webhook can come before the answer. */
const change = ({ db, tenant, at }: Work, id: string, columns: Updateable<DB['whatsapp_messages']>) =>
  db
    .updateTable('whatsapp_messages')
    .set({ ...columns, changed_at: at })
    .where('client_id', '=', tenant)
    .where('message_id', '=', id)
    .where('state', 'in', ['sending', 'unknown'])
    .returning(['phone'])
    .executeTakeFirst();

const endOutbox = ({ db, tenant, at }: Work, id: string, sentTo: string | null): Promise<unknown> =>
  db
    .updateTable('outbox')
    .set({
      attempts: sql<number>`attempts + 1`,
      claimed_until: null,
      delivered_at: at,
      last_error: null,
      sent_to: sentTo,
    })
    .where('client_id', '=', tenant)
    .where('outbox_id', '=', id)
    .execute();

/**
 * Has a notice mailed that did not reach the phone, once, whatever the person chose for mail, unless it was mailed anyway. One that waits
 * for the mail of the day leaves it.
 */
async function mailInstead(work: Work, id: string): Promise<void> {
  const { db, tenant } = work;
  const row = await db
    .updateTable('whatsapp_messages')
    .set({ is_mailed: true })
    .where('client_id', '=', tenant)
    .where('message_id', '=', id)
    .where('is_mailed', '=', false)
    // It may have been heard of meanwhile.
    .where('state', 'not in', ['delivered', 'read'])
    .returning(['notice_id', 'user_id'])
    .executeTakeFirst();
  if (!row) return;
  const { notice_id: noticeId, user_id: userId } = row;
  // Taken out of the mail of the day first: one that is being written is waited for, and then seen.
  const { created_at: toldAt } = await db
    .updateTable('notices')
    .set({ in_digest: false })
    .where('client_id', '=', tenant)
    .where('notice_id', '=', noticeId)
    .returning('created_at')
    .executeTakeFirstOrThrow();
  const [digest] = await valuesOf(db, text)`
    select outbox_id from outbox where client_id = ${tenant} and created_at >= ${toldAt}
      and kind = 'notice-digest' and payload -> 'noticeIds' ? ${noticeId}`;
  if (digest !== undefined) return;
  await putMessage(work, 'notice', { noticeId, userId, isInstead: true });
}

/** Mails the messages of which nothing was heard, or not that they were delivered. Their states stand: a late one may still come. */
export async function settleUnseen(deps: WhatsAppDeps): Promise<void> {
  const ago = (ms: number): Date => new Date(deps.clock.now().getTime() - ms);
  const unseen = await runAs(
    deps,
    WORKER,
    ({ db }) => rowsOf(db, heardRow)`
      select client_id as "clientId", message_id as id from whatsapp_messages
      where not is_mailed and created_at > ${ago(STALE_MS)} and (
        (state = 'unknown' and changed_at < ${ago(UNSEEN_MS)})
        or (state in ('accepted', 'sent') and created_at < ${ago(UNDELIVERED_MS)}))
      order by created_at limit 500`,
  );
  await runEach(deps.log, unseen, ({ clientId, id }) =>
    runAs(deps, WORKER, (wide) => mailInstead(narrowTo(wide, clientId), id)),
  );
}

/** News as the webhook leaves them for the worker. */
export const news = z.object({
  states: z.array(
    z.object({
      providerId: z.string(),
      id: z.string().nullable(),
      state: z.enum(['sent', 'delivered', 'read', 'failed']),
      code: z.int().nullable(),
    }),
  ),
  texts: z.array(z.object({ from: z.string(), text: z.string(), id: z.string().default(() => randomUUID()) })),
}) satisfies z.ZodType<WhatsAppNews>;

const heardRow = z.object({ clientId: clientIdColumn, id: text });

/** The order of the states; one that comes late does not take a message back. */
const ranks = sql`array['sending', 'unknown', 'accepted', 'failed', 'sent', 'delivered', 'read']`;

/** Records the news of Meta's webhook. */
export async function hear(deps: WhatsAppDeps, { states, texts }: WhatsAppNews): Promise<void> {
  for (const { providerId, id, state, code } of states)
    await runAs(deps, WORKER, async (wide) => {
      const [row] = await rowsOf(wide.db, heardRow)`
        update whatsapp_messages set state = ${state}, provider_id = coalesce(provider_id, ${providerId}),
          reason = ${code === null ? null : `error ${code}`}, changed_at = ${wide.at}
        where (provider_id = ${providerId} or (provider_id is null and message_id::text = ${id}))
          and (case when ${state} = 'failed' then state not in ('delivered', 'read', 'failed')
            else array_position(${ranks}, state) < array_position(${ranks}, ${state}) end)
        returning client_id as "clientId", message_id as id`;
      if (row && state === 'failed') await mailInstead(narrowTo(wide, row.clientId), row.id);
    });
  for (const one of texts) await runAs(deps, WORKER, (work) => read(work, one));
}

const CODE = /\b\d{8}\b/;
const STOP = /^\s*(?:baja|alto|stop)\s*\.?\s*$/i;

/** A text that a person has sent: the code, which confirms the number, or the word that ends it. */
async function read(wide: WideWork, { from, text: said, id }: WhatsAppNews['texts'][number]): Promise<void> {
  const { db, at } = wide;
  const heard = await db
    .insertInto('whatsapp_texts')
    .values({ id_hash: hashOf(id), heard_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (heard.numInsertedOrUpdatedRows === 0n) return;
  if (STOP.test(said)) {
    const ended = await db
      .updateTable('whatsapp_numbers')
      .set(nothing)
      .where('phone', '=', from)
      .returning(['client_id', 'user_id'])
      .execute();
    for (const { client_id: clientId, user_id: userId } of ended) {
      const work = { ...narrowTo(wide, clientId), actor: WORKER.actor };
      await writeAudit(work, { action: 'user.whatsapp-ended', subject: `user:${userId}` });
      await announce(work, 'notices', []);
    }
    return putAnswer(wide, from, 'ended');
  }
  const code = CODE.exec(said)?.[0];
  if (code === undefined) return;
  const row = await db
    .updateTable('whatsapp_numbers')
    .set({ code_hash: null, code_until: null, phone: from, confirmed_at: at })
    .where('code_hash', '=', hashOf(code))
    .where('code_until', '>', at)
    .returning(['client_id', 'user_id'])
    .executeTakeFirst();
  if (!row) return putAnswer(wide, from, 'wrong');
  const work = { ...narrowTo(wide, row.client_id), actor: WORKER.actor };
  const details = { phone: `…${from.slice(-4)}` };
  await writeAudit(work, { action: 'user.whatsapp-confirmed', subject: `user:${row.user_id}`, details });
  await announce(work, 'notices', []);
  await putAnswer(wide, from, 'confirmed');
}

/** Queues an answer for the phone of a person who has just written. Its job has one attempt: an answer is not sent twice. */
async function putAnswer({ db }: WideWork, to: string, answer: WhatsAppAnswer): Promise<void> {
  const payload = JSON.stringify({ to, answer });
  await sql`select enqueue_job('answer-whatsapp', ${payload}::json, max_attempts => 1)`.execute(db);
}

export const toAnswer = z.object({ to: z.string(), answer: z.enum(['confirmed', 'wrong', 'ended']) });

/** Sends an answer. One that is lost is not sent again: the profile shows the same, and the person may write again. */
export async function answerText(
  { whatsapp, log }: WhatsAppDeps,
  { to, answer }: z.output<typeof toAnswer>,
): Promise<void> {
  const sent = await whatsapp.answer(to, whatsAppAnswers[answer]);
  if (sent.kind !== 'accepted') log.warn({ answer, outcome: sent }, 'an answer by WhatsApp was not taken');
}
