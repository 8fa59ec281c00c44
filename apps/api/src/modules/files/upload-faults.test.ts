import { createHash } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadFile, listFiles, signedUrl, uploadFile } from '@anticipa/contract/files';
import { listInvoices } from '@anticipa/contract/invoices';
import { breakInvoice, brokenKinds, motiveOf } from '@anticipa/sandbox/broken-invoices';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { rounds } from '@anticipa/sandbox/rounds';
import { startBucketServer } from '@anticipa/sandbox/s3-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { aClient, anInvoiceFile, aUser, type TestClient } from '../../../testing/builders.ts';
import { type Portal, patientTaxStatus } from '../../../testing/portal.ts';
import { startPortalWithClient } from '../../../testing/portal-with-client.ts';
import { type Session, sessionOn } from '../../../testing/session.ts';
import { countRows, type NamedBytes, partyOf, uploadBody, uploadBy } from '../../../testing/uploads.ts';
import { createApp } from '../../app.ts';
import { openOutside } from '../../gateways/outside.ts';

let portal: Portal;
let client: TestClient;
let session: Session;

beforeAll(async () => {
  ({ portal, client, session } = await startPortalWithClient());
});
afterAll(() => portal.close());

const upload = (file: NamedBytes, by = session) => uploadBy(by, file);
const everything = async (): Promise<number[]> => {
  const counts: number[] = [];
  for (const table of ['files', 'invoices', 'invoice_events', 'invoice_claims', 'audit', 'company_links']) {
    counts.push(await countRows(portal, client, { table }));
  }
  return counts;
};

describe('the sender’s identity in a request', () => {
  it('is compared with the session, never used', async () => {
    const file = await anInvoiceFile(portal, client);
    const other = await aClient(portal);
    for (const claim of [{ clientId: other.clientId }, { clientRFC: other.rfc }, { uploadedBy: other.clientId }]) {
      const refusal = await session.refusal(uploadFile, { body: { ...uploadBody(file), ...claim } });
      expect([refusal.status, refusal.code]).toEqual([404, 'NOT_FOUND']);
    }
    const own = { clientId: client.clientId, clientRFC: client.rfc, fileURL: 'https://elsewhere.example/x.xml' };
    const answer = await session.call(uploadFile, { body: { ...uploadBody(file), ...own } });
    expect(answer.doc.fileURL).toBe(`/api/file/${answer.doc.fileId}/content`);
  });

  it.each([
    ['no data', { fileName: 'a.xml' }],
    ['no name', { fileData: '' }],
    ['an empty name', { fileName: '', fileData: '' }],
    ['data that is not base64', { fileName: 'a.xml', fileData: 'a' }],
    ['data with a line break', { fileName: 'a.xml', fileData: 'YWFh\nYWFh' }],
    ['null data', { fileName: 'a.xml', fileData: null }],
    ['an unknown key', { fileName: 'a.xml', fileData: '', status: 20 }],
  ])('a malformed request is refused: %s', async (_, body) => {
    const before = await everything();
    expect(await session.refusal(uploadFile, { body })).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    expect(await everything()).toEqual(before);
  });
});

describe('when something else fails', () => {
  it('a failing storage answers as unavailable, and nothing is acknowledged', async () => {
    await upload(await anInvoiceFile(portal, client));
    const folder = join(portal.dataDir, 'files', client.clientId);
    const before = await everything();
    const file = await anInvoiceFile(portal, client);
    await rename(folder, `${folder}.aside`);
    await writeFile(folder, 'a file where the folder belongs');
    const refusal = await session.refusal(uploadFile, { body: uploadBody(file) });
    expect(refusal).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(await everything()).toEqual(before);
    await rm(folder);
    await rename(`${folder}.aside`, folder);
    expect((await upload(file)).outcome).toBe('invoice');
  });

  it.each(['invoice_events', 'files', 'audit'])(
    'a failure while writing %s leaves nothing, and the same upload works afterwards',
    async (table) => {
      const before = await everything();
      const file = await anInvoiceFile(portal, client);
      await portal.db.owner.query(`
        create function fail_now() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
        create trigger fail_now before insert on ${table} for each row execute function fail_now()`);
      const refusal = await session.refusal(uploadFile, { body: uploadBody(file) });
      expect(refusal).toMatchObject({ status: 500, code: 'UNEXPECTED' });
      expect(JSON.stringify(refusal)).not.toContain('broken');
      expect(await everything()).toEqual(before);
      await portal.db.owner.query(`drop trigger fail_now on ${table}; drop function fail_now`);
      expect((await upload(file)).outcome).toBe('invoice');
    },
  );

  it('a file missing from storage is unavailable rather than not found', async () => {
    const { doc } = await upload(await anInvoiceFile(portal, client));
    await rm(join(portal.dataDir, 'files', client.clientId, doc.sha256));
    expect(await session.refusal(downloadFile, { params: { id: doc.fileId } })).toMatchObject({ status: 503 });
  });
});

const SOUND = rounds(60, 270);
/** Seeds for each of ten kinds. */
const BROKEN_SEEDS = Array.from({ length: rounds(1, 3) }, (_, index) => index + 1);
const BROKEN = 10 * BROKEN_SEEDS.length;

describe('a whole batch', () => {
  it(`[CAR-02] a batch of ${SOUND + BROKEN} files with ${BROKEN} broken in ten ways ends as ${SOUND} invoices and ${BROKEN} motives`, async () => {
    const batchClient = await aClient(portal);
    const batch = await portal.signIn((await aUser(portal, { client: batchClient })).email);
    const issuer = partyOf(batchClient);
    const today = portal.clock.today();
    const sound = await makeInvoices({ pki: portal.pki, issuer, count: SOUND, seed: 1, today });
    const kinds = brokenKinds.slice(0, 10);
    const broken = await Promise.all(
      kinds.flatMap((kind) => BROKEN_SEEDS.map((seed) => breakInvoice(kind, { pki: portal.pki, issuer, seed, today }))),
    );
    const queue = [...sound, ...broken].toSorted((a, b) => a.name.localeCompare(b.name));
    const outcomes: string[] = [];
    const uploader = async (): Promise<void> => {
      for (let file = queue.shift(); file; file = queue.shift()) {
        const { doc, outcome } = await upload(file, batch);
        outcomes.push(doc.motive?.code ?? outcome);
      }
    };
    await Promise.all(Array.from({ length: 6 }, uploader));
    expect(outcomes.filter((outcome) => outcome === 'invoice')).toHaveLength(SOUND);
    expect(outcomes.filter((outcome) => outcome !== 'invoice').toSorted()).toEqual(
      broken.map(({ kind }) => motiveOf(kind)).toSorted(),
    );
    expect((await batch.call(listInvoices, {})).data).toHaveLength(SOUND);
    expect((await batch.call(listFiles, { query: { refused: 'true' } })).data).toHaveLength(BROKEN);
  });
});

describe('[SIS-06] a file that was put into the bucket', () => {
  it('becomes an invoice of its client alone, from the bytes that are read there', async () => {
    const server = await startBucketServer();
    onTestFinished(() => server.close());
    const { config, clock, dataDir } = portal;
    const outside = {
      ...(await openOutside({ ...config, bucket: server })),
      taxStatus: patientTaxStatus(portal.taxStatus),
    };
    const node = await createApp({ config, db: portal.db.api, clock, outside, webDir: dataDir });
    onTestFinished(() => node.close());
    const user = await aUser(portal, { client });
    const own = await sessionOn(node, { token: null, cookie: null }).signIn(user.email);
    const { name: fileName, bytes } = await anInvoiceFile(portal, client);
    const body = Buffer.from(bytes);
    const sha256 = createHash('sha256').update(body).digest();
    const query = { filename: fileName, sha256: sha256.toString('hex'), size: String(body.length) };
    const { signedUrl: address, key } = await own.call(signedUrl, { query });
    // A file without its size comes through the portal, which counts it then.
    const { size: _, ...unsized } = query;
    expect((await own.call(signedUrl, { query: unsized })).signedUrl).toContain('/api/storage/');
    const use = await portal.db.owner.query(
      `update daily_use set used = 1000000 where client_id = $1 and resource like 'signed-%' returning resource, used`,
      [client.clientId],
    );
    expect(use.rowCount).toBe(2);
    expect((await own.refusal(signedUrl, { query })).code).toBe('DAILY_LIMIT_REACHED');
    const named = { fileName, fileURL: key };
    expect((await own.send(uploadFile, { body: named })).code).toBe('NOT_FOUND');
    const headers = { 'x-amz-checksum-sha256': sha256.toString('base64') };
    expect((await fetch(address, { method: 'PUT', body, headers })).status).toBe(200);
    const elsewhere = await aClient(portal);
    const stranger = await aUser(portal, { client: elsewhere });
    const other = await sessionOn(node, { token: null, cookie: null }).signIn(stranger.email);
    expect((await other.send(uploadFile, { body: named })).code).toBe('NOT_FOUND');
    const answer = await own.call(uploadFile, { body: named });
    expect(answer).toMatchObject({ outcome: 'invoice', doc: { sha256: query.sha256, size: body.length } });
    expect((await own.get(answer.doc.fileURL)).bytes).toEqual(body);
    // Each of these resolves to an object of the first client.
    const { clientId } = elsewhere;
    for (const fileURL of [
      `${clientId}/../${key}`,
      `${clientId}/%2e%2e/${key}`,
      `${clientId}/..\\${key}`,
      `${clientId}/../../${client.clientId}/${query.sha256}`,
    ])
      expect((await other.send(uploadFile, { body: { fileName, fileURL } })).code).toBe('NOT_FOUND');
    // The portal without a bucket has none of it.
    expect((await session.send(uploadFile, { body: named })).code).toBe('NOT_FOUND');
    server.script('error-500', 'HEAD', 2);
    expect((await own.send(uploadFile, { body: named })).code).toBe('SERVICE_UNAVAILABLE');
  });
});
