/** Delivers the messages of the outbox at least once, with a stable message id, for three days. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { JobDeps } from '../../lib/deps.ts';
import { type Mail, renderMail } from '../../lib/jobs/mail-template.ts';
import type { MailMaker, MessageKind } from '../../lib/jobs/outbox.ts';
import { type ClientId, provenClient } from '../../lib/session/context.ts';
import { runAs, WORKER } from '../../lib/transaction.ts';
import { narrowTo, type Work } from '../../lib/work.ts';
import { claimMessage, waitingMessages } from './queries.ts';

/** Messages are retried for this long. */
const GIVE_UP_MS = 72 * 3_600_000;
/** Younger messages have a pending job of their own. */
const YOUNG_MS = 60_000;
/** Messages resumed in one batch when the mail server is back. */
const RESUMED = 1000;

export interface OutboxDeps extends JobDeps {
  /** Composers by kind. */
  readonly mails: Readonly<Record<MessageKind, MailMaker>>;
}

const within = <T>(deps: OutboxDeps, tenant: ClientId, step: (work: Work) => Promise<T>): Promise<T> =>
  runAs(deps, WORKER, (work) => step(narrowTo(work, tenant)));

/**
 * Sends the mails of one message; throws if the mail server did not accept all, so that the job is retried. A refused
 * address does not block the others.
 */
export const deliverMessage = async (deps: OutboxDeps, tenant: ClientId, outboxId: string): Promise<void> => {
  const claimed = await within(deps, tenant, async (work) => {
    const message = await claimMessage(work, outboxId);
    if (message === undefined) return null;
    const make = Object.entries(deps.mails).find(([kind]) => kind === message.kind)?.[1];
    if (make === undefined) throw new Error(`unknown message kind: ${message.kind}`);
    return { ...message, mails: await make(work, message.payload) };
  });
  const record = (progress: Progress): Promise<void> =>
    within(deps, tenant, (work) => recordProgress(work, outboxId, progress));
  if (claimed === null) return;
  const served = new Set(claimed.sent_to);
  const causes: unknown[] = [];
  for (const mail of claimed.mails) {
    if (served.has(mail.to)) continue;
    try {
      await deps.mailer.send({ ...renderMail(mail), messageId: messageIdFor(claimed.message_id, mail) });
      served.add(mail.to);
      const isLast = claimed.mails.every(({ to }) => served.has(to));
      await record({ sentTo: mail.to, isLast });
      if (isLast) return;
    } catch (cause) {
      causes.push(cause);
      if (!(await deps.mailer.isUp())) break;
    }
  }
  if (causes.length === 0) return record('nothing left');
  const [cause] = causes;
  await record({ failure: cause instanceof Error ? cause.message : String(cause) });
  if (deps.clock.now().getTime() - claimed.created_at.getTime() < GIVE_UP_MS) throw cause;
  await giveUp(deps, tenant, outboxId);
};

/** Stable id per message and recipient, so duplicates are recognised. */
const messageIdFor = (messageId: string, mail: Mail): string => {
  const person = createHash('sha256').update(mail.to).digest('hex').slice(0, 12);
  return messageId.replace('@', `.${person}@`);
};

type Progress = { readonly sentTo: string; readonly isLast: boolean } | { readonly failure: string } | 'nothing left';

/** Records the progress of an attempt; a finished one releases the message. */
async function recordProgress({ db, tenant, at }: Work, outboxId: string, progress: Progress): Promise<void> {
  const tried = { attempts: sql<number>`attempts + 1`, claimed_until: null };
  const delivered = { ...tried, delivered_at: at, last_error: null };
  const change =
    progress === 'nothing left'
      ? delivered
      : 'failure' in progress
        ? { ...tried, last_error: progress.failure.slice(0, 500) }
        : {
            sent_to: sql<string[]>`array_append(sent_to, ${progress.sentTo})`,
            ...(progress.isLast ? delivered : {}),
          };
  await db
    .updateTable('outbox')
    .set(change)
    .where('client_id', '=', tenant)
    .where('outbox_id', '=', outboxId)
    .execute();
}

const giveUp = async (deps: OutboxDeps, tenant: ClientId, outboxId: string): Promise<void> => {
  await within(deps, tenant, ({ db, at }) =>
    db
      .updateTable('outbox')
      .set({ given_up_at: at })
      .where('client_id', '=', tenant)
      .where('outbox_id', '=', outboxId)
      .execute(),
  );
  deps.log.error({ outboxId }, 'message given up after three days');
};

/**
 * Resumes waiting messages as soon as the mail server is back, because the retries of failed jobs may be hours away. Also
 * picks up messages of a dead worker.
 */
export const resumeOutbox = async (deps: OutboxDeps): Promise<void> => {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - YOUNG_MS);
  const waiting = await runAs(deps, WORKER, (work) => waitingMessages(work, before, RESUMED));
  const tooOld = (message: { readonly created_at: Date }): boolean =>
    now.getTime() - message.created_at.getTime() >= GIVE_UP_MS;
  for (const message of waiting.filter(tooOld)) await giveUp(deps, provenClient(message.client_id), message.outbox_id);
  const rest = waiting.filter((message) => !tooOld(message));
  if (rest.length === 0 || !(await deps.mailer.isUp())) return;
  await runAs(deps, WORKER, async ({ db }) => {
    for (const { client_id: clientId, outbox_id: outboxId, kind } of rest)
      await sql`select enqueue_message(${clientId}, ${outboxId}, ${kind})`.execute(db);
  });
};
