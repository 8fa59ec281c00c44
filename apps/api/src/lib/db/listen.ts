import pg from 'pg';
import { type Login, loginUrl } from './roles.ts';

export interface ListenOptions {
  readonly ownerUrl: string;
  readonly login: Login;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** The connection was re-established; notifications in between were lost. */
  readonly onReconnect: () => void;
}

const RETRY_MS = 500;

/** Listens to a channel on a dedicated connection, reconnecting as needed; resolves once listening. */
export const listen = async (options: ListenOptions): Promise<{ close(): Promise<void> }> => {
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: loginUrl(options.ownerUrl, options.login),
      application_name: `anticipa ${options.login} listen`,
      keepAlive: true,
    });
    next.on('error', () => undefined);
    next.on('notification', (message) => options.onNotification(message.payload ?? ''));
    await next.connect();
    await next.query(`listen ${next.escapeIdentifier(options.channel)}`);
    next.once('end', again);
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
