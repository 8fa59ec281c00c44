/** Tells the people of a client of an event, in the transaction of the event and by the channels that each of them wants. */
import { randomUUID } from 'node:crypto';
import { decimalOf, type FinancedCurrency, type Money } from '@anticipa/domain/money';
import type { NoticeChoice, NoticeEvent, NoticeObject } from '@anticipa/domain/notice-event';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { announce } from '../../platform/live/events.ts';
import type { Work } from '../../platform/work/work.ts';
import { choicesOfReaders } from './choice-queries.ts';

export interface NewNotice {
  readonly event: NoticeEvent;
  readonly object: NoticeObject;
  /** The number of the sale, the id of the invoice, or the month. */
  readonly objectId?: string | number;
  /** A folio, the number of a sale, a reference or a device. */
  readonly label?: string | number;
  /** Invoices. */
  readonly count?: number;
  readonly amount?: Money<FinancedCurrency>;
  /** Owed after a payment. */
  readonly left?: Money<FinancedCurrency>;
  /** The amount in the other currency. */
  readonly otherAmount?: Money<FinancedCurrency> | undefined;
  readonly dueOn?: string;
  /** Days after the due date; below zero before it. */
  readonly step?: number;
  readonly trackingKey?: string;
  /** A person who was told under this name is not told again. */
  readonly once?: string;
  /** The readers of an event that names them. */
  readonly userIds?: readonly string[];
  /** The seller of an event that only sellers and administrators read, or the person whose access changed. */
  readonly sellerId?: string;
  /** The prepared sale of its sale: its preparer reads what its seller reads. */
  readonly preparedId?: string | null;
  /** A reader who gets the notice of another event instead. */
  readonly butFor?: string | undefined;
  /** The lender has switched these notices off, but for the portal. */
  readonly isPortalOnly?: boolean;
}

/** Queues the mail of an event that has one of its own, for those who want mail at once. */
type OwnMail = (userId: string) => Promise<unknown>;

/**
 * Stores a notice for each person who wants it by any channel, and queues its messages. An event with a mail of its own gives
 * it as `mail`; null if the caller mails the event itself.
 */
export async function putNotice(work: Work, notice: NewNotice, mail?: OwnMail | null): Promise<void> {
  const { event, isPortalOnly = false } = notice;
  const readers = await choicesOfReaders(work, event, notice);
  const told = readers
    .filter(({ userId }) => userId !== notice.butFor)
    .map(({ userId, choice }) => ({ noticeId: randomUUID(), userId, choice: isPortalOnly ? inPortal(choice) : choice }))
    .filter(({ choice }) => choice.portal || choice.mail !== 'none' || choice.whatsapp || choice.push);
  if (told.length === 0) return;
  const stored = await store(work, notice, told);
  for (const { noticeId, userId, choice } of told) {
    if (!stored.has(noticeId)) continue;
    const isMailed = choice.mail === 'at-once';
    if (choice.whatsapp) await putMessage(work, 'whatsapp', { noticeId, userId, isMailed });
    if (choice.push) await putMessage(work, 'push', { noticeId, userId });
    if (!isMailed || mail === null) continue;
    await (mail ? mail(userId) : putMessage(work, 'notice', { noticeId, userId }));
  }
  if (stored.size > 0) await announce(work, 'notices', []);
}

const inPortal = ({ portal }: NoticeChoice): NoticeChoice => ({ portal, mail: 'none', whatsapp: false, push: false });

interface Told {
  readonly noticeId: string;
  readonly userId: string;
  readonly choice: NoticeChoice;
}

/** Returns the ids of the rows that are new. */
async function store({ db, tenant, at }: Work, notice: NewNotice, told: readonly Told[]): Promise<ReadonlySet<string>> {
  const {
    event,
    object,
    objectId,
    label = '',
    count = 0,
    amount,
    left,
    otherAmount,
    dueOn,
    step,
    trackingKey,
    once,
  } = notice;
  const insert = db.insertInto('notices').values(
    told.map(({ noticeId, userId, choice }) => ({
      client_id: tenant,
      notice_id: noticeId,
      user_id: userId,
      event,
      object,
      object_id: objectId === undefined ? null : String(objectId),
      label: String(label),
      count,
      amount: amount ? decimalOf(amount) : null,
      currency: amount?.currency ?? null,
      left_amount: left ? decimalOf(left) : null,
      other_amount: otherAmount ? decimalOf(otherAmount) : null,
      due_on: dueOn ?? null,
      step: step ?? null,
      tracking_key: trackingKey ?? null,
      in_portal: choice.portal,
      in_digest: choice.mail === 'daily',
      once: once ?? null,
      created_at: at,
    })),
  );
  if (once === undefined) {
    // The sign-in cannot read notices, so that nothing is returned.
    await insert.execute();
    return new Set(told.map(({ noticeId }) => noticeId));
  }
  const rows = await insert
    .onConflict((conflict) => conflict.constraint('notices_once').doNothing())
    .returning('notice_id')
    .execute();
  return new Set(rows.map((row) => row.notice_id));
}
