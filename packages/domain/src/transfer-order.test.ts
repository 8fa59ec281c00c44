import { describe, expect, it } from 'vitest';
import { dateOf } from './calendar.ts';
import { canBeClosed, canBeProvenMissing, operationDaysOf, troubleOf } from './transfer-order.ts';

const days = (first: string, last = first) => ({ first: dateOf(first), last: dateOf(last) });

describe('the operation days of an order', () => {
  it.each([
    ['on the day it was sent', days('2026-03-10'), '2026-03-10', [null, '2026-03-10']],
    [
      'sent before a weekend',
      days('2026-03-06'),
      '2026-03-09',
      [null, '2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'],
    ],
    [
      'that was sent again',
      days('2026-03-01', '2026-03-03'),
      '2026-03-20',
      Array.from({ length: 8 }, (_, at) => `2026-03-0${at + 1}`),
    ],
    [
      'that are over',
      days('2026-03-01'),
      '2026-06-01',
      ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'],
    ],
    ['if the clock was set back', days('2026-03-10'), '2026-03-09', [null]],
  ])('%s', (_, sent, today, expected) => {
    expect(operationDaysOf(sent, dateOf(today))).toEqual(expected);
  });
});

it.each([
  ['2026-03-10', true],
  ['2026-03-14', true],
  ['2026-03-15', false],
  ['2027-03-10', false],
])('an order first sent on 10 March that is not found on %s is proven missing: %s', (today, isProven) => {
  expect(canBeProvenMissing(days('2026-03-10', '2026-03-14'), dateOf(today))).toBe(isProven);
});

const now = new Date('2026-03-11T18:00:00Z');
const order = { state: 'sent', resentAt: new Date('2026-03-10T18:00:00Z'), bankState: null } as const;

it.each([
  ['is a day old and was never seen at the bank', order, true],
  ['was never answered', { ...order, state: 'ordered' } as const, true],
  ['was sent later', { ...order, resentAt: new Date('2026-03-10T18:00:01Z') }, false],
  ['was never sent', { ...order, resentAt: null }, false],
  ['was seen at the bank', { ...order, bankState: 'E' }, false],
  ['is paid', { ...order, state: 'paid' } as const, false],
  ['has failed', { ...order, state: 'failed' } as const, false],
  ['came back', { ...order, state: 'returned' } as const, false],
  ['is closed', { ...order, state: 'closed' } as const, false],
])('whether an order can be closed that %s', (_, one, isClosable) => {
  expect(canBeClosed(one, now)).toBe(isClosable);
});

const sentAt = order.resentAt;
const recently = { sentAt: new Date('2026-03-11T17:59:00Z'), resentAt: new Date('2026-03-11T17:59:00Z') };

it.each([
  ['was refused', { ...order, sentAt, state: 'failed' } as const, 'failed'],
  ['came back', { ...order, sentAt, state: 'returned' } as const, 'returned'],
  ['was closed', { ...order, sentAt, state: 'closed' } as const, 'closed'],
  ['never appeared for a day', { ...order, sentAt }, 'lost'],
  ['was never answered for a day', { ...order, sentAt, state: 'ordered' } as const, 'lost'],
  ['was sent without an answer', { ...order, ...recently, state: 'ordered' } as const, 'unknown'],
  ['is at the bank for a day', { ...order, sentAt, bankState: 'E' }, 'late'],
  ['was accepted a minute ago', { ...order, ...recently }, null],
  ['was not sent yet', { ...order, sentAt: null, resentAt: null, state: 'ordered' } as const, null],
  ['is paid', { ...order, sentAt, state: 'paid' } as const, null],
])('the trouble of an order that %s', (_, one, trouble) => {
  expect(troubleOf(one, now)).toBe(trouble);
});
