import type { Proposal, proposeSetting as proposeSettingRoute } from '@anticipa/contract/proposals';
import type { BodyOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import { changedValues, NO_LIMIT, type ProposedValues, proposalRoles } from '@anticipa/domain/proposal';
import { accountTyped, problemOfClabe } from '@anticipa/domain/spei-banks';
import type { OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { hasRoleNow, needsSecond } from '../operators/queries.ts';
import { submit } from './commands.ts';
import { applySetting, isSettingPossible, type SettingSubject, settingStanding } from './lender-settings.ts';

type SettingProposal = BodyOf<typeof proposeSettingRoute>;

/** What a change of a setting proposes, and of which. */
function settingIn(change: SettingProposal['change']): { subject: SettingSubject; values: ProposedValues } {
  const { kind } = change;
  if (kind === 'approval-amounts') {
    const { currency, proposed } = change;
    const textOf = (typed: string | null) => (typed === null ? NO_LIMIT : decimalOf(moneyOf(typed, currency)));
    const values = { perSale: textOf(proposed.perSale), perDay: textOf(proposed.perDay) };
    return { subject: { kind, setting: currency }, values };
  }
  if (kind === 'lender-account') {
    const account = accountTyped(change.proposed.clabe);
    return { subject: { kind, setting: change.currency }, values: { ...change.proposed, ...account } };
  }
  if (kind === 'clabe-range') return { subject: { kind, setting: change.company }, values: change.proposed };
  return { subject: { kind, setting: change.version }, values: change.proposed };
}

/** Proposes a change of a setting that moves money, or new terms; a single administrator changes approval amounts at once. */
export async function proposeSetting(
  work: OperatorWork,
  { change, reason }: SettingProposal,
): Promise<Outcome<{ readonly proposal: Proposal | null }>> {
  const { subject, values } = settingIn(change);
  if (!(await hasRoleNow(work, proposalRoles[subject.kind]))) return refuse('ROLE_NEEDED');
  const clabeProblem = problemOfClabe(values.clabe);
  if (clabeProblem) return refuseEach(clabeProblem, ['change.proposed.clabe']);
  if (!(await isSettingPossible(work, subject, values)))
    return subject.kind === 'terms'
      ? refuseEach('TERMS_NOT_NEW', ['change.proposed.inForceFrom'])
      : refuseEach('INVALID_REQUEST', ['change.proposed.prefix']);
  const { values: before } = await settingStanding(work, subject, 'read');
  const proposed = changedValues(values, before);
  if (Object.keys(proposed).length === 0 || (subject.kind === 'terms' && proposed.body === undefined))
    return refuse('NOTHING_CHANGED');
  if (subject.kind !== 'approval-amounts' || (await needsSecond(work)))
    return submit(work, subject, { before, proposed, reason });
  await applySetting(work, subject, proposed);
  const details = { before, after: proposed, reason };
  await writeAudit(work, { action: 'setting.changed', subject: `setting:${subject.kind}-${subject.setting}`, details });
  return done({ proposal: null });
}
