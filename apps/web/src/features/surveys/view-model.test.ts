import type { Question } from '@anticipa/domain/survey';
import { describe, expect, it } from 'vitest';
import { answersToSend, farewell, mayShow, ratingOptions, surveyErrors } from './view-model.ts';

const question = (questionId: string, changes: Partial<Question> = {}): Question => ({
  questionId,
  type: 'string',
  required: true,
  values: [],
  ...changes,
});
const values = ['Nada', 'Poco', 'Mucho'];

describe('a survey', () => {
  it('[ENC-02] draws as many icons as values, counted from 1 in a rating and from 0 in a ratingZero', () => {
    expect(ratingOptions({ type: 'rating', values })).toEqual([
      { value: 1, label: 'Nada' },
      { value: 2, label: 'Poco' },
      { value: 3, label: 'Mucho' },
    ]);
    expect(ratingOptions({ type: 'ratingZero', values: ['', 'b'] })).toEqual([
      { value: 0, label: '0' },
      { value: 1, label: 'b' },
    ]);
  });

  it('[ENC-03] requires the required questions; 0 answers a ratingZero', () => {
    const questions = [
      question('a'),
      question('b', { type: 'text', required: false }),
      question('c', { type: 'rating', values }),
      question('d', { type: 'ratingZero', values }),
    ];
    const required = '*Campo obligatorio';
    expect(surveyErrors(questions, new Map())).toEqual(new Map(['a', 'c', 'd'].map((id) => [id, required])));
    expect(
      surveyErrors(
        questions,
        new Map<string, string | number>([
          ['a', 'Bien'],
          ['c', 0],
          ['d', 0],
        ]),
      ),
    ).toEqual(new Map([['c', required]]));
  });

  it('refuses a text over the maximum length', () => {
    expect(surveyErrors([question('a')], new Map([['a', 'x'.repeat(4001)]]))).toEqual(
      new Map([['a', '*Escribe como máximo 4000 caracteres']]),
    );
  });

  it('[ENC-04] sends every question, blank ones as null', () => {
    const questions = [question('a', { required: false }), question('d', { type: 'ratingZero', values })];
    const answers = new Map<string, string | number>([
      ['a', '  '],
      ['d', 0],
    ]);
    expect(answersToSend(questions, answers)).toEqual([
      { questionId: 'a', answer: null },
      { questionId: 'd', answer: 0 },
    ]);
  });

  it('[ENC-04] thanks with its own text, or with ours', () => {
    expect(farewell('Te escribimos pronto.')).toBe('Te escribimos pronto.');
    expect(farewell(null)).toBe('¡Gracias por tu tiempo!');
    expect(farewell(' ')).toBe('¡Gracias por tu tiempo!');
  });

  it('[ENC-01] waits 4000 ms after loading and after open dialogs', () => {
    const now = { at: 14_000, loadedAt: 10_000, occupiedAt: null };
    expect(mayShow(now)).toBe(true);
    expect(mayShow({ ...now, at: 13_999 })).toBe(false);
    expect(mayShow({ ...now, at: 24_000, occupiedAt: 24_000 })).toBe(false);
    expect(mayShow({ ...now, at: 27_999, occupiedAt: 24_000 })).toBe(false);
    expect(mayShow({ ...now, at: 28_000, occupiedAt: 24_000 })).toBe(true);
  });
});
