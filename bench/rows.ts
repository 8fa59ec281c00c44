import { runningClock } from '@anticipa/api/lib/clock';
import { someInvoices } from '@anticipa/api/lib/testing/invoice-rows';
import type { ProductCode } from '@anticipa/domain/product';
import { domesticReceivers } from '@anticipa/sandbox/demo-parties';
import { z } from 'zod';
import type { Portal } from './portal.ts';

interface Wanted {
  /** A demo user whose client gets the invoices. */
  readonly email: string;
  readonly count: number;
  readonly product: ProductCode;
}

const found = z.array(z.object({ client_id: z.string(), user_id: z.string(), company_id: z.string() })).length(1);
/** A receiver approved by the demo's lender, without a programme. */
const RECEIVER = domesticReceivers[1];

/** Inserts sellable invoices of 1,000.00 pesos, as if uploaded; returns their ids. */
export const insertInvoices = async ({ owner }: Portal, { email, count, product }: Wanted): Promise<string[]> => {
  const { rows } = await owner.query(
    `select users.client_id, users.user_id, companies.company_id from users, companies
     where users.email = $1 and companies.rfc = $2`,
    [email, RECEIVER?.rfc],
  );
  const [one] = found.parse(rows);
  if (one === undefined) throw new Error(`${email} is not a demo user`);
  const client = { clientId: one.client_id };
  const user = { userId: one.user_id };
  const order = { client, user, companyId: one.company_id, count, product, total: '1000.00' };
  return someInvoices({ db: { owner }, clock: runningClock() }, order);
};
