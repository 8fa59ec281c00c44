import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';

/** A mail server that accepts connections and never answers. */
export const aHangingMailServer = async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    waiting: () => sockets.size,
    /** Breaks one connection. */
    drop: () => [...sockets][0]?.destroy(),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
    comeBack: () => startSmtpCatcher(undefined, port),
  };
};
