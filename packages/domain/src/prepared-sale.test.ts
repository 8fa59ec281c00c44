import { expect, test } from 'vitest';
import { dateOf } from './calendar.ts';
import { isSpent } from './prepared-sale.ts';

const today = dateOf('2026-03-10');
const tomorrow = dateOf('2026-03-11');

test.each([
  ['its only date is tomorrow', [{ dueDate: tomorrow, status: 'AUTORIZADA' }], false],
  ['its only date is today', [{ dueDate: today, status: 'AUTORIZADA' }], true],
  [
    'one of two dates has come',
    [
      { dueDate: today, status: 'AUTORIZADA' },
      { dueDate: tomorrow, status: 'AUTORIZADA' },
    ],
    false,
  ],
  ['its invoice is in another sale', [{ dueDate: tomorrow, status: 'PREVENTA' }], false],
  ['its invoice was rejected today', [{ dueDate: tomorrow, status: 'RECHAZADA' }], false],
  ['its invoice is in credit', [{ dueDate: tomorrow, status: 'CREDITO' }], true],
  ['its invoice is settled', [{ dueDate: tomorrow, status: 'LIQUIDADO' }], true],
] as const)('[DER-12] a prepared sale ends by itself: %s', (_case, items, expected) => {
  expect(isSpent(items, today)).toBe(expected);
});
