/** CFDI that wait for a stamp, after their client's tax data were put right. */

import type { ResponseOf } from '@anticipa/contract/route';
import { getTaxData, type reissueCfdi, type TaxData } from '@anticipa/contract/tax-data';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { monthOf } from '@anticipa/domain/month';
import { instant, rowsOf } from '../../platform/db/rows.ts';
import type { Caller, OperatorActor } from '../../platform/work/caller.ts';
import { runAs } from '../../platform/work/transaction.ts';
import { narrowTo, type Work } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { clientById } from '../session/client-by-id.ts';
import { type CutDeps, stampInvoices } from './commands.ts';

const unissued = getTaxData.response.shape.unissued.element.extend({ emittedAt: instant });

/** The oldest first, each with the reason of its last open alert. */
export const unissuedOf = ({ db, tenant }: Work): Promise<TaxData['unissued']> => rowsOf(db, unissued)`
  select invoice_id as id, concat_ws('-', serie, folio) as folio, currency, (sub_total + iva)::text as total, emitted_at as "emittedAt",
    (select reason from alerts where alerts.client_id = cfdi.client_id and kind = 'invoicing-refused'
      and subject = 'interest-invoice:' || cfdi.invoice_id order by raised_at desc limit 1) as reason
  from interest_invoices cfdi where client_id = ${tenant} and state = 'pending' and active
  order by emitted_at, invoice_id`;

/** Issues them with the present tax data; complements follow by themselves within ten minutes. */
export async function reissue(
  deps: CutDeps,
  caller: Caller<OperatorActor>,
  named: string,
): Promise<Outcome<ResponseOf<typeof reissueCfdi>>> {
  const { invoicing } = deps;
  if (invoicing === null) return refuse('INVOICING_NOT_CONFIGURED');
  const found = await runAs(deps, caller, async (wide) => {
    const tenant = await clientById(wide, named);
    if (tenant === undefined) return refuse('NOT_FOUND');
    const work = narrowTo(wide, tenant);
    const { fiscal_regime: regime, postal_code: postalCode } = await work.db
      .selectFrom('clients')
      .select(['fiscal_regime', 'postal_code'])
      .where('client_id', '=', tenant)
      .executeTakeFirstOrThrow();
    if (regime === null || postalCode === null) return refuse('FISCAL_DATA_MISSING');
    const before = (await unissuedOf(work)).length;
    await writeAudit(work, { action: 'client.cfdi-reissued', subject: `client:${tenant}`, details: { cfdi: before } });
    return done({ tenant, before });
  });
  if (!found.ok) return found;
  const { tenant, before } = found.value;
  await stampInvoices(deps, invoicing, { opener: caller, tenant, month: monthOf(deps.clock.today()) });
  const left = (await runAs(deps, caller, (work) => unissuedOf(narrowTo(work, tenant)))).length;
  return done({ issued: Math.max(before - left, 0), left });
}
