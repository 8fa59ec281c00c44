import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** An HTTP server that only this machine reaches. */
export interface LoopbackServer {
  /** Example: `http://127.0.0.1:4000`. */
  readonly origin: string;
  /** Resolves once no connection is left. */
  close(): Promise<void>;
}

/** Starts a server; a call whose `serve` fails is cut off. `port` defaults to a free one. */
export async function serveOnLoopback(
  serve: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
  port = 0,
): Promise<LoopbackServer> {
  const server = createServer(async (request, response) => {
    // Ignore callers that disconnect.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    // Managed firewalls in front of many services do the same.
    if (!request.headers['user-agent']) return void response.writeHead(403).end();
    try {
      await serve(request, response);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
