/** Clients with interest-earning invoices, and portals that invoice the interest at Facturama's stand-in. */
import { addDays } from '@anticipa/domain/calendar';
import { type StampOptions, startFacturamaServer } from '@anticipa/sandbox/facturama-server';
import { makeTestPki } from '@anticipa/sandbox/test-pki';
import { aClient, aCompany, aLine, anOperator, aUser } from './builders.ts';
import { someInvoices } from './invoice-rows.ts';
import { type Portal, startPortal } from './portal.ts';
import { sellAndDeposit } from './sale-steps.ts';

/** Friday 16 January 2026, 11:00 in Mexico City; sales are due 45 days later, on a Monday. */
export const SOLD_AT = '2026-01-16T17:00:00Z';
const DUE = '2026-03-02';

/** A client that sold two invoices of 116,000.00 pesos and one of 1,000.00 dollars; leaves the clock on that day. */
export const aSellerOfJanuary = async (portal: Portal, identity: { rfc?: string; entityName?: string } = {}) => {
  portal.clock.set(new Date(SOLD_AT));
  const client = await aClient(portal, identity);
  const user = await aUser(portal, { client });
  const companyId = await aCompany(portal, { client });
  await aLine(portal, { client, limit: '9000000.00' });
  await aLine(portal, { client, limit: '9000000.00', currency: 'USD' });
  const invoices = (options: Partial<Parameters<typeof someInvoices>[1]>) =>
    someInvoices(portal, { client, user, companyId, ...options });
  const sold = [...(await invoices({ count: 2 })), ...(await invoices({ currency: 'USD', total: '1000.00' }))];
  const session = await portal.signIn(user.email);
  const operator = await portal.signIn((await anOperator(portal)).email);
  await sellAndDeposit({ session, operator }, sold, DUE);
  return { client, user };
};

/** Publishes an exchange rate of 17.25 for the clock's date. */
export const publishTodaysRate = (portal: Portal) =>
  portal.db.owner.query(`insert into exchange_rates values ($1, 17.25, 'DOF', $2) on conflict do nothing`, [
    portal.clock.today(),
    portal.clock.now(),
  ]);

/** A quarter past midnight of the next day, when the payment complements of the day are issued. Sessions of the day may be over. */
export const overnight = async (portal: Portal): Promise<void> => {
  portal.clock.set(new Date(`${addDays(portal.clock.today(), 1)}T06:15:00Z`));
  await publishTodaysRate(portal);
};

/** A portal on the clock of {@link SOLD_AT} whose provider is Facturama's stand-in. */
export async function startPortalWithFacturama(options: Omit<StampOptions, 'now'> = {}) {
  const testPki = await makeTestPki();
  const provider = await startFacturamaServer(testPki.pki, { ...options, now: () => portal.clock.now() });
  const { url, user, password } = provider;
  const portal = await startPortal({ now: SOLD_AT, facturama: { url, user, password } });
  const close = async (): Promise<void> => {
    await portal.close();
    await provider.close();
    await testPki.remove();
  };
  return { portal, provider, close };
}

/** A seller of January whose interest an operator can invoice on 5 February. */
export async function aCutToMake(portal: Portal) {
  const { client, user } = await aSellerOfJanuary(portal);
  portal.clock.set(new Date('2026-02-05T17:00:00Z'));
  await publishTodaysRate(portal);
  const operator = await portal.signIn((await anOperator(portal)).email);
  return { clientId: client.clientId, email: user.email, operator };
}
