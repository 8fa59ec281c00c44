import { getSurvey, putOffSurvey, saveSurvey } from '@anticipa/contract/surveys';
import { done } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { putOff, storeAnswers } from './commands.ts';
import { unansweredSurvey } from './queries.ts';

export const surveyRoutes: readonly Served[] = [
  read(getSurvey, async (work) => done({ data: await unansweredSurvey(work) }), {
    claims: ({ params: { userId } }) => ({ userId }),
  }),
  write(saveSurvey, (work, { body }) => storeAnswers(work, body)),
  write(putOffSurvey, (work, { body }) => putOff(work, body.surveyId)),
];
