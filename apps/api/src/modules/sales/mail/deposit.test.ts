import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aUser } from '../../../../testing/builders.ts';
import { anEmail, createPerson } from '../../../../testing/people.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../../testing/portal-with-mail.ts';
import { linkIn } from '../../../../testing/recovery-link.ts';
import { answerTo, authoriseSale, requestOneSale } from '../../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../../testing/seller.ts';
import { workIn } from '../../../../testing/work.ts';
import { lenderMails } from './deposit.ts';

let mailPortal: PortalWithMail;
let seller: Seller;

beforeAll(async () => {
  mailPortal = await startPortalWithMail();
  seller = await aSeller(mailPortal.portal);
});
afterAll(() => mailPortal.close());

const aRequestedSale = async (count: number) => requestOneSale(seller.session, await seller.invoices({ count }));
const deposit = (saleId: string, trackingKey: string) =>
  seller.operator.call(routes.disburseSale, { params: { saleId }, body: { trackingKey } });
const depositMails = () => mailPortal.mail.mails().filter(({ subject }) => subject.startsWith('Depósito'));

it('[PER-04] subscribed users of the client get one mail per deposit, with its invoices', async () => {
  const { client, session, operator, user } = seller;
  const colleague = await aUser(mailPortal.portal, { client });
  const silent = await aUser(mailPortal.portal, { client });
  await aUser(mailPortal.portal, { client, active: false });
  await aUser(mailPortal.portal, { client: await aClient(mailPortal.portal) });
  const off = { initialDeposit: false };
  const own = await mailPortal.portal.signIn(silent.email);
  await own.call(routes.updateUser, {
    params: { userId: silent.userId },
    body: { firstName: 'Sol', lastName: 'Ríos', notifications: off },
  });

  const sale = await aRequestedSale(3);
  const decisions = sale.items.map(({ documentId }, index) =>
    index === 1
      ? { documentId, authorised: false, motive: 'LENDER_PAYER_DECLINED' as const }
      : { documentId, authorised: true, motive: null },
  );
  await operator.call(routes.answerSale, await answerTo(operator, sale.saleId, decisions));
  await mailPortal.deliver();
  expect(depositMails()).toEqual([]);

  await deposit(sale.saleId, 'SPEI900001');
  await deposit(sale.saleId, 'SPEI900001');
  await mailPortal.deliver();
  const mails = depositMails();
  expect(mails.map(({ to }) => to).toSorted()).toEqual([user.email, colleague.email].toSorted());
  for (const { subject, text } of mails) {
    expect(subject).toBe(`Depósito de MXN 201,840.00 por tu venta ${sale.numberOfSale}`);
    expect(text).toContain('El 10/03/2026 transferimos MXN 201,840.00 a la cuenta de tu empresa por 2 facturas.');
    expect(text).toContain('SPEI900001');
    for (const figure of ['Importe: MXN 116,', 'Aforo: MXN 11,600.', 'Interés: MXN 3,480.', 'Depósito: MXN 100,920.'])
      expect(text.split(figure), figure).toHaveLength(3);
    expect(text).toContain('/?producto=BI&estado=credito&moneda=MXN');
  }
  const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
  expect(data).toHaveLength(2);
});

it('[PER-04] a user who lost access before sending gets none', async () => {
  const leaving = await aUser(mailPortal.portal, { client: seller.client });
  const sale = await aRequestedSale(1);
  await authoriseSale(seller.operator, sale);
  await deposit(sale.saleId, 'SPEI900002');
  await mailPortal.portal.db.owner.query('update users set active = false where user_id = $1', [leaving.userId]);
  await mailPortal.deliver();
  expect(mailPortal.mailsTo(leaving.email)).toEqual([]);
});

it('a message names no sale of another client', async () => {
  const { portal } = mailPortal;
  const stranger = await aUser(portal, { client: await aClient(portal) });
  const sale = await aRequestedSale(1);
  await authoriseSale(seller.operator, sale);
  await deposit(sale.saleId, 'SPEI900009');
  const recipient = async (clientId: string, userId: string): Promise<string | undefined> => {
    const mail = await portal.db.worker.withTransaction({ as: 'worker' }, (executor) =>
      lenderMails(portal)['sale-deposit'](workIn(executor, portal.clock, clientId), { saleId: sale.saleId, userId }),
    );
    return mail?.to;
  };
  expect(await recipient(seller.client.clientId, seller.user.userId)).toBe(seller.user.email);
  expect(await recipient(seller.client.clientId, stranger.userId)).toBeUndefined();
  expect(await recipient(stranger.clientId, stranger.userId)).toBeUndefined();
});

it('a person who has not accepted the invitation gets neither the deposit nor the summary of a sale', async () => {
  const { portal, deliver, mailsTo } = mailPortal;
  const admin = await portal.signIn((await aUser(portal, { client: seller.client, isAdmin: true })).email);
  const email = anEmail();
  await createPerson(admin, { email });
  const sale = await aRequestedSale(1);
  const summary = { numberOfSales: [sale.numberOfSale], emails: [email] };
  expect((await seller.session.refusal(routes.sendSummary, { body: summary })).code).toBe('INVALID_EMAIL');
  await authoriseSale(seller.operator, sale);
  await deposit(sale.saleId, 'SPEI900003');
  await deliver();
  expect(mailsTo(email).map(({ subject }) => subject)).toEqual(['Tu usuario en el portal de Crédito Aurora']);

  const { key } = linkIn(mailsTo(email)[0]?.text);
  await mailPortal.use(key, { email });
  const next = await aRequestedSale(1);
  await authoriseSale(seller.operator, next);
  await deposit(next.saleId, 'SPEI900004');
  await deliver();
  expect(mailsTo(email)).toHaveLength(2);
});
