/** Stores answers to surveys, and who puts one off. */
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { putOffSurvey, saveSurvey } from '@anticipa/contract/surveys';
import { done, type Failure, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { type Answer, isAnswered, isRating, type Question, unanswered } from '@anticipa/domain/survey';
import type { ClientWork } from '../../platform/work/work.ts';
import { answerableSurvey, type questionsOf } from './queries.ts';

type Answers = BodyOf<typeof saveSurvey>;

const isBlank = (answer: Answer): boolean => answer === null || (typeof answer === 'string' && answer.trim() === '');

/** Whether an answer has the question's type; blank text counts as no answer and is allowed in text questions. */
const hasRightType = (question: Question, answer: Answer): boolean =>
  isBlank(answer) ? answer === null || !isRating(question.type) : isAnswered(question, answer);

/** Answers to unknown questions, duplicate answers, and answers of a wrong type. */
const invalidAnswers = (questions: readonly Question[], answers: readonly (readonly [string, Answer])[]): Failure[] =>
  answers.flatMap(([questionId, answer], index) => {
    const question = questions.find((one) => one.questionId === questionId);
    if (question !== undefined && hasRightType(question, answer)) return [];
    return [{ path: `surveyQuestions.${index}`, code: 'INVALID_REQUEST' }];
  });

/** The survey by its id, by ids of its questions or, without any, by their texts. */
function answeredSurvey(work: ClientWork, { surveyId, surveyQuestions }: Answers) {
  if (surveyId !== undefined) return answerableSurvey(work, { surveyId });
  const ids = surveyQuestions.flatMap(({ questionId }) => (questionId === undefined ? [] : [questionId]));
  if (ids.length > 0) return answerableSurvey(work, { ids });
  return answerableSurvey(work, { texts: surveyQuestions.flatMap(({ question = [] }) => question) });
}

type Asked = Awaited<ReturnType<typeof questionsOf>>;

/** Answers by the id of their question, which is found by its text if the id is not there; two equal texts count in order. */
function answersById(questions: Asked, { surveyQuestions }: Answers): [string, Answer][] {
  const left = new Set(questions);
  return surveyQuestions.map(({ questionId, question: text, answer = null }): [string, Answer] => {
    const named = [...left].find((one) =>
      questionId === undefined ? one.question === text : one.questionId === questionId,
    );
    if (named !== undefined) left.delete(named);
    return [named?.questionId ?? '', answer];
  });
}

/** Stores a user's answers to a survey, once. */
export async function storeAnswers(work: ClientWork, body: Answers): Promise<Outcome<ResponseOf<typeof saveSurvey>>> {
  const survey = await answeredSurvey(work, body);
  if (survey === undefined) return refuse('NOT_FOUND');
  const answers = answersById(survey.questions, body);
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

/** Puts a survey off for the user. */
export async function putOff(work: ClientWork, surveyId: string): Promise<Outcome<ResponseOf<typeof putOffSurvey>>> {
  const survey = await answerableSurvey(work, { surveyId });
  if (survey === undefined) return refuse('NOT_FOUND');
  await work.db
    .insertInto('survey_put_offs')
    .values({ client_id: work.tenant, user_id: work.actor.userId, survey_id: surveyId, put_off_at: work.at })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'user_id', 'survey_id']).doUpdateSet({ put_off_at: work.at }),
    )
    .execute();
  return done({ status: 'success' });
}
