/** Stores answers to surveys. */
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { saveSurvey } from '@anticipa/contract/surveys';
import { done, type Failure, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { type Answer, isAnswered, isRating, type Question, unanswered } from '@anticipa/domain/survey';
import type { ClientWork } from '../../lib/work.ts';
import { answerableSurvey } from './queries.ts';

type Answers = BodyOf<typeof saveSurvey>;

const isBlank = (answer: Answer): boolean => answer === null || (typeof answer === 'string' && answer.trim() === '');

/** Whether an answer has the question's type; blank text counts as no answer and is allowed in text questions. */
const hasRightType = (question: Question, answer: Answer): boolean =>
  isBlank(answer) ? answer === null || !isRating(question.type) : isAnswered(question, answer);

/** Answers to unknown questions, duplicate answers, and answers of a wrong type. */
const invalidAnswers = (questions: readonly Question[], answers: readonly (readonly [string, Answer])[]): Failure[] =>
  answers.flatMap(([questionId, answer], index) => {
    const question = questions.find((one) => one.questionId === questionId);
    const isFirst = answers.findIndex(([id]) => id === questionId) === index;
    if (question !== undefined && isFirst && hasRightType(question, answer)) return [];
    return [{ path: `surveyQuestions.${index}`, code: 'INVALID_REQUEST' }];
  });

const questionIdsOf = ({ surveyQuestions }: Answers): string[] =>
  surveyQuestions.map(({ questionId }) => questionId.toLowerCase());

/** Stores a user's answers to a survey, once. */
export async function storeAnswers(work: ClientWork, body: Answers): Promise<Outcome<ResponseOf<typeof saveSurvey>>> {
  const survey = await answerableSurvey(work, body.surveyId?.toLowerCase() ?? questionIdsOf(body));
  if (survey === undefined) return refuse('NOT_FOUND');
  const answers = body.surveyQuestions.map(({ questionId, answer }): [string, Answer] => [
    questionId.toLowerCase(),
    answer,
  ]);
  const wrong = invalidAnswers(survey.questions, answers);
  if (wrong.length > 0) return refuse('INVALID_REQUEST', wrong);
  const missing = unanswered(survey.questions, new Map(answers));
  if (missing.length > 0) return refuseEach('SURVEY_INCOMPLETE', missing);
  const kept = await work.db
    .insertInto('survey_answers')
    .values({
      client_id: work.tenant,
      user_id: work.actor.userId,
      survey_id: survey.surveyId,
      answers: JSON.stringify(Object.fromEntries(answers)),
      answered_at: work.at,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id', 'survey_id']).doNothing())
    .returning('survey_id')
    .executeTakeFirst();
  if (kept === undefined) return refuse('SURVEY_ALREADY_ANSWERED');
  return done({ status: 'success', finishMessage: survey.finishMessage });
}
