import { changeReminders, getReminders } from '@anticipa/contract/reminders';
import { done } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import * as settings from './settings.ts';

export const reminderRoutes: readonly Served[] = [
  read(getReminders, async (work) => done(await settings.remindersOf(work))),
  write(changeReminders, (work, { body }) => settings.changeReminders(work, body)),
];
