/** Closes and reopens a client, with a second person. Closing ends neither books nor access to them: its people read for a while. */
import { approvalRoles, type proposeClientState as proposeRoute } from '@anticipa/contract/approvals';
import type { BodyOf } from '@anticipa/contract/route';
import { type ClientStep, clientSteps, READING_DAYS, stepRefusal } from '@anticipa/domain/client-state';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { announce } from '../../platform/live/events.ts';
import type { OperatorWork, Work } from '../../platform/work/work.ts';
import { type Handler, ofClient } from '../approvals/handler.ts';
import { type Submitted, submit } from '../approvals/submit.ts';
import { writeAudit } from '../log/audit.ts';
import { hasRoleNow } from '../operators/queries.ts';
import { clientById } from '../session/client-by-id.ts';
import { enqueueSync } from '../sync/change.ts';
import { administratorIds } from '../users/queries.ts';
import { closingOf } from './queries.ts';

const DAY_MS = 24 * 3_600_000;

const stepTo = (state: BodyOf<typeof proposeRoute>['state']): ClientStep => (state === 'closed' ? 'close' : 'reopen');

export const clientState: Handler<'client-state'> = {
  // The lock waits for sales on their way, and those that follow are refused by a trigger.
  standing: async (work, { about }, lock) => {
    const { db, tenant } = ofClient(work, about);
    const client = db.selectFrom('clients').select('client_state as state').where('client_id', '=', tenant);
    return (await (lock === 'update' ? client.forUpdate() : client).executeTakeFirst()) ?? null;
  },
  // The second person may settle the rest and approve then.
  apply: (work, { about, proposed }) => take(ofClient(work, about), stepTo(proposed.state)),
};

/** Takes a step of a client that is locked. */
async function take(work: Work<OperatorWork['actor']>, step: ClientStep): Promise<Outcome<null>> {
  const { db, tenant, at } = work;
  const { state } = await db
    .selectFrom('clients')
    .select('client_state as state')
    .where('client_id', '=', tenant)
    .executeTakeFirstOrThrow();
  const refusal = stepRefusal(step, state, (await closingOf(work)).figures);
  if (refusal !== null) return refuse(refusal);
  const { from, to } = clientSteps[step];
  const period =
    step === 'close'
      ? { reads_until: new Date(at.getTime() + READING_DAYS * DAY_MS), sync_allowed: false }
      : { reads_until: null };
  await db
    .updateTable('clients')
    .set({ client_state: to, ...period })
    .where('client_id', '=', tenant)
    .where('client_state', '=', from)
    .execute();
  await writeAudit(work, {
    action: step === 'close' ? 'client.closed' : 'client.reopened',
    subject: `client:${tenant}`,
    details: { before: from, after: to },
  });
  for (const userId of await administratorIds(work))
    await putMessage(work, step === 'close' ? 'client-closed' : 'client-reopened', { userId });
  // The worker disconnects a client that may not synchronise, and has its password deleted.
  if (step === 'close') await enqueueSync(work);
  await announce(work, 'session', []);
  return done(null);
}

/** Proposes to close a client, of which nothing may be open, or to reopen one. */
export async function proposeClientState(
  work: OperatorWork,
  clientId: string,
  { state, reason }: BodyOf<typeof proposeRoute>,
): Submitted {
  if (!(await hasRoleNow(work, approvalRoles['client-state']))) return refuse('ROLE_NEEDED');
  const tenant = await clientById(work, clientId);
  if (tenant === undefined) return refuse('NOT_FOUND');
  const wanted = { kind: 'client-state', about: { clientId }, proposed: { state } } as const;
  const before = await clientState.standing(work, wanted, 'read');
  if (before === null) return refuse('NOT_FOUND');
  const { figures } = await closingOf(ofClient(work, wanted.about));
  const refusal = stepRefusal(stepTo(state), before.state, figures);
  return refusal === null ? submit(work, clientState, { ...wanted, before }, reason) : refuse(refusal);
}
