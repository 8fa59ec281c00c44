import { createHash } from 'node:crypto';
import { MAX_FILE_BYTES } from '@anticipa/cfdi/limits';
import {
  downloadFile,
  findOrCreateInvoice,
  getFile,
  listFiles,
  updateFile,
  uploadFile,
} from '@anticipa/contract/files';
import { countInvoices, deleteInvoice, listInvoices } from '@anticipa/contract/invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import { breakInvoice, brokenKinds, motiveOf } from '@anticipa/sandbox/broken-invoices';
import { domesticReceivers, foreignReceivers } from '@anticipa/sandbox/demo-parties';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, anInvoiceFile, aUser, type TestClient } from '../../../testing/builders.ts';
import type { Portal } from '../../../testing/portal.ts';
import { startPortalWithClient } from '../../../testing/portal-with-client.ts';
import type { Session } from '../../../testing/session.ts';
import { countRows, type NamedBytes, partyOf, uploadBody, uploadBy } from '../../../testing/uploads.ts';

let portal: Portal;
let client: TestClient;
let session: Session;

beforeAll(async () => {
  ({ portal, client, session } = await startPortalWithClient());
});
afterAll(() => portal.close());

const upload = (file: NamedBytes, by = session) => uploadBy(by, file);
const count = (table: string, where = 'true'): Promise<number> => countRows(portal, client, { table, where });

describe('a valid invoice', () => {
  it('[CAR-02] becomes an invoice of the client with its file, history, claim and audit', async () => {
    await aCompany(portal);
    const file = await anInvoiceFile(portal, client, { paymentMethod: 'PPD', conditions: null });
    const { doc, outcome, invoice } = await upload(file);
    expect(outcome).toBe('invoice');
    expect(doc).toMatchObject({
      clientRFC: client.rfc,
      receiverRFC: file.spec.receiver.rfc,
      fileName: file.name,
      size: file.bytes.length,
      motive: null,
    });
    expect(invoice).toMatchObject({
      uuid: file.spec.uuid,
      serie: file.spec.series,
      folio: file.spec.folio,
      receiverName: file.spec.receiver.name,
      currency: 'MXN',
      total: '116000.00',
      emittedOn: file.spec.emittedOn,
      paymentMethod: 'PPD',
      Product: { code: 'BI' },
      status: 20,
      verification: 'verified',
      fileId: doc.fileId,
    });
    const id = invoice?.documentId;
    expect(await count('invoice_events', `document_id = '${id}' and transition = 'upload' and to_status = 20`)).toBe(1);
    expect(await count('invoice_claims', `document_id = '${id}'`)).toBe(1);
    expect(await count('audit', `subject = 'file:${doc.fileId}'`)).toBe(1);
  });

  it('[CAR-01] an invoice is accepted in any case of its extension, and no other extension', async () => {
    const file = await anInvoiceFile(portal, client);
    expect((await upload({ ...file, name: 'FACTURA.XML' })).outcome).toBe('invoice');
    for (const name of ['factura.pdf', 'factura', 'factura.xml.zip', '.xmlx']) {
      const answer = await upload({ ...(await anInvoiceFile(portal, client)), name });
      expect([answer.outcome, answer.doc.motive?.code, answer.invoice]).toEqual(['refused', 'FILE_NOT_XML', null]);
    }
  });

  it.each([
    ['exactly 1.5 MB', 'invoice', 0],
    ['one byte more', 'refused', 1],
  ])('[CAR-01] a valid invoice of %s is %s', async (_, outcome, more) => {
    const file = await anInvoiceFile(portal, client);
    const bytes = Buffer.alloc(MAX_FILE_BYTES + more, ' ');
    bytes.set(file.bytes);
    const answer = await upload({ name: file.name, bytes });
    expect([answer.outcome, answer.doc.motive?.code]).toEqual([outcome, more ? 'FILE_TOO_LARGE' : undefined]);
  });

  it('gets its product from its receiver', async () => {
    const [, receiver] = domesticReceivers;
    if (!receiver) throw new Error('the demo has no second receiver');
    await aCompany(portal, { receiver, client, fbProgramme: true });
    const { invoice } = await upload(await anInvoiceFile(portal, client, { receiver }));
    expect(invoice).toMatchObject({ Product: { code: 'FB' }, status: 20 });
  });
});

describe('an invoice that is found or created', () => {
  const ask = (body: object) => session.send(findOrCreateInvoice, { body });

  it('[API-06] an invoice is created once from its file, then found by UUID or id with its facts', async () => {
    const file = await anInvoiceFile(portal, client);
    const { uuid } = file.spec;
    expect(await ask({ uuid })).toMatchObject({ status: 404, code: 'INVOICE_FILE_MISSING' });
    const both = await Promise.all([1, 2].map(() => ask({ uuid, ...uploadBody(file) })));
    const answers = both.map(({ body }) => body as ResponseOf<typeof findOrCreateInvoice>);
    expect(answers.map(({ created }) => created).toSorted()).toEqual([false, true]);
    const [invoice] = answers.flatMap(({ data }) => data ?? []);
    const { documentId } = invoice ?? {};
    expect(answers.map(({ data }) => data?.documentId)).toEqual([documentId, documentId]);
    const found = { data: invoice, created: false, motive: null };
    const facts = { documentId, uuid: uuid.toLowerCase(), total: 116_000, currency: 'MXN', status: 40, selected: true };
    expect((await ask(facts)).body).toEqual(found);
    expect((await ask({ documentId, total: 1 })).code).toBe('INVOICE_FIELD_FIXED');
  });

  it('[API-06] a deleted invoice comes back with its file, and a file that is none names its motive', async () => {
    const file = await anInvoiceFile(portal, client);
    const { uuid } = file.spec;
    const { invoice } = await upload(file);
    const { documentId = '', status } = invoice ?? {};
    await session.call(deleteInvoice, { body: { documentId } });
    expect((await ask({ documentId })).code).toBe('INVOICE_FILE_MISSING');
    expect((await ask({ uuid, ...uploadBody(file) })).body).toMatchObject({ data: { documentId, status } });
    const { body } = await ask({ fileData: Buffer.from('<x/>').toString('base64') });
    expect(body).toMatchObject({ data: null, created: false, motive: { code: 'NOT_CFDI' } });
  });
});

describe('a refused file', () => {
  const refused = brokenKinds.filter((kind) => !['euros', 'total-zero', 'in-the-future', 'too-old'].includes(kind));

  it.each(refused)('[CAR-04] "%s" is stored with its motive and becomes no invoice', async (kind) => {
    const today = portal.clock.today();
    const file = await breakInvoice(kind, { pki: portal.pki, issuer: partyOf(client), seed: 7, today });
    const before = await count('invoices');
    const { doc, outcome, invoice } = await upload(file);
    expect([outcome, invoice]).toEqual(['refused', null]);
    expect(doc).toMatchObject({ fileName: file.name, receiverRFC: 'FALLIDOS', motive: { code: motiveOf(kind) } });
    expect(doc.motive?.remedy).not.toBe('');
    expect(await count('invoices')).toBe(before);
    const { data } = await session.call(listFiles, { query: { refused: 'true' } });
    expect(data).toContainEqual(doc);
  });

  it('[CAR-04] a file in an unknown currency is refused for it', async () => {
    const file = await anInvoiceFile(portal, client, { currency: 'GBP', exchangeRate: '24.1' });
    const { doc, outcome } = await upload(file);
    expect([outcome, doc.motive?.code]).toEqual(['refused', 'CURRENCY_UNSUPPORTED']);
  });

  it('[CAR-04] [API-03] a name too long for lists is refused without breaking lists', async () => {
    const [abroad] = foreignReceivers;
    if (!abroad) throw new Error('the demo has no receivers abroad');
    const syllables = Array.from({ length: 300 }, (_, at) => String.fromCodePoint(0xac01 + at * 37)).join('');
    const { doc, outcome } = await upload(
      await anInvoiceFile(portal, client, { receiver: { ...abroad, name: syllables } }),
    );
    expect([outcome, doc.motive?.code]).toEqual(['refused', 'CFDI_FIELDS_INVALID']);
    const receiver = { ...abroad, name: syllables.slice(0, 190) };
    expect((await upload(await anInvoiceFile(portal, client, { receiver }))).outcome).toBe('invoice');
    expect((await session.send(listInvoices)).status).toBe(200);
  });

  it('[API-03] strips bidirectional marks from name, series and folio', async () => {
    const [receiver] = domesticReceivers;
    if (!receiver) throw new Error('the demo has no receivers');
    const spec = {
      receiver: { ...receiver, name: 'ACME\u202e 00.1 NXM\u202c SA' },
      series: '\u2066',
      folio: '7\u200b\u202e1',
    };
    const { invoice } = await upload(await anInvoiceFile(portal, client, spec));
    expect(invoice).toMatchObject({ receiverName: 'ACME 00.1 NXM SA', serie: null, folio: '71' });
  });

  it('[CAR-04] [API-03] a total too large for sums is refused without breaking sums', async () => {
    for (const totalCents of [10n ** 18n - 1n, 10n ** 13n + 1n]) {
      const { doc, outcome } = await upload(await anInvoiceFile(portal, client, { totalCents }));
      expect([outcome, doc.motive?.code]).toEqual(['refused', 'CFDI_FIELDS_INVALID']);
    }
    for (const totalCents of [10n ** 13n, 10n ** 13n])
      expect((await upload(await anInvoiceFile(portal, client, { totalCents }))).outcome).toBe('invoice');
    expect((await session.send(countInvoices)).status).toBe(200);
  });
});

describe('the original bytes', () => {
  it('[CAR-07] returns the bytes unchanged, as an attachment without sniffing', async () => {
    const file = await anInvoiceFile(portal, client);
    const { doc } = await upload({ ...file, name: 'Ñandú "1".xml' });
    const answer = await session.send(downloadFile, { params: { id: doc.fileId } });
    expect(answer.bytes).toEqual(Buffer.from(file.bytes));
    expect(doc.sha256).toBe(createHash('sha256').update(file.bytes).digest('hex'));
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(file.bytes.length),
      'content-disposition': `attachment; filename="Nandu 1.xml"; filename*=UTF-8''%C3%91and%C3%BA%201.xml`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect((await session.get(doc.fileURL)).bytes).toEqual(Buffer.from(file.bytes));
  });

  it('[CAR-07] returns the bytes of a refused file too', async () => {
    const bytes = Buffer.from('%PDF-1.7 no invoice');
    const { doc } = await upload({ name: 'no.xml', bytes });
    expect((await session.send(downloadFile, { params: { id: doc.fileId } })).bytes).toEqual(bytes);
  });

  it('answers for another client’s file as for a missing one', async () => {
    const { doc } = await upload(await anInvoiceFile(portal, client));
    const other = await portal.signIn((await aUser(portal, { client: await aClient(portal) })).email);
    for (const route of [getFile, downloadFile]) {
      const foreign = await other.refusal(route, { params: { id: doc.fileId } });
      const missing = await other.refusal(route, { params: { id: '11111111-1111-4111-8111-111111111111' } });
      expect({ ...foreign, requestId: '' }).toEqual({ ...missing, requestId: '' });
      expect(foreign.status).toBe(404);
    }
    expect((await other.call(listFiles, {})).data).toEqual([]);
    expect((await session.call(getFile, { params: { id: doc.fileId } })).doc).toEqual(doc);
  });
});

describe('the same invoice again', () => {
  it('[CAR-08] [CAR-04] stays one invoice, and the second file is refused as known', async () => {
    const file = await anInvoiceFile(portal, client);
    const first = await upload(file);
    const second = await upload({ ...file, name: 'copia.xml' });
    expect(second.outcome).toBe('existing');
    expect(second.invoice).toEqual(first.invoice);
    expect(second.doc).toMatchObject({ fileName: 'copia.xml', motive: { code: 'ALREADY_UPLOADED' } });
    expect(await count('invoices', `uuid = '${file.spec.uuid}'`)).toBe(1);
    expect(await count('invoice_events', `document_id = '${first.invoice?.documentId}'`)).toBe(1);
  });

  it('[CAR-08] twenty concurrent uploads are one invoice', async () => {
    const file = await anInvoiceFile(portal, client);
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(file)));
    expect(answers.filter(({ outcome }) => outcome === 'invoice')).toHaveLength(1);
    expect(answers.filter(({ outcome }) => outcome === 'existing')).toHaveLength(19);
    expect(new Set(answers.map(({ invoice }) => invoice?.documentId)).size).toBe(1);
    expect(await count('invoices', `uuid = '${file.spec.uuid}'`)).toBe(1);
  });

  it('[CAR-08] extra unsealed white space leaves the same invoice', async () => {
    const file = await anInvoiceFile(portal, client);
    const { invoice } = await upload(file);
    const again = await upload({ ...file, bytes: Buffer.concat([file.bytes, Buffer.from('\n')]) });
    expect([again.outcome, again.invoice?.documentId]).toEqual(['existing', invoice?.documentId]);
  });
});

describe('a client with an inactive product', () => {
  it.each([
    ['its only authorised product', { BI: { active: false } }],
    ['every product', { BI: { active: false }, FB: { active: false } }],
    ['the product of the receiver', { BI: { active: false }, FB: {} }],
    ['active products without authorisation', { BI: { authorised: false }, FB: { authorised: false } }],
  ])('[VTA-17] a client with an inactive product may not upload: %s', async (_, products) => {
    const offClient = await aClient(portal, { products });
    const off = await portal.signIn((await aUser(portal, { client: offClient })).email);
    const refusal = await off.refusal(uploadFile, { body: uploadBody(await anInvoiceFile(portal, offClient)) });
    expect(refusal).toMatchObject({
      status: 422,
      code: 'PRODUCT_INACTIVE',
      message: 'Tienes deshabilitada esta función temporalmente. Si tienes dudas, consulta a tu asesor.',
    });
    expect(await countRows(portal, offClient, { table: 'files', where: 'true' })).toBe(0);
  });

  it('may upload invoices of an unauthorised product, which are listed but not sellable', async () => {
    const fbClient = await aClient(portal, { products: { BI: { authorised: false, active: false }, FB: {} } });
    const fb = await portal.signIn((await aUser(portal, { client: fbClient })).email);
    const { invoice } = await upload(await anInvoiceFile(portal, fbClient), fb);
    expect(invoice).toMatchObject({ Product: { code: 'BI' }, status: 20 });
  });
});

describe('[API-01] a stored file', () => {
  const rename = (fileId: string, body: object) => session.send(updateFile, { params: { id: fileId }, body });
  const refused = async (name: string, text: string) => (await upload({ name, bytes: Buffer.from(text) })).doc;

  it('sent back with another name is renamed, with its bytes unchanged, and audited', async () => {
    const doc = await refused('uno.xml', '<uno/>');
    const renamed = { ...doc, fileName: 'dos.xml' };
    const whole = { ...renamed, fileData: 'PHVuby8+', creditsInformation: { MXN: { available: 1 } } };
    expect((await rename(doc.fileId, whole)).body).toEqual({ doc: renamed });
    expect((await rename(doc.fileId, {})).body).toEqual({ doc: renamed });
    expect((await session.call(getFile, { params: { id: doc.fileId } })).doc).toEqual(renamed);
    expect(await count('audit', `subject = 'file:${doc.fileId}' and action = 'file.rename'`)).toBe(1);
  });

  it('is refused any other change, and the name of its copy', async () => {
    const doc = await refused('tres.xml', '<tres/>');
    const { body } = await rename(doc.fileId, { size: 1, fileName: 'x.xml', fileData: 'PHgvPg==' });
    expect(body).toMatchObject({ error: { details: [{ path: 'size' }, { path: 'fileData' }] } });
    await refused('cuatro.xml', '<tres/>');
    expect((await rename(doc.fileId, { fileName: 'cuatro.xml' })).code).toBe('FILE_NAME_TAKEN');
    expect((await session.call(getFile, { params: { id: doc.fileId } })).doc).toEqual(doc);
  });
});
