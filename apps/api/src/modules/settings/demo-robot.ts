/** The switch of the demo's robot. Without the row of the demo's seed there is no robot. */
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { OperatorWork, WideWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';

/** Whether the demo's robot answers sales; null outside the demo. */
export async function robotAnswers({ db }: WideWork): Promise<boolean | null> {
  const robot = await db.selectFrom('demo_robot').select('answers').executeTakeFirst();
  return robot?.answers ?? null;
}

/** Lets the robot answer sales, or leaves them to operators. */
export async function switchRobot(work: OperatorWork, answers: boolean): Promise<Outcome<{ answers: boolean }>> {
  const before = await robotAnswers(work);
  if (before === null) return refuse('NO_ROBOT');
  if (before === answers) return done({ answers });
  await work.db.updateTable('demo_robot').set({ answers }).execute();
  await writeAudit(work, {
    action: 'setting.changed',
    subject: 'setting:demo-robot',
    details: { before: { answers: before }, after: { answers } },
  });
  return done({ answers });
}
