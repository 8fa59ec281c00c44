import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOCKET = '.s.PGSQL.5432';

export interface WayToDatabase {
  readonly url: string;
  /** Breaks every connection, also those still signing in, and refuses new ones. */
  cut(): void;
  restore(): Promise<void>;
  /** Passes nothing on over the connections there are, as if their server had frozen; returns how many are still open. */
  freeze(): () => number;
  close(): void;
}

/** An own way to a test database, which can be cut without affecting other connections. */
export async function aWayToDatabase(ownerUrl: string): Promise<WayToDatabase> {
  const url = new URL(ownerUrl);
  const server = join(url.searchParams.get('host') ?? '', SOCKET);
  const folder = mkdtempSync(join(tmpdir(), 'anticipa-way-'));
  url.searchParams.set('host', folder);
  const sockets = new Set<Socket>();
  const entrance = createServer((client) => {
    const session = connect(server);
    for (const [socket, other] of [
      [client, session],
      [session, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket) && other.destroy());
      socket.pipe(other);
    }
  });
  const restore = async (): Promise<void> => {
    await once(entrance.listen(join(folder, SOCKET)), 'listening');
  };
  const cut = (): void => {
    entrance.close();
    for (const socket of sockets) socket.destroy();
  };
  const freeze = () => {
    const frozen = [...sockets];
    // Read, so that an end is noticed.
    for (const socket of frozen) socket.unpipe().resume();
    return () => frozen.filter((socket) => !socket.destroyed).length;
  };
  const close = (): void => {
    cut();
    rmSync(folder, { recursive: true });
  };
  await restore();
  return { url: url.href, cut, restore, freeze, close };
}
