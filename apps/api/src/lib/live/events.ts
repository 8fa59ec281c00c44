import type { PortalEvent } from '@anticipa/contract/events';
import { sql } from 'kysely';
import type { Work } from '../work.ts';

/** Channel of notifications between nodes. */
export const PORTAL_EVENTS = 'portal_events';

/** A notification: the event and its client. */
export interface AnnouncedEvent extends PortalEvent {
  readonly clientId: string;
}

// A notification is limited to 8,000 bytes; an id takes 39.
const IDS_PER_NOTIFICATION = 150;

/** On commit, notifies the client's open screens of changes to a noun; ids only, the browser refetches the data. */
export async function announce(
  { db, tenant: clientId }: Pick<Work, 'db' | 'tenant'>,
  noun: PortalEvent['noun'],
  allIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(allIds)];
  for (let from = 0; from === 0 || from < ids.length; from += IDS_PER_NOTIFICATION) {
    const part: AnnouncedEvent = { clientId, noun, ids: ids.slice(from, from + IDS_PER_NOTIFICATION) };
    await sql`select pg_notify(${PORTAL_EVENTS}, ${JSON.stringify(part)})`.execute(db);
  }
}
