/** A client's tax data and branch. */
import { approvalRoles, type proposeFiscalData as proposeRoute } from '@anticipa/contract/approvals';
import type { BodyOf } from '@anticipa/contract/route';
import { addDays } from '@anticipa/domain/calendar';
import { done, refuse, refuseEach } from '@anticipa/domain/errors';
import { regimesOf } from '@anticipa/domain/fiscal-regime';
import { storedClient } from '../../platform/work/caller.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import { hasRoleNow } from '../operators/queries.ts';
import { clientById } from '../session/client-by-id.ts';
import { type Handler, isNothingNew, ofClient } from './handler.ts';
import { type Submitted, submit } from './submit.ts';
import { recordTaxData } from './tax-data.ts';

export const fiscalData: Handler<'fiscal-data'> = {
  standing: async ({ db }, { about }, lock) => {
    const query = db
      .selectFrom('clients')
      .select(['entity_name as entityName', 'fiscal_regime as fiscalRegime', 'postal_code as postalCode', 'branch'])
      .where('client_id', '=', storedClient(about.clientId));
    return (await (lock === 'update' ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null;
  },
  apply: async (wide, { about, proposed: { from, ...values } }, { approvalId, seen: before }) => {
    const work = ofClient(wide, about);
    // CFDI of the days until the approval had the data before.
    const day = from !== undefined && from > work.today ? from : work.today;
    await recordTaxData(work, { ...values, from: day }, { approvalId, before });
    return done(null);
  },
};

/** Proposes other tax data or another branch of a client. Its RFC stays: with another one it is another taxpayer. */
export async function proposeFiscalData(
  work: OperatorWork,
  clientId: string,
  { proposed, reason }: BodyOf<typeof proposeRoute>,
): Submitted {
  if (!(await hasRoleNow(work, approvalRoles['fiscal-data']))) return refuse('ROLE_NEEDED');
  const { db } = work;
  const tenant = await clientById(work, clientId);
  if (tenant === undefined) return refuse('NOT_FOUND');
  const client = await db.selectFrom('clients').select('rfc').where('client_id', '=', tenant).executeTakeFirstOrThrow();
  const wanted = { kind: 'fiscal-data', about: { clientId }, proposed } as const;
  const before = await fiscalData.standing(work, wanted, 'read');
  const { from, ...values } = proposed;
  if (isNothingNew(values, before)) return refuse('NOTHING_CHANGED');
  if (from !== undefined && (from < work.today || from > addDays(work.today, 366)))
    return refuseEach('TAX_DATA_TOO_FAR', ['proposed.from']);
  const { fiscalRegime, branch } = values;
  if (fiscalRegime !== before?.fiscalRegime && !regimesOf(client.rfc).includes(fiscalRegime))
    return refuseEach('FISCAL_REGIME_INVALID', ['proposed.fiscalRegime']);
  const known = await db.selectFrom('branches').select('branch').where('branch', '=', branch).executeTakeFirst();
  if (known === undefined) return refuseEach('NOT_FOUND', ['proposed.branch']);
  return submit(work, fiscalData, { ...wanted, before }, reason);
}
