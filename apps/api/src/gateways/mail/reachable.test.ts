import { createServer, type Server } from 'node:net';
import { startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { afterEach, expect, it } from 'vitest';
import { mailerOver } from './smtp.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server with a given behaviour for every connection. */
const serverThat = (behave: Parameters<typeof createServer>[1] & object): Promise<string> => {
  const server = createServer(behave);
  servers.push(server);
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    }),
  );
};
const mailerTo = (url: string | null) => mailerOver(() => Promise.resolve(url));

it('detects whether the mail server is up, even if it is silent or speaks another protocol', async () => {
  const catcher = await startSmtpCatcher();
  expect(await mailerTo(catcher.smtpUrl).isUp()).toBe(true);
  await catcher.close();
  expect(await mailerTo(catcher.smtpUrl).isUp()).toBe(false);
  expect(await mailerTo(null).isUp()).toBe(false);
  const silent = await serverThat(() => undefined);
  const rude = await serverThat((socket) => socket.destroy());
  const strange = await serverThat((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const answers = await Promise.all([silent, rude, strange].map((url) => mailerTo(url).isUp()));
  expect(answers).toEqual([false, false, false]);
});
