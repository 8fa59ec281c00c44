/** Satisfaction surveys: valid answers. */

export const questionTypes = ['string', 'text', 'rating', 'ratingZero'] as const;
export type QuestionType = (typeof questionTypes)[number];

/** Whether a question is answered with one of its values, not with text. */
export const isRating = (type: QuestionType): boolean => type === 'rating' || type === 'ratingZero';

/** Users who are asked: every user of a client, or only its administrators. */
export const surveyAudiences = ['everyone', 'administrators'] as const;

export interface Question {
  readonly questionId: string;
  readonly type: QuestionType;
  readonly required: boolean;
  /** One label per icon of a rating. */
  readonly values: readonly string[];
}

/** A string for string and text questions, a number for ratings; null if unanswered. */
export type Answer = string | number | null;

/** Possible values of a rating: from 1, or from 0 for a ratingZero. */
export function ratingValues(question: Pick<Question, 'type' | 'values'>): number[] {
  const first = question.type === 'ratingZero' ? 0 : 1;
  return question.values.map((_, index) => first + index);
}

/** Whether the answer is valid: 0 counts for a ratingZero, blank text does not. */
export function isAnswered(question: Question, answer: Answer): boolean {
  if (isRating(question.type)) return typeof answer === 'number' && ratingValues(question).includes(answer);
  return typeof answer === 'string' && answer.trim() !== '';
}

/** Ids of required questions without an answer, in order. */
export const unanswered = (questions: readonly Question[], answers: ReadonlyMap<string, Answer>): string[] =>
  questions
    .filter((question) => question.required && !isAnswered(question, answers.get(question.questionId) ?? null))
    .map((question) => question.questionId);
