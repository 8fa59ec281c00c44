import type { ExportFormat } from '@anticipa/contract/exports';
import {
  deleteSurvey,
  exportSurveyAnswers,
  listSurveyAnswers,
  listSurveys,
  startSurvey,
  stopSurvey,
  writeSurvey,
} from '@anticipa/contract/lender-surveys';
import type { SentBodyOf } from '@anticipa/contract/route';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callForFile, newUuid } from '../../lib/api-client.ts';

export type SentSurvey = SentBodyOf<typeof writeSurvey>;

export const surveysQuery = queryOptions({
  queryKey: ['lender-surveys', 'list'],
  queryFn: async ({ signal }) => (await call(listSurveys, { signal })).data,
});

/** A survey with its counts and answers, a page of answers at a time. */
export const answersQuery = (surveyId: string) =>
  infiniteQueryOptions({
    queryKey: ['lender-surveys', 'answers', surveyId],
    queryFn: ({ pageParam, signal }) =>
      call(listSurveyAnswers, { params: { surveyId }, query: { ...(pageParam && { before: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const downloadAnswers = (surveyId: string, format: ExportFormat) =>
  callForFile(exportSurveyAnswers, { params: { surveyId }, query: { format } });

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Also after a refusal: another operator may have changed the survey.
    onSettled: () => queries.invalidateQueries({ queryKey: ['lender-surveys'] }),
  });
}

export const useWriteSurvey = () =>
  useChange((body: SentSurvey) => call(writeSurvey, { body, idempotencyKey: newUuid() }));

export const useStartSurvey = () =>
  useChange(({ surveyId, version }: { readonly surveyId: string; readonly version: number }) =>
    call(startSurvey, { params: { surveyId }, body: { version }, idempotencyKey: newUuid() }),
  );

export const useDeleteSurvey = () =>
  useChange(({ surveyId, version }: { readonly surveyId: string; readonly version: number }) =>
    call(deleteSurvey, { params: { surveyId }, body: { version }, idempotencyKey: newUuid() }),
  );

export const useStopSurvey = () =>
  useChange((surveyId: string) => call(stopSurvey, { params: { surveyId }, body: {}, idempotencyKey: newUuid() }));
