import { expect, it } from 'vitest';
import { dateOf } from './calendar.ts';
import { moneyOf } from './money.ts';
import { promiseState } from './promise.ts';

it.each([
  ['nothing came yet', '0.00', null, '2026-03-11', 'open'],
  ['nothing came on its day', '0.00', null, '2026-03-12', 'open'],
  ['nothing came until the day after', '0.00', null, '2026-03-13', 'broken'],
  ['a cent is missing', '4999.99', null, '2026-03-13', 'broken'],
  ['all of it came', '5000.00', null, '2026-03-13', 'kept'],
  ['more than promised came', '6000.00', null, '2026-03-11', 'kept'],
  ['another replaced it on its day', '0.00', '2026-03-12', '2026-03-20', 'replaced'],
  ['another replaced it too late', '0.00', '2026-03-13', '2026-03-20', 'broken'],
  ['another replaced it and the money came all the same', '5000.00', '2026-03-11', '2026-03-20', 'kept'],
] as const)('[DIN-70] a promise of 5,000.00 for 12 March: %s', (_, received, replacedOn, today, state) => {
  const promise = {
    amount: moneyOf('5000.00', 'MXN'),
    payOn: dateOf('2026-03-12'),
    replacedOn: replacedOn && dateOf(replacedOn),
  };
  expect(promiseState(promise, moneyOf(received, 'MXN'), dateOf(today))).toBe(state);
});
