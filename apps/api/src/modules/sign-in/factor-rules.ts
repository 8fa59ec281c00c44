/** Changes what a client asks of its people's second factors. */
import type { setFactorRules } from '@anticipa/contract/factor-rules';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { ClientWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { factorRules, requireFreshFactor } from '../session/fresh-factor.ts';
import { accessOf } from '../users/queries.ts';

/** An administrator who asks others for a second factor, or no longer does, proves one. */
export async function changeFactorRules(
  work: ClientWork,
  { isRequired, freshAbove }: BodyOf<typeof setFactorRules>,
): Promise<Outcome<ResponseOf<typeof setFactorRules>>> {
  const rights = await accessOf(work, work.actor.userId);
  if (rights?.isAdmin !== true) return refuse('NOT_ALLOWED');
  const stale = requireFreshFactor(work);
  if (stale) return stale;
  const before = await factorRules(work);
  await work.db
    .updateTable('clients')
    .set({ factor_required: isRequired, fresh_factor_above: freshAbove })
    .where('client_id', '=', work.tenant)
    .execute();
  const after = await factorRules(work);
  const details = { before, after };
  await writeAudit(work, { action: 'client.factor-rules', subject: `client:${work.tenant}`, details });
  return done(after);
}
