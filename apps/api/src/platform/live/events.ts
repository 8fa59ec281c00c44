import type { PortalEvent } from '@anticipa/contract/events';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import type { Work } from '../work/work.ts';

/** Channel of notifications between nodes. */
export const PORTAL_EVENTS = 'portal_events';

/** A notification: the event and its client. */
export interface AnnouncedEvent extends PortalEvent {
  readonly clientId: string;
}

type Noun = PortalEvent['noun'];

// A notification is limited to 8,000 bytes; an id takes 39.
const IDS_PER_NOTIFICATION = 150;

/** On commit, notifies the client's open screens of changes to a noun; ids only, the browser refetches the data. */
export function announce(work: Pick<Work, 'db' | 'tenant'>, noun: Noun, ids: readonly string[]): Promise<void> {
  return announceAll(work, { [noun]: ids });
}

/** `announce` for several nouns in one statement. */
export async function announceAll(
  { db, tenant: clientId }: Pick<Work, 'db' | 'tenant'>,
  changes: Readonly<Partial<Record<Noun, readonly string[]>>>,
): Promise<void> {
  const events = Object.entries(changes).flatMap(([noun, ids]) =>
    partsOf([...new Set(ids)]).map((part) => payloadOf(clientId, noun, part)),
  );
  await sql`select pg_notify(${PORTAL_EVENTS}, event) from unnest(${events}::text[]) as event`.execute(db);
}

/** `announce` of a few ids, in one notification, as part of a statement. */
export const notification = (
  { tenant }: Pick<Work, 'tenant'>,
  noun: Noun,
  ids: readonly string[],
): RawBuilder<unknown> => sql`pg_notify(${PORTAL_EVENTS}, ${payloadOf(tenant, noun, ids)})`;

const payloadOf = (clientId: string, noun: string, ids: readonly string[]): string =>
  JSON.stringify({ clientId, noun, ids });

/** At least one part, for an event without ids. */
function partsOf(ids: readonly string[]): (readonly string[])[] {
  const starts = Array.from({ length: Math.max(1, Math.ceil(ids.length / IDS_PER_NOTIFICATION)) }, (_, part) => part);
  return starts.map((part) => ids.slice(part * IDS_PER_NOTIFICATION, (part + 1) * IDS_PER_NOTIFICATION));
}

/** Sends a payload that is no event to every node, to prove that notifications arrive. */
export const notify = (db: Database, payload: string): Promise<void> =>
  db.withTransaction({ as: 'auth' }, async (executor) => {
    await sql`select pg_notify(${PORTAL_EVENTS}, ${payload})`.execute(executor);
  });
