import type { closeAlert as closeRoute } from '@anticipa/contract/alerts';
import type { ResponseOf } from '@anticipa/contract/route';
import { isAboutMoney } from '@anticipa/domain/alert';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { proposalRoles } from '@anticipa/domain/proposal';
import type { OperatorWork } from '../../../platform/work/work.ts';
import { hasRoleNow } from '../../operators/queries.ts';
import { submit } from '../../proposals/commands.ts';
import { alertStanding, endAlert } from '../alert.ts';
import { alertById } from './queries.ts';

/** Closes an open alert, or proposes it with a reason if it is about money; a closed one stays as it is. */
export async function closeAlert(
  work: OperatorWork,
  alertId: string,
  reason: string | undefined,
): Promise<Outcome<ResponseOf<typeof closeRoute>>> {
  const data = await alertById(work, alertId);
  if (data === undefined) return refuse('NOT_FOUND');
  if (data.closedAt !== null) return done({ data, proposal: null });
  if (!isAboutMoney(data.subject)) {
    await endAlert(work, alertId);
    return done({ data: (await alertById(work, alertId)) ?? data, proposal: null });
  }
  if (!(await hasRoleNow(work, proposalRoles.alert))) return refuse('ROLE_NEEDED');
  if (reason === undefined) return refuseEach('SECOND_PERSON_NEEDED', ['reason']);
  const before = await alertStanding(work, alertId);
  const submitted = await submit(
    work,
    { kind: 'alert', setting: alertId },
    { before, proposed: { attended: 'true' }, reason },
  );
  return submitted.ok ? done({ data: { ...data, waits: true }, ...submitted.value }) : submitted;
}
