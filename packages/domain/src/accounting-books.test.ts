import { expect, test } from 'vitest';
import { bookText, isGroupingCode } from './accounting-books.ts';

test.each([
  ['102', true],
  ['102.01', true],
  ['102.02', true],
  ['102.03', false],
  ['102.00', false],
  ['102.1', false],
  ['602.84', true],
  ['602.85', false],
  ['816.02', true],
  ['817', false],
  ['899.01', true],
  ['000', true],
  ['000.01', false],
  ['', false],
])('[LIB-40] the grouping code %j is one of the authority: %s', (code, is) => {
  expect(isGroupingCode(code)).toBe(is);
});

test.each([
  ['a\r\n\tb \u0007c', 10, 'a b c'],
  ['\ud800x\ufffe', 10, 'x'],
  ['Pen\u0303a 😀😀', 6, 'Peña 😀'],
  ['abc def', 4, 'abc'],
])('[LIB-41] the text %j has no sign that files cannot keep, in %i characters', (text, max, kept) => {
  expect(bookText(text, max)).toBe(kept);
});
