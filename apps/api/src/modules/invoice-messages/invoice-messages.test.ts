import { readdir } from 'node:fs/promises';
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { aClient, aUser } from '../../../testing/builders.ts';
import { untilRowIsAwaited } from '../../../testing/locks.ts';
import { startPortal } from '../../../testing/portal.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';

let mailPortal: PortalWithMail;
let seller: Seller;
beforeAll(async () => {
  mailPortal = await startPortalWithMail();
  seller = await aSeller(mailPortal.portal);
});
afterAll(() => mailPortal.close());

const pdf = Buffer.from('%PDF-1.7 entrega').toString('base64');
const write = (documentId: string, text: string, files: readonly object[] = []) =>
  seller.session.call(routes.writeInvoiceMessage, { params: { documentId }, body: { text, files } });
const answer = (documentId: string, text: string) =>
  seller.operator.call(routes.writeLenderMessage, { params: { documentId }, body: { text, files: [] } });
const seenByClient = (documentId: string) =>
  seller.session.call(routes.listInvoiceMessages, { params: { documentId } });
const seenByLender = (documentId: string) =>
  seller.operator.call(routes.listLenderMessages, { params: { documentId } });
const alerts = async (documentId: string) =>
  (await seller.operator.call(routes.listAlerts, { query: { state: 'open' } })).data.filter(
    ({ kind, invoice }) => kind === 'client-message' && invoice?.documentId === documentId,
  );

const close = (alert: { readonly id: string } | undefined) =>
  seller.operator.call(routes.closeAlert, { params: { alertId: alert?.id ?? '' }, body: {} });

/** In steps that keep both sessions alive. */
const passAnHour = async (documentId: string): Promise<void> => {
  for (let step = 0; step < 3; step += 1) {
    mailPortal.pass(20);
    await Promise.all([seenByClient(documentId), seenByLender(documentId)]);
  }
};

it('[EFE-28] what a client writes waits in the alerts until an operator answers, who is read and mailed in turn', async () => {
  const [documentId = ''] = await seller.invoices();
  await write(documentId, '¿Falta algo?', [{ fileName: 'entrega.pdf', data: pdf }]);
  mailPortal.pass(1);
  await write(documentId, 'Va la evidencia');
  expect(await alerts(documentId)).toHaveLength(1);
  await passAnHour(documentId);
  await write(documentId, 'Sigo esperando');
  expect(await alerts(documentId)).toHaveLength(1);
  const seen = await seenByLender(documentId);
  expect(seen).toMatchObject({ unread: 3, isWaiting: true, invoice: { folio: 'A-1', isBought: false } });
  expect(seen.data[0]).toMatchObject({
    by: 'client',
    files: [{ place: 1, name: 'entrega.pdf', type: 'application/pdf' }],
  });
  await seller.operator.call(routes.readLenderMessages, { params: { documentId }, body: {} });
  expect((await seenByLender(documentId)).unread).toBe(0);
  mailPortal.pass(1);
  await answer(documentId, 'Completo, gracias');
  expect(await alerts(documentId)).toEqual([]);
  const own = await seenByClient(documentId);
  expect(own.unread).toBe(1);
  // A client reads no operators.
  expect(own.data.at(-1)).toMatchObject({ by: 'lender', person: null, text: 'Completo, gracias' });
  expect((await seller.session.call(routes.listUnreadMessages)).data).toMatchObject([{ documentId, unread: 1 }]);
  await mailPortal.deliver();
  const [mail] = mailPortal.mailsTo(seller.user.email);
  expect([mail?.subject, mail?.text.includes('Completo, gracias')]).toEqual(['Mensaje sobre tu factura A-1', false]);
  await seller.session.call(routes.readInvoiceMessages, { params: { documentId }, body: {} });
  expect((await seller.session.call(routes.listUnreadMessages)).data).toEqual([]);
});

it('[EFE-28] an operator may say that no answer is needed, once', async () => {
  const [documentId = ''] = await seller.invoices();
  await write(documentId, 'Gracias');
  mailPortal.pass(1);
  const handle = () =>
    seller.operator.send(routes.handleLenderMessages, { params: { documentId }, body: {} }).then(({ code }) => code);
  expect([await handle(), await handle()]).toEqual([null, 'NOTHING_CHANGED']);
  expect(await alerts(documentId)).toEqual([]);
  expect(await seenByClient(documentId)).toMatchObject({ unread: 0, data: [{ text: 'Gracias' }, { isHandled: true }] });
});

it('[EFE-28] what a client writes after an operator closed its alert by hand raises another, once', async () => {
  const [documentId = ''] = await seller.invoices();
  await write(documentId, '¿Falta algo?');
  const [first] = await alerts(documentId);
  await close(first);
  expect(await alerts(documentId)).toEqual([]);
  mailPortal.pass(1);
  await write(documentId, 'Va la evidencia');
  await write(documentId, 'Y el acuse');
  const again = await alerts(documentId);
  expect(again).toHaveLength(1);
  expect(again[0]?.id).not.toBe(first?.id);
});

it('[EFE-28] a message that is stored while an operator closes its alert still waits', async () => {
  const [documentId = ''] = await seller.invoices();
  const { owner } = mailPortal.portal.db;
  await write(documentId, '¿Falta algo?');
  const [alert] = await alerts(documentId);
  await owner.query('begin');
  await owner.query('select from invoices where document_id = $1 for update', [documentId]);
  const closing = close(alert);
  await untilRowIsAwaited(owner);
  mailPortal.pass(1);
  await owner.query(
    `insert into invoice_messages (client_id, message_id, document_id, author_kind, author_id, body, written_at)
     select client_id, gen_random_uuid(), document_id, author_kind, author_id, 'Va el acuse', $2 from invoice_messages
     where document_id = $1`,
    [documentId, mailPortal.portal.clock.now()],
  );
  await owner.query('commit');
  expect((await closing).data.closedAt).toBeNull();
  expect(await alerts(documentId)).toHaveLength(1);
  expect((await close(alert)).data.closedAt).not.toBeNull();
});

it('[EFE-28] documents are taken by their bytes, and given to both sides of the invoice alone', async () => {
  const [documentId = '', other = ''] = await seller.invoices({ count: 2 });
  for (const content of [
    '<html>',
    '<a xmlns:h="http&#58;//www.w3.org/1999/xhtml"><h:script>alert(1)</h:script></a>',
    '<?xml-stylesheet href="data:text/xsl,"?><a/>',
  ]) {
    const page = { fileName: 'factura.xml', data: Buffer.from(content).toString('base64') };
    const refused = await seller.session.refusal(routes.writeInvoiceMessage, {
      params: { documentId },
      body: { text: '', files: [{ fileName: 'a.pdf', data: pdf }, page] },
    });
    expect(refused).toMatchObject({ code: 'MESSAGE_FILE_REFUSED', details: [{ path: 'files.1' }] });
  }
  expect((await seenByClient(documentId)).data).toEqual([]);
  // The name ends in .html, but the bytes are not a web page.
  const { messageId } = await write(documentId, '', [{ fileName: 'acuse.html', data: pdf }]);
  const params = { documentId, messageId, place: '1' };
  for (const file of [
    await seller.session.send(routes.downloadMessageFile, { params }),
    await seller.operator.send(routes.downloadLenderMessageFile, { params }),
  ]) {
    expect([file.status, file.bytes.toString('base64')]).toEqual([200, pdf]);
    expect(String(file.headers['content-disposition'])).toMatch(/^attachment; filename="acuse\.html\.pdf"/);
  }
  const stranger = await aUser(mailPortal.portal, { client: await aClient(mailPortal.portal) });
  const theirs = await mailPortal.portal.signIn(stranger.email);
  expect((await theirs.send(routes.downloadMessageFile, { params })).code).toBe('NOT_FOUND');
  expect((await theirs.send(routes.listInvoiceMessages, { params: { documentId } })).code).toBe('NOT_FOUND');
  const elsewhere = { ...params, documentId: other };
  expect((await seller.session.send(routes.downloadMessageFile, { params: elsewhere })).code).toBe('NOT_FOUND');
});

it('[EFE-28] a client above its messages of the day stores no documents', async () => {
  const [documentId = ''] = await seller.invoices();
  const { db, dataDir } = mailPortal.portal;
  await write(documentId, 'Uno más');
  const use = (used: number) =>
    db.owner.query(`update daily_use set used = $1 where resource = 'messages' and client_id = $2`, [
      used,
      seller.client.clientId,
    ]);
  await use(200);
  const stored = async () => (await readdir(dataDir, { recursive: true })).length;
  const before = await stored();
  const data = Buffer.from('%PDF-1.7 de más').toString('base64');
  const refused = await seller.session.refusal(routes.writeInvoiceMessage, {
    params: { documentId },
    body: { text: '', files: [{ fileName: 'a.pdf', data }] },
  });
  expect([refused.code, await stored()]).toEqual(['DAILY_LIMIT_REACHED', before]);
  await use(0);
  await write(documentId, '', [{ fileName: 'a.pdf', data }]);
  expect(await stored()).toBeGreaterThan(before);
});

it('[EFE-28] what a client writes while an operator answers still waits in the alerts', async () => {
  const [documentId = ''] = await seller.invoices();
  const { db } = mailPortal.portal;
  await write(documentId, '¿Falta algo?');
  mailPortal.pass(1);
  await db.owner.query('begin');
  await db.owner.query('select from invoices where document_id = $1 for update', [documentId]);
  const answering = answer(documentId, 'Nada');
  await untilRowIsAwaited(db.owner);
  mailPortal.pass(1);
  // The client's message is stored first, though it was written later.
  await db.owner.query(
    `insert into invoice_messages (client_id, message_id, document_id, author_kind, author_id, body, written_at)
     select client_id, gen_random_uuid(), document_id, author_kind, author_id, 'Va el acuse', $2 from invoice_messages
     where document_id = $1`,
    [documentId, mailPortal.portal.clock.now()],
  );
  await db.owner.query('commit');
  await answering;
  expect([(await seenByLender(documentId)).isWaiting, (await alerts(documentId)).length]).toEqual([true, 1]);
  await answer(documentId, 'Gracias');
  expect(await alerts(documentId)).toEqual([]);
  const { rows } = await db.owner.query(
    `select from audit join alerts on audit.subject = 'alert:' || alert_id
     where action = 'alert.close' and alerts.subject = $1`,
    [`invoice:${documentId}`],
  );
  expect(rows).toHaveLength(1);
});

it('[EFE-28] too little free space stops documents, and no message without them', async () => {
  const full = await startPortal({ minFreeMegabytes: Number.MAX_SAFE_INTEGER });
  onTestFinished(() => full.close());
  const other = await aSeller(full);
  const [documentId = ''] = await other.invoices();
  const send = async (files: readonly object[]) =>
    (await other.session.send(routes.writeInvoiceMessage, { params: { documentId }, body: { text: 'Va', files } }))
      .code;
  expect([await send([{ fileName: 'a.pdf', data: pdf }]), await send([])]).toEqual(['SERVICE_UNAVAILABLE', null]);
});
