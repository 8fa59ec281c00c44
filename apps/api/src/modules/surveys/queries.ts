import type { ResponseOf } from '@anticipa/contract/route';
import type { getSurvey } from '@anticipa/contract/surveys';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import type { Executor } from '../../lib/db/pool.ts';
import type { ClientId } from '../../lib/session/context.ts';

type Survey = ResponseOf<typeof getSurvey>['data'];

/** Whom a survey has to fit. */
interface Respondent {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly today: IsoDate;
}

/** Surveys meant for a person: their role, and the products their client works with. */
const surveysFor = (executor: Executor, tenant: ClientId, { isAdmin }: Respondent) =>
  executor
    .selectFrom('surveys')
    .select(['survey_id', 'title', 'finish_message'])
    .where('audience', 'in', isAdmin ? ['everyone', 'administrators'] : ['everyone'])
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

/** The oldest survey open on `today` that the user has not answered, with its questions in order; null when there is none. */
export const unansweredSurvey = async (
  executor: Executor,
  tenant: ClientId,
  respondent: Respondent,
): Promise<Survey> => {
  const { userId, today } = respondent;
  const survey = await surveysFor(executor, tenant, respondent)
    .where('starts_on', '<=', today)
    .where('ends_on', '>=', today)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('survey_answers')
            .select('survey_answers.survey_id')
            .whereRef('survey_answers.survey_id', '=', 'surveys.survey_id')
            .where('survey_answers.client_id', '=', tenant)
            .where('survey_answers.user_id', '=', userId),
        ),
      ),
    )
    .orderBy('starts_on')
    .orderBy('survey_id')
    .executeTakeFirst();
  if (survey === undefined) return null;
  return {
    surveyId: survey.survey_id,
    title: survey.title,
    finishMessage: survey.finish_message,
    questions: await questionsOf(executor, survey.survey_id),
  };
};

/** A survey that a person may answer: one that ended yesterday too, because it may still be open on a screen. */
export const answerableSurvey = async (
  executor: Executor,
  tenant: ClientId,
  { surveyId, ...respondent }: Respondent & { readonly surveyId: string },
) => {
  const survey = await surveysFor(executor, tenant, respondent)
    .where('survey_id', '=', surveyId)
    .where('starts_on', '<=', respondent.today)
    .where('ends_on', '>=', addDays(respondent.today, -1))
    .executeTakeFirst();
  return survey && { finishMessage: survey.finish_message, questions: await questionsOf(executor, surveyId) };
};

const questionsOf = async (executor: Executor, surveyId: string) => {
  const questions = await executor
    .selectFrom('survey_questions')
    .select(['question_id', 'question', 'type', 'required', 'answer_values'])
    .where('survey_id', '=', surveyId)
    .orderBy('position')
    .orderBy('question_id')
    .execute();
  return questions.map((row) => ({
    questionId: row.question_id,
    question: row.question,
    type: row.type,
    required: row.required,
    values: [...row.answer_values],
  }));
};
