import { createTransport } from 'nodemailer';
import type { Config } from '../../lib/config.ts';
import { addressOf } from '../../lib/sandbox-addresses.ts';
import type { Mailer } from './port.ts';

/** Who mails come from. */
const MAIL_SENDER = 'Anticipa <avisos@portal.anticipa.mx>';

/** Milliseconds for each step of the conversation with the mail server. */
const DEADLINE_MS = 20_000;
/** Milliseconds for asking whether it is there: somebody waits for the answer. */
const PROBE_MS = 3000;

const transportTo = (url: string, deadline: number) =>
  createTransport({
    url,
    connectionTimeout: deadline,
    greetingTimeout: deadline,
    socketTimeout: deadline,
    dnsTimeout: deadline,
    // Nothing in a message may make this process read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Resolves to false after `ms`; the connection behind it has its own deadlines and is closed by whoever opened it. */
const notLater = async (answer: Promise<boolean>, ms: number): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, false);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** The mailer as configured. */
export function openMailer(config: Config): Mailer {
  return mailerOver(addressOf(config, 'smtpUrl'));
}

/**
 * Mail over SMTP. A connection per message: mails are few, and a server that moved is found at once. `address` gives the
 * `smtp://` or `smtps://` URL of the mail server, null while there is none; it is asked at each message.
 */
export const mailerOver = (address: () => Promise<string | null>): Mailer => ({
  send: async ({ to, subject, text, html, messageId }) => {
    const url = await address();
    if (url === null) throw new Error('no mail server is known');
    const transport = transportTo(url, DEADLINE_MS);
    try {
      // An object, so that commas in a name or an address cannot add recipients.
      await transport.sendMail({ from: MAIL_SENDER, to: { name: '', address: to }, subject, text, html, messageId });
    } finally {
      transport.close();
    }
  },
  isUp: async () => {
    const url = await address();
    if (url === null) return false;
    const transport = transportTo(url, PROBE_MS);
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
