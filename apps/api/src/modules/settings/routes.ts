import { changeSetting as changeRoute, getSettings } from '@anticipa/contract/settings';
import { done } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../lib/http/http.ts';
import { changeSetting } from './commands.ts';
import { settingsOf } from './queries.ts';

export const settingsRoutes: readonly Served[] = [
  read(getSettings, async (work) => done({ settings: await settingsOf(work) })),
  write(changeRoute, (work, { body }) => changeSetting(work, body)),
];
