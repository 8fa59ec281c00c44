import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aUser } from '../../../testing/builders.ts';
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
  expect(await alerts(documentId)).toHaveLength(2);
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

it('[EFE-28] documents are taken by their bytes, and given to both sides of the invoice alone', async () => {
  const [documentId = '', other = ''] = await seller.invoices({ count: 2 });
  const page = { fileName: 'factura.pdf', data: Buffer.from('<html>').toString('base64') };
  const refused = await seller.session.refusal(routes.writeInvoiceMessage, {
    params: { documentId },
    body: { text: '', files: [{ fileName: 'a.pdf', data: pdf }, page] },
  });
  expect(refused).toMatchObject({ code: 'MESSAGE_FILE_REFUSED', details: [{ path: 'files.1' }] });
  expect((await seenByClient(documentId)).data).toEqual([]);
  const { messageId } = await write(documentId, '', [{ fileName: 'acuse.pdf', data: pdf }]);
  const params = { documentId, messageId, place: '1' };
  for (const file of [
    await seller.session.send(routes.downloadMessageFile, { params }),
    await seller.operator.send(routes.downloadLenderMessageFile, { params }),
  ]) {
    expect([file.status, file.bytes.toString('base64')]).toEqual([200, pdf]);
    expect(String(file.headers['content-disposition'])).toMatch(/^attachment/);
  }
  const stranger = await aUser(mailPortal.portal, { client: await aClient(mailPortal.portal) });
  const theirs = await mailPortal.portal.signIn(stranger.email);
  expect((await theirs.send(routes.downloadMessageFile, { params })).code).toBe('NOT_FOUND');
  expect((await theirs.send(routes.listInvoiceMessages, { params: { documentId } })).code).toBe('NOT_FOUND');
  const elsewhere = { ...params, documentId: other };
  expect((await seller.session.send(routes.downloadMessageFile, { params: elsewhere })).code).toBe('NOT_FOUND');
});
