import type { CostCentre, listPayers } from '@anticipa/contract/payers';
import type { ResponseOf } from '@anticipa/contract/route';
import { clabeOf } from '@anticipa/domain/clabe';
import type { Executor } from '../../platform/db/pool.ts';
import { text, valuesOf } from '../../platform/db/rows.ts';
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
  return await db
    .selectFrom('cost_centres as centre')
    .innerJoin('clients', 'clients.client_id', 'centre.client_id')
    .select(['rfc_payer as rfcPayer', 'stp_name as stpName', 'clabe', 'active', 'is_main as isMain'])
    .select(['centre.stp_company as stpCompany', 'rfc'])
    .where('centre.client_id', '=', tenant)
    .$if(rfcPayer !== undefined, (query) => query.where('rfc_payer', '=', rfcPayer ?? ''))
    .orderBy('is_main', 'desc')
    .orderBy('stp_name')
    .orderBy('cost_centre_id')
    .execute();
}

/** The payers as the screen lists them. */
export const payersOf = async (work: Work): Promise<ResponseOf<typeof listPayers>> => ({
  stpCompany: await paymentOrderCompany(work),
  data: await costCentres(work),
});

/** The next CLABE of a payment-order company's range. Concurrent calls get different ones; a rollback leaves a gap. */
export async function nextClabe(db: Executor, stpCompany: string): Promise<string> {
  const [digits] = await valuesOf(db, text)`
    select prefix || lpad(nextval('cost_centre_numbers')::text, 17 - length(prefix), '0')
    from clabe_ranges where stp_company = ${stpCompany}`;
  if (digits === undefined) throw new Error(`${stpCompany} has no range of CLABEs`);
  return clabeOf(digits);
}
