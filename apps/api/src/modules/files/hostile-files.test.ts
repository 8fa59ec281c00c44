import { MAX_FILE_BYTES } from '@anticipa/cfdi/limits';
import { findOrCreateInvoice, listFiles, signedUrl, uploadFile, uploadToSignedUrl } from '@anticipa/contract/files';
import { deleteInvoice } from '@anticipa/contract/invoices';
import { logout } from '@anticipa/contract/session';
import type { FileMotive } from '@anticipa/domain/motives';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, anInvoiceFile, aUser, type TestClient } from '../../../testing/builders.ts';
import { hostileRequest, sendRaw } from '../../../testing/hostile-requests.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import type { Session } from '../../../testing/session.ts';
import { countRows, uploadBody } from '../../../testing/uploads.ts';

let portal: Portal;
let client: TestClient;
let session: Session;
let sound: string;

beforeAll(async () => {
  portal = await startPortal();
  client = await aClient(portal);
  session = await portal.signIn((await aUser(portal, { client })).email);
  sound = Buffer.from((await anInvoiceFile(portal, client)).bytes).toString('utf8');
  // Warm-up: starts the reader's threads and compiles the upload's code.
  await upload('warm-up.xml', Buffer.from(sound));
});
afterAll(() => portal.close());

const upload = (fileName: string, bytes: Buffer) =>
  session.call(uploadFile, { body: { fileName, fileData: bytes.toString('base64') } });

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const withAddenda = (content: string): string =>
  sound.replace('</cfdi:Comprobante>', `<cfdi:Addenda>${content}</cfdi:Addenda></cfdi:Comprobante>`);
const withDoctype = (doctype: string): string => sound.replace(DECLARATION, `${DECLARATION}${doctype}`);
const filled = (one: string, room = 20_000): string => one.repeat(Math.floor((MAX_FILE_BYTES - room) / one.length));
const numbered = (prefix: string): string => {
  let text = '';
  for (let at = 0; text.length < MAX_FILE_BYTES - 20_000; at += 1) text += ` ${prefix}${at}="u"`;
  return text;
};

const hostile: readonly (readonly [string, () => string, FileMotive])[] = [
  [
    'a reference to a file of the server',
    () => withDoctype('<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    'XML_DOCTYPE',
  ],
  ['a reference to another server', () => withDoctype('<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">'), 'XML_DOCTYPE'],
  ['a billion-laughs entity', () => withDoctype(bomb), 'XML_DOCTYPE'],
  ['a doctype of 1.4 MB', () => withDoctype(`<!DOCTYPE x [${filled('<!ENTITY a "b">')}]>`), 'XML_DOCTYPE'],
  ['200,000 nested elements', () => withAddenda('<a>'.repeat(200_000) + '</a>'.repeat(200_000)), 'XML_TOO_COMPLEX'],
  ['as many elements as fit', () => withAddenda(filled('<a/>')), 'XML_TOO_COMPLEX'],
  ['as many attributes as fit', () => withAddenda(`<a${numbered('a')}/>`), 'XML_TOO_COMPLEX'],
  ['as many namespaces as fit', () => withAddenda(`<a${numbered('xmlns:a')}/>`), 'XML_TOO_COMPLEX'],
  [
    'an attribute of 1.2 MB',
    () => sound.replace(/Version=/, `Relleno="${'x'.repeat(1_200_000)}" Version=`),
    'XML_ATTRIBUTE_TOO_LONG',
  ],
  ['an unknown entity', () => withAddenda('&desconocida;'), 'XML_MALFORMED'],
  ['an unclosed tag', () => `<${filled('a')}`, 'XML_MALFORMED'],
  ['only opening brackets', () => filled('<'), 'XML_MALFORMED'],
];
const bomb = `<!DOCTYPE b [<!ENTITY a "ja">${[...'bcdefghij']
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
  .join('')}]>`;

/** Uploads; returns the answer and the processor time of the event loop in milliseconds, including sending. */
async function uploadWatched(fileName: string, text: string) {
  const fileData = Buffer.from(text).toString('base64');
  const payload = Buffer.from(JSON.stringify({ fileName, fileData }));
  const before = process.threadCpuUsage();
  const answer = await session.post('/api/file', payload);
  const { user, system } = process.threadCpuUsage(before);
  return { answer, busyMs: (user + system) / 1000 };
}

/** Most times as long as a file of the same size that is no XML: another thread reads the text, so only its size may count. */
const MOST = 3;

/** Uploads the text and such a file in turn until the quickest of each are within `MOST`; returns the answer and their ratio. */
async function uploadCompared(fileName: string, text: string) {
  const plain = 'x'.repeat(Buffer.byteLength(text));
  const quickest = { text: Number.POSITIVE_INFINITY, plain: Number.POSITIVE_INFINITY };
  for (let attempt = 1; ; attempt += 1) {
    const bound = await uploadWatched('texto.xml', plain);
    expect(bound.answer.body).toMatchObject({ outcome: 'refused', doc: { motive: { code: 'FILE_NOT_XML' } } });
    const { answer, busyMs } = await uploadWatched(fileName, text);
    quickest.plain = Math.min(quickest.plain, bound.busyMs);
    quickest.text = Math.min(quickest.text, busyMs);
    const ratio = quickest.text / quickest.plain;
    if (ratio < MOST || attempt === 8) return { answer, ratio };
  }
}

describe('hostile files', () => {
  it.each(hostile)('[CAR-05] refuses %s without blocking the server', async (_, make, motive) => {
    const { answer, ratio } = await uploadCompared('hostil.xml', make());
    expect(answer.body).toMatchObject({ outcome: 'refused', doc: { motive: { code: motive } } });
    expect(answer.bytes.toString()).not.toContain('root:');
    expect(ratio).toBeLessThan(MOST);
  });

  it.each([
    ['references to characters', () => `<a b="${filled('&#65;')}"/>`],
    ['text', () => filled('texto ')],
    ['one attribute', () => `<a b="${filled('x')}"/>`],
    ['comments', () => filled('<!---->')],
  ])('[CAR-05] accepts 1.5 MB of %s inside a valid invoice without blocking the server', async (_, make) => {
    const { answer, ratio } = await uploadCompared('grande.xml', withAddenda(make()));
    // The addenda is not sealed, so this is the invoice of the warm-up.
    expect(answer.body).toMatchObject({ outcome: 'existing' });
    expect(ratio).toBeLessThan(MOST);
  });

  it('[CAR-05] does not affect the next file', async () => {
    const file = await anInvoiceFile(portal, client);
    expect((await upload(file.name, Buffer.from(file.bytes))).outcome).toBe('invoice');
  });
});

describe('[API-06] a signed address', () => {
  const addressOf = async (by: Session, filename = 'firmada.xml') => {
    const { signedUrl: url, key } = await by.call(signedUrl, { query: { filename, clientRFC: client.rfc } });
    const { origin, pathname, searchParams } = new URL(url);
    const sessionId = pathname.split('/').at(-1) ?? '';
    expect(origin).toBe('http://localhost:3000');
    return { params: { sessionId }, query: Object.fromEntries(searchParams), key };
  };
  type Address = Awaited<ReturnType<typeof addressOf>>;
  const put = ({ params, query }: Pick<Address, 'params' | 'query'>, body: Buffer) =>
    portal.visitor.send(uploadToSignedUrl, { params, query, body, headers: { 'content-type': 'application/xml' } });

  it('takes the file of its name without a session, as the user who asked for it', async () => {
    const { bytes } = await anInvoiceFile(portal, client);
    const address = await addressOf(session, 'á&b 1.xml');
    const answer = await put(address, Buffer.from(bytes));
    expect(answer.body).toMatchObject({ outcome: 'invoice', doc: { fileName: 'á&b 1.xml', clientRFC: client.rfc } });
    // Repeating it creates nothing.
    expect((await put(address, Buffer.from(bytes))).body).toMatchObject({ outcome: 'existing' });
    expect((await put(address, Buffer.from('<x/>'))).body).toMatchObject({ doc: { motive: { code: 'NOT_CFDI' } } });
    expect((await put(address, Buffer.alloc(0))).body).toMatchObject({ doc: { motive: { code: 'FILE_EMPTY' } } });
    expect((await put(address, Buffer.alloc(MAX_FILE_BYTES + 1))).body).toMatchObject({ outcome: 'refused' });
    expect((await put(address, Buffer.alloc(4_000_000))).code).toBe('BODY_TOO_LARGE');
  });

  it('a signed address is followed by the call of the record, which answers what was made of the file', async () => {
    const fileName = 'llave.xml';
    const record = (fileURL: string, by = session) =>
      by.send(uploadFile, {
        body: {
          clientId: client.clientId,
          fileURL,
          fileName,
          fileType: 'text/xml',
          clientRFC: client.rfc,
          creditsInformation: [],
        },
      });
    const address = await addressOf(session, fileName);
    expect((await record(address.key)).code).toBe('NOT_FOUND');
    const { body: made } = await put(address, Buffer.from((await anInvoiceFile(portal, client)).bytes));
    expect((await record(address.key)).body).toEqual({ ...(made as object), outcome: 'existing' });
    const others = await portal.signIn((await aUser(portal, { client })).email);
    expect((await record(address.key, others)).code).toBe('NOT_FOUND');
    portal.clock.pass(1);
    const next = await addressOf(session, fileName);
    expect((await record(next.key)).code).toBe('NOT_FOUND');
    const { body: refused } = await put(next, Buffer.from('<x/>'));
    expect((await record(next.key)).body).toEqual(refused);
  });

  it('is refused with any part changed, after 15 minutes, and once the session has ended', async () => {
    const user = await aUser(portal, { client });
    const own = await portal.signIn(user.email);
    const address = await addressOf(own);
    const other = await addressOf(session);
    const { params, query } = address;
    const forged: readonly Pick<Address, 'params' | 'query'>[] = [
      { query, params: other.params },
      { params, query: { ...query, filename: 'otra.xml' } },
      { params, query: { ...query, expires: String(Number(query.expires) + 1) } },
      {
        params,
        query: { ...query, signature: `${query.signature?.startsWith('A') ? 'B' : 'A'}${query.signature?.slice(1)}` },
      },
    ];
    const file = Buffer.from('<x/>');
    const before = (await session.call(listFiles)).data.length;
    for (const one of forged) expect((await put(one, file)).code).toBe('INVALID_REQUEST');
    portal.clock.pass(15 * 60_000 - 1);
    expect((await put(address, file)).status).toBe(200);
    portal.clock.pass(1);
    expect((await put(address, file)).code).toBe('INVALID_REQUEST');
    const again = await portal.signIn(user.email);
    const next = await addressOf(again);
    const mustChange = (must: boolean) =>
      portal.db.owner.query('update users set must_change_password = $2 where user_id = $1', [user.userId, must]);
    await mustChange(true);
    expect((await put(next, file)).code).toBe('INVALID_REQUEST');
    await mustChange(false);
    await again.call(logout);
    expect((await put(next, file)).code).toBe('INVALID_REQUEST');
    expect((await session.call(listFiles)).data).toHaveLength(before + 1);
  });

  it('reads no body that it will not take: anyone can send one', async () => {
    const { params, query } = await addressOf(session);
    const forged = { params, query: { ...query, filename: 'otra.xml' } };
    const malformed = { params, query: { filename: 'otra.xml' } };
    for (const address of [forged, malformed])
      expect((await put(address, Buffer.alloc(4_000_000))).code).toBe('INVALID_REQUEST');
  });

  it('is given only for the own company', async () => {
    const query = { filename: 'x.xml', clientRFC: 'XXX150401AB9' };
    expect((await session.send(signedUrl, { query })).code).toBe('NOT_FOUND');
  });
});

it('[API-06] an invoice is not created from the file of another, nor with another fact than its file states', async () => {
  const [named, file] = [await anInvoiceFile(portal, client), await anInvoiceFile(portal, client)];
  const ask = (body: object) => session.send(findOrCreateInvoice, { body });
  const count = (table: string) => countRows(portal, client, { table, where: 'true' });
  const before = { invoices: await count('invoices'), files: await count('files') };
  const { uuid } = file.spec;
  const { documentId } = (await session.call(uploadFile, { body: uploadBody(named) })).invoice ?? {};
  await session.call(deleteInvoice, { body: { documentId } });
  const body = uploadBody(file);
  for (const fact of [{ uuid: named.spec.uuid }, { uuid, total: '1.00' }, { uuid, currency: 'USD' }, { documentId }])
    expect(await ask({ ...fact, ...body })).toMatchObject({ status: 422, code: 'INVOICE_FIELD_FIXED' });
  expect({ invoices: await count('invoices'), files: await count('files') }).toEqual({
    invoices: before.invoices + 1,
    files: before.files + 1,
  });
  expect((await ask({ uuid, currency: 'MXN', ...body })).body).toMatchObject({ created: true, data: { uuid } });
  const restored = await ask({ documentId: documentId?.toUpperCase(), ...uploadBody(named) });
  expect(restored.body).toMatchObject({ data: { documentId, uuid: named.spec.uuid } });
});

const REQUESTS = rounds(60, 2_000);

it(`[CAR-05] ${REQUESTS} hostile requests to upload a file never cause an error of the server`, async () => {
  const port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const { bytes: file } = await anInvoiceFile(portal, client);
  const statuses = new Set<number>();
  for (let seed = 0; seed < REQUESTS; seed += 1) {
    // Respects the number of calls in a minute that a session may make.
    portal.clock.pass(100);
    const request = hostileRequest(String(seed), { token: session.token ?? '', file });
    for (const status of await sendRaw(port, request)) {
      expect({ seed, status }).toMatchObject({ status: expect.toSatisfy((each) => Number(each) < 500) });
      statuses.add(status);
    }
  }
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 415]));
  expect(portal.log.filter(({ level }) => level === 'error')).toEqual([]);
  expect((await upload('A.xml', Buffer.from(file))).outcome).toBeOneOf(['invoice', 'existing']);
});
