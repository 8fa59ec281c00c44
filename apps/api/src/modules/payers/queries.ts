import type { listPayers } from '@anticipa/contract/payers';
import type { ResponseOf } from '@anticipa/contract/route';
import { sql } from 'kysely';
import type { Work } from '../../lib/work.ts';

/** For an invoice in a query: whether its receiver pays to an active CLABE of its own. */
export const paidAutomatically = sql<boolean>`exists (
  select from cost_centres as centre
  where centre.client_id = invoices.client_id and centre.rfc_payer = invoices.receiver_rfc
    and centre.active and not centre.is_main)`;

/** The client's cost centres, main entry first, then by name, and its payment-order company. */
export const payersOf = async ({ db, tenant }: Work): Promise<ResponseOf<typeof listPayers>> => {
  const client = await db
    .selectFrom('clients')
    .select(['rfc', 'stp_company'])
    .where('client_id', '=', tenant)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('cost_centres')
    .select(['rfc_payer', 'stp_name', 'clabe', 'active', 'is_main', 'stp_company'])
    .where('client_id', '=', tenant)
    .orderBy('is_main', 'desc')
    .orderBy('stp_name')
    .orderBy('cost_centre_id')
    .execute();
  const data = rows.map((row) => ({
    rfcPayer: row.rfc_payer,
    stpName: row.stp_name,
    clabe: row.clabe,
    active: row.active,
    isMain: row.is_main,
    stpCompany: row.stp_company,
    rfc: client.rfc,
  }));
  return { stpCompany: client.stp_company, data };
};
