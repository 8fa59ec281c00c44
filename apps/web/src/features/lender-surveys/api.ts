import type { ExportFormat } from '@anticipa/contract/exports';
import {
  deleteSurvey,
  exportSurveyAnswers,
  type LenderSurvey,
  listSurveyAnswers,
  listSurveys,
  startSurvey,
  stopSurvey,
  writeSurvey,
} from '@anticipa/contract/lender-surveys';
import type { SentBodyOf } from '@anticipa/contract/route';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callForFile, newUuid } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

/** A survey in the version that the operator has seen. */
export type Seen = Pick<LenderSurvey, 'surveyId' | 'version'>;
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

const stale = [['lender-surveys']];

export const useWriteSurvey = () =>
  useChange(stale, (body: SentSurvey) => call(writeSurvey, { body, idempotencyKey: newUuid() }));

export const useStartSurvey = () =>
  useChange(stale, ({ surveyId, version }: Seen) =>
    call(startSurvey, { params: { surveyId }, body: { version }, idempotencyKey: newUuid() }),
  );

export const useDeleteSurvey = () =>
  useChange(stale, ({ surveyId, version }: Seen) =>
    call(deleteSurvey, { params: { surveyId }, body: { version }, idempotencyKey: newUuid() }),
  );

export const useStopSurvey = () =>
  useChange(stale, ({ surveyId }: Seen) =>
    call(stopSurvey, { params: { surveyId }, body: {}, idempotencyKey: newUuid() }),
  );
