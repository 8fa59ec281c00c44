import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aUser } from '../../../lib/testing/builders.ts';
import { type MailedPortal, startMailedPortal } from '../../../lib/testing/mailed.ts';
import { authoriseSale, requestSale } from '../../../lib/testing/sale-steps.ts';
import { aTrade, type Trade } from '../../../lib/testing/trade.ts';

let mailed: MailedPortal;
let trade: Trade;

beforeAll(async () => {
  mailed = await startMailedPortal();
  trade = await aTrade(mailed.portal);
});
afterAll(() => mailed.close());

const aRequestedSale = async (count: number) => {
  const [sale] = await requestSale(trade.session, await trade.invoices({ count }));
  if (!sale) throw new Error('nothing was requested');
  return sale;
};
const deposit = (saleId: string, trackingKey: string) =>
  trade.operator.call(routes.disburseSale, { params: { saleId }, body: { trackingKey } });
const depositMails = () => mailed.mail.mails().filter(({ subject }) => subject.startsWith('Depósito'));

it('[PER-04] a deposit is told once to everybody of the client who wants to know, with what was bought', async () => {
  const { client, session, operator, user } = trade;
  const colleague = await aUser(mailed.portal, { client });
  const silent = await aUser(mailed.portal, { client });
  await aUser(mailed.portal, { client, active: false });
  await aUser(mailed.portal, { client: await aClient(mailed.portal) });
  const off = { initialDeposit: false };
  const own = await mailed.portal.signIn(silent.email);
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
  await operator.call(routes.answerSale, { params: { saleId: sale.saleId }, body: { decisions } });
  await mailed.deliver();
  expect(depositMails()).toEqual([]);

  await deposit(sale.saleId, 'SPEI900001');
  await deposit(sale.saleId, 'SPEI900001');
  await mailed.deliver();
  const mails = depositMails();
  expect(mails.map(({ to }) => to).toSorted()).toEqual([user.email, colleague.email].toSorted());
  for (const { subject, text } of mails) {
    expect(subject).toBe(`Depósito de MXN 201,840.00 por tu venta ${sale.numberOfSale}`);
    expect(text).toContain('El 10/03/2026 transferimos MXN 201,840.00 a la cuenta de tu empresa por 2 facturas.');
    expect(text).toContain('SPEI900001');
    expect(text.match(/Depósito: MXN 100,920\.00/g)).toHaveLength(2);
    expect(text).toContain('/?producto=BI&estado=credito&moneda=MXN');
  }
  const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
  expect(data).toHaveLength(2);
});

it('[PER-04] whoever lost access before it left gets none', async () => {
  const leaving = await aUser(mailed.portal, { client: trade.client });
  const sale = await aRequestedSale(1);
  await authoriseSale(trade.operator, sale);
  await deposit(sale.saleId, 'SPEI900002');
  await mailed.portal.db.owner.query('update users set active = false where user_id = $1', [leaving.userId]);
  await mailed.deliver();
  expect(mailed.mailsTo(leaving.email)).toEqual([]);
});
