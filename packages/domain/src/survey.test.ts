import { describe, expect, it, test } from 'vitest';
import { type Answer, isAnswered, type Question, type QuestionType, ratingValues, unanswered } from './survey.ts';

const question = (type: QuestionType, required = true): Question => ({
  questionId: type,
  type,
  required,
  values: ['a', 'b', 'c'],
});

describe('surveys', () => {
  it('[ENC-02] a rating starts at 1 and a ratingZero at 0, with one value per icon', () => {
    expect(ratingValues(question('rating'))).toEqual([1, 2, 3]);
    expect(ratingValues(question('ratingZero'))).toEqual([0, 1, 2]);
  });

  const rows: readonly [QuestionType, Answer, boolean][] = [
    ['rating', 0, false],
    ['rating', 1, true],
    ['rating', 3, true],
    ['rating', 4, false],
    ['rating', '1', false],
    ['ratingZero', 0, true],
    ['ratingZero', 2, true],
    ['ratingZero', 3, false],
    ['ratingZero', null, false],
    ['string', 'x', true],
    ['string', ' ', false],
    ['text', 'x', true],
    ['text', '\n', false],
    ['text', 0, false],
    ['text', null, false],
  ];
  test.each(rows)('[ENC-03] a %s answered with %j: %s', (type, answer, answered) => {
    expect(isAnswered(question(type), answer)).toBe(answered);
  });

  it('[ENC-03] lists unanswered required questions in order', () => {
    const questions = [question('text'), question('rating', false), question('ratingZero'), question('string')];
    expect(unanswered(questions, new Map<string, Answer>([['ratingZero', 0]]))).toEqual(['text', 'string']);
    expect(unanswered(questions, new Map<string, Answer>([['text', 'Todo bien']]))).toEqual(['ratingZero', 'string']);
  });
});
