import { type LenderSurvey, type SurveyAnswer, surveyAnswer } from '@anticipa/contract/lender-surveys';
import { type Answer, isRating, ratingValues } from '@anticipa/domain/survey';
import { sql } from 'kysely';
import { z } from 'zod';
import { instant, type Page, pageOf, rowsOf } from '../../platform/db/rows.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import { questionsOf } from './queries.ts';

/** Number of answers on a page. */
const ANSWERS_PAGE = 100;

/** Surveys without their questions, the newest on top. */
const surveyRows = ({ db }: OperatorWork) =>
  db
    .selectFrom('surveys')
    .select(['survey_id as surveyId', 'title', 'finish_message as finishMessage', 'audience', 'product', 'version'])
    .select(['written_at as writtenAt', 'started_at as startedAt', 'stopped_at as stoppedAt'])
    .select(
      sql<number>`(select count(*)::integer from survey_answers where survey_answers.survey_id = surveys.survey_id)`.as(
        'answers',
      ),
    )
    .orderBy('written_at', 'desc')
    .orderBy('survey_id');

type SurveyRow = Awaited<ReturnType<ReturnType<typeof surveyRows>['executeTakeFirstOrThrow']>>;

const toSurvey = async (work: OperatorWork, row: SurveyRow): Promise<LenderSurvey> => ({
  ...row,
  writtenAt: row.writtenAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  stoppedAt: row.stoppedAt?.toISOString() ?? null,
  questions: await questionsOf(work, row.surveyId),
});

/** All surveys, the newest on top. */
export async function surveysForOperator(work: OperatorWork): Promise<LenderSurvey[]> {
  const surveys: LenderSurvey[] = [];
  for (const row of await surveyRows(work).execute()) surveys.push(await toSurvey(work, row));
  return surveys;
}

/** A survey; undefined if there is none. */
export async function surveyForOperator(work: OperatorWork, surveyId: string): Promise<LenderSurvey | undefined> {
  const row = await surveyRows(work).where('survey_id', '=', surveyId).executeTakeFirst();
  return row && toSurvey(work, row);
}

const countRow = z.object({ question_id: z.string(), value: z.string().nullable(), answers: z.int() });

/** Number of answers to each question, and of each value of a rating. */
export async function answerCounts({ db }: OperatorWork, { surveyId, questions }: LenderSurvey) {
  const rows = await rowsOf(db, countRow)`
    select question_id, case when jsonb_typeof(given) = 'number' then given #>> '{}' end as value,
      count(*)::integer as answers
    from survey_questions
    join survey_answers using (survey_id)
    cross join lateral (select answers -> question_id::text as given) answer
    where survey_id = ${surveyId} and jsonb_typeof(given) in ('number', 'string') and btrim(given #>> '{}') <> ''
    group by 1, 2`;
  return questions.map((question) => {
    const own = rows.filter(({ question_id }) => question_id === question.questionId);
    const countOf = (value: number): number => own.find((row) => row.value === String(value))?.answers ?? 0;
    return {
      questionId: question.questionId,
      answered: own.reduce((sum, row) => sum + row.answers, 0),
      counts: isRating(question.type) ? ratingValues(question).map(countOf) : [],
    };
  });
}

const shown = (answer: Answer | undefined): Answer =>
  typeof answer === 'string' ? answer.trim() || null : (answer ?? null);

const answerRow = surveyAnswer.extend({
  answeredAt: instant,
  answers: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

/** A page of a survey's answers before one of them, the newest on top. */
export async function answersPage(
  { db }: OperatorWork,
  { surveyId, questions }: LenderSurvey,
  before: string | null,
): Promise<Page<SurveyAnswer>> {
  const rows = await rowsOf(db, answerRow)`
    select answer_number as number, answered_at as "answeredAt", client_id as "clientId", entity_name as "entityName",
      concat_ws(' ', first_name, last_name) as "userName", answers
    from survey_answers
    join clients using (client_id)
    join users using (client_id, user_id)
    where survey_id = ${surveyId} and (${before}::bigint is null or answer_number < ${before}::bigint)
    order by answer_number desc limit ${ANSWERS_PAGE + 1}`;
  const answered = rows.map(({ answers, ...answer }) => ({
    ...answer,
    answers: questions.map(({ questionId }) => shown(answers[questionId])),
  }));
  return pageOf(answered, ANSWERS_PAGE, ({ number }) => number);
}

/** All answers to a survey in pages, the newest on top. */
export async function* wholeAnswers(work: OperatorWork, survey: LenderSurvey): AsyncGenerator<readonly SurveyAnswer[]> {
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof answersPage>> = await answersPage(work, survey, before);
    if (page.data.length > 0) yield page.data;
    before = page.next;
  } while (before !== null);
}
