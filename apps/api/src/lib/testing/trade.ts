/** A client with room to sell and the lender that answers, both signed in: where most cases about sales begin. */
import { aClient, aCompany, aLine, anOperator, aUser, type TestClient, type TestUser } from './builders.ts';
import { someInvoices } from './invoice-rows.ts';
import type { Portal } from './portal.ts';
import type { Session } from './session.ts';

type InvoiceOptions = Partial<Parameters<typeof someInvoices>[1]>;

export interface Trade {
  readonly client: TestClient;
  readonly user: TestUser;
  readonly companyId: string;
  readonly session: Session;
  readonly operator: Session;
  /** Invoices of the client that can be sold; gives their ids. */
  invoices(options?: InvoiceOptions): Promise<string[]>;
}

/** Lines of MXN 9,000,000.00 and USD 900,000.00 for BI. */
export const aTrade = async (portal: Portal): Promise<Trade> => {
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
