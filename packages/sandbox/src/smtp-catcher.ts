/** Stand-in for a mail server: accepts every message, delivers none, and lists them on a web page. */
import type { ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { type LoopbackServer, serveOnLoopback } from './loopback.ts';

interface ReadMail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
  /** Contents in base64. */
  readonly attachments: readonly { readonly filename: string; readonly content: string }[];
}

export interface CaughtMail extends ReadMail {
  readonly id: number;
  readonly receivedAt: string;
}

export interface SmtpCatcher {
  /** `smtp://` URL. */
  readonly smtpUrl: string;
  /** Page listing the mails; `/mails.json` for programs. */
  readonly pageUrl: string;
  /** Newest first, without repeated message ids. */
  mails(): readonly CaughtMail[];
  /** Number of messages received, including repetitions. */
  received(): number;
  /** Ids of all messages in order of arrival, including repetitions. */
  messageIds(): readonly string[];
  /** Refuses every message (true), those to one address, or none (false). */
  refuse(what: boolean | string): void;
  /** Refuses mail to this address for good, as for a mailbox that does not exist; null: none. */
  bounce(address: string | null): void;
  /** Accepts the next `count` messages but hangs up before confirming them. */
  hangUpOn(count: number): void;
  close(): Promise<void>;
}

/** Something else that the page shows below the mails, with forms of its own. */
export interface PageSection {
  /** HTML; `query` is that of the page's address. */
  html(query: URLSearchParams): string;
  /** Does what a form says. */
  submit(path: string, form: URLSearchParams): Promise<void>;
}

const KEPT = 500;
const MAX_BYTES = 5 * 1024 * 1024;

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
};

const addressText = ({ name, address = '' }: Address): string => (name === '' ? address : `${name} <${address}>`);

const readMail = async (source: Buffer): Promise<ReadMail> => {
  const mail = await PostalMime.parse(source, { attachmentEncoding: 'base64' });
  const { to = [], from, subject = '', messageId = '', text = '', html = '' } = mail;
  const attachments = mail.attachments.map(({ filename, content }) => ({
    filename: filename ?? '',
    content: String(content),
  }));
  const sender = from === undefined ? '' : addressText(from);
  return { to: to.map(addressText).join(', '), from: sender, subject, messageId, text, html, attachments };
};

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const listPage = (mails: readonly CaughtMail[], below: string): string => {
  const rows = mails.map(
    ({ id, receivedAt, to, subject }) =>
      `<tr><td>${receivedAt.slice(0, 19).replace('T', ' ')}</td><td>${escapeHtml(to)}</td><td><a href="/mails/${id}">${escapeHtml(subject)}</a></td></tr>`,
  );
  return `<!doctype html><html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Correos de la demostración</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}h2{margin-top:2.5rem}input,select,button{font:inherit;padding:.4rem .6rem}input{box-sizing:border-box;width:min(100%,26rem)}td,th{text-align:left;vertical-align:top;overflow-wrap:anywhere;padding:.4rem .8rem .4rem 0;border-bottom:1px solid #ddd}</style></head>
<body><h1>Correos de la demostración</h1><p>Nada de esto salió a ninguna parte.</p>
${mails.length === 0 ? '<p>Todavía no hay correos.</p>' : `<table><thead><tr><th>Recibido (UTC)</th><th>Para</th><th>Asunto</th></tr></thead><tbody>${rows.join('')}</tbody></table>`}${below}</body></html>`;
};

const send = (response: ServerResponse, type: string, body: string, allowed = ''): void => {
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; sandbox ${allowed}`,
  });
  response.end(body);
};

const startPage = (mails: () => readonly CaughtMail[], section?: PageSection): Promise<LoopbackServer> =>
  serveOnLoopback(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
    if (request.method === 'POST' && section) {
      await section.submit(pathname, new URLSearchParams(await textOf(request)));
      return void response.writeHead(303, { location: '/' }).end();
    }
    const id = /^\/mails\/(\d+)$/.exec(pathname)?.[1];
    const mail = mails().find((one) => String(one.id) === id);
    if (pathname === '/') {
      const below = section?.html(searchParams) ?? '';
      send(response, 'text/html', listPage(mails(), below), section && 'allow-forms');
    } else if (pathname === '/mails.json') send(response, 'application/json', JSON.stringify(mails()));
    else if (mail) send(response, 'text/html', mail.html);
    else response.writeHead(404).end();
  });

/** Starts the catcher and its page on loopback. `port` of the catcher defaults to a free one. */
export const startSmtpCatcher = async (
  now: () => Date = () => new Date(),
  port = 0,
  section?: PageSection,
): Promise<SmtpCatcher> => {
  let caught: CaughtMail[] = [];
  const ids: string[] = [];
  let refused: boolean | string = false;
  let unknownAddress: string | null = null;
  let toHangUpOn = 0;
  const take = async (source: Buffer): Promise<void> => {
    const mail = await readMail(source);
    const isRepeated = caught.some(({ messageId }) => messageId === mail.messageId);
    ids.push(mail.messageId);
    if (!isRepeated) caught = [{ ...mail, id: ids.length, receivedAt: now().toISOString() }, ...caught].slice(0, KEPT);
  };

  const smtp: SMTPServer = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    // A reverse lookup would use the network.
    disableReverseLookup: true,
    size: MAX_BYTES,
    logger: false,
    onRcptTo: ({ address }, _session, callback) => {
      if (address !== unknownAddress) return callback();
      callback(Object.assign(new Error(`5.1.1 <${address}>: user unknown`), { responseCode: 550 }));
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', callback);
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        if (refused === true || recipients.some((address) => address === refused))
          return callback(new Error('refused by the catcher'));
        take(Buffer.concat(chunks)).then(() => {
          toHangUpOn -= 1;
          if (toHangUpOn < 0) return callback();
          for (const connection of smtp.connections) if (connection.session.id === session.id) connection.close();
        }, callback);
      });
    },
  });
  // Ignore senders that disconnect.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', () => resolve()));
  const page = await startPage(() => caught, section);
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    pageUrl: `${page.origin}/`,
    mails: () => caught,
    received: () => ids.length,
    messageIds: () => ids,
    refuse: (what) => {
      refused = what;
    },
    bounce: (address) => {
      unknownAddress = address;
    },
    hangUpOn: (count) => {
      toHangUpOn = count;
    },
    close: async () => {
      await Promise.all([new Promise<void>((resolve) => smtp.close(() => resolve())), page.close()]);
    },
  };
};
