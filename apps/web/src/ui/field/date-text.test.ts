import { describe, expect, it } from 'vitest';
import { dateFromText, maskDate } from './date-text.ts';

const typed = (keys: string): string => [...keys].reduce((text, key) => maskDate(text + key, text), '');

describe('typing a date', () => {
  it.each([
    ['31122026', '31/12/2026'],
    ['31/12/2026', '31/12/2026'],
    ['1/2/2026', '01/02/2026'],
    ['5-1-2027', '05/01/2027'],
    ['311220269', '31/12/2026'],
    ['3a1', '31/'],
  ])('formats the keys %s as %s', (keys, text) => {
    expect(typed(keys)).toBe(text);
  });

  it.each([
    ['2027-01-05', '05/01/2027'],
    [' 5/1/2027 ', '05/01/2027'],
    ['05.01.2027', '05/01/2027'],
  ])('accepts the pasted %s', (paste, text) => {
    expect(maskDate(paste, '')).toBe(text);
  });

  it('lets a slash be deleted', () => {
    expect(maskDate('31', '31/')).toBe('31');
    expect(maskDate('31/1', '31/12')).toBe('31/1');
  });
});

describe('reading a date', () => {
  it.each([
    ['31/12/2026', '2026-12-31'],
    ['29/02/2028', '2028-02-29'],
    ['29/02/2027', null],
    ['31/04/2026', null],
    ['00/01/2026', null],
    ['1/1/2026', null],
    ['', null],
  ])('reads %s as %s', (text, date) => {
    expect(dateFromText(text)).toBe(date);
  });
});
