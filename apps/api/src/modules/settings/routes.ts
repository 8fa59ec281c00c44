import { switchRobot as switchRoute } from '@anticipa/contract/lender-inbox';
import { changeSetting as changeRoute, getSettings } from '@anticipa/contract/settings';
import { done } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../lib/http/http.ts';
import { changeSetting } from './commands.ts';
import { switchRobot } from './demo-robot.ts';
import { settingsOf } from './queries.ts';

export const settingsRoutes: readonly Served[] = [
  read(getSettings, async (work) => done({ settings: await settingsOf(work) })),
  write(switchRoute, (work, { body }) => switchRobot(work, body.answers)),
  write(changeRoute, (work, { body }) => changeSetting(work, body)),
];
