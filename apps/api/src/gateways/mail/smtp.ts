import { createTransport } from 'nodemailer';
import type { Mailer } from './port.ts';

export interface SmtpOptions {
  /** `smtp://` or `smtps://` URL of the mail server, or null while there is none. Asked at each message. */
  readonly address: () => Promise<string | null>;
  /** Sender, for example `Anticipa <avisos@portal.anticipa.mx>`. */
  readonly from: string;
}

/** Milliseconds for each step of the conversation with the mail server. */
const DEADLINE_MS = 20_000;

/** Mail over SMTP. A connection per message: mails are few, and a server that moved is found at once. */
export const mailerOver = ({ address, from }: SmtpOptions): Mailer => ({
  send: async ({ to, subject, text, html, messageId }) => {
    const url = await address();
    if (url === null) throw new Error('no mail server is known');
    const transport = createTransport({
      url,
      connectionTimeout: DEADLINE_MS,
      greetingTimeout: DEADLINE_MS,
      socketTimeout: DEADLINE_MS,
      // Nothing in a message may make this process read a file or fetch an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      // An object, so that commas in a name or an address cannot add recipients.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html, messageId });
    } finally {
      transport.close();
    }
  },
});
