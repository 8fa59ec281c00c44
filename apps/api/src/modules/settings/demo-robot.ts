/** The switches of the demo's robot. Without the row of the demo's seed there is no robot. */
import type { RobotParts, switchRobot as switchRoute } from '@anticipa/contract/lender-inbox';
import type { BodyOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { OperatorWork, WideWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';

/** The work that the demo's robot does; null outside the demo. */
export async function robotOf({ db }: WideWork): Promise<RobotParts | null> {
  const robot = await db.selectFrom('demo_robot').select(['answers', 'pays', 'collects']).executeTakeFirst();
  return robot ?? null;
}

/** Lets the robot do a part, or leaves it to operators. */
export async function switchRobot(work: OperatorWork, parts: BodyOf<typeof switchRoute>): Promise<Outcome<RobotParts>> {
  const before = await robotOf(work);
  if (before === null) return refuse('NO_ROBOT');
  const after = {
    answers: parts.answers ?? before.answers,
    pays: parts.pays ?? before.pays,
    collects: parts.collects ?? before.collects,
  };
  const changed = (['answers', 'pays', 'collects'] as const).filter((part) => before[part] !== after[part]);
  if (changed.length === 0) return done(after);
  await work.db.updateTable('demo_robot').set(after).execute();
  const of = (robot: RobotParts) => Object.fromEntries(changed.map((part) => [part, robot[part]]));
  await writeAudit(work, {
    action: 'setting.changed',
    subject: 'setting:demo-robot',
    details: { before: of(before), after: of(after) },
  });
  return done(after);
}
