/** Baseline of the HTTP figures, in its own process: node:http, one prepared query and one commit, no validation. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { BROTLI } from '@anticipa/api/platform/http/compression';
import pg from 'pg';
import { z } from 'zod';
import { bodyOf, taxAuthorityOf } from './bare-http.ts';

const { PORT, DATA_DIR, DATABASE_URL, QUERY } = process.env;
if (PORT === undefined || DATA_DIR === undefined) throw new Error('PORT and DATA_DIR must be set');

const askTaxAuthority = taxAuthorityOf(DATA_DIR);
const folder = join(DATA_DIR, 'bare');
await mkdir(folder, { recursive: true });
const database = new pg.Pool({ connectionString: DATABASE_URL, max: 6 });

/** The rows of an upload, with one commit. */
const ENTRY = `with owner as (
    select users.client_id, users.user_id, clients.rfc as issuer_rfc, companies.*, gen_random_uuid() as document_id,
      gen_random_uuid() as file_id, upper(gen_random_uuid()::text) as uuid
    from users join clients using (client_id) join company_links using (client_id) join companies using (company_id)
    where users.email = 'admin@norte.demo' limit 1
  ), kept as (
    insert into files (client_id, file_id, file_name, file_type, size, sha256, receiver_rfc, uploaded_by, created_at)
    select client_id, file_id, $1, 'text/xml', $2, decode($3, 'hex'), rfc, user_id, now() from owner
  ), entered as (
    insert into invoices (client_id, document_id, file_id, company_id, product, uuid, seal_hash, cfdi_version, serie, folio,
      issuer_rfc, receiver_rfc, receiver_name, receiver_key, seal_tail, currency, total, cfdi_total, emitted_on,
      payment_method, status, verification, is_stamp_verified, checked_at, created_by, created_at)
    select client_id, document_id, file_id, company_id, 'BI', uuid, sha256(uuid::bytea), '4.0', 'A', '1', issuer_rfc, rfc,
      name, receiver_key, 'AAAAAAA=', 'MXN', 1000, '1000.00', current_date, 'PPD', 20, 'verified', true, now(), user_id, now()
    from owner returning client_id, document_id, uuid, seal_hash, created_by
  ), claimed as (
    insert into invoice_claims (client_id, document_id, uuid, seal_hash, is_proven)
    select client_id, document_id, uuid, seal_hash, true from entered
  )
  insert into invoice_events (client_id, document_id, transition, to_status, actor_kind, actor_id, happened_at)
  select client_id, document_id, 'upload', 20, 'user', created_by, now() from entered`;

const upload = z.looseObject({ fileName: z.string(), fileData: z.string() });

/** The CFDI is not read. */
const unreadInvoice = () => ({
  uuid: randomUUID(),
  issuer: { rfc: 'AAA010101AAA' },
  receiver: { rfc: 'BBB010101BBB' },
  total: '1000.00',
  sealTail: 'AAAAAAA=',
});

const storeUpload = async (request: IncomingMessage): Promise<unknown> => {
  const { fileName, fileData } = upload.parse(JSON.parse(await bodyOf(request)));
  const bytes = Buffer.from(fileData, 'base64');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const store = async (): Promise<void> => {
    const handle = await open(join(folder, sha256), 'w', 0o600);
    await handle.writeFile(bytes);
    await handle.sync();
    await handle.close();
  };
  await Promise.all([store(), askTaxAuthority(unreadInvoice())]);
  await database.query({ name: 'upload', text: ENTRY, values: [fileName, bytes.length, sha256] });
  return { fileName, sha256 };
};

const list = async (): Promise<unknown> => {
  return { data: (await database.query({ name: 'list', text: QUERY ?? '' })).rows };
};

const answerTo = (request: IncomingMessage): Promise<unknown> => {
  return request.method === 'POST' ? storeUpload(request) : list();
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
