/** A client's tax data and branch, as proposals change them. */
import type { ProposedValues } from '@anticipa/domain/proposal';
import { announce } from '../../platform/live/events.ts';
import type { Lock, OperatorWork, Work } from '../../platform/work/work.ts';
import type { Standing } from './places.ts';

type ClientsWork = Work<OperatorWork['actor']>;

/** The present values; `update` locks them. */
export async function fiscalStanding({ db, tenant }: ClientsWork, lock: Lock): Promise<Standing> {
  const query = db
    .selectFrom('clients')
    .select(['entity_name', 'fiscal_regime', 'postal_code', 'branch'])
    .where('client_id', '=', tenant);
  const row = await (lock === 'update' ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow();
  const { entity_name: entityName, fiscal_regime, postal_code, branch } = row;
  const values = {
    entityName,
    ...(fiscal_regime !== null && { fiscalRegime: fiscal_regime }),
    ...(postal_code !== null && { postalCode: postal_code }),
    branch,
  };
  return { values, used: '0.00', held: '0.00' };
}

/** Each CFDI reads these values when it is stamped; those that are issued are kept as files and stay. */
export async function applyFiscalData(
  work: ClientsWork,
  { entityName, fiscalRegime, postalCode, branch }: ProposedValues,
): Promise<void> {
  const set = {
    ...(entityName !== undefined && { entity_name: entityName }),
    ...(fiscalRegime !== undefined && { fiscal_regime: fiscalRegime }),
    ...(postalCode !== undefined && { postal_code: postalCode }),
    ...(branch !== undefined && { branch }),
  };
  await work.db.updateTable('clients').set(set).where('client_id', '=', work.tenant).execute();
  await announce(work, 'session', []);
}
