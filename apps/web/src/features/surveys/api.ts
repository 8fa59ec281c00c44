import type { ResponseOf } from '@anticipa/contract/route';
import { getSurvey, putOffSurvey, saveSurvey } from '@anticipa/contract/surveys';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { once } from '../../lib/once.ts';
import { type AnswerSent, POLL_MS } from './view-model.ts';

export type Survey = NonNullable<ResponseOf<typeof getSurvey>['data']>;

/** The user's unanswered survey, or null. Polled every 320 s unless one is `open`. */
export const surveyQuery = (userId: string, open: boolean) =>
  queryOptions({
    queryKey: ['survey', userId],
    queryFn: async ({ signal }) => (await call(getSurvey, { params: { userId }, signal })).data,
    refetchInterval: open ? false : POLL_MS,
    // A survey is optional: a failed request is not shown, and the next poll tries again.
    retry: false,
    throwOnError: false,
  });

/** Sends the answers; a retry with the same ones counts once. */
export const useSaveSurvey = (surveyId: string) =>
  useMutation({
    mutationFn: (answers: readonly AnswerSent[]) => {
      const body = { surveyId, surveyQuestions: [...answers] };
      return once({ name: 'survey', content: body }, (idempotencyKey) => call(saveSurvey, { body, idempotencyKey }));
    },
  });

/** Puts the survey off for fourteen days. If the call fails, the next poll shows the survey again. */
export const putOff = (surveyId: string): Promise<unknown> =>
  call(putOffSurvey, { body: { surveyId } }).catch(() => undefined);
