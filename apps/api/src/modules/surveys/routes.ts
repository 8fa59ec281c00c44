import { getSurvey, saveSurvey } from '@anticipa/contract/surveys';
import { done, refuse } from '@anticipa/domain/errors';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http/http.ts';
import { sameAsSession } from '../../lib/session/context.ts';
import { readTenant } from '../../lib/transaction.ts';
import { keepAnswers } from './commands.ts';
import { unansweredSurvey } from './queries.ts';

export const surveyRoutes = (deps: Deps): Served[] => [
  serve(getSurvey, async ({ params, caller }) => {
    if (!sameAsSession(caller, { userId: params.userId })) return refuse('NOT_FOUND');
    const { clientId, userId, isAdmin } = caller.actor;
    const chosen = { userId, isAdmin, today: deps.clock.today() };
    return done({ data: await readTenant(deps, caller, (executor) => unansweredSurvey(executor, clientId, chosen)) });
  }),
  serve(saveSurvey, ({ body, caller }) => keepAnswers(deps, caller, body)),
];
