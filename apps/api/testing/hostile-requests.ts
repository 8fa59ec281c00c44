/** Hostile HTTP requests to upload a file, as raw bytes, reproducible by their seed. */
import { connect } from 'node:net';
import { type Random, randomFrom } from '@anticipa/sandbox/random';

const BOUNDARY = 'x9f';

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json;;',
  'APPLICATION/JSON',
  `multipart/form-data; boundary=${BOUNDARY}`,
  'multipart/form-data',
  `multipart/form-data; boundary=${'b'.repeat(5_000)}`,
  'application/x-www-form-urlencoded',
  'text/xml',
  '/',
  '',
] as const;

const VALUES = [
  null,
  '',
  0,
  -1e308,
  true,
  [],
  {},
  [[[[]]]],
  'A.xml\0.exe',
  '../../A.xml',
  '\u202elmx.A',
  '\ud800',
  'ñ'.repeat(5_000),
  '====',
  'A===',
  'no es base64',
] as const;

const isolated = [0x00, 0xff, 0xc0, 0xed, 0x22, 0x5c, 0x7b, 0x5d, 0x0d, 0x0a] as const;

function jsonOf(random: Random, file: Uint8Array): Buffer {
  const sound = { fileName: 'A.xml', fileData: Buffer.from(file).toString('base64') };
  const fields = ['fileName', 'fileData', 'fileType', 'clientId', 'creditsInformation', '__proto__', 'x'] as const;
  const body = random.chance(50) ? { ...sound, [random.pick(fields)]: random.pick(VALUES) } : sound;
  return Buffer.from(JSON.stringify(body));
}

function multipartOf(random: Random, file: Uint8Array): Buffer {
  const disposition = random.pick([
    'form-data; name="file"; filename="A.xml"',
    'form-data; name="file"; filename="../A\0.xml"',
    'form-data',
    `form-data; name="${'n'.repeat(3_000)}"`,
    '',
  ]);
  const part = Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n\r\n`),
    file,
    Buffer.from('\r\n'),
  ]);
  const parts = Array.from({ length: random.between(0, 50) }, () => part);
  return Buffer.concat([...parts, Buffer.from(random.chance(50) ? `--${BOUNDARY}--\r\n` : '')]);
}

function damaged(body: Buffer, random: Random): Buffer {
  const at = random.between(0, body.length);
  const kind = random.between(1, 4);
  if (kind === 1) return body.subarray(0, at);
  if (kind === 2) return Buffer.concat([body.subarray(0, at), Buffer.from([random.pick(isolated)]), body.subarray(at)]);
  if (kind === 3) return Buffer.concat([body, body.subarray(at)]);
  return Buffer.concat([Buffer.from('{"x":'.repeat(random.between(1, 20_000))), body]);
}

const lengthsOf = (length: number, random: Random): readonly string[] =>
  random.pick([
    [`Content-Length: ${length + 1}`],
    [`Content-Length: ${Math.max(0, length - 1)}`],
    ['Content-Length: -1'],
    ['Content-Length: 1e3'],
    ['Content-Length: 99999999999999999999'],
    [`Content-Length: ${length}`, 'Content-Length: 1'],
    [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked'],
    ['Transfer-Encoding: gzip, chunked'],
    [],
  ]);

const OTHERS = [
  'Expect: 100-continue',
  'Content-Encoding: gzip',
  'Authorization: Bearer x',
  'Idempotency-Key: \u00ff',
  'Cookie: anticipa=%',
  `X-Long: ${'x'.repeat(20_000)}`,
  'No colon',
  'Upgrade: websocket',
] as const;

export interface HostileRequest {
  readonly bytes: Buffer;
  /** Its length is as announced: the server has no reason to wait for more. */
  readonly isWhole: boolean;
}

/** A request of the bearer that carries the file somehow. */
export function hostileRequest(
  seed: string,
  { token, file }: { readonly token: string; readonly file: Uint8Array },
): HostileRequest {
  const random = randomFrom(seed);
  const isMultipart = random.chance(30);
  const sound = isMultipart ? multipartOf(random, file) : jsonOf(random, file);
  const body = random.chance(40) ? damaged(sound, random) : sound;
  const type = random.chance(50) ? random.pick(TYPES) : isMultipart ? TYPES[4] : TYPES[0];
  const isWhole = random.chance(70);
  const head = [
    `${random.chance(90) ? 'POST' : random.pick(['PUT', 'GET', 'POST POST', 'p\0st'])} /api/file HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    ...(isWhole ? [`Content-Length: ${body.length}`] : lengthsOf(body.length, random)),
    ...(random.chance(30) ? [random.pick(OTHERS)] : []),
  ];
  return { isWhole, bytes: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]) };
}

/** Sends a request and resolves to the statuses that came back until the server closed the connection. */
export const sendRaw = (port: number, { bytes, isWhole }: HostileRequest): Promise<number[]> =>
  new Promise((resolve) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.write(bytes);
      if (!isWhole) socket.end();
    });
    socket.setEncoding('latin1').on('data', (piece) => {
      received += piece;
    });
    // The server may close on a request that it does not read to its end.
    socket.on('error', () => undefined);
    socket.on('close', () =>
      resolve([...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))),
    );
  });
