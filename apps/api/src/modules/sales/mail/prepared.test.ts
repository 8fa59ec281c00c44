/** Tests of the notices about the end of a prepared sale. */
import { routes } from '@anticipa/contract/routes';
import type { Sale } from '@anticipa/contract/sales';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOperator, aUser, type TestUser } from '../../../../testing/builders.ts';
import { runCron } from '../../../../testing/jobs.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../../testing/portal-with-mail.ts';
import {
  acceptanceOf,
  aPreparedSale,
  authoriseSale,
  DUE_DATE,
  holdSale,
  sellAndDeposit,
} from '../../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../../testing/seller.ts';

let mails: PortalWithMail;
let seller: Seller;
let administrator: TestUser;
let colleague: TestUser;
beforeAll(async () => {
  mails = await startPortalWithMail();
  seller = await aSeller(mails.portal);
  administrator = await aUser(mails.portal, { client: seller.client, isAdmin: true });
  colleague = await aUser(mails.portal, { client: seller.client });
});
afterAll(() => mails.close());

const signIn = ({ email }: { readonly email: string }) => mails.portal.signIn(email);
const cron = async (name: string): Promise<void> => {
  expect(await runCron(mails.portal, mails.mail, name)).toEqual([]);
};
const on = (day: string): void => mails.portal.clock.set(new Date(`${day}T09:00:00-06:00`));
const noticesOf = async (user: TestUser) => (await signIn(user)).call(routes.listNotices, { query: {} });

it('[DER-17] a preparer gets one notice of each end of a prepared sale, and those that the seller gets', async () => {
  on('2026-03-11');
  const operator = await signIn(await anOperator(mails.portal));
  const preparer = await aUser(mails.portal, { client: seller.client, saleRight: 'prepare' });
  const other = await aUser(mails.portal, { client: seller.client, isAdmin: true });
  const accept = async (acceptor: TestUser, ids: readonly string[], preparedId: string): Promise<Sale> => {
    const session = await signIn(acceptor);
    const held = await holdSale(session, ids, DUE_DATE, undefined, preparedId);
    const [sale] = (await session.call(routes.requestAuthorization, await acceptanceOf(session, held))).sales;
    if (!sale) throw new Error('nothing was requested');
    return sale;
  };
  const isAbout = (event: string): boolean => /^prepared-|^sale-authorised|^sale-sent/.test(event);
  const eventsOf = async (user: TestUser) =>
    (await noticesOf(user)).data
      .map(({ event }) => event)
      .filter(isAbout)
      .toSorted();
  const subjectsOf = (user: TestUser) => mails.mailsTo(user.email).map(({ subject }) => subject);
  const prepare = async (ids: readonly string[], user = preparer) => aPreparedSale(await signIn(user), ids);

  const ids = await seller.invoices({ count: 2 });
  const accepted = await accept(colleague, ids, await prepare(ids));
  await authoriseSale(operator, accepted);
  await (await signIn(administrator)).call(routes.withdrawPreparedSale, {
    params: { preparedId: await prepare(await seller.invoices()) },
    body: {},
  });
  const [sold = ''] = await seller.invoices();
  await prepare([sold]);
  await sellAndDeposit({ session: await signIn(seller.user), operator }, [sold]);
  await cron('sweep-prepared-sales');
  await prepare(await seller.invoices());
  on(DUE_DATE);
  await cron('sweep-prepared-sales');
  await mails.deliver();
  const told = (await noticesOf(preparer)).data.filter(({ event }) => isAbout(event));
  expect(told.map(({ event, label }) => [event, label]).toSorted()).toEqual([
    ['prepared-accepted', 'Ana Prueba'],
    ['prepared-expired', ''],
    ['prepared-sold', ''],
    ['prepared-withdrawn', 'Ana Prueba'],
    ['sale-authorised', String(accepted.numberOfSale)],
  ]);
  // Everybody gets a notice of the other sale’s deposit.
  expect(
    subjectsOf(preparer)
      .filter((subject) => !subject.startsWith('Depósito'))
      .toSorted(),
  ).toEqual([
    'Ana Prueba retiró la venta que preparaste',
    'Ana Prueba vendió facturas: recibes MXN 201,994.66',
    `Autorizamos tu venta ${accepted.numberOfSale}`,
    'Terminó la venta que preparaste',
    'Venció la venta que preparaste',
  ]);

  // Two administrators: each hears of the sale once, and so does one who prepares and accepts.
  on('2026-03-12');
  await mails.portal.db.owner.query('delete from notices');
  const soldTo = () => subjectsOf(other).filter((subject) => subject.startsWith('Ana Prueba vendió')).length;
  const before = soldTo();
  const [theirs, own] = [await seller.invoices(), await seller.invoices()];
  await accept(administrator, theirs, await prepare(theirs, other));
  await accept(other, own, await prepare(own, other));
  await mails.deliver();
  expect(await eventsOf(other)).toEqual(['prepared-accepted', 'sale-sent']);
  expect(soldTo() - before).toBe(2);
});
