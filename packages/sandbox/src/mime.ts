/** Reads the e-mails that the portal itself writes, for showing them; not a reader for anybody's mail. */

export interface ReadMail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const splitPart = (source: string): Part => {
  const end = source.indexOf('\r\n\r\n');
  const head = end === -1 ? source : source.slice(0, end);
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { headers, body: end === -1 ? '' : source.slice(end + 4) };
};

const bytesOfQuoted = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

const decodeBody = ({ headers, body }: Part): string => {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return (encoding === 'quoted-printable' ? bytesOfQuoted(body) : Buffer.from(body, 'latin1')).toString('utf8');
};

/** Encoded words of RFC 2047; neighbours are parts of one text. */
const decodeHeader = (text: string): string =>
  text
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, content: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(content, 'base64').toString('utf8')
        : bytesOfQuoted(content.replaceAll('_', ' ')).toString('utf8'),
    );

/** All parts that are not containers. */
const leaves = (part: Part): Part[] => {
  const boundary = /boundary="?([^";]+)/i.exec(part.headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) return [part];
  const pieces = part.body.split(`--${boundary}`).slice(1, -1);
  return pieces.flatMap((piece) => leaves(splitPart(piece.replace(/^\r\n/, '').replace(/\r\n$/, ''))));
};

/** The message with its texts decoded; `source` holds its bytes as latin1. */
export const readMail = (source: string): ReadMail => {
  const message = splitPart(source);
  const header = (name: string): string => decodeHeader(message.headers.get(name) ?? '');
  const parts = leaves(message);
  const textOf = (type: string): string => {
    const part = parts.find(({ headers }) => (headers.get('content-type') ?? 'text/plain').startsWith(type));
    return part === undefined ? '' : decodeBody(part);
  };
  return {
    to: header('to'),
    from: header('from'),
    subject: header('subject'),
    messageId: header('message-id'),
    text: textOf('text/plain'),
    html: textOf('text/html'),
  };
};
