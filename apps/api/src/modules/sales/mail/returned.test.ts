import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aUser } from '../../../../testing/builders.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../../testing/portal-with-mail.ts';
import { requestOneSale } from '../../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../../testing/seller.ts';
import { workIn } from '../../../../testing/work.ts';
import { returnMails } from './returned.ts';

let mailPortal: PortalWithMail;
let seller: Seller;

beforeAll(async () => {
  mailPortal = await startPortalWithMail();
  seller = await aSeller(mailPortal.portal);
});
afterAll(() => mailPortal.close());

const MESSAGE = 'La orden de compra <b>es</b> de otra factura';

/** Returns a new sale of two invoices because of its first one. */
async function aReturnedSale() {
  const sale = await requestOneSale(seller.session, await seller.invoices({ count: 2 }));
  const { saleId, items } = sale;
  const { seen } = await seller.operator.call(routes.getLenderSale, { params: { saleId } });
  const documentIds = items.slice(0, 1).map(({ documentId }) => documentId);
  const body = { version: seen.version, message: MESSAGE, documentIds };
  await seller.operator.call(routes.returnSale, { params: { saleId }, body });
  return sale;
}
const returnMailsSent = () => mailPortal.mail.mails().filter(({ subject }) => subject.startsWith('Corrige'));

it('[OPE-03] a returned sale is mailed to its seller and the administrators, with what to correct', async () => {
  const { client, user } = seller;
  const admin = await aUser(mailPortal.portal, { client, isAdmin: true });
  await aUser(mailPortal.portal, { client });
  await aUser(mailPortal.portal, { client, active: false });
  await aUser(mailPortal.portal, { client: await aClient(mailPortal.portal), isAdmin: true });
  const { numberOfSale, items } = await aReturnedSale();
  await mailPortal.deliver();
  const mails = returnMailsSent();
  expect(mails.map(({ to }) => to).toSorted()).toEqual([user.email, admin.email].toSorted());
  for (const { subject, text, html } of mails) {
    expect(subject).toBe(`Corrige tu venta ${numberOfSale}`);
    expect(text).toContain(MESSAGE);
    expect(html).toContain('La orden de compra &lt;b&gt;es&lt;/b&gt; de otra factura');
    expect(text).toContain(`Se refiere a: ${items[0]?.serie}-${items[0]?.folio}.`);
    expect(text).toContain(`/sales/${numberOfSale}`);
  }
});

it('[OPE-03] a return is not mailed once it was sent back, nor to users of another client', async () => {
  const { portal } = mailPortal;
  const before = returnMailsSent().length;
  const sale = await aReturnedSale();
  const stranger = await aUser(portal, { client: await aClient(portal), isAdmin: true });
  const recipient = async (clientId: string, userId: string): Promise<string | undefined> => {
    const mail = await portal.db.worker.withTransaction({ as: 'worker' }, (executor) =>
      returnMails(portal)['sale-returned'](workIn(executor, portal.clock, clientId), {
        saleId: sale.saleId,
        returnNumber: 1,
        userId,
      }),
    );
    return mail?.to;
  };
  expect(await recipient(seller.client.clientId, seller.user.userId)).toBe(seller.user.email);
  expect(await recipient(seller.client.clientId, stranger.userId)).toBeUndefined();
  expect(await recipient(stranger.clientId, stranger.userId)).toBeUndefined();
  const params = { numberOfSale: String(sale.numberOfSale) };
  await seller.session.call(routes.resendSale, { params, body: { corrections: [], note: 'Ya está' } });
  await mailPortal.deliver();
  expect(returnMailsSent()).toHaveLength(before);
});
