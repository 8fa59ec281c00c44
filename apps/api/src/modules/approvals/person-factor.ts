/** The lost second factor of a client's person, which support takes away with a second person. */
import { approvalRoles } from '@anticipa/contract/approvals';
import type { proposePersonFactor as proposeRoute } from '@anticipa/contract/person-factor';
import type { BodyOf, ParamsOf } from '@anticipa/contract/route';
import { done, refuse } from '@anticipa/domain/errors';
import type { OperatorWork } from '../../platform/work/work.ts';
import { hasRoleNow } from '../operators/queries.ts';
import { clientById } from '../session/client-by-id.ts';
import { clearFactorOf } from '../sign-in/lost-factor.ts';
import { clientUser } from '../users/queries.ts';
import { type Handler, ofClient } from './handler.ts';
import { type Submitted, submit } from './submit.ts';

export const personFactor: Handler<'person-factor'> = {
  standing: async (work, { about }, lock) => {
    const person = await clientUser(ofClient(work, about), about.userId, lock);
    return person ? { secondFactor: person.hasSecondFactor } : null;
  },
  apply: async (work, { about }, { approvalId }) => {
    await clearFactorOf(ofClient(work, about), about.userId, { proposal: approvalId });
    return done(null);
  },
};

/** Proposes to take a person's factor away. */
export async function proposePersonFactor(
  work: OperatorWork,
  { clientId, userId }: ParamsOf<typeof proposeRoute>,
  { reason }: BodyOf<typeof proposeRoute>,
): Submitted {
  if (!(await hasRoleNow(work, approvalRoles['person-factor']))) return refuse('ROLE_NEEDED');
  if ((await clientById(work, clientId)) === undefined) return refuse('NOT_FOUND');
  const wanted = { kind: 'person-factor', about: { clientId, userId }, proposed: { secondFactor: false } } as const;
  const before = await personFactor.standing(work, wanted, 'read');
  if (before === null) return refuse('NOT_FOUND');
  if (!before.secondFactor) return refuse('NO_FACTOR');
  return submit(work, personFactor, { ...wanted, before }, reason);
}
