import { sql } from 'kysely';
import { valuesOf, whole } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { interestNotInvoiced } from './clients-to-cut.ts';
import { collected } from './complement-numbering.ts';
import { paidLateCharges } from './late-charge-payments.ts';
import { isDue } from './late-charges.ts';

/** Number of CFDI that a client's business still asks for: to be issued, stamped or cancelled. */
export async function cfdiToIssue({ db, tenant, today }: Work): Promise<number> {
  const [count = 0] = await valuesOf(db, whole)`
    select (
      (select count(*) from (${interestNotInvoiced(today)} and item.client_id = ${tenant}) due)
      + (select count(*) from invoices where invoices.client_id = ${tenant} and ${isDue})
      + (select count(*) from interest_invoices where client_id = ${tenant}
        and (state <> 'issued' or cancel_state in ('requested', 'in-process')) and ${inForce})
      + (select count(*) from (${collected}) due where client_id = ${tenant})
      + (select count(*) from (${paidLateCharges}) paid where client_id = ${tenant})
      + (select count(*) from payment_complements where client_id = ${tenant} and active
        and (state = 'pending' or cancel_state in ('requested', 'in-process')))
    )::integer`;
  return count;
}

/** A substitute is not in force before the cancellation of the invoice in its place. */
const inForce = sql<boolean>`(active or state = 'stamped')`;
