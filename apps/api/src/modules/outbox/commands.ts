/** Delivers the messages of the outbox at least once, with a stable message id, for three days. */
import { formatTableDate } from '@anticipa/texts/format';
import { sql, type Updateable } from 'kysely';
import { RecipientRefused } from '../../gateways/mail/port.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { Mail } from '../../platform/jobs/mail-template.ts';
import type { MailKind, MailMaker } from '../../platform/jobs/outbox.ts';
import { placeIn, traced } from '../../platform/trace/trace.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type Work } from '../../platform/work/work.ts';
import { headedBrandOf } from '../brand/queries.ts';
import { sendMail } from '../brand/send.ts';
import type { JobDeps } from '../deps.ts';
import { ofCompany } from './of-company.ts';
import { claimMessage, firstWritten, waitingMessages } from './queries.ts';

/** Messages are retried for this long. */
const GIVE_UP_MS = 72 * 3_600_000;
/** Younger messages have a pending job of their own. */
const YOUNG_MS = 60_000;
/** Messages resumed in one batch when the mail server is back. */
const RESUMED = 1000;

export interface OutboxDeps extends JobDeps {
  /** Composers by kind. */
  readonly mails: Readonly<Record<MailKind, MailMaker>>;
}

const within = <T>(deps: OutboxDeps, tenant: ClientId, step: (work: Work) => Promise<T>): Promise<T> =>
  runAs(deps, WORKER, (work) => step(narrowTo(work, tenant)));

/** Sends the mail of a message; throws if the mail server may accept it later, so that the job is retried. */
export const deliverMessage = async (deps: OutboxDeps, tenant: ClientId, outboxId: string): Promise<void> => {
  const claimed = await within(deps, tenant, async (work) => {
    const message = await claimMessage(work, outboxId);
    if (message === undefined) return null;
    const make = Object.entries(deps.mails).find(([kind]) => kind === message.kind)?.[1];
    if (make === undefined) throw new Error(`unknown message kind: ${message.kind}`);
    const made = await make(work, message.payload);
    const mail = made && (await ofCompany(work, made, { kind: message.kind, baseUrl: deps.config.baseUrl }));
    const since = message.repeats && (await firstWritten(work, outboxId));
    return { ...message, mail: mail && since ? asCopy(mail, since) : mail, brand: await headedBrandOf(work) };
  });
  if (claimed === null) return;
  const { mail, brand } = claimed;
  try {
    if (mail !== null) {
      const attachments = await Promise.all(
        (mail.attachments ?? []).map(async (attached) => ({ ...attached, content: await attached.content() })),
      );
      const named = { kind: 'client', name: `mail ${claimed.kind}`, attributes: {} } as const;
      await traced(placeIn(claimed.traceparent), named, () =>
        sendMail({ mailer: deps.mailer, baseUrl: deps.config.baseUrl }, brand, { id: outboxId, mail, attachments }),
      );
    }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const failed = { last_error: message.slice(0, 500) };
    if (cause instanceof RecipientRefused) {
      const bounced = { ...failed, sent_to: mail?.to ?? null, bounced: true };
      await within(deps, tenant, (work) => endAttempt(work, outboxId, { ...bounced, given_up_at: work.at }));
      return;
    }
    await within(deps, tenant, (work) => endAttempt(work, outboxId, failed));
    if (deps.clock.now().getTime() - claimed.created_at.getTime() < GIVE_UP_MS) throw cause;
    return giveUp(deps, tenant, outboxId);
  }
  const sentTo = mail?.to ?? null;
  await within(deps, tenant, (work) =>
    endAttempt(work, outboxId, { delivered_at: work.at, last_error: null, sent_to: sentTo }),
  );
};

/** Says that a mail tells of nothing new: a copy of a mail about security would look like a second event. */
const asCopy = (mail: Mail, since: Date): Mail => ({
  ...mail,
  subject: `Copia: ${mail.subject}`,
  paragraphs: [
    `Copia del correo que se escribió el ${formatTableDate(since.toISOString())}: habla de entonces y no de algo nuevo.`,
    ...mail.paragraphs,
  ],
});

/** Records the result of an attempt and releases the message. */
const endAttempt = ({ db, tenant }: Work, outboxId: string, result: Updateable<DB['outbox']>): Promise<unknown> =>
  db
    .updateTable('outbox')
    .set({ attempts: sql<number>`attempts + 1`, claimed_until: null, ...result })
    .where('client_id', '=', tenant)
    .where('outbox_id', '=', outboxId)
    .execute();

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
  const expired = new Date(now.getTime() - GIVE_UP_MS);
  const waiting = await runAs(deps, WORKER, (work) => waitingMessages(work, { before, expired, limit: RESUMED }));
  const tooOld = (message: { readonly created_at: Date }): boolean => message.created_at <= expired;
  for (const message of waiting.filter(tooOld)) await giveUp(deps, message.client_id, message.outbox_id);
  const rest = waiting.filter((message) => !tooOld(message));
  if (rest.length === 0 || !(await deps.mailer.isUp())) return;
  await runAs(deps, WORKER, async ({ db }) => {
    for (const { client_id: clientId, outbox_id: outboxId, kind } of rest)
      await sql`select enqueue_message(${clientId}, ${outboxId}, ${kind})`.execute(db);
  });
};
