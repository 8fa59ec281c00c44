/** Stand-in for a DNS server on loopback that knows the texts (TXT, RFC 1035) of some names; of all others it says that they do not exist. */
import { createSocket } from 'node:dgram';

export interface DnsServer {
  /** `address:port`. */
  readonly address: string;
  /** The texts of a name; 'fails' answers SERVFAIL, 'silent' nothing. */
  put(name: string, texts: readonly string[] | 'fails' | 'silent'): void;
  /** Names that were asked for. */
  asked(): readonly string[];
  close(): Promise<void>;
}

const TXT = 16;
const [FAILED, NO_SUCH_NAME] = [2, 3];

/** The name in a question, and where it ends. */
function nameIn(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let place = 12;
  for (let length = query[place] ?? 0; length > 0; length = query[place] ?? 0) {
    labels.push(query.toString('latin1', place + 1, place + 1 + length));
    place += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: place + 1 };
}

/** A record of the name in the question, with its text in parts of 255 bytes. */
function record(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, part) =>
    bytes.subarray(part * 255, (part + 1) * 255),
  );
  const data = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), part]));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

export async function startDnsServer(): Promise<DnsServer> {
  const known = new Map<string, readonly string[] | 'fails' | 'silent'>();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = nameIn(query);
    asked.push(name);
    const found = known.get(name);
    if (found === 'silent') return;
    const records = found === undefined || found === 'fails' ? [] : found.map(record);
    const head = Buffer.from(query.subarray(0, 12));
    // An answer, with recursion available.
    head.writeUInt16BE(0x8180 | (found === undefined ? NO_SUCH_NAME : found === 'fails' ? FAILED : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...records]), from.port, from.address);
  });
  await new Promise<void>((listening) => socket.bind(0, '127.0.0.1', listening));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    put: (name, texts) => void known.set(name, texts),
    asked: () => asked,
    close: () => new Promise((closed) => socket.close(closed)),
  };
}
