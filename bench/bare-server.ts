/** Baseline of the HTTP figures, in its own process: node:http, one prepared query, one fsync, no validation. */
import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';

const { PORT, DATA_DIR, DATABASE_URL, QUERY } = process.env;
if (PORT === undefined || DATA_DIR === undefined) throw new Error('PORT and DATA_DIR must be set');

const folder = join(DATA_DIR, 'bare');
await mkdir(folder, { recursive: true });
const database = new pg.Client({ connectionString: DATABASE_URL });
await database.connect();

/** As the portal compresses. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } };

const upload = z.looseObject({ fileName: z.string(), fileData: z.string() });
const uploaded: string[] = [];

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const storeUpload = async (request: IncomingMessage): Promise<unknown> => {
  const { fileName, fileData } = upload.parse(JSON.parse(await bodyOf(request)));
  const bytes = Buffer.from(fileData, 'base64');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const handle = await open(join(folder, sha256), 'w', 0o600);
  await handle.writeFile(bytes);
  await handle.sync();
  await handle.close();
  uploaded.push(fileName);
  return { fileName, sha256 };
};

const list = async (): Promise<unknown> => {
  return { data: (await database.query({ name: 'list', text: QUERY ?? '' })).rows };
};

const answerTo = (request: IncomingMessage): Promise<unknown> => {
  if (request.method === 'POST') return storeUpload(request);
  return request.url === '/uploaded' ? Promise.resolve({ data: uploaded }) : list();
};

const server = createServer((request, response) => {
  answerTo(request).then(
    (value) => {
      const plain = Buffer.from(JSON.stringify(value));
      const isBrotli = request.headers['accept-encoding']?.startsWith('br') === true;
      const bytes = isBrotli ? brotliCompressSync(plain, BROTLI) : plain;
      const headers = { 'content-type': 'application/json', 'content-length': bytes.length };
      response.writeHead(200, isBrotli ? { ...headers, 'content-encoding': 'br' } : headers).end(bytes);
    },
    (cause: unknown) => response.writeHead(500).end(String(cause)),
  );
});
server.listen(Number(PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
const end = (): void => process.exit(0);
process.on('SIGTERM', end).on('disconnect', end);
