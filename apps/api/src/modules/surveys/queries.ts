import type { ResponseOf } from '@anticipa/contract/route';
import type { getSurvey } from '@anticipa/contract/surveys';
import type { IsoDate } from '@anticipa/domain/calendar';
import type { Executor } from '../../lib/db/pool.ts';
import type { ClientId } from '../../lib/session-context.ts';

type Survey = ResponseOf<typeof getSurvey>['data'];

/** The oldest survey open on `today` that the user has not answered, with its questions in order; null when there is none. */
export const unansweredSurvey = async (
  executor: Executor,
  tenant: ClientId,
  { userId, today }: { readonly userId: string; readonly today: IsoDate },
): Promise<Survey> => {
  const survey = await executor
    .selectFrom('surveys')
    .select(['survey_id', 'title', 'finish_message'])
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
  const questions = await executor
    .selectFrom('survey_questions')
    .select(['question_id', 'question', 'type', 'required', 'answer_values'])
    .where('survey_id', '=', survey.survey_id)
    .orderBy('position')
    .orderBy('question_id')
    .execute();
  return {
    surveyId: survey.survey_id,
    title: survey.title,
    finishMessage: survey.finish_message,
    questions: questions.map((row) => ({
      questionId: row.question_id,
      question: row.question,
      type: row.type,
      required: row.required,
      values: [...row.answer_values],
    })),
  };
};
