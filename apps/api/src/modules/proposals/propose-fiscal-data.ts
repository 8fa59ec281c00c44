import type { Proposal, proposeFiscalData as proposeRoute } from '@anticipa/contract/proposals';
import type { BodyOf } from '@anticipa/contract/route';
import { type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { regimesOf } from '@anticipa/domain/fiscal-regime';
import { changedValues, FISCAL_KIND, proposalRoles } from '@anticipa/domain/proposal';
import { provenClient } from '../../platform/work/caller.ts';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { hasRoleNow } from '../operators/queries.ts';
import { submit } from './commands.ts';
import { fiscalStanding } from './fiscal-data.ts';

/** Proposes other tax data or another branch of a client. Its RFC stays: with another one it is another taxpayer. */
export async function proposeFiscalData(
  work: OperatorWork,
  clientId: string,
  { proposed: typed, reason }: BodyOf<typeof proposeRoute>,
): Promise<Outcome<{ readonly proposal: Proposal }>> {
  if (!(await hasRoleNow(work, proposalRoles[FISCAL_KIND]))) return refuse('ROLE_NEEDED');
  const { db } = work;
  const client = await db
    .selectFrom('clients')
    .select(['client_id', 'rfc'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (client === undefined) return refuse('NOT_FOUND');
  const subject = { kind: FISCAL_KIND, clientId: provenClient(client.client_id) } as const;
  const { values: before } = await fiscalStanding(narrowTo(work, subject.clientId), 'read');
  const proposed = changedValues(typed, before);
  if (Object.keys(proposed).length === 0) return refuse('NOTHING_CHANGED');
  if (proposed.fiscalRegime !== undefined && !regimesOf(client.rfc).includes(proposed.fiscalRegime))
    return refuseEach('FISCAL_REGIME_INVALID', ['proposed.fiscalRegime']);
  const known = await db.selectFrom('branches').select('branch').where('branch', '=', typed.branch).executeTakeFirst();
  if (known === undefined) return refuseEach('NOT_FOUND', ['proposed.branch']);
  return submit(work, subject, { before, proposed, reason });
}
