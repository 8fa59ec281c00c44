import { runningClock } from '@anticipa/api/platform/work/clock';
import { aClient, aLine, aUser } from '@anticipa/api/testing/builders';
import { someInvoices } from '@anticipa/api/testing/invoice-rows';
import { PASSWORD } from '@anticipa/api/testing/session';
import { financedCurrencies } from '@anticipa/domain/money';
import { demoReceivers, domesticReceivers } from '@anticipa/sandbox/demo-parties';
import { z } from 'zod';
import type { Portal } from './portal.ts';

export interface Seller {
  readonly client: { readonly clientId: string };
  readonly user: { readonly userId: string };
  readonly email: string;
  readonly password: string;
}

const rowsOf = ({ owner }: Portal) => ({ db: { owner }, clock: runningClock() });
const companies = z.array(z.object({ company_id: z.string() }));

/** A client with ample credit, and its user. Each figure has its own, whose rows no other figure adds to. */
export const aSeller = async (portal: Portal): Promise<Seller> => {
  const rows = rowsOf(portal);
  await portal.owner.query(`insert into branches values ('MTY', '0') on conflict do nothing`);
  const client = await aClient(rows);
  for (const product of ['BI', 'FB'] as const)
    for (const currency of financedCurrencies) await aLine(rows, { client, product, currency, limit: '1000000000.00' });
  const user = await aUser(rows, { client, isAdmin: true });
  return { client, user, email: user.email, password: PASSWORD };
};

/** Links the lender's companies with these tax ids to the client; returns their ids. */
const receiversOf = async ({ owner }: Portal, { client }: Seller, rfcs: readonly string[]): Promise<string[]> => {
  const { rows } = await owner.query(
    `with chosen as (select company_id, name from companies where rfc = any($2) order by rfc, name),
      linked as (
        insert into company_links (client_id, company_id, name, fb_programme, created_at)
        select $1, company_id, name, false, now() from chosen on conflict do nothing
      )
     select company_id from chosen`,
    [client.clientId, rfcs],
  );
  return companies.parse(rows).map((row) => row.company_id);
};

/** Inserts sellable invoices of 1,000.00 pesos, as if uploaded; returns their ids. */
export const insertInvoices = async (portal: Portal, seller: Seller, count: number): Promise<string[]> => {
  // A receiver approved by the demo's lender, without a programme.
  const [companyId = ''] = await receiversOf(portal, seller, [domesticReceivers[1]?.rfc ?? '']);
  const { client, user } = seller;
  return someInvoices(rowsOf(portal), { client, user, companyId, count, total: '1000.00' });
};

/** Inserts `each` invoices of every receiver of the demo, with different totals. */
export const insertPortfolio = async (portal: Portal, seller: Seller, each: number): Promise<void> => {
  const { client, user } = seller;
  const receivers = await receiversOf(
    portal,
    seller,
    demoReceivers.map(({ rfc }) => rfc),
  );
  for (const [place, companyId] of receivers.entries()) {
    const total = `${1_000 * (place + 1)}.00`;
    await someInvoices(rowsOf(portal), { client, user, companyId, count: each, total, statedTerm: 60 });
  }
};
