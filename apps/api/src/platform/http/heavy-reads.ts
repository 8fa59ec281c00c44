/** Places for long reads: few per client, so that one client's burst leaves connections and time to the others. */
import { keyedQueue } from '../load/keyed-queue.ts';
import type { Actor } from '../work/caller.ts';
import { Overloaded } from './error-handler.ts';

const PLACES = 2;
/** Calls that wait, without a connection, for their client's places. */
const MAX_WAITING = 100;

const places = keyedQueue(MAX_WAITING, PLACES);

/** Runs a read of a client once it has a place; throws Overloaded, without running it, if too many wait. */
export async function queueHeavyRead<T extends NonNullable<unknown>>(
  actor: Actor | null,
  read: () => Promise<T>,
): Promise<T> {
  if (actor?.kind !== 'client') return read();
  const answer = await places.run(actor.clientId, read);
  if (answer === null) throw new Overloaded('too many long reads of one client wait');
  return answer;
}
