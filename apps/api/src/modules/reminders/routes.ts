import { changeReminders, getReminders, getTodaysReminders } from '@anticipa/contract/reminders';
import { done } from '@anticipa/domain/errors';
import { read, type Served, serve, write } from '../../platform/http/http.ts';
import { runAs } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { todaysReminders } from './preview.ts';
import * as settings from './settings.ts';

export const reminderRoutes: readonly Served<Deps>[] = [
  read(getReminders, async (work) => done(await settings.remindersOf(work))),
  serve(getTodaysReminders, async (deps, { caller }) =>
    done(await runAs(deps, caller, (work) => todaysReminders(work, deps))),
  ),
  write(changeReminders, (work, { body }) => settings.changeReminders(work, body)),
];
