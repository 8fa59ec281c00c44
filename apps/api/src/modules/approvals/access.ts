/** Operators' access: a new operator, roles, access given back, and a lost second factor. */
import { randomUUID } from 'node:crypto';
import {
  type Approval,
  type ApprovalKind,
  approvalRoles,
  type Changes,
  changeSchema,
} from '@anticipa/contract/approvals';
import type { changeOperator } from '@anticipa/contract/operators';
import type { BodyOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { type OperatorRole, operatorRoles } from '@anticipa/domain/operator';
import { emailProblem, normaliseEmail, personName } from '@anticipa/domain/user';
import type { OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { clearSecondFactor, insertOperator, setAccess } from '../operators/commands.ts';
import {
  hasRoleNow,
  isEmailFree,
  isLastAdministrator,
  lockAccess,
  needsSecond,
  operatorById,
} from '../operators/queries.ts';
import { queueOperatorMail } from '../operators/queue-mail.ts';
import { type Handler, isNothingNew } from './handler.ts';
import { submit } from './submit.ts';

type AccessChange = BodyOf<typeof changeOperator>['change'];

export const operator: Handler<'operator'> = {
  standing: async (work, { about }, lock) => {
    const found = await operatorById(work, about.operatorId, lock);
    return found ? { name: found.name, email: found.email, roles: found.roles, active: found.active } : null;
  },
  // The e-mail of a new operator is free, and an administrator is left.
  isPossible: async (work, { about, proposed: { email, roles } }) => {
    await lockAccess(work);
    if (email !== undefined) return isEmailFree(work, email);
    const losesAdministrator = roles !== undefined && !roles.includes('administrador');
    return !(losesAdministrator && (await isLastAdministrator(work, about.operatorId)));
  },
  apply: async (work, { about: { operatorId }, proposed: { name, email, roles, active } }) => {
    if (email === undefined)
      await setAccess(work, operatorId, { ...(roles && { roles }), ...(active !== undefined && { active }) });
    else {
      await insertOperator(work, { operatorId, email, name: name ?? email, roles: roles ?? [] });
      await queueOperatorMail(work, operatorId, 'invitation');
    }
    return done(null);
  },
};

export const secondFactor: Handler<'second-factor'> = {
  standing: async (work, { about }, lock) => {
    const found = await operatorById(work, about.operatorId, lock);
    return found ? { secondFactor: found.hasSecondFactor } : null;
  },
  isPossible: async (work) => {
    await lockAccess(work);
    return true;
  },
  apply: async (work, { about }) => done(await clearSecondFactor(work, about.operatorId)),
};

/** Changes the access of an operator: at once by the only administrator, otherwise with another one. */
export async function changeAccess(
  work: OperatorWork,
  { change: asked, reason }: BodyOf<typeof changeOperator>,
): Promise<Outcome<{ readonly proposal: Approval | null }>> {
  if (!(await hasRoleNow(work, approvalRoles.operator))) return refuse('ROLE_NEEDED');
  const wanted = wantedOf(asked);
  const email = wanted.kind === 'operator' ? wanted.proposed.email : undefined;
  if (email !== undefined) {
    if (emailProblem(email) !== null) return refuse('INVALID_EMAIL');
    if (!(await isEmailFree(work, email))) return refuse('EMAIL_ALREADY_REGISTERED');
  }
  const handler: Handler<ApprovalKind> = wanted.kind === 'operator' ? operator : secondFactor;
  if ((await handler.isPossible?.(work, wanted)) === false) return refuse('AT_LEAST_ONE_ADMIN_IS_REQUIRED');
  const before = await handler.standing(work, wanted, 'update');
  if (before === null && asked.kind !== 'invite') return refuse('NOT_FOUND');
  if (isNothingNew(wanted.proposed, before)) return refuse('NOTHING_CHANGED');
  const change = changeSchema.parse({ ...wanted, before });
  if (await needsSecond(work)) return submit(work, handler, change, reason);
  const applied = await handler.apply(work, change, { approvalId: null, seen: before });
  if (!applied.ok) return applied;
  const subject = `operator:${wanted.about.operatorId}` as const;
  await writeAudit(work, { action: 'operator.changed', subject, details: { change, reason } });
  return done({ proposal: null });
}

/** The values that a change of an operator brings, and whom it is about. */
function wantedOf(asked: AccessChange): Omit<Changes['operator'], 'before'> | Omit<Changes['second-factor'], 'before'> {
  if (asked.kind === 'invite') {
    const proposed = { name: personName(asked.name), email: normaliseEmail(asked.email), roles: inOrder(asked.roles) };
    return { kind: 'operator', about: { operatorId: randomUUID() }, proposed };
  }
  const about = { operatorId: asked.operatorId };
  if (asked.kind === 'repair') return { kind: 'second-factor', about, proposed: { secondFactor: false } };
  const proposed = asked.kind === 'roles' ? { roles: inOrder(asked.roles) } : { active: true };
  return { kind: 'operator', about, proposed };
}

const inOrder = (roles: readonly OperatorRole[]): OperatorRole[] =>
  operatorRoles.filter((role) => roles.includes(role));
