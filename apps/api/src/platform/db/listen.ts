import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnavailable, isPasswordRefused } from './errors.ts';
import { type ConnectionOptions, connectionSettings } from './settings.ts';

export interface ListenOptions extends ConnectionOptions {
  readonly channel: string;
  /** Milliseconds between two checks that the server still answers. Defaults to 10,000. */
  readonly beatMs?: number;
  readonly onNotification: (payload: string) => void;
  /**
   * Notifies the channel by another connection. If given, `listen` rejects unless its notification arrives, or cannot be sent
   * now because the database is unavailable.
   */
  readonly notify?: (payload: string) => Promise<void>;
  /** `notify` failed because the database is unavailable; whether notifications arrive is not proven. */
  readonly onUnproven?: (cause: DatabaseUnavailable) => void;
  /** The connection was re-established; notifications in between were lost. */
  readonly onReconnect: () => void;
}

const RETRY_MS = 500;
const BEAT_MS = 10_000;
const ARRIVAL_MS = 20_000;
const AGAIN_MS = 1_000;

/** Listens to a channel on a dedicated connection, reconnecting as needed; resolves once listening. */
export const listen = async (options: ListenOptions): Promise<{ close(): Promise<void> }> => {
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;
  const proof = randomUUID();
  const arrived = Promise.withResolvers<true>();
  const receive = (payload: string): void =>
    payload === proof ? arrived.resolve(true) : options.onNotification(payload);

  const connect = async (): Promise<void> => {
    const next = new pg.Client(connectionSettings(options, ' listen'));
    next.on('error', () => undefined);
    next.on('notification', (message) => receive(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${next.escapeIdentifier(options.channel)}`);
    } catch (cause) {
      void next.end();
      if (isPasswordRefused(cause)) options.signIn?.renew();
      throw cause;
    }
    // A silent connection looks like a quiet channel. Ending one with an unanswered query closes it at once.
    const check = (): void => void next.query('select 1').catch(() => next.end());
    const beats = setInterval(check, options.beatMs ?? BEAT_MS);
    next.once('end', () => clearInterval(beats)).once('end', again);
    client = next;
  };

  const again = (): void => {
    if (closed) return;
    retry = setTimeout(() => void connect().then(options.onReconnect, again), RETRY_MS);
  };

  const close = async (): Promise<void> => {
    closed = true;
    clearTimeout(retry);
    await client?.end();
  };

  await connect();
  if (options.notify === undefined) return { close };
  const deadline = options.answerMs ?? ARRIVAL_MS;
  // More than once: one that was lost, or is slow on a busy machine, proves no pooler.
  for (let waited = 0; waited < deadline; waited += AGAIN_MS) {
    try {
      await options.notify(proof);
    } catch (cause) {
      // Commits that wait for a standby keep all notifications waiting. A program that ended would return later than the standby.
      if (cause instanceof DatabaseUnavailable) {
        options.onUnproven?.(cause);
        return { close };
      }
      await close();
      throw cause;
    }
    if (await Promise.race([arrived.promise, pause(Math.min(AGAIN_MS, deadline), false, { ref: false })]))
      return { close };
  }
  await close();
  throw new Error('notifications do not arrive: DATABASE_DIRECT_URL must lead to the same server without a pooler');
};
