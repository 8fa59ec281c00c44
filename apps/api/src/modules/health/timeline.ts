/** A promotion begins a new timeline of a database: a primary with an older one was left behind by it. */
export interface Timeline {
  /** Identifies the database and its copies; a restored dump is another one. */
  readonly system: string;
  readonly number: number;
}

const newest = new WeakMap<object, Timeline>();

/** Whether a server is on the newest timeline that `reader`, such as a pool, has seen of its database. */
export function isOnNewestTimeline(reader: object, timeline: Timeline): boolean {
  const before = newest.get(reader);
  if (before?.system === timeline.system && before.number > timeline.number) return false;
  newest.set(reader, timeline);
  return true;
}
