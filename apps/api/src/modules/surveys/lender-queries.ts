import type { LenderSurvey, SurveyAnswer } from '@anticipa/contract/lender-surveys';
import { type Answer, isRating, ratingValues } from '@anticipa/domain/survey';
import { sql } from 'kysely';
import type { ClientId } from '../../platform/work/caller.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import { questionsOf } from './queries.ts';

/** Number of answers on a page. */
const ANSWERS_PAGE = 100;

/** Surveys without their questions, the newest on top. */
const surveyRows = ({ db }: OperatorWork) =>
  db
    .selectFrom('surveys')
    .select(['survey_id', 'title', 'finish_message', 'audience', 'product', 'version'])
    .select(['written_at', 'started_at', 'stopped_at'])
    .select(
      sql<number>`(select count(*)::integer from survey_answers where survey_answers.survey_id = surveys.survey_id)`.as(
        'answers',
      ),
    )
    .orderBy('written_at', 'desc')
    .orderBy('survey_id');

type SurveyRow = Awaited<ReturnType<ReturnType<typeof surveyRows>['executeTakeFirstOrThrow']>>;

const toSurvey = async (work: OperatorWork, row: SurveyRow): Promise<LenderSurvey> => ({
  surveyId: row.survey_id,
  title: row.title,
  finishMessage: row.finish_message,
  audience: row.audience,
  product: row.product,
  version: row.version,
  writtenAt: row.written_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  stoppedAt: row.stopped_at?.toISOString() ?? null,
  answers: row.answers,
  questions: await questionsOf(work, row.survey_id),
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

/** Number of answers to each question, and of each value of a rating. */
export async function answerCounts({ db }: OperatorWork, { surveyId, questions }: LenderSurvey) {
  const { rows } = await sql<{ question_id: string; value: string | null; answers: number }>`
    select question_id, case when jsonb_typeof(given) = 'number' then given #>> '{}' end as value,
      count(*)::integer as answers
    from survey_questions
    join survey_answers using (survey_id)
    cross join lateral (select answers -> question_id::text as given) answer
    where survey_id = ${surveyId} and jsonb_typeof(given) in ('number', 'string') and btrim(given #>> '{}') <> ''
    group by 1, 2`.execute(db);
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

/** A page of a survey's answers before one of them, the newest on top. */
export async function answersPage(
  { db }: OperatorWork,
  { surveyId, questions }: LenderSurvey,
  before: string | null,
): Promise<{ data: SurveyAnswer[]; next: string | null }> {
  const { rows } = await sql<{
    answer_number: string;
    answered_at: Date;
    client_id: ClientId;
    entity_name: string;
    user_name: string;
    answers: Readonly<Record<string, Answer>>;
  }>`
    select answer_number, answered_at, client_id, entity_name, answers,
      concat_ws(' ', first_name, last_name) as user_name
    from survey_answers
    join clients using (client_id)
    join users using (client_id, user_id)
    where survey_id = ${surveyId} and (${before}::bigint is null or answer_number < ${before}::bigint)
    order by answer_number desc limit ${ANSWERS_PAGE + 1}`.execute(db);
  const data = rows.slice(0, ANSWERS_PAGE).map((row) => ({
    number: row.answer_number,
    answeredAt: row.answered_at.toISOString(),
    clientId: row.client_id,
    entityName: row.entity_name,
    userName: row.user_name,
    answers: questions.map(({ questionId }) => shown(row.answers[questionId])),
  }));
  return { data, next: rows.length > ANSWERS_PAGE ? (data.at(-1)?.number ?? null) : null };
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
