import type { Proposal, proposeSetting as proposeSettingRoute } from '@anticipa/contract/proposals';
import type { BodyOf } from '@anticipa/contract/route';
import { isClabe } from '@anticipa/domain/clabe';
import { type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { changedValues, type ProposedValues, proposalRoles } from '@anticipa/domain/proposal';
import type { OperatorWork } from '../../lib/work.ts';
import { hasRoleNow } from '../operators/queries.ts';
import { submit } from './commands.ts';
import { isSettingPossible, type SettingSubject, settingStanding } from './lender-settings.ts';

type SettingProposal = BodyOf<typeof proposeSettingRoute>;

/** What a change of a setting proposes, and of which. */
function settingIn(change: SettingProposal['change']): { subject: SettingSubject; values: ProposedValues } {
  const { kind } = change;
  if (kind === 'lender-account') {
    const clabe = change.proposed.clabe.replace(/\s/g, '');
    return { subject: { kind, setting: change.currency }, values: { ...change.proposed, clabe } };
  }
  if (kind === 'clabe-range') return { subject: { kind, setting: change.company }, values: change.proposed };
  return { subject: { kind, setting: change.version }, values: change.proposed };
}

/** Proposes a change of a setting that moves money, or new terms. */
export async function proposeSetting(
  work: OperatorWork,
  { change, reason }: SettingProposal,
): Promise<Outcome<{ readonly proposal: Proposal }>> {
  const { subject, values } = settingIn(change);
  if (!(await hasRoleNow(work, proposalRoles[subject.kind]))) return refuse('ROLE_NEEDED');
  if (values.clabe !== undefined && !isClabe(values.clabe))
    return refuseEach('CLABE_INVALID', ['change.proposed.clabe']);
  if (!(await isSettingPossible(work, subject, values)))
    return subject.kind === 'terms'
      ? refuseEach('TERMS_NOT_NEW', ['change.proposed.inForceFrom'])
      : refuseEach('INVALID_REQUEST', ['change.proposed.prefix']);
  const { values: before } = await settingStanding(work, subject, 'read');
  const proposed = changedValues(values, before);
  if (Object.keys(proposed).length === 0 || (subject.kind === 'terms' && proposed.body === undefined))
    return refuse('NOTHING_CHANGED');
  return submit(work, subject, { before, proposed, reason });
}
