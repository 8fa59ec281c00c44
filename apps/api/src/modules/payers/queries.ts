import type { CostCentre, listPayers } from '@anticipa/contract/payers';
import type { ResponseOf } from '@anticipa/contract/route';
import { clabeOf } from '@anticipa/domain/clabe';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/pool.ts';
import type { Work } from '../../platform/work/work.ts';

/** The client's payment-order company; null if the function is not activated. */
export async function paymentOrderCompany({ db, tenant }: Work): Promise<string | null> {
  const client = await db
    .selectFrom('clients')
    .select('stp_company')
    .where('client_id', '=', tenant)
    .executeTakeFirstOrThrow();
  return client.stp_company;
}

/** The client's cost centres, or that of one payer; main entry first, then by name. */
export async function costCentres({ db, tenant }: Work, rfcPayer?: string): Promise<CostCentre[]> {
  const rows = await db
    .selectFrom('cost_centres as centre')
    .innerJoin('clients', 'clients.client_id', 'centre.client_id')
    .select(['rfc', 'rfc_payer', 'stp_name', 'clabe', 'active', 'is_main', 'centre.stp_company'])
    .where('centre.client_id', '=', tenant)
    .$if(rfcPayer !== undefined, (query) => query.where('rfc_payer', '=', rfcPayer ?? ''))
    .orderBy('is_main', 'desc')
    .orderBy('stp_name')
    .orderBy('cost_centre_id')
    .execute();
  return rows.map((row) => ({
    rfcPayer: row.rfc_payer,
    stpName: row.stp_name,
    clabe: row.clabe,
    active: row.active,
    isMain: row.is_main,
    stpCompany: row.stp_company,
    rfc: row.rfc,
  }));
}

/** The payers as the screen lists them. */
export const payersOf = async (work: Work): Promise<ResponseOf<typeof listPayers>> => ({
  stpCompany: await paymentOrderCompany(work),
  data: await costCentres(work),
});

/** The next CLABE of a payment-order company's range. Concurrent calls get different ones; a rollback leaves a gap. */
export async function nextClabe(db: Executor, stpCompany: string): Promise<string> {
  const { rows } = await sql<{ digits: string }>`
    select prefix || lpad(nextval('cost_centre_numbers')::text, 17 - length(prefix), '0') as digits
    from clabe_ranges where stp_company = ${stpCompany}`.execute(db);
  const [next] = rows;
  if (!next) throw new Error(`${stpCompany} has no range of CLABEs`);
  return clabeOf(next.digits);
}
