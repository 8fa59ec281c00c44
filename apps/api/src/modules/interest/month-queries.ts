/** CFDI of a month, of all clients. */
import { getMonthCut, MONTH_CFDI_LIMIT, type MonthCut } from '@anticipa/contract/interest';
import { addMonths, firstDayOf, type Month, monthOf } from '@anticipa/domain/month';
import { sql } from 'kysely';
import { instant, rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { clientsToCut } from './clients-to-cut.ts';

const { toCut, cfdi } = getMonthCut.response.shape;
const cfdiRow = cfdi.element.extend({ emittedAt: instant });

/** For a row of `interest_invoices` in a query. */
export const stateOfCfdi = sql`
  case
    when cancelled_at is not null then 'cancelled'
    when state <> 'issued' then 'pending'
    when cancel_state = 'rejected' then 'kept'
    when cancel_state is not null then 'cancelling'
    else 'issued'
  end`;

/** The CFDI of a month, the newest first, and the clients that a cut of it would invoice. */
export async function monthCutOf(work: WideWork, month: Month): Promise<MonthCut> {
  const { db, today } = work;
  const current = monthOf(today);
  // A month that is not over is never cut.
  const last = month < current ? month : addMonths(current, -1);
  const clientIds = await clientsToCut(work, last);
  return {
    current,
    toCut: await rowsOf(db, toCut.element)`
      select client_id as "clientId", rfc as "clientRFC", entity_name as "entityName",
        fiscal_regime is null or postal_code is null as "lacksFiscalData"
      from clients where client_id = any(${clientIds}::uuid[]) order by entity_name, client_id`,
    cfdi: await rowsOf(db, cfdiRow)`
      select invoice_id as id, cfdi.client_id as "clientId", entity_name as "entityName", concat_ws('-', serie, folio) as folio, kind,
        invoice_type as "invoiceType", currency, sub_total as "subTotal", iva, emitted_at as "emittedAt", uuid,
        ${stateOfCfdi} as state
      from interest_invoices cfdi join clients on clients.client_id = cfdi.client_id
      where month_cut = ${firstDayOf(month)}::date
      order by emitted_at desc, length(folio) desc, cfdi.folio desc, cfdi.invoice_id limit ${MONTH_CFDI_LIMIT}`,
  };
}
