import { type Mailer, RecipientRefused } from './port.ts';

/** Timeout per step of an SMTP conversation. */
const DEADLINE_MS = 20_000;
/** Timeout of `isUp`, for which a user is waiting. */
const PROBE_MS = 3000;

const transportTo = async (url: string, deadline: number) => {
  // Loaded by the first mail: 9 MB.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: deadline,
    greetingTimeout: deadline,
    socketTimeout: deadline,
    dnsTimeout: deadline,
    // A message must not make this process read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** Resolves to false after `ms`; does not cancel `answer`, whose connection has its own timeouts. */
const notLater = async (answer: Promise<boolean>, ms: number): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, false);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Answers that concern the address itself: it does not exist or is disabled (RFC 3463), or 550, 551 and 553 without such a code. All
 * others can end: a full mailbox (552, 5.2.2), and a refusal by policy (5.7), as when the server does not relay our mail.
 */
const FOR_GOOD = /^(?:\d{3}[ -]5\.(?:1\.(?:[0-6]|10)|2\.1)\b|55[013](?![ -]\d\.))/;

/** Whether the server has refused the recipient's address for good; 4xx means later (RFC 5321, 4.2.1). */
const isRefusalForGood = (cause: unknown): cause is Error =>
  cause instanceof Error &&
  'command' in cause &&
  cause.command === 'RCPT TO' &&
  'response' in cause &&
  FOR_GOOD.test(String(cause.response));

/**
 * Mail over SMTP, one connection per message: mails are few, and a moved server is found at once. `address` returns the
 * `smtp://` or `smtps://` URL of the mail server, or null, and is called for each message.
 */
export const mailerOver = (address: () => Promise<string | null>): Mailer => ({
  send: async ({ to, from, attachments = [], ...mail }) => {
    const url = await address();
    if (url === null) throw new Error('no mail server is configured');
    const transport = await transportTo(url, DEADLINE_MS);
    try {
      // An object, so that commas in an address cannot add recipients.
      await transport.sendMail({
        ...mail,
        from,
        to: { name: '', address: to },
        attachments: [...attachments],
      });
    } catch (cause) {
      throw isRefusalForGood(cause) ? new RecipientRefused(cause.message) : cause;
    } finally {
      transport.close();
    }
  },
  isUp: async () => {
    const url = await address();
    if (url === null) return false;
    const transport = await transportTo(url, PROBE_MS);
    try {
      const answer = transport.verify().then(
        () => true,
        () => false,
      );
      return await notLater(answer, PROBE_MS);
    } finally {
      transport.close();
    }
  },
});
