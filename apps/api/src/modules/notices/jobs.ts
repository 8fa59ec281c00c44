/** The mail of a day, references that are about to expire, and the end of old notices. */

import { financedCurrency } from '@anticipa/contract/wire';
import { addDays, dateOf, daysBetween } from '@anticipa/domain/calendar';
import { moneyOf } from '@anticipa/domain/money';
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, decimal, rowsOf, text } from '../../platform/db/rows.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { deleteOld } from '../../platform/jobs/purge.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { storedClient } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { deliverPush, type PushDeps } from './push.ts';
import { putNotice } from './put.ts';
import { answerText, deliver, hear, news, settleUnseen, toAnswer, type WhatsAppDeps } from './whatsapp.ts';

type NoticeDeps = Pick<JobDeps, 'db' | 'clock' | 'log'>;

/** Notices are kept for a year. */
const KEPT_MS = 365 * 86_400_000;
/** Meta sends a text again for a week at most. */
const HEARD_MS = 14 * 86_400_000;

const personRow = z.object({ clientId: clientIdColumn, userId: text });

/** Queues one mail for each person with notices that wait for it. */
async function mailDigests(deps: NoticeDeps): Promise<void> {
  const people = await runAs(
    deps,
    WORKER,
    ({ db }) => rowsOf(db, personRow)`
      select distinct client_id as "clientId", user_id as "userId" from notices where in_digest order by 1, 2`,
  );
  await runEach(deps.log, people, ({ clientId, userId }) =>
    runAs(deps, WORKER, async (work) => {
      const rows = await work.db
        .updateTable('notices')
        .set({ in_digest: false })
        .where('client_id', '=', clientId)
        .where('user_id', '=', userId)
        .where('in_digest', '=', true)
        .returning('notice_id')
        .execute();
      const noticeIds = rows.map((row) => row.notice_id);
      if (noticeIds.length > 0) await putMessage(narrowTo(work, clientId), 'notice-digest', { userId, noticeIds });
    }),
  );
}

/** How many days before a reference expires its client is notified. */
const REFERENCE_DAYS = [3, 1] as const;

const referenceRow = z.object({
  clientId: clientIdColumn,
  id: text,
  reference: text,
  count: z.int(),
  amount: decimal,
  currency: financedCurrency,
  validUntil: text.transform(dateOf),
});

async function tellOfReferences(deps: NoticeDeps): Promise<void> {
  const expiring = await runAs(
    deps,
    WORKER,
    ({ db, today }) => rowsOf(db, referenceRow)`
      select client_id as "clientId", reference_id as id, reference, count, amount, currency, valid_until as "validUntil"
      from payment_references
      where state = 'live' and valid_until between ${today}::date and ${addDays(today, REFERENCE_DAYS[0])}::date
      order by client_id, valid_until, reference_id`,
  );
  await runEach(deps.log, expiring, ({ clientId, id, reference: label, count, amount, currency, validUntil }) =>
    runAs(deps, WORKER, async (work) => {
      const step = daysBetween(validUntil, work.today);
      const told = -step > REFERENCE_DAYS[1] ? REFERENCE_DAYS[0] : REFERENCE_DAYS[1];
      const about = {
        object: 'references',
        label,
        count,
        amount: moneyOf(amount, currency),
        dueOn: validUntil,
        step,
      } as const;
      await putNotice(narrowTo(work, clientId), { event: 'reference-expiring', ...about, once: `${id} ${told}` });
    }),
  );
}

async function purgeNotices({ db, clock }: NoticeDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  await deleteOld(db, { table: 'notices', by: 'created_at', before, also: sql`not in_digest` });
  const heardBefore = new Date(clock.now().getTime() - HEARD_MS);
  await deleteOld(db, { table: 'whatsapp_texts', by: 'heard_at', before: heardBefore });
}

const waiting = z.object({ clientId: z.uuid().transform(storedClient), outboxId: z.uuid() });

export const noticeJobs = (deps: WhatsAppDeps & PushDeps): Jobs => [
  {
    name: 'deliver-whatsapp',
    slots: 'phones',
    run: (payload) => {
      const { clientId, outboxId } = waiting.parse(payload);
      return deliver(deps, clientId, outboxId);
    },
  },
  {
    name: 'deliver-push',
    slots: 'phones',
    run: (payload) => {
      const { clientId, outboxId } = waiting.parse(payload);
      return deliverPush(deps, clientId, outboxId);
    },
  },
  { name: 'hear-whatsapp', run: (payload) => hear(deps, news.parse(payload)) },
  { name: 'answer-whatsapp', slots: 'phones', run: (payload) => answerText(deps, toAnswer.parse(payload)) },
  { name: 'settle-whatsapp', cron: '*/5 * * * *', run: () => settleUnseen(deps) },
  // At 18:00 in Mexico City, after the business of the day.
  { name: 'mail-digests', cron: '0 0 * * *', run: () => mailDigests(deps) },
  // From 9:15 to 17:15 in Mexico City, so that a run that failed is made up for.
  { name: 'tell-of-references', cron: '15 15-23 * * *', run: () => tellOfReferences(deps) },
  { name: 'purge-notices', cron: '37 8 * * *', run: () => purgeNotices(deps) },
];
