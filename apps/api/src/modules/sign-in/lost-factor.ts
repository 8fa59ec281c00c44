/** The lost second factor of another person. */
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { clearPersonFactor } from '@anticipa/contract/users';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { ClientWork, Principal, Work } from '../../platform/work/work.ts';
import { requireFreshFactor } from '../session/fresh-factor.ts';
import { clearFactors, type ReasonOfClearing, worksElsewhere } from '../session/lost-factor.ts';
import { accessOf, clientUser } from '../users/queries.ts';
import { tellOfChange } from './holder.ts';

/** Takes every factor of a person away and tells the person; false if there was none. */
export async function clearFactorOf(work: Work<Principal>, userId: string, reason: ReasonOfClearing): Promise<boolean> {
  if (!(await clearFactors(work, userId, reason))) return false;
  await tellOfChange(work, userId, 'second-factor-cleared');
  return true;
}

/** Takes the factor of another person away, who has proven to the administrator to be the one that lost it. */
export async function clearColleagueFactor(
  work: ClientWork,
  userId: string,
  { reason }: BodyOf<typeof clearPersonFactor>,
): Promise<Outcome<ResponseOf<typeof clearPersonFactor>>> {
  if ((await accessOf(work, work.actor.userId))?.isAdmin !== true) return refuse('NOT_ALLOWED');
  if ((await clientUser(work, userId, 'update')) === undefined) return refuse('NOT_FOUND');
  if (userId === work.actor.userId) return refuse('OWN_FACTOR');
  if (await worksElsewhere(work, userId)) return refuse('FACTOR_KEPT_BY_SUPPORT');
  const stale = requireFreshFactor(work);
  if (stale) return stale;
  if (!(await clearFactorOf(work, userId, { reason }))) return refuse('NO_FACTOR');
  const user = await clientUser(work, userId, 'read');
  return user ? done({ user }) : refuse('NOT_FOUND');
}
