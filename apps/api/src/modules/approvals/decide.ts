import {
  type ApprovalKind,
  type ApprovalState,
  approvalRoles,
  type Change,
  changeSchema,
  type decideProposal,
} from '@anticipa/contract/approvals';
import type { BodyOf } from '@anticipa/contract/route';
import { done, refuse } from '@anticipa/domain/errors';
import type { OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { hasRoleNow } from '../operators/queries.ts';
import type { Handler } from './handler.ts';
import { approvalById, type HandlerOf, standingOf } from './queries.ts';
import { settleRequest } from './requests-desk.ts';
import { auditable, type Submitted } from './submit.ts';

type Decision = BodyOf<typeof decideProposal>['decision'];

/** Decides on an open change, where its handler says. An approval applies it in the same transaction. */
export async function decide(
  work: OperatorWork,
  handlerOf: HandlerOf,
  {
    approvalId,
    decision,
    decidedAt,
  }: { readonly approvalId: string; readonly decision: Decision } & Pick<Handler<ApprovalKind>, 'decidedAt'>,
): Submitted {
  const found = await work.db
    .selectFrom('approvals')
    .select(['operator_id', 'state', 'proposed_by', 'expires_at', 'change'])
    .where('approval_id', '=', approvalId)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return refuse('NOT_FOUND');
  const change = changeSchema.parse(found.change);
  const handler = handlerOf(change.kind);
  if (handler.decidedAt !== decidedAt) return refuse('NOT_FOUND');
  const { operatorId } = work.actor;
  const isOwn = found.proposed_by === operatorId;
  if (decision.kind === 'withdraw') {
    if (!isOwn) return refuse('NOT_YOUR_PROPOSAL');
  } else {
    if (!(await hasRoleNow(work, approvalRoles[change.kind]))) return refuse('ROLE_NEEDED');
    if (isOwn) return refuse('OWN_PROPOSAL');
    if (found.operator_id === operatorId) return refuse('OWN_ACCESS');
  }
  const isOver = found.expires_at !== null && found.expires_at <= work.at;
  if (found.state !== 'open' || isOver) return refuse('PROPOSAL_CLOSED');
  const settle = async (state: ApprovalState, motive: string | null = null): Submitted => {
    await close(work, { approvalId, change, state, motive });
    return done({ proposal: await approvalById(work, handlerOf, approvalId) });
  };
  if (decision.kind !== 'approve') {
    await handler.release?.(work, change);
    return decision.kind === 'withdraw' ? settle('withdrawn') : settle('rejected', decision.motive);
  }
  if ((await handler.isPossible?.(work, change)) === false) return settle('outdated');
  const { values: seen, ground } = await standingOf(work, handler, change, 'update');
  if (ground !== decision.ground) return refuse('GROUND_CHANGED');
  const applied = await handler.apply(work, change, { approvalId, seen });
  return applied.ok ? settle('approved') : applied;
}

async function close(
  work: OperatorWork,
  {
    approvalId,
    change,
    state,
    motive,
  }: {
    readonly approvalId: string;
    readonly change: Change;
    readonly state: ApprovalState;
    readonly motive: string | null;
  },
): Promise<void> {
  await work.db
    .updateTable('approvals')
    .set({ state, motive, decided_by: work.actor.operatorId, decided_at: work.at })
    .where('approval_id', '=', approvalId)
    .execute();
  await settleRequest(work, approvalId, state);
  await writeAudit(auditable(work, change), {
    action: 'proposal.decided',
    subject: `proposal:${approvalId}`,
    details: { state, motive },
  });
}
