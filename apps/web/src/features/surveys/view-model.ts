import { type Answer, isAnswered, type Question, ratingValues, unanswered } from '@anticipa/domain/survey';
import type { RatingOption } from '../../ui/field/rating.tsx';
import { POLL_MS } from './api.ts';
import { es } from './es.ts';

/** Question → what was typed or chosen; a question that was not touched is missing. */
export type Answers = ReadonlyMap<string, Answer>;

export interface AnswerSent {
  readonly questionId: string;
  readonly answer: Answer;
}

/** [ENC-01] How long after loading the first survey is shown. */
export const FIRST_AFTER_MS = 4_000;
/** Longest text answer. Source: the contract. */
const MAX_ANSWER = 4_000;

/** [ENC-02] The icons of a rating: as many as values, counted from 1, or from 0 in a ratingZero. */
export const ratingOptions = (question: Pick<Question, 'type' | 'values'>): readonly RatingOption[] =>
  ratingValues(question).map((value, index) => ({ value, label: question.values[index] || String(value) }));

/** [ENC-03] Question → what is wrong with its answer; empty when the survey may be sent. */
export function surveyErrors(questions: readonly Question[], answers: Answers): ReadonlyMap<string, string> {
  const missing = unanswered(questions, answers).map((id) => [id, es.required] as const);
  const long = questions
    .filter(({ questionId }) => String(answers.get(questionId) ?? '').length > MAX_ANSWER)
    .map(({ questionId }) => [questionId, es.tooLong(MAX_ANSWER)] as const);
  return new Map([...missing, ...long]);
}

/** What is sent: every question, unanswered ones as null. */
export const answersToSend = (questions: readonly Question[], answers: Answers): readonly AnswerSent[] =>
  questions.map((question) => {
    const answer = answers.get(question.questionId) ?? null;
    return { questionId: question.questionId, answer: isAnswered(question, answer) ? answer : null };
  });

/** [ENC-04] What the success dialog says. */
export const farewell = (finishMessage: string | null): string => finishMessage?.trim() || es.thanks;

/**
 * [ENC-01] Whether a survey may come up now. `askedAt` is when it was last fetched; `closedAt` when the person put it off,
 * in this page or one before, which keeps it away for a poll; `occupiedAt` when something else was last going on. All in
 * milliseconds of one clock.
 */
export const mayShow = (now: {
  readonly at: number;
  readonly loadedAt: number;
  readonly askedAt: number;
  readonly closedAt: number | null;
  readonly occupiedAt: number | null;
}): boolean =>
  now.at >= Math.max(now.loadedAt, now.occupiedAt ?? 0) + FIRST_AFTER_MS &&
  (now.closedAt === null || now.askedAt >= now.closedAt + POLL_MS);
