import { type Answer, isAnswered, type Question, ratingValues, unanswered } from '@anticipa/domain/survey';
import type { RatingOption } from '../../ui/field/rating.tsx';
import { es } from './es.ts';

/** Question → its answer; missing until the question is touched. */
export type Answers = ReadonlyMap<string, Answer>;

export interface AnswerSent {
  readonly questionId: string;
  readonly answer: Answer;
}

/** [ENC-01] Delay of the first survey after loading. */
export const FIRST_AFTER_MS = 4_000;
/** [ENC-01] Polling interval while no survey is open. */
export const POLL_MS = 320_000;
/** Maximum length of a text answer, from the contract. */
const MAX_ANSWER = 4_000;

/** [ENC-02] The icons of a rating: as many as values, counted from 1, or from 0 in a ratingZero. */
export const ratingOptions = (question: Pick<Question, 'type' | 'values'>): readonly RatingOption[] =>
  ratingValues(question).map((value, index) => ({ value, label: question.values[index] || String(value) }));

/** [ENC-03] Question → error of its answer; empty when the survey may be sent. */
export function surveyErrors(questions: readonly Question[], answers: Answers): ReadonlyMap<string, string> {
  const missing = unanswered(questions, answers).map((id) => [id, es.required] as const);
  const long = questions
    .filter(({ questionId }) => String(answers.get(questionId) ?? '').length > MAX_ANSWER)
    .map(({ questionId }) => [questionId, es.tooLong(MAX_ANSWER)] as const);
  return new Map([...missing, ...long]);
}

/** The answers to send: every question, null if unanswered. */
export const answersToSend = (questions: readonly Question[], answers: Answers): readonly AnswerSent[] =>
  questions.map((question) => {
    const answer = answers.get(question.questionId) ?? null;
    return { questionId: question.questionId, answer: isAnswered(question, answer) ? answer : null };
  });

/** [ENC-04] The text of the success dialog. */
export const farewell = (finishMessage: string | null): string => finishMessage?.trim() || es.thanks;

/**
 * [ENC-01] Whether a survey may appear now. `occupiedAt`: when the user was last busy. All in milliseconds of one clock.
 */
export const mayShow = (now: {
  readonly at: number;
  readonly loadedAt: number;
  readonly occupiedAt: number | null;
}): boolean => now.at >= Math.max(now.loadedAt, now.occupiedAt ?? 0) + FIRST_AFTER_MS;
