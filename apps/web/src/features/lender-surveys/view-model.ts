/** Drafts of surveys as they are typed. */
import type { LenderSurvey } from '@anticipa/contract/lender-surveys';
import { isRating, type QuestionType } from '@anticipa/domain/survey';
import type { SentSurvey } from './api.ts';

export const MAX_QUESTIONS = 20;
const MIN_TEXT = 3;
const MAX_VALUE = 60;

export interface TypedQuestion {
  /** Exists only in the form. */
  readonly key: string;
  readonly question: string;
  readonly type: QuestionType;
  readonly required: boolean;
  /** One value a line. */
  readonly values: string;
}

export const emptyQuestion = (key: string): TypedQuestion => ({
  key,
  question: '',
  type: 'rating',
  required: true,
  values: '',
});

export const typedQuestions = ({ questions }: LenderSurvey): TypedQuestion[] =>
  questions.map(({ questionId, question, type, required, values }) => ({
    key: questionId,
    question,
    type,
    required,
    values: values.join('\n'),
  }));

const valuesOf = ({ type, values }: Pick<TypedQuestion, 'type' | 'values'>): string[] =>
  isRating(type)
    ? values
        .split('\n')
        .map((value) => value.trim())
        .filter(Boolean)
    : [];

export const isShort = (text: string): boolean => text.trim().length < MIN_TEXT;

/** Whether the values of a question can be sent. */
export function areValuesRight(question: Pick<TypedQuestion, 'type' | 'values'>): boolean {
  const values = valuesOf(question);
  if (!isRating(question.type)) return true;
  const isCount = values.length >= 2 && values.length <= 10;
  return isCount && new Set(values).size === values.length && values.every((value) => value.length <= MAX_VALUE);
}

/** The questions with one of them a place further up. */
export const movedUp = (questions: readonly TypedQuestion[], index: number): TypedQuestion[] => [
  ...questions.slice(0, index - 1),
  ...questions.slice(index - 1, index + 1).toReversed(),
  ...questions.slice(index + 1),
];

/** The questions as they are sent. */
export const sentQuestions = (questions: readonly TypedQuestion[]): SentSurvey['questions'] =>
  questions.map((question) => ({
    question: question.question.trim(),
    type: question.type,
    required: question.required,
    values: valuesOf(question),
  }));

export const stateOf = ({ startedAt, stoppedAt }: Pick<LenderSurvey, 'startedAt' | 'stoppedAt'>) =>
  startedAt === null ? 'draft' : stoppedAt === null ? 'running' : 'stopped';
