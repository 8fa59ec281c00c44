/** Delivers what waits in the outbox: each at least once, with the same message id on every try. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Mailer } from '../../gateways/mail/port.ts';
import type { Executor } from '../../lib/db/pool.ts';
import type { JobDeps } from '../../lib/jobs.ts';
import { type Mail, renderMail } from '../../lib/mail-template.ts';
import type { OutboxKind } from '../../lib/outbox.ts';
import type { ClientId } from '../../lib/session-context.ts';
import { saleSummaryMails } from '../authorisations/mail.ts';
import { waitingNotice } from './queries.ts';

/** How long a message is tried before somebody has to look at it. */
const GIVE_UP_HOURS = 72;

type MailsOf = (executor: Executor, tenant: ClientId, payload: unknown) => Promise<readonly Mail[]>;

const summary = z.strictObject({ saleIds: z.array(z.uuid()), userIds: z.array(z.uuid()) });

const mailsByKind: Record<OutboxKind, MailsOf> = {
  'sale-summary': (executor, tenant, payload) => saleSummaryMails(executor, tenant, summary.parse(payload)),
};

const isKind = (kind: string): kind is OutboxKind => Object.hasOwn(mailsByKind, kind);

export interface NoticeDeps extends JobDeps {
  readonly mailer: Mailer;
}

interface Notice {
  readonly tenant: ClientId;
  readonly outboxId: string;
}

/** Sends one entry's mails; throws when the mail server did not take them, so that the job runs again later. */
export const deliverNotice = async (deps: NoticeDeps, notice: Notice): Promise<void> => {
  const found = await deps.db.withTransaction({ as: 'worker' }, async (executor) => {
    const entry = await waitingNotice(executor, notice.tenant, notice.outboxId);
    if (entry === undefined) return null;
    if (!isKind(entry.kind)) throw new Error(`outbox entry of an unknown kind: ${entry.kind}`);
    return { ...entry, mails: await mailsByKind[entry.kind](executor, notice.tenant, entry.payload) };
  });
  if (found === null) return;
  try {
    for (const [index, mail] of found.mails.entries()) {
      const messageId = found.message_id.replace('@', `.${index}@`);
      await deps.mailer.send({ ...renderMail(mail), messageId });
    }
  } catch (cause) {
    await recordTry(deps, notice, cause instanceof Error ? cause.message : String(cause));
    const hours = (deps.clock.now().getTime() - found.created_at.getTime()) / 3_600_000;
    if (hours < GIVE_UP_HOURS) throw cause;
    deps.log.error({ err: cause, outboxId: notice.outboxId }, 'a message was given up after three days');
    return;
  }
  await recordTry(deps, notice, null);
};

const recordTry = (deps: NoticeDeps, { tenant, outboxId }: Notice, error: string | null): Promise<void> =>
  deps.db.withTransaction({ as: 'worker' }, async (executor) => {
    await executor
      .updateTable('outbox')
      .set({
        attempts: sql<number>`attempts + 1`,
        last_error: error?.slice(0, 500) ?? null,
        ...(error === null ? { delivered_at: deps.clock.now() } : {}),
      })
      .where('client_id', '=', tenant)
      .where('outbox_id', '=', outboxId)
      .execute();
  });
