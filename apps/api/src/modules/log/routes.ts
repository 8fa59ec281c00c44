import { exportActivity, listActivity } from '@anticipa/contract/activity';
import { exportLog, listLog } from '@anticipa/contract/log';
import { done, refuse } from '@anticipa/domain/errors';
import { activityTable } from '@anticipa/texts/tables/activity';
import { logTable } from '@anticipa/texts/tables/log';
import { fileOf, sendFile } from '../../platform/documents/export-file.ts';
import { queueHeavyRead } from '../../platform/http/heavy-reads.ts';
import { read, type Served, serveRaw } from '../../platform/http/http.ts';
import { readLong, runAs } from '../../platform/work/transaction.ts';
import type { ClientWork, OperatorWork } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { type ActivityFilter, activityPage, wholeActivity } from './activity-queries.ts';
import { writeAudit } from './audit.ts';
import { type LogFilter, logPage, wholeLog } from './queries.ts';

async function* cellsOf(work: OperatorWork, filter: LogFilter) {
  for await (const entries of wholeLog(work, filter)) yield entries.map((row) => logTable.map(({ cell }) => cell(row)));
}

async function* activityCells(work: ClientWork, filter: ActivityFilter) {
  for await (const entries of wholeActivity(work, filter))
    yield entries.map((row) => activityTable.map(({ cell }) => cell(row)));
}

export const logRoutes: readonly Served<Deps>[] = [
  read(listLog, async (work, { query: { before = null, ...filter } }) => done(await logPage(work, filter, before))),
  serveRaw(exportLog, async (deps, { caller, query: { format, ...filter } }, reply) => {
    const made = await readLong(deps, caller, (work) => {
      const sheet = { name: 'Bitácora', columns: logTable, rows: cellsOf(work, filter) };
      return fileOf(sheet, { format, ...filter, today: work.today });
    });
    const entry = { action: 'log.export', subject: 'log', details: { format, ...filter } } as const;
    if (made.ok) await runAs(deps, caller, (work) => writeAudit(work, entry));
    return sendFile(reply, made);
  }),
  read(listActivity, async (work, { query: { before = null, ...filter } }) =>
    work.actor.isAdmin ? done(await activityPage(work, filter, before)) : refuse('NOT_ALLOWED'),
  ),
  serveRaw(exportActivity, async (deps, { caller, query: { format, ...filter } }, reply) => {
    if (!caller.actor.isAdmin) return sendFile(reply, refuse('NOT_ALLOWED'));
    const made = await queueHeavyRead(caller.actor, () =>
      readLong(deps, caller, (work) => {
        const sheet = { name: 'Actividad', columns: activityTable, rows: activityCells(work, filter) };
        return fileOf(sheet, { format, ...filter, today: work.today });
      }),
    );
    return sendFile(reply, made);
  }),
];
