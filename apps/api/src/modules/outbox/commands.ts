/** Delivers the messages of the outbox: each at least once, with the same message id on every try, for three days. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { JobDeps } from '../../lib/deps.ts';
import { type Mail, renderMail } from '../../lib/jobs/mail-template.ts';
import type { MailMaker, MessageKind } from '../../lib/jobs/outbox.ts';
import { type ClientId, provenClient } from '../../lib/session/context.ts';
import { runAs, WORKER } from '../../lib/transaction.ts';
import { narrowTo, type Work } from '../../lib/work.ts';
import { claimMessage, waitingMessages } from './queries.ts';

/** How long a message is tried before somebody has to look at it. */
const GIVE_UP_MS = 72 * 3_600_000;
/** How long one try has a message for itself: longer than a mail server may take for all of its mails. */
const CLAIM_MS = 10 * 60_000;
/** Messages younger than this have a job of their own that is about to run. */
const YOUNG_MS = 60_000;
/** Messages resumed at once when the mail server is back. */
const RESUMED = 1000;

export interface OutboxDeps extends JobDeps {
  /** Who writes the mails of each kind. */
  readonly mails: Readonly<Record<MessageKind, MailMaker>>;
}

/** Works on a client's outbox as the worker. */
const within = <T>(deps: OutboxDeps, tenant: ClientId, step: (work: Work) => Promise<T>): Promise<T> =>
  runAs(deps, WORKER, (work) => step(narrowTo(work, tenant)));

/**
 * Sends the mails of one message; throws when the mail server did not take one of them, so that the job runs again later. An
 * address that is refused does not keep the others waiting.
 */
export const deliverMessage = async (deps: OutboxDeps, tenant: ClientId, outboxId: string): Promise<void> => {
  const claimed = await within(deps, tenant, async (work) => {
    const message = await claimMessage(work, outboxId, new Date(work.at.getTime() + CLAIM_MS));
    if (message === undefined) return null;
    const make = Object.entries(deps.mails).find(([kind]) => kind === message.kind)?.[1];
    if (make === undefined) throw new Error(`message of an unknown kind: ${message.kind}`);
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

/** One id per message and person, the same on every try: a second copy is recognised as one. */
const messageIdFor = (messageId: string, mail: Mail): string => {
  const person = createHash('sha256').update(mail.to).digest('hex').slice(0, 12);
  return messageId.replace('@', `.${person}@`);
};

type Progress = { readonly sentTo: string; readonly isLast: boolean } | { readonly failure: string } | 'nothing left';

/** Writes down what a try came to; one that ended gives the message back. */
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
  deps.log.error({ outboxId }, 'a message was given up after three days');
};

/**
 * Puts what still waits back to work as soon as the mail server answers again: a failed job alone would wait for hours
 * by then. Also finds what a worker that died had in hand.
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
