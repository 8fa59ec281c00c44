/** Mails last month's account statement to the administrators of each client, and tells of the month's package. */
import { nextBusinessDay } from '@anticipa/domain/calendar';
import { addMonths, firstDayOf, lastDayOf, type Month, monthOf } from '@anticipa/domain/month';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type Work } from '../../platform/work/work.ts';
import { extraHolidays } from '../credit/queries.ts';
import type { JobDeps } from '../deps.ts';
import { putNotice } from '../notices/put.ts';
import { clientsToMail, clientsWithPackage } from './to-mail-queries.ts';

/** Days of a month on which the last one is mailed: its books close after the third, and it is due by the tenth. */
const FIRST_DAY = 4;
const LAST_DAY = 10;

/** Tells the people of a client of the statement, once. */
async function queue(work: Work, month: Month): Promise<void> {
  const { db, tenant, at } = work;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('monthly_statements')
    .values({ client_id: tenant, month: firstDayOf(month), queued_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return;
  const period = { from: firstDayOf(month), to: lastDayOf(month), knownAt: at.toISOString() };
  const about = { object: 'statement', objectId: month } as const;
  await putNotice(work, { event: 'statement', ...about }, (userId) =>
    putMessage(work, 'statement', { userId, ...period }),
  );
}

type StatementDeps = Pick<JobDeps, 'db' | 'clock' | 'log'>;

async function mailLastMonth(deps: StatementDeps): Promise<void> {
  const today = deps.clock.today();
  const day = Number(today.slice(8));
  if (day < FIRST_DAY || day > LAST_DAY) return;
  const month = addMonths(monthOf(today), -1);
  const clients = await runAs(deps, WORKER, (work) => clientsToMail(work, month));
  await runEach(deps.log, clients, (clientId) => runAs(deps, WORKER, (work) => queue(narrowTo(work, clientId), month)));
}

/**
 * Tells the people who want it that last month's package is ready, on the first working day of the month or on a later one if it
 * could not be done then. The package itself stays behind the sign-in.
 */
async function tellOfPackage(deps: StatementDeps): Promise<void> {
  const today = deps.clock.today();
  const month = addMonths(monthOf(today), -1);
  const clients = await runAs(deps, WORKER, async (work) => {
    const isTime =
      today >= nextBusinessDay(firstDayOf(monthOf(today)), await extraHolidays(work)) &&
      Number(today.slice(8)) <= LAST_DAY;
    return isTime ? clientsWithPackage(work, month) : [];
  });
  const about = { event: 'month-package', object: 'statement', objectId: month, once: `package ${month}` } as const;
  await runEach(deps.log, clients, (clientId) =>
    runAs(deps, WORKER, (work) => putNotice(narrowTo(work, clientId), about)),
  );
}

export const statementJobs = (deps: StatementDeps): Jobs => [
  {
    name: 'mail-monthly-statements',
    // 9:00 in Mexico City; only the fourth to the tenth count.
    cron: '0 15 * * *',
    run: () => mailLastMonth(deps),
  },
  // At 8:00 in Mexico City; the month is cut at 2:00.
  { name: 'tell-of-packages', cron: '0 14 * * *', run: () => tellOfPackage(deps) },
];
