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
  /** Passes nothing on for a while, also over new connections, as if the server had been stopped; returns how it goes on. */
  stall(): () => void;
  close(): void;
}

/** An own way to a test database, which can be cut without affecting other connections. */
export async function aWayToDatabase(ownerUrl: string): Promise<WayToDatabase> {
  const url = new URL(ownerUrl);
  const server = join(url.searchParams.get('host') ?? '', SOCKET);
  const folder = mkdtempSync(join(tmpdir(), 'anticipa-way-'));
  url.searchParams.set('host', folder);
  const sockets = new Map<Socket, Socket>();
  let isStalled = false;
  const entrance = createServer((client) => {
    const session = connect(server);
    for (const [socket, other] of [
      [client, session],
      [session, client],
    ] as const) {
      sockets.set(socket, other);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket) && other.destroy());
      if (!isStalled) socket.pipe(other);
    }
  });
  const restore = async (): Promise<void> => {
    await once(entrance.listen(join(folder, SOCKET)), 'listening');
  };
  const cut = (): void => {
    entrance.close();
    for (const socket of sockets.keys()) socket.destroy();
  };
  const freeze = () => {
    const frozen = [...sockets.keys()];
    // Read, so that an end is noticed.
    for (const socket of frozen) socket.unpipe().resume();
    return () => frozen.filter((socket) => !socket.destroyed).length;
  };
  const stall = () => {
    isStalled = true;
    for (const socket of sockets.keys()) socket.unpipe().pause();
    return () => {
      isStalled = false;
      for (const [socket, other] of sockets) socket.pipe(other);
    };
  };
  const close = (): void => {
    cut();
    rmSync(folder, { recursive: true });
  };
  await restore();
  return { url: url.href, cut, restore, freeze, stall, close };
}
