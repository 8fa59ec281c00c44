import type { PortalEvent } from '@anticipa/contract/events';
import { sql } from 'kysely';
import type { Work } from '../work.ts';

/** Where every node hears what changed. */
export const PORTAL_EVENTS = 'portal_events';

/** What travels on the channel: the event and whose it is. */
export interface AnnouncedEvent extends PortalEvent {
  readonly clientId: string;
}

// A notification holds 8,000 bytes at most; an id takes 39 of them.
const IDS_PER_NOTIFICATION = 150;

/** Tells the client's open screens, on commit, that things of a noun changed. Ids only: the browser fetches the rest. */
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
