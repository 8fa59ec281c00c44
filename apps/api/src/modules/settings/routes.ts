import { switchRobot as switchRoute } from '@anticipa/contract/lender-inbox';
import { changeSetting as changeRoute, getSettings, getSetup } from '@anticipa/contract/settings';
import { done } from '@anticipa/domain/errors';
import { read, type Served, serve, write } from '../../platform/http/http.ts';
import { runAs } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { changeSetting } from './commands.ts';
import { switchRobot } from './demo-robot.ts';
import { settingsOf } from './queries.ts';
import { missingSteps } from './setup.ts';

export const settingsRoutes: readonly Served<Deps>[] = [
  read(getSettings, async (work) => done({ settings: await settingsOf(work) })),
  serve(getSetup, async (deps, { caller }) =>
    done({ data: await runAs(deps, caller, (work) => missingSteps(work, deps.hasAuthority)) }),
  ),
  write(switchRoute, (work, { body }) => switchRobot(work, body)),
  write(changeRoute, (work, { body }) => changeSetting(work, body)),
];
