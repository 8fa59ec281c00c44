import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@anticipa/api/testing/free-port';
import { listFiles, signedUrl, uploadFile } from '@anticipa/contract/files';
import { listInvoices } from '@anticipa/contract/invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { demoClients } from '@anticipa/sandbox/demo-parties';
import { openDemoPki } from '@anticipa/sandbox/pki';
import { startBucketServer } from '@anticipa/sandbox/s3-server';
import { expect, test } from '@playwright/test';
import { receivers, today } from './invoices.ts';
import { invariantsOf, startPortal } from './killable-portal.ts';
import { answerSurveys } from './owner.ts';
import { ARTEFACTS, apiAs, checkLooks, drop, signIn } from './portal.ts';

const ADMIN = 'admin@norte.demo';
/** Times the browser repeats a failed call. */
const RETRIES = 3;

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('[SIS-06] invoices are stored in a bucket, and an object that differs from the upload is refused', {
  tag: '@full',
}, async ({ browser }) => {
  const dataDir = join(ARTEFACTS, `storage-${process.pid}`);
  const bucket = await startBucketServer();
  const portal = await startPortal(dataDir, await freePort(), {
    S3_URL: bucket.url,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  });
  try {
    await answerSurveys(dataDir);
    const pki = await openDemoPki(dataDir);
    const override = () => ({ receiver: receivers.biMxn, currency: 'MXN' as const, exchangeRate: null });
    const made = await makeInvoices({ pki, issuer: demoClients.norte, count: 2, seed: 61, today: today(), override });
    const [dropped, direct] = made.map(({ name, bytes }) => ({ name, bytes, buffer: Buffer.from(bytes) }));
    if (dropped === undefined || direct === undefined) throw new Error('two invoices are needed');
    const page = await browser.newPage({ baseURL: portal.url, acceptDownloads: true });
    await signIn(page, ADMIN);

    // The bucket returns altered bytes: the portal refuses the upload, and the browser repeats it.
    const refused = page.waitForResponse((response) => response.status() === 503);
    bucket.script('damage', 'GET');
    await drop(page, [{ ...dropped, mimeType: 'text/xml' }]);
    await refused;
    const added = page.getByText('1 factura nueva', { exact: true });
    await expect(added).toBeVisible();

    const client = await apiAs(portal.url, ADMIN);
    const stored = async (): Promise<ResponseOf<typeof listFiles>['data']> => (await client.get(listFiles.path)).data;
    expect(await stored()).toMatchObject([{ fileName: dropped.name, sha256: hashOf(dropped.buffer) }]);

    // The object is altered afterwards: nothing is shown, until the bucket has the file again.
    const { data }: ResponseOf<typeof listInvoices> = await client.get(listInvoices.path);
    bucket.script('damage', 'GET', 1 + RETRIES);
    await page.goto(`/factura/${data[0]?.documentId}`);
    const documents = page.getByRole('region', { name: 'Comprobante' });
    await expect(documents.getByText('No se pudo leer el XML')).toBeVisible();
    await checkLooks(page, 'invoice-altered');
    await documents.getByRole('button', { name: 'Reintentar' }).click();
    await expect(documents.getByRole('article', { name: 'Forma impresa del CFDI' })).toContainText('CFDI');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Descargar XML' }).click();
    expect(await readFile(await (await download).path())).toEqual(dropped.buffer);

    // Another program puts a file into the bucket itself.
    const sha256 = hashOf(direct.buffer);
    const size = String(direct.bytes.byteLength);
    const query = new URLSearchParams({ filename: direct.name, sha256, size });
    const { signedUrl: address, key }: ResponseOf<typeof signedUrl> = await client.get(`${signedUrl.path}?${query}`);
    const put = async (to: string, bytes: Uint8Array): Promise<number> => {
      const headers = { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') };
      return (await fetch(to, { method: 'PUT', body: new Blob([new Uint8Array(bytes)]), headers })).status;
    };
    expect(await put(address, dropped.bytes)).toBe(403);
    expect(await put(address.replace('X-Amz-Expires', 'X-Amz-Expires=1&Expires'), direct.bytes)).toBe(403);
    const named = { fileName: direct.name, fileURL: key };
    expect((await client.post(uploadFile.path, named)).status).toBe(404);
    expect(await put(address, direct.bytes)).toBe(200);
    const { invoice }: ResponseOf<typeof uploadFile> = await (await client.post(uploadFile.path, named)).json();
    await page.goto(`/factura/${invoice?.documentId}`);
    await expect(documents.getByRole('article', { name: 'Forma impresa del CFDI' })).toContainText(invoice?.uuid ?? '');
    expect(await stored()).toHaveLength(2);
    expect(invariantsOf(dataDir)).toMatch(/^\d+ invariants hold\.$/);
  } finally {
    await portal.stop();
    await bucket.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
