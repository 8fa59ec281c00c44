import { defaultWeekDays } from '@anticipa/domain/calendar';
import { describe, expect, it } from 'vitest';
import { habitText, type SaleDraft, storedDraft, toggleWeekday } from './draft.ts';
import { stepTexts } from './step-texts.ts';

const none = { monday: false, tuesday: false, wednesday: false, thursday: false, friday: false };

describe('[VTA-08] the term as typed', () => {
  it.each([
    ['', 'Debe haber un número'],
    ['abc', 'Debe haber un número'],
    ['12.5', 'Debe haber un número'],
    ['-3', 'Debe haber un número'],
    ['0', 'El plazo mínimo es de 1 día'],
    ['1', null],
    [' 45 ', null],
    ['180', null],
    ['181', 'El plazo no puede ser mayor a 180 días'],
    ['99999', 'El plazo no puede ser mayor a 180 días'],
  ])('judges "%s" as %s', (term, text) => {
    expect(habitText({ term, weekDays: defaultWeekDays })).toBe(text);
  });

  it('asks for a weekday', () => {
    expect(habitText({ term: '30', weekDays: none })).toBe('Debe seleccionar al menos un día de la semana');
  });
});

describe('[VTA-08] the weekday switches', () => {
  it('the weekday switches are L, M, Mi, J and V', () => {
    expect(Object.values(stepTexts.sale.weekdayLetters)).toEqual(['L', 'M', 'Mi', 'J', 'V']);
  });

  it('Friday is on at first', () => {
    expect(defaultWeekDays).toEqual({ ...none, friday: true });
  });

  it('keeps the last weekday on', () => {
    expect(toggleWeekday(defaultWeekDays, 'friday')).toEqual({ weekDays: defaultWeekDays, refused: true });
  });

  it('turns off one of two weekdays', () => {
    const both = { ...defaultWeekDays, monday: true };
    expect(toggleWeekday(both, 'friday')).toEqual({ weekDays: { ...none, monday: true }, refused: false });
  });
});

describe('a draft in session storage', () => {
  it('comes back as it was', () => {
    const draft: SaleDraft = {
      chosen: new Set(['a', 'b']),
      habits: new Map([['DÑA|1', { term: 'treinta', weekDays: defaultWeekDays }]]),
      dates: new Map([['a', '2026-05-08']]),
      orders: new Map([['b', ' oc 1']]),
    };
    expect(storedDraft.decode(JSON.parse(JSON.stringify(storedDraft.encode(draft))))).toEqual(draft);
  });

  const empty = { chosen: [], habits: [], dates: [], orders: [] };
  it.each([
    ['nothing', null],
    ['another shape', { ...empty, chosen: [1] }],
    ['a habit without switches', { ...empty, habits: [['a', { term: '1', weekDays: {} }]] }],
  ])('is not read from %s', (_, stored) => {
    expect(() => storedDraft.decode(stored)).toThrow();
  });
});
