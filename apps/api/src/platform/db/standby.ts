/** Long reads on a standby, while it has what the primary had committed; docs/decisions/0109-reads-of-a-standby.md says why so. */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Log } from '../observe/log.ts';
import { DatabaseUnavailable } from './errors.ts';
import { type Context, type Database, type DatabaseOptions, openDatabase } from './pool.ts';
import type { Login } from './roles.ts';
import { rowsOf, text } from './rows.ts';

const CONNECTIONS = 10;
/** A standby that replays at all is asked so often before it counts as late: within a third of a second. */
const LOOKS = 6;
/** A look without an answer ends after this. */
const SILENCE_MS = 1000;

const placeRow = z.object({ system: text, timeline: text, position: text });
/** How far the primary has committed, on which timeline of which database. */
type Place = z.output<typeof placeRow>;

const lookRow = z.object({ isStandby: z.boolean(), system: text, timeline: text, hasReplayed: z.boolean() });
type Look = z.output<typeof lookRow>;

type Standing = 'current' | 'late' | 'no standby' | 'of another history' | 'away';

/** Whether a server that was looked at may answer reads of everything that the primary had committed at a place. */
export const standingOf = (place: Pick<Place, 'system' | 'timeline'>, look: Look): Exclude<Standing, 'away'> => {
  if (!look.isStandby) return 'no standby';
  if (look.system !== place.system || look.timeline !== place.timeline) return 'of another history';
  return look.hasReplayed ? 'current' : 'late';
};

// Every acknowledged commit is flushed; a record that is only inserted never reaches a standby.
const placeOf = async (primary: Database, context: Context): Promise<Place> => {
  const [place] = await primary.withTransaction(
    context,
    (db) => rowsOf(db, placeRow)`
      select system_identifier::text as system, left(pg_walfile_name(flushed), 8) as timeline, flushed::text as position
      from pg_control_system(), pg_current_wal_flush_lsn() flushed`,
  );
  if (place === undefined) throw new Error('a server without a place');
  return place;
};

// After a promotion elsewhere a standby writes down its new timeline with its next restart point, and is read again then.
const lookAt = async (standby: Database, { position }: Place, context: Context): Promise<Look> => {
  const [look] = await standby.withTransaction(
    context,
    (db) => rowsOf(db, lookRow)`
      select pg_is_in_recovery() as "isStandby", system_identifier::text as system,
        lpad(upper(to_hex(greatest(min_recovery_end_timeline, timeline_id))), 8, '0') as timeline,
        coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) as "hasReplayed"
      from pg_control_system(), pg_control_recovery(), pg_control_checkpoint()`,
  );
  if (look === undefined) throw new Error('a server without a place');
  return look;
};

const waitFor = async (standby: Database, place: Place, context: Context): Promise<Standing> => {
  for (let looks = 1; ; looks += 1) {
    const standing = standingOf(place, await lookAt(standby, place, context));
    if (standing !== 'late' || looks === LOOKS) return standing;
    await pause(5 * 2 ** looks);
  }
};

/** Opens a program's connections to a standby. Those that break are no news: the next look says whether it is away. */
export const openStandby = (
  options: Pick<DatabaseOptions, 'url' | 'login' | 'signIn' | 'preparesStatements'>,
): Database => openDatabase({ ...options, connections: CONNECTIONS, onError: () => undefined });

interface Options {
  readonly log: Log;
  /** Asks how far the servers are. Defaults to the API's. */
  readonly login?: Login;
  /** Defaults to a second. */
  readonly silenceMs?: number;
}

/**
 * The primary with its long reads on `standby`: on one that has every commit made before the read began, else on the primary. While
 * the standby is not fit, reads do not wait for it: each has somebody look at it again.
 */
export const withStandby = (
  primary: Database,
  standby: Database,
  { log, login = 'api', silenceMs = SILENCE_MS }: Options,
): Database => {
  const context: Context = login === 'api' ? { as: 'auth' } : { as: 'worker' };
  let standing: Standing = 'current';
  let isLooking = false;

  const note = (found: Standing, err?: unknown): Standing => {
    const wasCurrent = standing === 'current';
    standing = found;
    if (wasCurrent && found !== 'current')
      log.warn({ standby: found, err }, 'long reads use the primary: the standby is not fit for them');
    if (!wasCurrent && found === 'current') log.info({}, 'long reads use the standby again');
    return found;
  };

  const lookOnce = async (place: Place): Promise<Standing> => {
    try {
      const silence = pause(silenceMs, 'away' as const, { ref: false });
      return note(await Promise.race([waitFor(standby, place, context), silence]));
    } catch (cause) {
      return note('away', cause);
    }
  };

  const lookAgain = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      await lookOnce(await placeOf(primary, context));
    } finally {
      isLooking = false;
    }
  };

  const isFit = async (): Promise<boolean> => {
    if (standing === 'current') return (await lookOnce(await placeOf(primary, context))) === 'current';
    // The read itself finds out whether the primary answers.
    lookAgain().catch(() => undefined);
    return false;
  };

  const readLong: Database['readLong'] = async (context, work) => {
    if (!(await isFit())) return primary.readLong(context, work);
    try {
      return await standby.readLong(context, work);
    } catch (cause) {
      // The standby was lost, or had to replay what the read was in the way of.
      if (!(cause instanceof DatabaseUnavailable)) throw cause;
      return primary.readLong(context, work);
    }
  };

  const close = async (): Promise<void> => {
    await Promise.all([primary.close(), standby.close()]);
  };
  return { ...primary, readLong, close };
};
