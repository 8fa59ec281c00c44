/** A client with credit and an operator, both signed in. */
import { aClient, aCompany, aLine, anOperator, aUser, type TestClient, type TestUser } from './builders.ts';
import { someInvoices } from './invoice-rows.ts';
import type { Portal } from './portal.ts';
import type { Session } from './session.ts';

type InvoiceOptions = Partial<Parameters<typeof someInvoices>[1]>;

export interface Seller {
  readonly client: TestClient;
  readonly user: TestUser;
  readonly companyId: string;
  readonly session: Session;
  readonly operator: Session;
  /** Inserts sellable invoices of the client; returns their ids. */
  invoices(options?: InvoiceOptions): Promise<string[]>;
}

/** Lines of MXN 9,000,000.00 and USD 900,000.00 for BI. */
export const aSeller = async (portal: Portal): Promise<Seller> => {
  const client = await aClient(portal);
  const user = await aUser(portal, { client });
  const companyId = await aCompany(portal, { client });
  await aLine(portal, { client, limit: '9000000.00' });
  await aLine(portal, { client, currency: 'USD', limit: '900000.00' });
  return {
    client,
    user,
    companyId,
    session: await portal.signIn(user.email),
    operator: await portal.signIn((await anOperator(portal)).email),
    invoices: (options = {}) => someInvoices(portal, { client, user, companyId, ...options }),
  };
};
