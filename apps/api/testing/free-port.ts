import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems hand out, so that no other test is given the port before its server listens. */
const PORTS = { first: 10_000, end: 32_768 };

/** A currently unused port. */
export async function freePort(): Promise<number> {
  const port = randomInt(PORTS.first, PORTS.end);
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort();
    throw error;
  }
  await new Promise((resolve) => server.close(resolve));
  return port;
}
