import type { ResponseOf } from '@anticipa/contract/route';
import type { getSurvey } from '@anticipa/contract/surveys';
import { sql } from 'kysely';
import type { ClientWork, WideWork } from '../../platform/work/work.ts';

type Survey = ResponseOf<typeof getSurvey>['data'];

const DAY_MS = 86_400_000;
const PUT_OFF_MS = 14 * DAY_MS;

/** Surveys whose audience includes the actor, by role and the client's products. */
const surveysFor = ({ db, tenant, actor }: ClientWork) =>
  db
    .selectFrom('surveys')
    .select(['survey_id', 'title', 'finish_message'])
    .where('audience', 'in', actor.isAdmin ? ['everyone', 'administrators'] : ['everyone'])
    .where((where) =>
      where.or([
        where('product', 'is', null),
        where.exists(
          where
            .selectFrom('client_products')
            .select('client_products.product')
            .whereRef('client_products.product', '=', 'surveys.product')
            .where('client_products.client_id', '=', tenant)
            .where('client_products.active', '=', true),
        ),
      ]),
    );

/** The user's rows of a table about a survey. */
const ownRows = ({ tenant, actor }: ClientWork, table: 'survey_answers' | 'survey_put_offs') =>
  sql`select from ${sql.table(table)} own
    where own.survey_id = surveys.survey_id and own.client_id = ${tenant} and own.user_id = ${actor.userId}`;

/**
 * The survey that runs, with its questions in order; null if the user has answered it or put it off, or none runs. Only a
 * client that has had a deposit is asked: the others have nothing to judge yet.
 */
export const unansweredSurvey = async (work: ClientWork): Promise<Survey> => {
  const survey = await surveysFor(work)
    .where('started_at', 'is not', null)
    .where('stopped_at', 'is', null)
    .where(sql<boolean>`not exists (${ownRows(work, 'survey_answers')})`)
    .where(
      sql<boolean>`not exists (${ownRows(work, 'survey_put_offs')} and put_off_at > ${new Date(work.at.getTime() - PUT_OFF_MS)})`,
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom('sales')
          .select('sales.sale_id')
          .where('sales.client_id', '=', work.tenant)
          .where('sales.disbursed_at', 'is not', null),
      ),
    )
    .executeTakeFirst();
  if (survey === undefined) return null;
  return {
    surveyId: survey.survey_id,
    title: survey.title,
    finishMessage: survey.finish_message,
    questions: (await questionsOf(work, survey.survey_id)).map((question) => ({ ...question, answer: null })),
  };
};

/**
 * A survey that the user may answer, by id, or by ids or texts of its questions, the last one with them; including one that stopped within a day, which may
 * still be open on a screen.
 */
export const answerableSurvey = async (
  work: ClientWork,
  wanted: { readonly surveyId: string } | { readonly ids: readonly string[] } | { readonly texts: readonly string[] },
) => {
  const survey = await surveysFor(work)
    .where((where) =>
      'surveyId' in wanted
        ? where('survey_id', '=', wanted.surveyId)
        : where.exists(
            where
              .selectFrom('survey_questions')
              .select('survey_questions.question_id')
              .whereRef('survey_questions.survey_id', '=', 'surveys.survey_id')
              .where(
                'ids' in wanted
                  ? sql<boolean>`survey_questions.question_id = any(${wanted.ids}::uuid[])`
                  : sql<boolean>`survey_questions.question = any(${wanted.texts}::text[])`,
              ),
          ),
    )
    .where('started_at', 'is not', null)
    .where((where) =>
      where.or([where('stopped_at', 'is', null), where('stopped_at', '>', new Date(work.at.getTime() - DAY_MS))]),
    )
    .orderBy('started_at', 'desc')
    .orderBy('survey_id')
    .executeTakeFirst();
  if (survey === undefined) return undefined;
  const { survey_id: surveyId, finish_message: finishMessage } = survey;
  return { surveyId, finishMessage, questions: await questionsOf(work, surveyId) };
};

/** The questions of a survey, in order. */
export const questionsOf = async ({ db }: WideWork, surveyId: string) => {
  return await db
    .selectFrom('survey_questions')
    .select(['question_id as questionId', 'question', 'type', 'required', 'answer_values as values'])
    .where('survey_id', '=', surveyId)
    .orderBy('position')
    .orderBy('question_id')
    .execute();
};
