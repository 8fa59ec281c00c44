/** The history of a client, from the log and the outbox. */
import { TIMELINE_PAGE, type TimelineEvent, type TimelinePosition } from '@anticipa/contract/client-timeline';
import { type AuditAction, auditActions } from '@anticipa/domain/audit';
import type { OperatorActor } from '../../platform/work/caller.ts';
import type { Work } from '../../platform/work/work.ts';
import { chainBefore } from '../log/queries.ts';
import { messagesOfClient } from '../outbox/queries.ts';

/** Left out: reads, steps towards a sale, sign-ins, and what a message shows anyway. Of files only the refused ones are shown. */
const routine: ReadonlySet<AuditAction> = new Set([
  'calendar.link',
  'client.read',
  'file.rename',
  'file.upload',
  'log.export',
  'sale.hold',
  'sale.process',
  'sale.read',
  'sale.summary',
  'session.ended',
  'session.refused',
  'session.started',
  'statement.mail',
]);
const shown = auditActions.filter((action) => !routine.has(action));

/** A page of events, the newest on top. Entries and messages have positions of their own, so that no page repeats or skips any. */
export async function timelineOf(
  work: Work<OperatorActor>,
  from: TimelinePosition,
): Promise<{ data: TimelineEvent[]; next: TimelinePosition | null }> {
  const { tenant: clientId } = work;
  const limit = TIMELINE_PAGE + 1;
  const entries = await chainBefore(work, { clientId, actions: shown, before: from.entry ?? null, limit });
  const messages = await messagesOfClient(work, { clientId, before: from.message ?? null, limit });
  const data: TimelineEvent[] = [];
  const next: { -readonly [Source in keyof TimelinePosition]: TimelinePosition[Source] } = { ...from };
  let [taken, read] = [0, 0];
  while (data.length < TIMELINE_PAGE) {
    const [entry, message] = [entries[taken], messages[read]];
    if (entry && (!message || entry.at >= message.createdAt)) {
      const { id, at, actor, action, subject, reason, link } = entry;
      // The page is about one client.
      const changes = entry.changes.filter(({ field }) => field !== 'clientId');
      data.push({ kind: 'entry', entry: { id, at, actor, action, subject, changes, reason } });
      next.entry = link;
      taken += 1;
    } else if (message) {
      const { id, kind, state, createdAt, sentTo, lastError, isMailed } = message;
      data.push({ kind: 'message', message: { id, kind, state, createdAt, sentTo, lastError, isMailed } });
      next.message = id;
      read += 1;
    } else break;
  }
  return { data, next: taken < entries.length || read < messages.length ? next : null };
}
