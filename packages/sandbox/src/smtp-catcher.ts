/** Stands in for a mail server: takes every message, delivers none, and shows them on a page of its own. */
import { createServer, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { type ReadMail, readMail } from './mime.ts';

export interface CaughtMail extends ReadMail {
  readonly id: number;
  readonly receivedAt: string;
}

export interface SmtpCatcher {
  /** `smtp://` address for the sender of mails. */
  readonly smtpUrl: string;
  /** Page where people read them; `/mails.json` for programs. */
  readonly pageUrl: string;
  /** Newest first. A message that came twice with the same id is shown once. */
  mails(): readonly CaughtMail[];
  /** How many messages came in, repetitions included. */
  received(): number;
  /** Refuses every message from now on, or takes them again. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

const KEPT = 500;
const MAX_BYTES = 5 * 1024 * 1024;

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
};

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const listPage = (mails: readonly CaughtMail[]): string => {
  const rows = mails.map(
    ({ id, receivedAt, to, subject }) =>
      `<tr><td>${receivedAt.slice(0, 19).replace('T', ' ')}</td><td>${escapeHtml(to)}</td><td><a href="/mails/${id}">${escapeHtml(subject)}</a></td></tr>`,
  );
  return `<!doctype html><html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Correos de la demostración</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem .8rem .4rem 0;border-bottom:1px solid #ddd}</style></head>
<body><h1>Correos de la demostración</h1><p>Nada de esto salió a ninguna parte.</p>
${mails.length === 0 ? '<p>Todavía no hay correos.</p>' : `<table><thead><tr><th>Recibido (UTC)</th><th>Para</th><th>Asunto</th></tr></thead><tbody>${rows.join('')}</tbody></table>`}</body></html>`;
};

const send = (response: ServerResponse, type: string, body: string): void => {
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  response.end(body);
};

const startPage = async (mails: () => readonly CaughtMail[]) => {
  const server = createServer((request, response) => {
    const id = /^\/mails\/(\d+)$/.exec(request.url ?? '')?.[1];
    const mail = mails().find((one) => String(one.id) === id);
    if (request.url === '/') send(response, 'text/html', listPage(mails()));
    else if (request.url === '/mails.json') send(response, 'application/json', JSON.stringify(mails()));
    else if (mail) send(response, 'text/html', mail.html);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, url: `http://127.0.0.1:${portOf(server)}/` };
};

/** Starts the catcher and its page on free ports of the loopback address. */
export const startSmtpCatcher = async (now: () => Date = () => new Date()): Promise<SmtpCatcher> => {
  let caught: CaughtMail[] = [];
  let received = 0;
  let isRefusing = false;
  const take = (source: string): void => {
    received += 1;
    const mail = { ...readMail(source), id: received, receivedAt: now().toISOString() };
    const isRepeated = caught.some((one) => one.messageId === mail.messageId);
    if (!isRepeated) caught = [mail, ...caught].slice(0, KEPT);
  };

  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    size: MAX_BYTES,
    logger: false,
    onData: (stream, _session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', callback);
      stream.on('end', () => {
        if (isRefusing) return callback(new Error('the catcher was told to refuse'));
        take(Buffer.concat(chunks).toString('latin1'));
        return callback();
      });
    },
  });
  // A sender that hangs up in the middle is its own problem.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()));
  const page = await startPage(() => caught);
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    pageUrl: page.url,
    mails: () => caught,
    received: () => received,
    refuse: (value) => {
      isRefusing = value;
    },
    close: async () => {
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(() => resolve())),
        new Promise<void>((resolve) => {
          page.server.close(() => resolve());
          page.server.closeAllConnections();
        }),
      ]);
    },
  };
};
