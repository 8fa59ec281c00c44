import pg from 'pg';
import { type ConnectionOptions, connectionSettings } from './settings.ts';

export interface ListenOptions extends ConnectionOptions {
  readonly channel: string;
  /** Milliseconds between two checks that the server still answers. Defaults to 10,000. */
  readonly beatMs?: number;
  readonly onNotification: (payload: string) => void;
  /** The connection was re-established; notifications in between were lost. */
  readonly onReconnect: () => void;
}

const RETRY_MS = 500;
const BEAT_MS = 10_000;

/** Listens to a channel on a dedicated connection, reconnecting as needed; resolves once listening. */
export const listen = async (options: ListenOptions): Promise<{ close(): Promise<void> }> => {
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client(connectionSettings(options, ' listen'));
    next.on('error', () => undefined);
    next.on('notification', (message) => options.onNotification(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${next.escapeIdentifier(options.channel)}`);
    } catch (cause) {
      void next.end();
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

  await connect();
  return {
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
};
