import { createServer, type Server } from 'node:net';
import { startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { afterEach, expect, it } from 'vitest';
import { RecipientRefused } from './port.ts';
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

it.each([
  ['550 5.1.1 no such user', true],
  ['550 5.1.10 no mailbox', true],
  ['550 5.2.1 mailbox disabled', true],
  ['550 no such user', true],
  ['551 user not local', true],
  ['553 mailbox name not allowed', true],
  ['552 5.2.2 mailbox full', false],
  ['552 too much mail', false],
  ['550 5.2.2 over quota', false],
  ['553 5.1.8 sender address rejected', false],
  ['554 no', false],
  ['554 5.7.1 relay access denied', false],
  ['450 4.2.1 try again later', false],
])('whether the answer %s refuses the address for good: %s', async (answer, isForGood) => {
  const url = await serverThat((socket) => {
    socket.write('220 test\r\n');
    socket.on('data', (command) => socket.write(String(command).startsWith('RCPT') ? `${answer}\r\n` : '250 ok\r\n'));
  });
  const mail = {
    from: { name: 'Aurora', address: 'avisos@aurora.example' },
    to: 'a@cliente.example',
    subject: 'A',
    text: 'a',
    html: '<p>a</p>',
    messageId: '<a@aurora.example>',
  };
  const cause: unknown = await mailerTo(url)
    .send(mail)
    .catch((error: unknown) => error);
  expect(cause).toBeInstanceOf(Error);
  expect(cause instanceof RecipientRefused).toBe(isForGood);
});
