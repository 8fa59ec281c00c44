import { describe, expect, it } from 'vitest';
import { periodErrors, periodOf } from './view-model.ts';

const today = '2026-03-10';

describe('the dates of a consultation', () => {
  it.each([
    ['valid', '2026-03-01', '2026-03-10', null, null],
    ['one day', '2026-03-01', '2026-03-01', null, null],
    ['none', null, null, 'Campo invalido: fecha inicial', 'Campo invalido: fecha final'],
    ['the first in the future', '2026-03-11', '2026-03-10', 'Campo invalido: fecha inicial', null],
    ['the last in the future', '2026-03-01', '2026-03-11', null, 'Campo invalido: fecha final'],
    [
      'reversed',
      '2026-03-02',
      '2026-03-01',
      'Campo invalido: La fecha inicial debe ser menor o igual a la fecha final',
      null,
    ],
  ])('[MOV-02] %s', (_case, from, to, first, last) => {
    expect(periodErrors({ from, to }, today)).toEqual({ from: first, to: last });
    const isValid = first === null && last === null;
    expect(periodOf({ from, to }, today)).toEqual(isValid ? { startDate: from, endDate: to } : null);
  });
});
