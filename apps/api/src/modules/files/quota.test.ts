import { randomBytes } from 'node:crypto';
import { readdir, rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadFile, listFiles, uploadFile } from '@anticipa/contract/files';
import { ready } from '@anticipa/contract/health';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { aClient, anInvoiceFile, aUser, type TestClient } from '../../../testing/builders.ts';
import { runCron } from '../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import type { Session } from '../../../testing/session.ts';
import { type NamedBytes, uploadBody, uploadBy } from '../../../testing/uploads.ts';

const DAYS = 30;
let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ uploadFilesPerDay: 5, uploadMegabytesPerDay: 1, refusedFilesDays: DAYS });
});
afterAll(() => portal.close());

const NO_MAIL = { smtpUrl: 'smtp://localhost:1' };
const junk = (size = 100): NamedBytes => ({ name: 'junk.xml', bytes: randomBytes(size) });
const aSession = async (client: TestClient): Promise<Session> => portal.signIn((await aUser(portal, { client })).email);
const pass = (days: number): void => portal.clock.pass(days * 24 * 3_600_000);
const refusalOf = (session: Session, file: NamedBytes) => session.refusal(uploadFile, { body: uploadBody(file) });
/** Beyond the time in which an upload may still be recorded. */
const age = async (client: TestClient): Promise<void> => {
  const long = new Date(Date.now() - 2 * 3_600_000);
  for (const name of await storedFor(client))
    await utimes(join(portal.dataDir, 'files', client.clientId, name), long, long);
};
const storedFor = async (client: TestClient): Promise<string[]> =>
  readdir(join(portal.dataDir, 'files', client.clientId));

describe('the daily limit of uploads', () => {
  it('stops a client at its number of files, across its users, without storing more, until the next day', async () => {
    const client = await aClient(portal);
    const sessions = [await aSession(client), await aSession(client)] as const;
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        sessions[index % 2 ? 0 : 1].send(uploadFile, { body: uploadBody(junk()) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 'DAILY_LIMIT_REACHED')).toHaveLength(7);
    expect(await storedFor(client)).toHaveLength(5);

    const { headers, status } = await sessions[0].send(uploadFile, { body: uploadBody(junk()) });
    expect([status, headers['retry-after']]).toEqual([429, undefined]);
    const other = await aSession(await aClient(portal));
    expect((await uploadBy(other, junk())).outcome).toBe('refused');
    pass(1);
    expect((await uploadBy(await aSession(client), junk())).outcome).toBe('refused');
  });

  it('stops a client at its number of bytes; a refused upload does not count as a file', async () => {
    const client = await aClient(portal);
    const session = await aSession(client);
    await uploadBy(session, junk(600_000));
    for (let upload = 0; upload < 5; upload += 1)
      expect((await refusalOf(session, junk(400_001))).code).toBe('DAILY_LIMIT_REACHED');
    expect((await uploadBy(session, junk(400_000))).outcome).toBe('refused');
    expect(await storedFor(client)).toHaveLength(2);
  });
});

describe('a refused file', () => {
  const refused = async (session: Session) => (await session.call(listFiles, { query: { refused: 'true' } })).data;

  it('is kept once, however often it is uploaded', async () => {
    const session = await aSession(await aClient(portal));
    const file = junk();
    const first = await uploadBy(session, file);
    pass(1);
    const again = await aSession({ ...(await aClient(portal)), clientId: first.doc.clientId });
    const answers = await Promise.all([1, 2, 3].map(() => uploadBy(again, file)));
    expect(new Set(answers.map(({ doc }) => doc.fileId))).toEqual(new Set([first.doc.fileId]));
    const [kept, ...others] = await refused(again);
    expect(others).toEqual([]);
    expect(kept?.createdAt).toBe(portal.clock.now().toISOString());
    expect(kept?.uploadedBy).not.toBe(first.doc.uploadedBy);
  });

  it('is deleted with its bytes after its retention; an invoice keeps the bytes that it shares with one', async () => {
    const client = await aClient(portal);
    const early = await aSession(client);
    const invoice = await anInvoiceFile(portal, client);
    const entered = await uploadBy(early, invoice);
    const copy = await uploadBy(early, invoice);
    const old = await uploadBy(early, junk());
    expect([copy.outcome, copy.doc.sha256]).toEqual(['existing', entered.doc.sha256]);
    await age(client);
    pass(DAYS - 1);
    const session = await aSession(client);
    const young = await uploadBy(session, junk());
    await runCron(portal, NO_MAIL, 'purge-refused-files');
    const listed = await refused(session);
    expect([listed.length, listed[0]]).toEqual([3, young.doc]);

    pass(1.01);
    const later = await aSession(client);
    await runCron(portal, NO_MAIL, 'purge-refused-files');
    expect(await refused(later)).toEqual([young.doc]);
    expect((await later.send(downloadFile, { params: { id: old.doc.fileId } })).status).toBe(404);
    expect((await storedFor(client)).toSorted()).toEqual([entered.doc.sha256, young.doc.sha256].toSorted());
    const { bytes } = await later.send(downloadFile, { params: { id: entered.doc.fileId } });
    expect(bytes).toEqual(Buffer.from(invoice.bytes));
  });

  it('keeps its bytes when an older copy under another name is deleted', async () => {
    const client = await aClient(portal);
    const file = junk();
    await uploadBy(await aSession(client), file);
    pass(DAYS - 1);
    const renamed = await uploadBy(await aSession(client), { ...file, name: 'renamed.xml' });
    await age(client);
    pass(1.01);
    await runCron(portal, NO_MAIL, 'purge-refused-files');
    const session = await aSession(client);
    expect(await refused(session)).toEqual([renamed.doc]);
    const { bytes } = await session.send(downloadFile, { params: { id: renamed.doc.fileId } });
    expect(bytes).toEqual(Buffer.from(file.bytes));

    pass(DAYS);
    await runCron(portal, NO_MAIL, 'purge-refused-files');
    expect(await storedFor(client)).toEqual([]);
  });
});

it('too little free space stops uploads but nothing else, and shows in readiness', async () => {
  expect(await portal.visitor.call(ready)).toMatchObject({ status: 'ok', acceptsUploads: true });
  const full = await startPortal({ minFreeMegabytes: Number.MAX_SAFE_INTEGER });
  onTestFinished(() => full.close());
  const client = await aClient(full);
  const session = await full.signIn((await aUser(full, { client })).email);
  expect(await session.refusal(uploadFile, { body: uploadBody(junk()) })).toMatchObject({ status: 503 });
  expect((await session.call(listFiles)).data).toEqual([]);
  expect(full.log.map(({ message }) => message)).toContain('upload refused: too little free space, or no storage');
  expect(await full.visitor.call(ready)).toMatchObject({ status: 'ok', acceptsUploads: false });
});

it('a storage that cannot be reached stops uploads but nothing else, and shows in readiness', async () => {
  const session = await aSession(await aClient(portal));
  const folder = join(portal.dataDir, 'files');
  await rename(folder, `${folder}.aside`);
  expect(await refusalOf(session, junk())).toMatchObject({ status: 503 });
  expect(await portal.visitor.call(ready)).toMatchObject({ status: 'ok', acceptsUploads: false });
  await rename(`${folder}.aside`, folder);
  expect((await uploadBy(session, junk())).outcome).toBe('refused');
});
