/** Operators' access, as proposals change it: a new operator, roles, access given back, and a lost second factor. */
import { type OperatorRole, operatorRoles } from '@anticipa/domain/operator';
import type { ProposedValues } from '@anticipa/domain/proposal';
import type { Lock, OperatorWork } from '../../platform/work/work.ts';
import { clearSecondFactor, insertOperator, setAccess } from '../operators/commands.ts';
import { isEmailFree, isLastAdministrator, lockAccess, operatorById } from '../operators/queries.ts';
import { queueOperatorMail } from '../operators/queue-mail.ts';
import type { Standing } from './places.ts';
import type { OperatorSubject } from './subjects.ts';

/** Roles as one text, in their fixed order. */
export const rolesText = (roles: readonly OperatorRole[]): string =>
  operatorRoles.filter((role) => roles.includes(role)).join(', ');

const rolesIn = (text: string): OperatorRole[] => operatorRoles.filter((role) => text.split(', ').includes(role));

/** The present access of an operator. */
export async function accessStanding(
  work: OperatorWork,
  { kind, operatorId }: OperatorSubject,
  lock: Lock,
): Promise<Standing> {
  const found = await operatorById(work, operatorId, lock);
  const none = { used: '0.00', held: '0.00' };
  if (found === undefined) return { values: null, ...none };
  const { name, email, roles, active, hasSecondFactor } = found;
  if (kind === 'second-factor') return { values: { secondFactor: String(hasSecondFactor) }, ...none };
  return { values: { name, email, roles: rolesText(roles), active: String(active) }, ...none };
}

/** Whether a new operator's e-mail is free, and an administrator is left. */
export async function isAccessPossible(
  work: OperatorWork,
  { operatorId }: OperatorSubject,
  { email, roles }: ProposedValues,
): Promise<boolean> {
  await lockAccess(work);
  if (email !== undefined) return isEmailFree(work, email);
  const losesAdministrator = roles !== undefined && !rolesIn(roles).includes('administrador');
  return !(losesAdministrator && (await isLastAdministrator(work, operatorId)));
}

/** Applies a change of access: an operator without an account is added and invited. */
export async function applyAccess(
  work: OperatorWork,
  { kind, operatorId }: OperatorSubject,
  { name, email, roles, active }: ProposedValues,
): Promise<void> {
  if (kind === 'second-factor') return clearSecondFactor(work, operatorId);
  if (email !== undefined) {
    await insertOperator(work, { operatorId, email, name: name ?? email, roles: rolesIn(roles ?? '') });
    return queueOperatorMail(work, operatorId, 'invitation');
  }
  await setAccess(work, operatorId, {
    ...(roles === undefined ? {} : { roles: rolesIn(roles) }),
    ...(active === undefined ? {} : { active: active === 'true' }),
  });
}
