/** Satisfaction surveys: what counts as an answer. */

export type QuestionType = 'string' | 'text' | 'rating' | 'ratingZero';

export interface Question {
  readonly questionId: string;
  readonly type: QuestionType;
  readonly required: boolean;
  /** Labels of a rating's icons; their number is the number of values. */
  readonly values: readonly string[];
}

/** Text for string and text, a number for ratings; null when not answered. */
export type Answer = string | number | null;

/** The values a rating can take: from 1, or from 0 in a ratingZero. */
export function ratingValues(question: Pick<Question, 'type' | 'values'>): number[] {
  const first = question.type === 'ratingZero' ? 0 : 1;
  return question.values.map((_, index) => first + index);
}

/** Whether the answer answers the question; 0 is an answer in a ratingZero, blank text is none. */
export function isAnswered(question: Question, answer: Answer): boolean {
  if (question.type === 'string' || question.type === 'text') return typeof answer === 'string' && answer.trim() !== '';
  return typeof answer === 'number' && ratingValues(question).includes(answer);
}

/** The required questions that are left unanswered, in order. */
export const unanswered = (questions: readonly Question[], answers: ReadonlyMap<string, Answer>): string[] =>
  questions
    .filter((question) => question.required && !isAnswered(question, answers.get(question.questionId) ?? null))
    .map((question) => question.questionId);
